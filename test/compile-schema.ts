import type { ValidateFunction } from "ajv";
import type { Cursor } from "../src/contract/cursor.ts";
import { createAjv, toAjvSchema } from "../src/sandbox/validation/ajv-instance.ts";

export type Compile = (schema: unknown) => ValidateFunction;

/**
 * Creates a function that compiles schemas of a contract, with their `$ref`s to its components. An equal schema is
 * compiled once.
 *
 * @example
 * createCompile(contract)({ $ref: "#/components/schemas/Payment" })(payment);
 */
export function createCompile(contract: Cursor): Compile {
  const ajv = createAjv(contract);
  const compiled = new Map<string, ValidateFunction>();
  return (schema) => {
    const key = JSON.stringify(schema);
    const validate = compiled.get(key) ?? ajv.compile(toAjvSchema(schema));
    compiled.set(key, validate);
    return validate;
  };
}
