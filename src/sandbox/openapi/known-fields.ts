import { type Cursor, isObject, isString, type JsonObject } from "../../contract/cursor.ts";

/** What a schema knows of a value, whichever of its forms the value has. */
export interface SchemaFields {
  properties: Record<string, SchemaFields>;
  items: SchemaFields | undefined;
  /** Whether it is a UUID, which is the same in capitals. */
  isUuid: boolean;
  /** The property that tells the form, and the values that it can have. */
  discriminator: { name: string; values: string[] } | undefined;
  /** Properties of which there has to be one, where by them a form is chosen. */
  alternatives: string[];
}

/** Of what there is nothing to know but that it is there. */
export const UNCONSTRAINED: SchemaFields = {
  properties: {},
  items: undefined,
  isUuid: false,
  discriminator: undefined,
  alternatives: [],
};

/** The shape of a schema, and of all that is in it. */
export function fieldsOf(schema: Cursor): SchemaFields {
  const parts = partsOf(schema);
  const properties = parts.flatMap((part) => part.at("properties").members());
  const byName = Map.groupBy(properties, ({ key }) => key);
  const [items] = parts.map((part) => part.at("items")).filter(({ exists }) => exists);
  return {
    properties: Object.fromEntries(
      [...byName].map(([name, all]) => [name, merged(all.map(fieldsOf))]),
    ),
    items: items && fieldsOf(items),
    isUuid: schema.at("format").value === "uuid",
    discriminator: discriminatorOf(schema),
    alternatives: alternativesOf(schema),
  };
}

/** Copies as much of a value as its shape knows. What is not known is ignored, wherever it stands. */
export function dropUnknownFields(
  value: unknown,
  { properties, items, isUuid }: SchemaFields,
): unknown {
  if (isUuid) return canonicalUuid(value);
  if (Array.isArray(value))
    return items ? value.map((item) => dropUnknownFields(item, items)) : value;
  const known = Object.entries(properties);
  if (!isObject(value) || known.length === 0) return value;
  const kept: JsonObject = {};
  for (const [name, shape] of known) {
    if (Object.hasOwn(value, name)) kept[name] = dropUnknownFields(value[name], shape);
  }
  return kept;
}

/** The shape of what stands at a path, such as `splits`, `0`. */
export function fieldsAt(shape: SchemaFields, path: readonly string[]): SchemaFields | undefined {
  return path.reduce(
    (found: SchemaFields | undefined, part) => found?.items ?? found?.properties[part],
    shape,
  );
}

/** So that a thing has one id. */
export function canonicalUuid(uuid: unknown): unknown {
  return isString(uuid) ? uuid.toLowerCase() : uuid;
}

/** A schema, what it is composed of, and the forms that it can have. */
function partsOf(schema: Cursor): Cursor[] {
  const inner = ["allOf", "oneOf", "anyOf"].flatMap((keyword) => schema.at(keyword).members());
  return [schema, ...inner.flatMap(partsOf)];
}

/** What the forms of a property that several forms of an object have know together. */
function merged(shapes: SchemaFields[]): SchemaFields {
  const properties = Object.assign({}, ...shapes.map((shape) => shape.properties));
  return { ...(shapes[0] ?? UNCONSTRAINED), properties };
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

/** What some forms of a schema require, and not all. */
function alternativesOf(schema: Cursor): string[] {
  const forms = ["oneOf", "anyOf"].flatMap((keyword) => schema.at(keyword).members());
  const required = forms.map((form) =>
    form
      .at("required")
      .members()
      .map(({ value }) => `${value}`),
  );
  const all = [...new Set(required.flat())];
  return all.filter((name) => required.some((names) => !names.includes(name)));
}
