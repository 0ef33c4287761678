import type { Cursor } from "../../../src/contract/cursor.ts";
import { innerSchemas, reachableSchemas } from "../../../src/contract/schema-fields.ts";

/**
 * The schemas of a body whose assumptions Redoc would not show. Redoc shows the
 * description of a field, but not of the body itself, the members of a union, inherited schemas, or the
 * items of an array.
 */
export function hiddenAssumptions(body: Cursor): Cursor[] {
  const all = reachableSchemas([body], "base", "form", "field", "item");
  const fields = all.flatMap((schema) => innerSchemas(schema, "field")).map(({ value }) => value);
  const others = all.filter(({ value }) => !fields.includes(value)).map(({ target }) => target);
  const marked = others.filter(isHidden);
  return [...new Map(marked.map((schema) => [schema.key, schema])).values()];
}

function isHidden(schema: Cursor): boolean {
  const isShown = schema.at("x-extensible-enum").exists;
  return typeof schema.at("x-inferred").value === "string" && !isShown;
}
