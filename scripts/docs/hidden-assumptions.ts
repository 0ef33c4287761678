import type { Cursor } from "../../src/contract/cursor.ts";

/**
 * The schemas of a body whose assumptions Redoc would not show. Redoc shows the
 * description of a field, but not of the body itself, the members of a union, inherited schemas, or the
 * items of an array.
 */
export function hiddenAssumptions(body: Cursor): Cursor[] {
  const marked = new Map<string, Cursor>();
  const seen = new Set<unknown>();

  function visit(schema: Cursor, isField: boolean): void {
    const { target } = schema;
    if (!isField) collect(target);
    if (seen.has(target.value)) return;
    seen.add(target.value);
    for (const keyword of ["allOf", "oneOf", "anyOf"]) {
      for (const member of target.at(keyword).members()) visit(member, false);
    }
    for (const field of target.at("properties").members()) visit(field, true);
    if (target.at("items").exists) visit(target.at("items"), false);
  }

  function collect(schema: Cursor): void {
    const mark = schema.at("x-inferred").value;
    const isShown = schema.at("x-extensible-enum").exists;
    if (typeof mark === "string" && !isShown) marked.set(schema.key, schema);
  }

  visit(body, false);
  return [...marked.values()];
}
