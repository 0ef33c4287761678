import { Cursor, type JsonObject } from "../../contract/cursor.ts";
import { openApiDocuments } from "../contract-facts/openapi-documents.ts";
import { createAjv } from "../validation/ajv-instance.ts";
import { lazyValidators } from "../validation/compile-validators.ts";
import { lineSchemas } from "./line-schemas.ts";

/** The schemas of both contracts: a record has a resource of the service, a postback is one of the controls. */
export function contractOfLines(): Cursor {
  const [service, control] = [openApiDocuments.service, openApiDocuments.control].map(
    (contract) => contract.at("components", "schemas").value as JsonObject,
  );
  const text = JSON.stringify({ components: { schemas: { ...control, ...service } } });
  // Of a sandbox's files, only the paths are stored.
  return Cursor.root(JSON.parse(text.replaceAll('"format":"uri"', '"format":"uri-reference"')));
}

export const LINE_OPTIONS = {
  // To find all problems of a line would take many times its memory.
  allErrors: false,
  // A part of an allOf says something of fields that another part has.
  strictTypes: false,
  strictRequired: false,
};

/** The validators of the values of lines, by type. The build replaces these with precompiled ones. */
export const lineValidators = lazyValidators(
  createAjv(contractOfLines(), LINE_OPTIONS),
  lineSchemas,
);
