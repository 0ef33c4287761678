import type { ValidateFunction } from "ajv";
import type { Cursor } from "../../contract/cursor.ts";
import { openApiDocuments } from "../contract-facts/openapi-documents.ts";
import { createAjv, requestSchemas } from "./ajv-instance.ts";

/** Looks up the validator of an operation's parameters or body, e.g. `payments.create body`. */
export type Validators = (name: string) => ValidateFunction | undefined;

/** The build replaces these with precompiled validators and leaves Ajv out. */
export const validators = {
  service: lazyValidators(openApiDocuments.service),
  control: lazyValidators(openApiDocuments.control),
};

/** Compiles each validator on first use: compiling all of them takes a second. */
function lazyValidators(contract: Cursor): Validators {
  const schemas = requestSchemas(contract);
  const ajv = createAjv(contract);
  const compiled = new Map<string, ValidateFunction>();
  return (name) => {
    const schema = schemas[name];
    if (schema && !compiled.has(name)) compiled.set(name, ajv.compile(schema));
    return compiled.get(name);
  };
}
