import { isObject, type JsonObject } from "../contract/cursor.ts";

/** Puts a schema, or what is no schema and stays as it is, in words that Prism makes sense of. */
type SchemaAdapter = (schema: JsonObject) => JsonObject;

const requestAdapters: SchemaAdapter[] = [branchByDiscriminator];
const responseAdapters: SchemaAdapter[] = [useExamples, closeObjects];

/** Rewrites the schema of a request for Prism's checks. */
export function adaptRequest<Schema>(schema: Schema): Schema {
  return adapt(schema, requestAdapters) as Schema;
}

/** Rewrites the schema of an answer for Prism's generator. */
export function adaptResponse<Schema>(schema: Schema): Schema {
  return adapt(schema, responseAdapters) as Schema;
}

function adapt(value: unknown, rules: SchemaAdapter[]): unknown {
  if (Array.isArray(value)) return value.map((each) => adapt(each, rules));
  if (!isObject(value)) return value;
  const members = Object.entries(value).map(([key, each]) => [key, adapt(each, rules)]);
  return rules.reduce((schema: JsonObject, rule) => rule(schema), Object.fromEntries(members));
}

/**
 * Prism's Ajv passes over discriminators, and so would tell what is wrong with every branch of a
 * union, where it is to tell what is wrong with the one that was meant.
 */
function branchByDiscriminator(schema: JsonObject): JsonObject {
  const { oneOf, discriminator, ...rest } = schema;
  if (!Array.isArray(oneOf) || !isObject(discriminator)) return schema;
  const name = String(discriminator.propertyName);
  const kinds = oneOf.map((branch) => branch.properties?.[name]);
  if (kinds.some((kind) => kind?.const === undefined)) return schema;
  const branches = oneOf.map((branch, index) => ({
    if: { properties: { [name]: kinds[index] }, required: [name] },
    // biome-ignore lint/suspicious/noThenProperty: it is a keyword of JSON Schema.
    then: branch,
  }));
  const known = { enum: kinds.map((kind) => kind.const) };
  return { allOf: [rest, { required: [name], properties: { [name]: known } }, ...branches] };
}

/** Prism's generator meets either a format or a pattern: of a date that has both it makes another one. */
function useExamples(schema: JsonObject): JsonObject {
  const { type, format, pattern, examples } = schema;
  return format && pattern && examples ? { type, enum: examples } : schema;
}

/** Prism's generator would add properties with random names wherever a schema does not forbid it. */
function closeObjects(schema: JsonObject): JsonObject {
  return isObject(schema.properties) ? { additionalProperties: false, ...schema } : schema;
}
