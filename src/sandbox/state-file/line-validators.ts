import { Cursor, type JsonObject } from "../../contract/cursor.ts";
import { openApiDocuments } from "../contract-facts/openapi-documents.ts";
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

/** The validators of the values of lines, by type. The build replaces these with precompiled ones. */
export const lineValidators = lazyValidators(contractOfLines(), lineSchemas);
