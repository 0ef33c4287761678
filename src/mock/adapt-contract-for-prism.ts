import { isObject, type JsonObject } from "../contract/cursor.ts";

/** Rewrites a schema with keywords that Prism supports. Anything else stays as it is. */
type SchemaAdapter = (schema: JsonObject) => JsonObject;

const requestAdapters: SchemaAdapter[] = [branchByDiscriminator];
const responseAdapters: SchemaAdapter[] = [useExamples, closeObjects];

/** Rewrites the schema of a request for Prism's validation. */
export function adaptRequest<Schema>(schema: Schema): Schema {
  return adapt(schema, requestAdapters) as Schema;
}

/** Rewrites the schema of a response for Prism's generator. */
export function adaptResponse<Schema>(schema: Schema): Schema {
  return adapt(schema, responseAdapters) as Schema;
}

function adapt(value: unknown, adapters: SchemaAdapter[]): unknown {
  if (Array.isArray(value)) return value.map((item) => adapt(item, adapters));
  if (!isObject(value)) return value;
  const members = Object.entries(value).map(([key, item]) => [key, adapt(item, adapters)]);
  return adapters.reduce(
    (schema: JsonObject, adapter) => adapter(schema),
    Object.fromEntries(members),
  );
}

/**
 * Prism's Ajv ignores discriminators, so it would report the problems of every branch of a union. This
 * makes it report only those of the branch that the discriminator selects.
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
  const tag = { enum: kinds.map((kind) => kind.const) };
  return { allOf: [rest, { required: [name], properties: { [name]: tag } }, ...branches] };
}

/** Prism's generator satisfies a format or a pattern, but not both, e.g. of a date. */
function useExamples(schema: JsonObject): JsonObject {
  const { type, format, pattern, examples } = schema;
  return format && pattern && examples ? { type, enum: examples } : schema;
}

/** Prism's generator adds properties with random names unless the schema forbids them. */
function closeObjects(schema: JsonObject): JsonObject {
  return isObject(schema.properties) ? { additionalProperties: false, ...schema } : schema;
}
