import { entriesOf, errorExamples } from "../../read-contract.js";

/**
 * An example with a wrong code or message makes callers check for something that never occurs.
 * @type {import("@stoplight/spectral-core").RuleDefinition}
 */
export default {
  given: "$",
  resolved: false,
  severity: "error",
  message: "{{error}}",
  then: { function: returnCodeInCatalogue },
};

/** @type {import("@stoplight/spectral-core").RulesetFunction<any, { ownBelow?: number } | null>} */
function returnCodeInCatalogue(contract, options) {
  const { schemas, examples } = contract.components ?? {};
  const { "x-extensible-enum": codes, "x-enum-varnames": names } = Object(schemas?.ReturnCode);
  if (!Array.isArray(codes) || !Array.isArray(names)) return [];
  const shown = entriesOf(examples).map(([, example]) => example?.value?.data);
  const ownBelow = options?.ownBelow ?? Number.NEGATIVE_INFINITY;
  return errorExamples(contract).flatMap(({ name, data: { returnCode, message }, path }) => {
    if (returnCode === undefined || returnCode < ownBelow) return [];
    const entry = codes.indexOf(returnCode);
    const expected = shown.find((data) => data?.returnCode === returnCode)?.message;
    const problems = [
      {
        when: entry === -1,
        field: "returnCode",
        message: `Return code ${returnCode} is not in the catalogue: add it to the schema ReturnCode, or correct it.`,
      },
      {
        when: name !== names[entry],
        field: "returnCode",
        message: `The example "${name}" has the return code of ${names[entry]}: rename it, or correct the code.`,
      },
      {
        when: message !== expected,
        field: "message",
        message: `The message of return code ${returnCode} is "${expected}": use it here too.`,
      },
    ];
    const problem = problems.find(({ when }) => when);
    return problem ? { message: problem.message, path: [...path, problem.field] } : [];
  });
}
