import { _, type Ajv, type CodeKeywordDefinition } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import type { Cursor, JsonObject } from "../../contract/cursor.ts";
import { operations, parameters, requestSchema } from "../../contract/operations.ts";

const COMPONENT = "#/components/schemas/";

export const FRACTION_DIGITS = "x-fraction-digits";

/**
 * Limits the decimal places of a number. `multipleOf` fails on valid numbers: 33.33 / 0.01 is
 * 3332.9999999999995. A code keyword, because the build compiles it into standalone validators.
 */
const fractionDigits: CodeKeywordDefinition = {
  keyword: FRACTION_DIGITS,
  type: "number",
  schemaType: "number",
  error: {
    message: "must not have more decimal places",
    params: ({ schemaCode }) => _`{ limit: ${schemaCode} }`,
  },
  code: (context) => {
    const { data, schemaCode } = context;
    context.fail(_`Number(${data}.toFixed(${schemaCode})) !== ${data}`);
  },
};

/**
 * Creates an Ajv instance with the schemas of a contract, by their names, e.g. `Payment`.
 *
 * @example
 * createAjv(contract).getSchema("Payment");
 */
export function createAjv(contract: Cursor, options = {}, Dialect: typeof Ajv = Ajv2020): Ajv {
  const ajv = new Dialect({
    strict: true,
    allowUnionTypes: true,
    allErrors: true,
    discriminator: true,
    ...options,
  });
  formats.default(ajv);
  ajv.addKeyword(fractionDigits);
  const schemas = contract.at("components", "schemas");
  ajv.addVocabulary(extensionsIn(schemas));
  for (const { key, value } of schemas.members()) ajv.addSchema(toAjvSchema(value), key);
  return ajv;
}

/** The schemas that validate requests, by operation and part, e.g. `payments.create body`. */
export function requestSchemas(contract: Cursor): Record<string, JsonObject> {
  const schemas: Record<string, JsonObject> = {};
  for (const operation of operations(contract)) {
    const cursors = parameters(operation);
    const body = requestSchema(operation);
    if (cursors.length > 0) schemas[`${operation.id} parameters`] = parametersSchema(cursors);
    if (body.exists) schemas[`${operation.id} body`] = { $ref: body.key };
  }
  return schemas;
}

function parametersSchema(cursors: Cursor[]): JsonObject {
  const fields = cursors.map((parameter) => ({
    name: String(parameter.at("name").value),
    schema: parameter.at("schema").value,
    required: parameter.at("required").value === true,
  }));
  return toAjvSchema({
    type: "object",
    properties: Object.fromEntries(fields.map(({ name, schema }) => [name, schema])),
    required: fields.filter(({ required }) => required).map(({ name }) => name),
  });
}

/** The extensions that do not affect validity. Ajv in strict mode must know them all. */
function extensionsIn(schemas: Cursor): string[] {
  const keys = JSON.stringify(schemas.value).match(/(?<=")x-[\w-]+(?=":)/g) ?? [];
  return [...new Set(keys)].filter((key) => key !== FRACTION_DIGITS);
}

/** Ajv finds components by name, and does not support the `mapping` of a discriminator. */
export function toAjvSchema(schema: unknown): JsonObject {
  return JSON.parse(JSON.stringify(schema), (key, value) => {
    if (key === "$ref") return String(value).replace(COMPONENT, "");
    if (key === "discriminator") return { propertyName: value.propertyName };
    return value;
  });
}
