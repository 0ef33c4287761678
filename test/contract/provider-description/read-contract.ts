// biome-ignore lint/suspicious/noExplicitAny: the contract is what is tested, so that no type promises its shape.
export type Json = any;

export interface Contract {
  document: Json;
  operations: Map<string, Json>;
}

const METHODS = ["get", "put", "post", "delete", "patch", "head", "options", "trace"];

/**
 * The bundled contract in the form that is compared with the facts: by operation, without `$ref`s.
 * It is read here, and not by src/contract, so that a fault there cannot hide one in the contract.
 */
export function read(bundle: Json): Contract {
  const document = resolve(bundle, bundle, new Map());
  const found = Object.entries<Json>(document.paths).flatMap(([path, item]) =>
    METHODS.filter((method) => item[method]).map((method): [string, Json] => [
      item[method].operationId,
      {
        security: document.security,
        "x-inferred": item["x-inferred"],
        ...item[method],
        call: `${method.toUpperCase()} ${path}`,
        parameters: [...(item.parameters ?? []), ...(item[method].parameters ?? [])],
      },
    ]),
  );
  return { document, operations: new Map(found) };
}

/** Without `$ref`s. Properties next to one extend a schema, and replace those of anything else. */
function resolve(value: Json, root: Json, seen: Map<string, Json>): Json {
  if (Array.isArray(value)) return value.map((each) => resolve(each, root, seen));
  if (typeof value !== "object" || value === null) return value;
  const { $ref, ...rest } = value;
  const own: Json = Object.fromEntries(
    Object.entries(rest).map(([key, each]) => [key, resolve(each, root, seen)]),
  );
  if (typeof $ref !== "string") return own;
  if (!seen.has($ref)) {
    const steps = $ref.split("/").slice(1);
    const found = steps.reduce((at, step) => at[step.replaceAll("~1", "/")], root);
    seen.set($ref, resolve(found, root, seen));
  }
  const target = seen.get($ref);
  if (Object.keys(own).length === 0) return target;
  const isSchema = $ref.startsWith("#/components/schemas/");
  return isSchema ? { ...own, allOf: [...(own.allOf ?? []), target] } : { ...target, ...own };
}

export function isMarked(element: Json): boolean {
  return Boolean(element["x-inferred"]?.trim());
}
