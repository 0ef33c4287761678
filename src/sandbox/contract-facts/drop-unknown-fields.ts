import { type Cursor, isObject, isString, type JsonObject } from "../../contract/cursor.ts";
import {
  fieldsIn,
  formsOf,
  innerSchemas,
  requiredIn,
  variantsOf,
} from "../../contract/schema-fields.ts";
import { MAX_PROBLEMS } from "../../contract/validation-limits.ts";

/** The fields of a schema, including those of all its alternatives (`oneOf`, `anyOf`, `allOf`). */
export interface SchemaFields {
  properties: Record<string, SchemaFields>;
  items: SchemaFields | undefined;
  /** Whether the value is a UUID. UUIDs are compared in lower case. */
  isUuid: boolean;
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

/** What the sandbox must know of a value that schemas describe together. The first of them decides what it is. */
export function fieldsOf(...schemas: Cursor[]): SchemaFields {
  const [first] = schemas;
  const forms = schemas.flatMap(formsOf);
  const items = forms.map((form) => form.at("items")).find(({ exists }) => exists);
  const variants = first && variantsOf(first);
  return {
    properties: Object.fromEntries(
      [...fieldsIn(forms)].map(([name, declared]) => [name, fieldsOf(...declared)]),
    ),
    items: items && fieldsOf(items),
    isUuid: first?.at("format").value === "uuid",
    discriminator: variants && {
      name: variants.property,
      values: [...variants.variants.keys()],
    },
    alternatives: first ? alternativesOf(first) : [],
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
  if (!isObject(value)) return value;
  const kept: JsonObject = {};
  let left = Object.keys(value).length;
  let isConstrained = false;
  for (const name in properties) {
    isConstrained = true;
    if (!Object.hasOwn(value, name)) continue;
    kept[name] = dropIn(value[name], properties[name] as SchemaFields, name, dropped);
    left -= 1;
  }
  if (!isConstrained) return value;
  // Only a body with unknown fields is searched for their names.
  if (left > 0) addUnknown(value, properties, dropped);
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

/** The properties that some alternatives require, but not all. */
function alternativesOf(schema: Cursor): string[] {
  const required = innerSchemas(schema, "form").map((form) => requiredIn([form]));
  const all = [...new Set(required.flat())];
  return all.filter((name) => required.some((names) => !names.includes(name)));
}
