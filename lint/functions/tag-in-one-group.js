import { operations } from "../contract.js";

/** @type {import("@stoplight/spectral-core").RulesetFunction<any>} */
export function tagInOneGroup(contract) {
  const { tags = [], "x-tagGroups": groups = [] } = contract;
  /** @type {string[]} */
  const declared = tags.map((/** @type {{ name: string }} */ { name }) => name);
  const used = operations(contract).flatMap(({ operation }) => operation.tags ?? []);
  /** @type {{ tag: string, path: (string | number)[] }[]} */
  const listed = groups.flatMap(
    (/** @type {{ tags: string[] }} */ group, /** @type {number} */ at) =>
      group.tags.map((tag, index) => ({ tag, path: ["x-tagGroups", at, "tags", index] })),
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
