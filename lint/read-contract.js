/** @typedef {Record<string, any>} JsonObject */

const METHODS = ["get", "put", "post", "delete", "options", "head", "patch", "trace"];

/**
 * The entries of an object. A missing value has no entries, since an exception in one rule would stop
 * Spectral from reporting anything.
 * @param {any} value
 * @returns {[string, any][]}
 */
export function entriesOf(value) {
  return Object.entries(Object(value));
}

/**
 * The operations of a contract, each with its path in the document.
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
 * The named examples of every error response of a bundled contract, by operation. A field that an
 * example lacks is undefined.
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
      const target = follow(contract, example, [...bodyPath, "content", type, "examples", name]);
      const { data = {} } = Object(target.value.value);
      return { name, data, path: [...target.path, "value", "data"] };
    }),
  );
}

/**
 * Follows a `$ref` within the contract. Any other value is returned as it is.
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
