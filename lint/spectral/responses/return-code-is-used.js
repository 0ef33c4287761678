import { entriesOf, errorExamples } from "../../read-contract.js";

/**
 * If no operation shows a code, or not the operation that it is stated for, callers do not know when
 * it occurs.
 * @type {import("@stoplight/spectral-core").RuleDefinition}
 */
export default {
  given: "$.components.schemas.ReturnCode",
  resolved: false,
  severity: "error",
  message: "{{error}}",
  then: { function: returnCodeIsUsed },
};

/** @type {import("@stoplight/spectral-core").RulesetFunction<any>} */
function returnCodeIsUsed(schema, _options, { document, path }) {
  const examples = errorExamples(/** @type {any} */ (document.data));
  return entriesOf(schema?.["x-extensible-enum"]).flatMap(([index, code]) => {
    const statedFor = schema["x-stated-for"]?.[index];
    const users = examples.filter(({ data }) => data.returnCode === code);
    const isUsed = statedFor
      ? users.some(({ operationId }) => operationId === statedFor)
      : users.length > 0;
    if (isUsed) return [];
    const name = schema["x-enum-varnames"]?.[index];
    return {
      message: `No error example of ${statedFor ?? "any operation"} has the return code ${code}: add an example "${name}" there.`,
      path: [...path, "x-extensible-enum", Number(index)],
    };
  });
}
