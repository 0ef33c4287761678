import { operations } from "../each-operation.js";

/** @type {import("@stoplight/spectral-core").RulesetFunction<any>} */
export function exampleNamedForOperation(examples, _, { document, path }) {
  const contract = /** @type {import("../each-operation.js").JsonObject} */ (document.data);
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
