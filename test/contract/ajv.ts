import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import type { JsonObject } from "../../src/contract/place.ts";

export type Contract = { components: { schemas: JsonObject } };

const COMPONENT = "#/components/schemas/";

export type Compile = (schema: unknown) => ValidateFunction;

/**
 * Makes validators of schemas as they stand in the bundled contract, `$ref`s to its components included.
 * @example compiler(contract)({ $ref: "#/components/schemas/Payment" })(payment)
 */
export function compiler(contract: Contract): Compile {
  const ajv = new Ajv2020({
    strict: true,
    allowUnionTypes: true,
    allErrors: true,
    discriminator: true,
    // Without it 33.33 is no multiple of 0.01, as 33.33 / 0.01 is 3332.9999999999995.
    multipleOfPrecision: 6,
  });
  formats.default(ajv);
  ajv.addVocabulary(extensionsIn(contract));
  for (const [name, schema] of Object.entries(contract.components.schemas)) {
    ajv.addSchema(forAjv(schema), name);
  }
  return (schema) => ajv.compile(forAjv(schema));
}

/** Extensions tell people and tools something, and decide nothing about validity. */
function extensionsIn({ components }: Contract): string[] {
  const keys = JSON.stringify(components.schemas).match(/(?<=")x-[\w-]+(?=":)/g);
  return [...new Set(keys)];
}

/** To Ajv a component is another schema, not a part of this one, and a mapping is one too many. */
function forAjv(schema: unknown): JsonObject {
  return JSON.parse(JSON.stringify(schema), (key, value) => {
    if (key === "$ref") return String(value).replace(COMPONENT, "");
    if (key === "discriminator") return { propertyName: value.propertyName };
    return value;
  });
}
