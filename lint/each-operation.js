/** @typedef {Record<string, any>} JsonObject */

const METHODS = ["get", "put", "post", "delete", "options", "head", "patch", "trace"];

/**
 * The entries of an object. Of a key that is still to be filled in there are none: a rule that fails
 * on one would keep Spectral from reporting anything.
 * @param {any} value
 * @returns {[string, any][]}
 */
export function entriesOf(value) {
  return Object.entries(Object(value));
}

/**
 * The operations of a contract, and where each of them is.
 * @param {JsonObject} contract
 * @returns {{ operation: JsonObject, path: string[] }[]}
 */
export function operations({ paths }) {
  return entriesOf(paths).flatMap(([path, pathItem]) =>
    METHODS.filter((method) => pathItem?.[method]).map((method) => ({
      operation: pathItem[method],
      path: ["paths", path, method],
    })),
  );
}

/**
 * The named examples of every error response of a bundled contract, operation by operation. The
 * fields that one lacks are undefined.
 * @param {JsonObject} contract
 * @returns {{ operationId: string, name: string, data: JsonObject, path: string[] }[]}
 */
export function errorExamples(contract) {
  return operations(contract).flatMap(({ operation, path }) =>
    entriesOf(operation.responses)
      .filter(([status]) => /^([45]|default$)/.test(status))
      .flatMap(([status, response]) =>
        namedExamples(contract, response, [...path, "responses", status]),
      )
      .map((example) => ({ operationId: operation.operationId, ...example })),
  );
}

/**
 * @param {JsonObject} contract
 * @param {JsonObject} response
 * @param {string[]} path
 */
function namedExamples(contract, response, path) {
  const { value: body, path: bodyPath } = follow(contract, response, path);
  return entriesOf(body.content).flatMap(([type, media]) =>
    entriesOf(media?.examples).map(([name, example]) => {
      const found = follow(contract, example, [...bodyPath, "content", type, "examples", name]);
      return { name, data: found.value.value?.data ?? {}, path: [...found.path, "value", "data"] };
    }),
  );
}

/**
 * What a reference within the contract leads to, and any other value itself.
 * @param {JsonObject} contract
 * @param {JsonObject} value
 * @param {string[]} [path]
 * @returns {{ value: JsonObject, path: string[] }}
 */
export function follow(contract, value, path = []) {
  if (typeof value?.$ref !== "string") return { value: Object(value), path };
  const keys = value.$ref
    .slice("#/".length)
    .split("/")
    .map((/** @type {string} */ key) => key.replaceAll("~1", "/").replaceAll("~0", "~"));
  const target = keys.reduce(
    (/** @type {any} */ part, /** @type {string} */ key) => part?.[key],
    contract,
  );
  return { value: target ?? {}, path: keys };
}
