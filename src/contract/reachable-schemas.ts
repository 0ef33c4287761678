import { type Cursor, isObject } from "./cursor.ts";
import { mediaTypes, operations, parameters, responses } from "./operations.ts";

/** The keywords that hold a single schema. */
const SCHEMA_KEYWORDS = new Set([
  "items",
  "additionalProperties",
  "unevaluatedProperties",
  "propertyNames",
  "contains",
  "not",
  "if",
  "then",
  "else",
]);
/** The keywords that hold several schemas. */
const SCHEMAS_KEYWORDS = new Set([
  "allOf",
  "anyOf",
  "oneOf",
  "prefixItems",
  "properties",
  "patternProperties",
  "dependentSchemas",
]);

/** Every schema of the contract, inner ones included. */
export function schemas(contract: Cursor): Cursor[] {
  const bodies = operations(contract).flatMap((operation) => [
    operation.cursor.at("requestBody"),
    ...responses(operation).map(({ cursor }) => cursor),
  ]);
  return reachableSchemas([
    ...contract.at("components", "schemas").members(),
    ...operations(contract).flatMap(parameters).flatMap(schemasOf),
    ...bodies.flatMap(mediaTypes).flatMap(schemasOf),
  ]);
}

export function propertiesOf(all: Cursor[]): Cursor[] {
  return all.flatMap((schema) => schema.at("properties").members());
}

/** All schemas that can be reached from `roots`, each once: the `$ref`s and their targets. */
function reachableSchemas(roots: Cursor[]): Cursor[] {
  const reached = new Map<unknown, Cursor>();
  const visit = (schema: Cursor): void => {
    if (!isObject(schema.value) || reached.has(schema.value)) return;
    reached.set(schema.value, schema);
    visit(schema.target);
    for (const inner of innerSchemas(schema)) visit(inner);
  };
  roots.forEach(visit);
  return [...reached.values()];
}

function innerSchemas(schema: Cursor): Cursor[] {
  return schema.ownMembers().flatMap((member) => {
    if (SCHEMA_KEYWORDS.has(member.key)) return [member];
    return SCHEMAS_KEYWORDS.has(member.key) ? member.members() : [];
  });
}

function schemasOf(owner: Cursor): Cursor[] {
  const schema = owner.at("schema");
  return schema.exists ? [schema] : [];
}
