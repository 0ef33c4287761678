import type { ValidateFunction } from "ajv";
import type { Cursor } from "../../contract/cursor.ts";
import { openApiDocuments } from "../openapi/openapi-documents.ts";
import { createAjv, requestSchemas } from "./ajv-instance.ts";

/** The validators of a contract's requests, by operation and part: `payments.create body`. */
export type Validators = (name: string) => ValidateFunction | undefined;

/** A build puts validators here that are compiled already, and leaves Ajv out. */
export const validators = {
  service: lazyValidators(openApiDocuments.service),
  control: lazyValidators(openApiDocuments.control),
};

/** Compiles each when it is first asked for: together they take a second. */
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
