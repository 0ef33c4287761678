import { _, type CodeKeywordDefinition } from "ajv";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import type { Cursor, JsonObject } from "../../contract/cursor.ts";
import { operations, parameters, requestSchema } from "../../contract/operations.ts";

const COMPONENT = "#/components/schemas/";

/**
 * How many decimals a number may have. `multipleOf` would divide, and 33.33 / 0.01 is
 * 3332.9999999999995. As code, so that a build can compile it ahead.
 */
const fractionDigits: CodeKeywordDefinition = {
  keyword: "x-fraction-digits",
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
 * An Ajv that knows the schemas of a contract by their names, as `Payment`.
 *
 * @example
 * createAjv(contract).getSchema("Payment");
 */
export function createAjv(contract: Cursor, options: object = {}): Ajv2020 {
  const ajv = new Ajv2020({
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

export type Compile = (schema: unknown) => ValidateFunction;

/**
 * Makes validators of schemas as they stand in a contract, `$ref`s to its components included.
 *
 * @example
 * compiler(contract)({ $ref: "#/components/schemas/Payment" })(payment);
 */
export function createCompile(contract: Cursor): Compile {
  const ajv = createAjv(contract);
  return (schema) => ajv.compile(toAjvSchema(schema));
}

/** The schemas that requests are held against, by operation and part: `payments.create body`. */
export function requestSchemas(contract: Cursor): Record<string, JsonObject> {
  const schemas: Record<string, JsonObject> = {};
  for (const operation of operations(contract)) {
    const taken = parameters(operation);
    const body = requestSchema(operation);
    if (taken.length > 0) schemas[`${operation.id} parameters`] = parametersSchema(taken);
    if (body.exists) schemas[`${operation.id} body`] = { $ref: body.key };
  }
  return schemas;
}

function parametersSchema(taken: Cursor[]): JsonObject {
  const named = taken.map((parameter) => ({
    name: String(parameter.at("name").value),
    schema: parameter.at("schema").value,
    required: parameter.at("required").value === true,
  }));
  return toAjvSchema({
    type: "object",
    properties: Object.fromEntries(named.map(({ name, schema }) => [name, schema])),
    required: named.filter(({ required }) => required).map(({ name }) => name),
  });
}

/** All other extensions tell people and tools something, and decide nothing about validity. */
function extensionsIn(schemas: Cursor): string[] {
  const keys = JSON.stringify(schemas.value).match(/(?<=")x-[\w-]+(?=":)/g) ?? [];
  return [...new Set(keys)].filter((key) => key !== fractionDigits.keyword);
}

/** To Ajv a component is another schema, not a part of this one, and a mapping is one too many. */
function toAjvSchema(schema: unknown): JsonObject {
  return JSON.parse(JSON.stringify(schema), (key, value) => {
    if (key === "$ref") return String(value).replace(COMPONENT, "");
    if (key === "discriminator") return { propertyName: value.propertyName };
    return value;
  });
}
