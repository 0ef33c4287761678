import { entriesOf, operations } from "../each-operation.js";

/** @type {import("@stoplight/spectral-core").RulesetFunction<any>} */
export function tagInOneGroup(contract) {
  const declared = entriesOf(contract.tags).map(([, tag]) => tag?.name);
  const used = operations(contract).flatMap(({ operation }) => operation.tags ?? []);
  const listed = entriesOf(contract["x-tagGroups"]).flatMap(([at, group]) =>
    entriesOf(group?.tags).map(([index, tag]) => ({
      tag,
      path: ["x-tagGroups", Number(at), "tags", Number(index)],
    })),
  );
  const faults = declared.flatMap((name, index) => {
    const count = listed.filter(({ tag }) => tag === name).length;
    const found = [
      { when: count !== 1, message: `Tag ${name} is in ${count} x-tagGroups: list it in one.` },
      {
        when: !used.includes(name),
        message: `No operation has the tag ${name}: use it or delete it.`,
      },
    ];
    return found
      .filter(({ when }) => when)
      .map(({ message }) => ({ message, path: ["tags", index] }));
  });
  const strays = listed.filter(({ tag }) => !declared.includes(tag));
  return [
    ...faults,
    ...strays.map(({ tag, path }) => ({
      message: `x-tagGroups lists ${tag}, which is no tag: declare it under tags.`,
      path,
    })),
  ];
}
