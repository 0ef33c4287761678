import { entriesOf, operations } from "../../read-contract.js";

/**
 * The docs' menu does not show a tag that is in no group, nor its operations.
 * @type {import("@stoplight/spectral-core").RuleDefinition}
 */
export default {
  given: "$",
  severity: "error",
  message: "{{error}}",
  then: { function: tagInOneGroup },
};

/** @type {import("@stoplight/spectral-core").RulesetFunction<any>} */
function tagInOneGroup(contract) {
  const declared = entriesOf(contract.tags).map(([, tag]) => tag?.name);
  const used = operations(contract).flatMap(({ operation }) => operation.tags ?? []);
  const listed = entriesOf(contract["x-tagGroups"]).flatMap(([groupIndex, group]) =>
    entriesOf(group?.tags).map(([index, tag]) => ({
      tag,
      path: ["x-tagGroups", Number(groupIndex), "tags", Number(index)],
    })),
  );
  const problems = declared.flatMap((name, index) => {
    const count = listed.filter(({ tag }) => tag === name).length;
    const checks = [
      { when: count !== 1, message: `Tag ${name} is in ${count} x-tagGroups: list it in one.` },
      {
        when: !used.includes(name),
        message: `No operation has the tag ${name}: use it, or delete it.`,
      },
    ];
    return checks
      .filter(({ when }) => when)
      .map(({ message }) => ({ message, path: ["tags", index] }));
  });
  const undeclared = listed.filter(({ tag }) => !declared.includes(tag));
  return [
    ...problems,
    ...undeclared.map(({ tag, path }) => ({
      message: `x-tagGroups lists ${tag}, which is not declared: add it to tags.`,
      path,
    })),
  ];
}
