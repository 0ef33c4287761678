import type { Ajv, ValidateFunction } from "ajv";
import type { Cursor, JsonObject } from "../../contract/cursor.ts";
import { openApiDocuments } from "../contract-facts/openapi-documents.ts";
import { createAjv, requestSchemas } from "./ajv-instance.ts";

/** Looks up the validator of an operation's parameters or body, e.g. `payments.create body`. */
export type Validators = (name: string) => ValidateFunction | undefined;

/** The build replaces these with precompiled validators and leaves Ajv out. */
export const validators = {
  service: requestValidators(openApiDocuments.service),
  control: requestValidators(openApiDocuments.control),
};

function requestValidators(contract: Cursor): Validators {
  return lazyValidators(createAjv(contract), requestSchemas(contract));
}

/** Compiles each validator on first use: compiling all of them takes a second. */
export function lazyValidators(
  ajv: Ajv,
  schemas: Readonly<Record<string, JsonObject>>,
): Validators {
  const compiled = new Map<string, ValidateFunction>();
  return (name) => {
    const schema = schemas[name];
    if (schema && !compiled.has(name)) compiled.set(name, ajv.compile(schema));
    return compiled.get(name);
  };
}
