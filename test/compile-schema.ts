import type { ValidateFunction } from "ajv";
import type { Cursor } from "../src/contract/cursor.ts";
import { createAjv, toAjvSchema } from "../src/sandbox/http/ajv-instance.ts";

export type Compile = (schema: unknown) => ValidateFunction;

/**
 * Creates a function that compiles schemas of a contract, with their `$ref`s to its components.
 *
 * @example
 * createCompile(contract)({ $ref: "#/components/schemas/Payment" })(payment);
 */
export function createCompile(contract: Cursor): Compile {
  const ajv = createAjv(contract);
  return (schema) => ajv.compile(toAjvSchema(schema));
}
