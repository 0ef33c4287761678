import type { ValidateFunction } from "ajv";
import type { Cursor, JsonObject } from "../../contract/cursor.ts";
import { openApiDocuments } from "../contract-facts/openapi-documents.ts";
import { createAjv, requestSchemas } from "./ajv-instance.ts";

/** Looks up the validator of an operation's parameters or body, e.g. `payments.create body`. */
export type Validators = (name: string) => ValidateFunction | undefined;

/** The build replaces these with precompiled validators and leaves Ajv out. */
export const validators = {
  service: lazyValidators(openApiDocuments.service),
  control: lazyValidators(openApiDocuments.control),
};

/** Compiles each validator on first use: compiling all of them takes a second. By default, those of requests. */
export function lazyValidators(
  contract: Cursor,
  schemas: Readonly<Record<string, JsonObject>> = requestSchemas(contract),
): Validators {
  const ajv = createAjv(contract);
  const compiled = new Map<string, ValidateFunction>();
  return (name) => {
    const schema = schemas[name];
    if (schema && !compiled.has(name)) compiled.set(name, ajv.compile(schema));
    return compiled.get(name);
  };
}
