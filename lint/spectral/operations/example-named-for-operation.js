import { operations } from "../../read-contract.js";

/**
 * People and tools find an example by its name, which begins with its operation, callback or error.
 * @type {import("@stoplight/spectral-core").RuleDefinition}
 */
export default {
  given: "$.components.examples",
  severity: "error",
  message: "{{error}}",
  then: { function: exampleNamedForOperation },
};

/** @type {import("@stoplight/spectral-core").RulesetFunction<any>} */
function exampleNamedForOperation(examples, _options, { document, path }) {
  const contract = /** @type {import("../../read-contract.js").JsonObject} */ (document.data);
  const all = operations(contract).map(({ operation }) => operation);
  const subjects = [
    "error",
    ...all.map(({ operationId }) => operationId),
    ...all.flatMap(({ callbacks }) => Object.keys(Object(callbacks))),
    ...Object.keys(Object(contract.webhooks)),
  ];
  return Object.keys(Object(examples))
    .filter((name) => !subjects.some((subject) => name.startsWith(`${subject}.`)))
    .map((name) => ({
      message: `The name of example ${name} does not begin with an operation: name it <operationId>.<case>, or error.<Name>.`,
      path: [...path, name],
    }));
}
