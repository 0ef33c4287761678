import { type Cursor, isObject, isString, type JsonObject } from "../contract/cursor.ts";
import { fieldsIn, formsOf, variantsOf } from "../contract/schema-fields.ts";
import { describeValue, isSandboxCode, kindOf, TYPES } from "./finding.ts";

/** A value, or a field that is absent, and a schema that describes it. */
export interface Visit {
  schema: Cursor;
  /** The schemas around it, and that one, as the last. */
  schemas: readonly Cursor[];
  /** Undefined if the field is absent. */
  value: unknown;
  /** The JSON pointer of the value. */
  at: string;
}

/** A keyword of a schema that a value breaks. */
export interface Fault {
  /** The schemas around the one with the keyword, and that one, as the last. */
  schemas: readonly Cursor[];
  keyword: string;
  /** The JSON pointer of the value that breaks it, or of the field that the value lacks. */
  at: string;
  value: unknown;
}

/** A field, a value of an open set, or a change of status, that the contract does not know. */
export interface Unknown {
  schema: Cursor;
  kind: "field" | "value" | "change";
  at: string;
  /** As it may be shown. */
  value: string;
}

export interface Match {
  visits: Visit[];
  faults: Fault[];
  unknown: Unknown[];
}

/** The items of a list that are looked at. */
export const MAX_ITEMS = 1000;

/**
 * Walks a value along its schema.
 * @example
 * matchSchema(contract.at("components", "schemas", "Percentage"), 101).faults[0].keyword; // "maximum"
 */
export function matchSchema(schema: Cursor, value: unknown): Match {
  const match: Match = { visits: [], faults: [], unknown: [] };
  walkValue({ match, around: [] }, schema, value, "");
  return match;
}

interface Walk {
  match: Match;
  /** The schemas around, the outermost first. */
  around: readonly Cursor[];
}

function walk({ match, around }: Walk, start: Cursor, value: unknown, at: string): void {
  let schemas = around;
  for (const schema of linksOf(start)) {
    schemas = [...schemas, schema];
    match.visits.push({ schema, schemas, value, at });
    const inner = { match, around: schemas };
    for (const [keyword, holds] of Object.entries(KEYWORDS)) {
      const limit = ownKeyword(schema, keyword);
      if (limit === undefined || holds(limit as never, value)) continue;
      match.faults.push({ schemas, keyword, at, value });
    }
    walkForms(inner, schema, value, at);
    if (isObject(value)) walkFields(inner, schema, value, at);
    if (ownKeyword(schema, "items") && Array.isArray(value))
      for (const [index, item] of value.slice(0, MAX_ITEMS).entries())
        walkValue(inner, schema.at("items"), item, `${at}/${index}`);
    const known = ownKeyword(schema, "x-extensible-enum");
    const isNew = isString(value) || (typeof value === "number" && !isSandboxCode(value));
    if (Array.isArray(known) && isNew && !known.includes(value))
      match.unknown.push({ schema, kind: "value", at, value: describeValue(schema, value) });
  }
}

/** A schema, and those that its `$ref` leads to. Keywords beside a `$ref` count too. */
function linksOf(schema: Cursor): Cursor[] {
  return schema.reference ? [schema, ...linksOf(schema.target)] : [schema];
}

function walkForms(inner: Walk, schema: Cursor, value: unknown, at: string): void {
  const { match, around } = inner;
  for (const base of ownMembers(schema, "allOf")) walk(inner, base, value, at);
  for (const keyword of ["oneOf", "anyOf"]) {
    const forms = ownMembers(schema, keyword);
    if (forms.length === 0) continue;
    const { form, fits } = formFor(schema, forms, value);
    if (!fits) match.faults.push({ schemas: around, keyword, at, value });
    if (form) walk(inner, form, value, at);
  }
}

/** The form that a value takes or means to take, and whether it is one of the forms at all. */
function formFor(
  schema: Cursor,
  forms: readonly Cursor[],
  value: unknown,
): { form?: Cursor | undefined; fits: boolean } {
  const choice = variantsOf(schema);
  if (choice) {
    const form = isObject(value) ? choice.variants.get(`${value[choice.property]}`) : undefined;
    return { form, fits: form !== undefined };
  }
  const fitting = forms.find((form) => matchSchema(form, value).faults.length === 0);
  if (fitting) return { form: fitting, fits: true };
  // "An object, or null": what is wrong with an object is wrong inside of it, and anything else is neither.
  const [form, ...others] = forms.filter((each) => each.at("type").value !== "null");
  return others.length === 0 && isObject(value) ? { form, fits: true } : { fits: false };
}

function walkFields(inner: Walk, schema: Cursor, value: JsonObject, at: string): void {
  const { match, around } = inner;
  const lacks = (keyword: string, names: readonly string[]) => {
    for (const name of names.filter((each) => !(each in value)))
      match.faults.push({ schemas: around, keyword, at: `${at}/${name}`, value: undefined });
  };
  lacks("required", (ownKeyword(schema, "required") as string[] | undefined) ?? []);
  const dependent = Object.entries(Object(ownKeyword(schema, "dependentRequired")));
  for (const [name, others] of dependent)
    if (name in value) lacks("dependentRequired", others as string[]);
  for (const field of ownMembers(schema, "properties")) {
    const pointer = `${at}/${field.key}`;
    const schemas = [...around, field];
    if (field.key in value) walkValue(inner, field, value[field.key], pointer);
    else match.visits.push({ schema: field, schemas, value: undefined, at: pointer });
  }
}

/** Walks a value, and finds the fields of an object that no schema of it declares, if one declares any. */
function walkValue(around: Walk, schema: Cursor, value: unknown, at: string): void {
  walk(around, schema, value, at);
  if (!isObject(value)) return;
  const known = fieldsIn(formsOf(schema));
  if (known.size === 0) return;
  for (const [name, field] of Object.entries(value))
    if (!known.has(name)) {
      const found = { schema: schema.target, at, value: kindOf(field) };
      around.match.unknown.push({ kind: "field", ...found });
    }
}

function ownKeyword({ value }: Cursor, keyword: string): unknown {
  return isObject(value) ? value[keyword] : undefined;
}

function ownMembers(schema: Cursor, keyword: string): Cursor[] {
  return ownKeyword(schema, keyword) === undefined ? [] : schema.at(keyword).ownMembers();
}

const FORMATS: Readonly<Record<string, RegExp>> = {
  uuid: /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i,
  date: /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/,
  "date-time": /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/,
  ipv4: /^(\d{1,3}\.){3}\d{1,3}$/,
  uri: /^[a-z][a-z\d+.-]*:\S+$/i,
};

type Limit = (limit: never, value: unknown) => boolean;

/** Whether a value keeps to a keyword. A value of another type does: that is for `type`. */
const KEYWORDS: Readonly<Record<string, Limit>> = {
  type: (types: string | string[], value) => [types].flat().some((type) => TYPES[type]?.[1](value)),
  const: (constant: unknown, value) => value === constant,
  enum: (values: unknown[], value) => values.includes(value),
  format: (format: string, value) => !isString(value) || (FORMATS[format]?.test(value) ?? true),
  pattern: (pattern: string, value) => !isString(value) || new RegExp(pattern, "u").test(value),
  maxItems: (limit: number, value) => !Array.isArray(value) || value.length <= limit,
  minimum: (limit: number, value) => typeof value !== "number" || value >= limit,
  maximum: (limit: number, value) => typeof value !== "number" || value <= limit,
  exclusiveMinimum: (limit: number, value) => typeof value !== "number" || value > limit,
};
