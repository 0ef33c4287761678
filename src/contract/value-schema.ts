import { type Cursor, textAt } from "./cursor.ts";
import type { ResourceType } from "./resource-types.ts";
import {
  fieldsIn,
  fieldsWithin,
  formsOf,
  innerSchemas,
  textsAt,
  variantsOf,
} from "./schema-fields.ts";

/** What a value is, as the contract says of its field. A type of resource is that of an id which refers to one. */
export type Kind = "money" | "time" | "day" | "link" | "status" | "secret" | ResourceType;

/** The kinds of fields by their paths, such as `splits.amount`. The items of an array have the path of the array. */
export type Kinds = Readonly<Record<string, Kind>>;

/** The schema of a parameter or a body as plain data, with all references resolved. */
export interface ValueSchema {
  type?: string;
  isNullable?: true;
  const?: unknown;
  enum?: unknown[];
  "x-extensible-enum"?: unknown[];
  format?: string;
  minimum?: number;
  maximum?: number;
  default?: unknown;
  description?: string;
  kind?: Kind;
  properties?: Record<string, ValueSchema>;
  required?: string[];
  items?: ValueSchema;
  /** The property that selects a variant. */
  discriminator?: string;
  variants?: { value: string; schema: ValueSchema }[];
}

/** The keywords whose values are the same in both. */
const KEYWORDS = ["const", "enum", "x-extensible-enum", "format", "minimum", "maximum", "default"];

/** A field of a value, at any depth, with what the variants of the value say of it. */
export interface ValueField {
  path: string[];
  schemas: [ValueSchema, ...ValueSchema[]];
  /** Whether it is a field of an array's items. */
  isInArray: boolean;
}

/** What the value of a keyword says of a field. A secret comes first: it is one, whatever else it is. */
const KINDS: readonly [keyword: string, value: unknown, kind: Kind][] = [
  ["x-sensitive", true, "secret"],
  ["x-unit", "centavos", "money"],
  ["x-status", true, "status"],
  ["format", "date-time", "time"],
  ["format", "date", "day"],
  ["format", "uri", "link"],
];

/** What a value is. None if the schemas disagree, as those of two events may do. */
function kindOf(schemas: Cursor[]): Kind | undefined {
  const kinds = new Set<Kind>([
    ...KINDS.flatMap(([keyword, value, kind]) =>
      schemas.some((schema) => schema.at(keyword).value === value) ? [kind] : [],
    ),
    ...schemas.flatMap((schema) => textsAt(schema, "x-refers-to") as ResourceType[]),
  ]);
  const [kind] = kinds;
  return kind === "secret" || kinds.size === 1 ? kind : undefined;
}

/** The kinds of the fields within a value. */
export function kindsIn(schema: Cursor): Kinds {
  const fields = fieldsWithin(schema).map(
    ({ path, schemas }) => [path.join("."), kindOf(schemas)] as const,
  );
  return Object.fromEntries(fields.filter(([, kind]) => kind !== undefined)) as Kinds;
}

export function valueSchemaOf(schema: Cursor): ValueSchema {
  return innerSchemas(schema, "base").map(valueSchemaOf).reduce(merged, partOf(schema));
}

function partOf(schema: Cursor): ValueSchema {
  const types = textsAt(schema, "type");
  const [type] = types.filter((each) => each !== "null");
  const kind = kindOf(formsOf(schema));
  const fields = [...fieldsIn([schema])].map(([name, [field]]) => [
    name,
    valueSchemaOf(field as Cursor),
  ]);
  const items = schema.at("items");
  const keywords = KEYWORDS.map((name) => [name, schema.at(name).value]);
  const own: ValueSchema = {
    ...Object.fromEntries(keywords.filter(([, value]) => value !== undefined)),
    ...described(schema),
    ...(type && { type }),
    ...(type && types.includes("null") && { isNullable: true }),
    ...(kind && { kind }),
    ...(fields.length > 0 && {
      properties: Object.fromEntries(fields),
      required: textsAt(schema, "required"),
    }),
    ...(items.exists && { items: valueSchemaOf(items) }),
  };
  const choice = variantsOf(schema);
  if (choice) {
    const variants = [...choice.variants].map(([value, form]) => ({
      value,
      schema: valueSchemaOf(form),
    }));
    return { ...own, discriminator: choice.property, variants };
  }
  const forms = innerSchemas(schema, "form").filter((form) => form.at("type").value !== "null");
  // A field that only some forms require is optional.
  return forms
    .map((form) => ({ ...valueSchemaOf(form), ...(forms.length > 1 && { required: [] }) }))
    .reduce(merged, own);
}

/** The fields of both, and what either requires. Of what both say, the first counts. */
function merged(one: ValueSchema, other: ValueSchema): ValueSchema {
  const all = { ...other, ...one };
  if (!one.properties && !other.properties) return all;
  return {
    ...all,
    properties: { ...other.properties, ...one.properties },
    required: [...new Set([...(other.required ?? []), ...(one.required ?? [])])],
  };
}

/** The fields of a value at any depth, each once. */
export function fieldsOf(schema: ValueSchema): ValueField[] {
  const byPath = new Map<string, ValueField>();
  for (const field of fieldsBelow(schema, [], false)) {
    const same = byPath.get(field.path.join("."));
    if (same) same.schemas.push(...field.schemas);
    else byPath.set(field.path.join("."), field);
  }
  return [...byPath.values()];
}

function fieldsBelow(schema: ValueSchema, path: string[], isInArray: boolean): ValueField[] {
  const { properties = {}, variants = [], items } = schema;
  const own = Object.entries(properties).flatMap(([name, inner]): ValueField[] => [
    { path: [...path, name], schemas: [inner], isInArray },
    ...fieldsBelow(inner, [...path, name], isInArray),
  ]);
  const ofVariants = variants.flatMap((variant) => fieldsBelow(variant.schema, path, isInArray));
  return [...own, ...ofVariants, ...(items ? fieldsBelow(items, path, true) : [])];
}

/** The description of a schema or a parameter, if it has one. */
export function described(cursor: Cursor): { description?: string } {
  const description = textAt(cursor, "description");
  return description === "" ? {} : { description };
}
