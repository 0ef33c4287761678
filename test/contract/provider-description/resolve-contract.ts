/**
 * The bundled contract in the form that is compared with the facts: by operation, without `$ref`s.
 * It is read here, and not by src/contract, so that a fault there cannot hide one in the contract.
 */
import { token } from "./resources/index.ts";

export interface Element {
  "x-inferred"?: string;
  [key: string]: unknown;
}
export interface Schema extends Element {
  allOf?: Schema[];
  oneOf?: Schema[];
  anyOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  type?: string | string[];
  enum?: unknown[];
}
interface Media extends Element {
  schema?: Schema;
  examples?: Record<string, Element & { value: { data: Element } }>;
}
export interface Body extends Element {
  content?: Record<string, Media>;
}
interface Parameter extends Element {
  name: string;
  in: string;
  required?: boolean;
  schema?: Schema;
}
export interface Described extends Element {
  operationId: string;
  call: string;
  parameters: Parameter[];
  security: Record<string, unknown>[];
  requestBody?: Body;
  responses: Record<string, Body>;
}
type PathItem = Element & Partial<Record<string, Described>> & { parameters?: Parameter[] };
interface Document {
  info: Element;
  servers: Element[];
  security?: Described["security"];
  paths: Record<string, PathItem>;
  components: { securitySchemes: Record<string, Element> };
}
export interface Contract {
  version: unknown;
  servers: Element[];
  tokens: string[];
  operations: Map<string, Described>;
}

export function read(bundle: unknown): Contract {
  const document = resolve(bundle, bundle, new Map()) as Document;
  const methods = ["get", "put", "post", "delete", "patch", "head", "options", "trace"];
  const found = Object.entries(document.paths).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const operation = item[method];
      if (!operation) return [];
      const described: Described = {
        ...(isMarked(item) && { "x-inferred": item["x-inferred"] }),
        ...operation,
        call: `${method.toUpperCase()} ${path}`,
        parameters: [...(item.parameters ?? []), ...(operation.parameters ?? [])],
        security: operation.security ?? document.security ?? [],
      };
      return [[operation.operationId, described] as const];
    }),
  );
  const schemes = Object.entries(document.components.securitySchemes);
  const isToken = (scheme: Element) =>
    Object.entries(token).every(([key, value]) => scheme[key] === value);
  return {
    version: document.info.version,
    servers: document.servers,
    tokens: schemes.filter(([, scheme]) => isToken(scheme)).map(([name]) => name),
    operations: new Map(found),
  };
}

/** Without `$ref`s. Properties next to one extend a schema, and replace those of anything else. */
function resolve(value: unknown, root: unknown, seen: Map<string, unknown>): unknown {
  if (Array.isArray(value)) return value.map((each) => resolve(each, root, seen));
  if (typeof value !== "object" || value === null) return value;
  const { $ref, ...rest } = value as Element;
  const own: Schema = Object.fromEntries(
    Object.entries(rest).map(([key, each]) => [key, resolve(each, root, seen)]),
  );
  if (typeof $ref !== "string") return own;
  if (!seen.has($ref)) {
    const steps = $ref.split("/").slice(1);
    const target = steps.reduce((at, step) => {
      const next = (at as Element)[step.replaceAll("~1", "/").replaceAll("~0", "~")];
      if (next === undefined) throw new Error(`${$ref} leads nowhere`);
      return next;
    }, root);
    seen.set($ref, resolve(target, root, seen));
  }
  const target = seen.get($ref) as Schema;
  if (Object.keys(own).length === 0) return target;
  const isSchema = $ref.startsWith("#/components/schemas/");
  return isSchema ? { ...own, allOf: [...(own.allOf ?? []), target] } : { ...target, ...own };
}

export function isMarked(element: Element): boolean {
  return Boolean(element["x-inferred"]?.trim());
}
