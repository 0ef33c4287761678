import { type Cursor, isObject, isString, type JsonObject } from "../../contract/cursor.ts";
import { MAX_PROBLEMS } from "../../contract/validation-limits.ts";
import { groupBy } from "../domain/group-by.ts";
import type { PlausibleKind } from "../domain/plausible-values.ts";
import type { TaxIdKind } from "../domain/tax-id.ts";

/** The fields of a schema, including those of all its alternatives (`oneOf`, `anyOf`, `allOf`). */
export interface SchemaFields {
  properties: Record<string, SchemaFields>;
  items: SchemaFields | undefined;
  /** Whether the value is a UUID. UUIDs are compared in lower case. */
  isUuid: boolean;
  /** The kinds of tax id that the value may be. Absent if it is none. */
  taxIds?: TaxIdKind[];
  /** What a plausible value is. Absent if every valid value is one. */
  plausible?: PlausibleKind;
  /** The property that selects the alternative, and its possible values. */
  discriminator: { name: string; values: string[] } | undefined;
  /** The properties whose presence selects the alternative. */
  alternatives: string[];
}

/** A field of a body that its schema does not know. */
export interface UnknownField {
  path: string[];
  /** The names of the fields that the schema knows in the same place. */
  known: string[];
}

/** The fields of an unconstrained schema. */
export const UNCONSTRAINED: SchemaFields = {
  properties: {},
  items: undefined,
  isUuid: false,
  discriminator: undefined,
  alternatives: [],
};

/** Collects the fields of a schema recursively. */
export function fieldsOf(schema: Cursor): SchemaFields {
  const parts = partsOf(schema);
  const properties = parts.flatMap((part) => part.at("properties").members());
  const byName = groupBy(properties, ({ key }) => key);
  const [items] = parts.map((part) => part.at("items")).filter(({ exists }) => exists);
  return {
    properties: Object.fromEntries(
      [...byName].map(([name, all]) => [name, merged(all.map(fieldsOf))]),
    ),
    items: items && fieldsOf(items),
    isUuid: schema.at("format").value === "uuid",
    ...marked("taxIds", schema, "x-tax-id"),
    ...marked("plausible", schema, "x-plausible"),
    discriminator: discriminatorOf(schema),
    alternatives: alternativesOf(schema),
  };
}

/**
 * Copies a value without the fields that its schema does not know, at any depth. Adds the dropped fields to
 * `dropped`, until it has {@link MAX_PROBLEMS}.
 */
export function dropUnknownFields(
  value: unknown,
  { properties, items, isUuid }: SchemaFields,
  dropped: UnknownField[] = [],
): unknown {
  if (isUuid) return canonicalUuid(value);
  if (Array.isArray(value))
    return items ? value.map((item, index) => dropIn(item, items, index, dropped)) : value;
  const known = Object.entries(properties);
  if (!isObject(value) || known.length === 0) return value;
  const kept: JsonObject = {};
  let count = 0;
  for (const [name, fields] of known) {
    if (!Object.hasOwn(value, name)) continue;
    kept[name] = dropIn(value[name], fields, name, dropped);
    count += 1;
  }
  // Only a body with unknown fields is searched for their names.
  if (count < Object.keys(value).length) addUnknown(value, properties, dropped);
  return kept;
}

/** Drops the unknown fields of a member, and puts its key before their paths. */
function dropIn(
  value: unknown,
  fields: SchemaFields,
  key: string | number,
  dropped: UnknownField[],
): unknown {
  const before = dropped.length;
  const kept = dropUnknownFields(value, fields, dropped);
  for (let index = before; index < dropped.length; index++) dropped[index]?.path.unshift(`${key}`);
  return kept;
}

function addUnknown(
  value: JsonObject,
  properties: SchemaFields["properties"],
  dropped: UnknownField[],
): void {
  const known = Object.keys(properties);
  for (const name of Object.keys(value)) {
    if (dropped.length >= MAX_PROBLEMS) return;
    if (!Object.hasOwn(properties, name)) dropped.push({ path: [name], known });
  }
}

/** The fields at a path, e.g. `["splits", "0"]`. */
export function fieldsAt(fields: SchemaFields, path: readonly string[]): SchemaFields | undefined {
  return path.reduce(
    (current: SchemaFields | undefined, part) => current?.items ?? current?.properties[part],
    fields,
  );
}

/** Gives each id one spelling. */
export function canonicalUuid(uuid: unknown): unknown {
  return isString(uuid) ? uuid.toLowerCase() : uuid;
}

/** A field with the value of a mark. `allOf` may add a description to a shared schema, so it may be in any part. */
function marked<Name extends "taxIds" | "plausible">(
  name: Name,
  schema: Cursor,
  mark: string,
): Pick<SchemaFields, Name> | undefined {
  const [found] = partsOf(schema)
    .map((part) => part.at(mark))
    .filter(({ exists }) => exists);
  return found && ({ [name]: found.value } as Pick<SchemaFields, Name>);
}

/** A schema and, recursively, the schemas in its `allOf`, `oneOf` and `anyOf`. */
function partsOf(schema: Cursor): Cursor[] {
  const inner = ["allOf", "oneOf", "anyOf"].flatMap((keyword) => schema.at(keyword).members());
  return [schema, ...inner.flatMap(partsOf)];
}

/** Merges the fields of a property that several alternatives declare. */
function merged(alternatives: SchemaFields[]): SchemaFields {
  const properties = Object.assign(
    {},
    ...alternatives.map((alternative) => alternative.properties),
  );
  return { ...(alternatives[0] ?? UNCONSTRAINED), properties };
}

function discriminatorOf(schema: Cursor): SchemaFields["discriminator"] {
  const discriminator = schema.at("discriminator");
  if (!discriminator.exists) return undefined;
  const values = discriminator.at("mapping").members();
  return {
    name: `${discriminator.at("propertyName").value}`,
    values: values.map(({ key }) => key),
  };
}

/** The properties that some alternatives require, but not all. */
function alternativesOf(schema: Cursor): string[] {
  const alternatives = ["oneOf", "anyOf"].flatMap((keyword) => schema.at(keyword).members());
  const required = alternatives.map((alternative) =>
    alternative
      .at("required")
      .members()
      .map(({ value }) => `${value}`),
  );
  const all = [...new Set(required.flat())];
  return all.filter((name) => required.some((names) => !names.includes(name)));
}
