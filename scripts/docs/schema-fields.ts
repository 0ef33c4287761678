import { type Cursor, isObject, isString, textAt } from "../../src/contract/cursor.ts";
import { expectations, type PlausibleKind } from "../../src/sandbox/domain/plausible-values.ts";
import { isMarked } from "./assumptions.ts";
import { code } from "./markdown-table.ts";

/** The fields of a body, in the order in which a caller must decide about them. */
export interface Body {
  /** What is assumed of the body itself. */
  marks: Cursor[];
  /** What holds for several fields together. */
  rules: string[];
  /** What a union lets the caller choose. It comes before the fields, since it selects them. */
  choice: Choice | undefined;
  fields: Field[];
}

/** A field of a body. A field that differs between the options of a union has an entry for each form. */
export interface Field {
  name: string;
  type: string;
  /** Several descriptions if it depends on the option. */
  descriptions: { text: string; only: Condition | undefined }[];
  /** Limits in words, in Markdown. */
  facts: string[];
  example: unknown;
  /** Always, never, or only with these options. */
  required: boolean | Condition;
  /** The options that have the field. Undefined if all have it. */
  only: Condition | undefined;
  marks: Cursor[];
  /** The fields of an object, or of each object of an array. */
  inner: Body | undefined;
}

/** The options of a union, by the values of its discriminator or by the field that each requires. */
interface Choice {
  property: string | undefined;
  options: { label: string; description: string; marks: Cursor[] }[];
}

interface Condition {
  property: string | undefined;
  labels: string[];
}

type Option = Choice["options"][number] & { body: Body };

/** Reads the fields of an object schema. The schemas of an `allOf` count as its own. */
export function readBody(schema: Cursor): Body {
  const parts = partsOf(schema);
  const required = new Set(parts.flatMap((part) => valuesOf(part.at("required"))));
  const properties = Map.groupBy(
    parts.flatMap((part) => part.at("properties").members()),
    ({ key }) => key,
  );
  const own = [...properties].map(([name, forms]) =>
    readForms(forms.map((property) => readField(name, property, required.has(name)))),
  );
  const union = unionOf(parts);
  const property = discriminatorOf(union);
  const options = union.map((option) => readOption(option, property));
  const chosen = mergeOptions(options, property);
  const fields = [
    ...chosen,
    ...own.filter(({ name }) => !chosen.some((each) => each.name === name)),
  ];
  return {
    marks: parts.filter(isMarked),
    rules: rulesOf(parts),
    choice: options.length > 0 ? { property, options } : undefined,
    fields: fields.toSorted((a, b) => rank(a, property) - rank(b, property)),
  };
}

/** A field that a schema narrows. What is assumed of the wider form stays. */
function readForms(forms: Field[]): Field {
  return { ...(forms.at(-1) as Field), marks: uniqueMarks(forms) };
}

/** What selects other fields comes first, then what is required. */
function rank({ name, required }: Field, discriminator: string | undefined): number {
  if (name === discriminator) return 0;
  return required === false ? 2 : 1;
}

/** A schema, its targets and the schemas that it extends, each once, the extended ones first. */
function partsOf(schema: Cursor): Cursor[] {
  const own = schema.reference ? [schema.target, schema] : [schema];
  const base = schema.at("allOf").members().flatMap(partsOf);
  const parts = new Map([...base, ...own].map((part) => [part.value, part]));
  return [...parts.values()];
}

/** The options of the union of a schema that are objects. */
function unionOf(parts: Cursor[]): Cursor[] {
  const members = parts.flatMap((part) => [
    ...part.at("oneOf").ownMembers(),
    ...part.at("anyOf").ownMembers(),
  ]);
  const unique = [
    ...new Map(members.map((member) => [member.reference ?? member, member])).values(),
  ];
  return unique.filter((member) => member.reference !== undefined && isObjectSchema(member));
}

/** The property that has a constant of its own in each option. */
function discriminatorOf(options: Cursor[]): string | undefined {
  const [first = new Map()] = options.map(constants);
  return [...first.keys()].find((name) => {
    const values = options.map((option) => constants(option).get(name));
    return values.every(isString) && new Set(values).size === values.length;
  });
}

function constants(option: Cursor): Map<string, unknown> {
  const properties = partsOf(option).flatMap((part) => part.at("properties").members());
  return new Map(
    properties
      .filter((property) => property.at("const").exists)
      .map((property) => [property.key, property.at("const").value]),
  );
}

function readOption(option: Cursor, property: string | undefined): Option {
  const { target } = option;
  const own = valuesOf(target.at("required"))[0];
  const body = readBody(option);
  return {
    label: String(property === undefined ? own : constants(option).get(property)),
    description: textAt(target, "description"),
    marks: body.marks,
    body,
  };
}

function mergeOptions(
  options: Option[],
  property: string | undefined,
  { isInner = false } = {},
): Field[] {
  const names = new Set(options.flatMap(({ body }) => body.fields.map(({ name }) => name)));
  return [...names].flatMap((name) => {
    const holders = options.flatMap(({ label, body }) =>
      body.fields.filter((field) => field.name === name).map((field) => ({ label, field })),
    );
    if (name === property && !isInner) return [discriminatorField(holders, options)];
    const groups = Map.groupBy(holders, ({ field }) => signature(field));
    return [...groups.values()].map((group) => mergeFields(group, options.length, property));
  });
}

type Holder = { label: string; field: Field };

/** Fields with the same signature are shown as one. */
function signature({ name, type, facts, example, descriptions, inner }: Field): string {
  if (inner) return JSON.stringify([name, type]);
  return JSON.stringify([name, type, facts, example, descriptions]);
}

function discriminatorField(holders: Holder[], options: Option[]): Field {
  const [{ field }] = holders as [Holder];
  return {
    ...field,
    facts: [`One of ${values(options.map(({ label }) => label))}.`],
    marks: uniqueMarks(holders.map(({ field: each }) => each)),
  };
}

function mergeFields(holders: Holder[], count: number, property: string | undefined): Field {
  const [{ field }] = holders as [Holder];
  const labels = holders.map(({ label }) => label);
  const condition = (some: Holder[], all: number): Condition | undefined =>
    new Set(some.map(({ label }) => label)).size === all
      ? undefined
      : { property, labels: some.map(({ label }) => label) };
  const requiring = holders.filter((each) => each.field.required === true);
  const texts = Map.groupBy(holders, (each) => JSON.stringify(each.field.descriptions));
  const bodies = holders.flatMap((each) => (each.field.inner ? [each] : []));
  return {
    ...field,
    descriptions:
      texts.size === 1
        ? field.descriptions
        : [...texts.values()].flatMap((group) =>
            (group[0]?.field.descriptions ?? []).map(({ text }) => ({
              text,
              only: condition(group, count),
            })),
          ),
    required:
      requiring.length === labels.length
        ? true
        : requiring.length === 0
          ? field.required
          : { property, labels: requiring.map(({ label }) => label) },
    // A condition of the field itself is the narrower one.
    only: field.only ?? condition(holders, count),
    marks: uniqueMarks(holders.map(({ field: each }) => each)),
    inner: bodies.length > 0 ? mergeBodies(bodies, property) : undefined,
  };
}

/** The fields of an object that the options of an outer union have in different forms. */
function mergeBodies(holders: Holder[], property: string | undefined): Body {
  const bodies = holders.map(({ field }) => field.inner as Body);
  const options = holders.map(({ label, field }) => ({
    ...{ label, description: "", marks: [] },
    body: field.inner as Body,
  }));
  const fields = mergeOptions(options, property, { isInner: true });
  return {
    ...(bodies[0] as Body),
    marks: uniqueMarks(bodies),
    fields: fields.toSorted((a, b) => rank(a, undefined) - rank(b, undefined)),
  };
}

function uniqueMarks(owners: { marks: Cursor[] }[]): Cursor[] {
  const marks = owners.flatMap((each) => each.marks);
  return [...new Map(marks.map((mark) => [mark.value, mark])).values()];
}

/** Reads a property of an object, or a parameter with its schema. */
export function readField(name: string, property: Cursor, required: boolean): Field {
  const schema = property.at("schema").exists ? property.at("schema") : property;
  const items = schema.at("items");
  const inner = [items.exists ? items : schema, ...nonNull(schema)].find(isObjectSchema);
  const body = inner && readBody(inner);
  const innerMarks = new Set(inner && allMarks(inner).map(({ value }) => value));
  return {
    name,
    type: typeOf(schema),
    descriptions: [textAt(property, "description") || textAt(schema, "description")]
      .filter(Boolean)
      .map((text) => ({ text, only: undefined })),
    facts: [...factsOf(schema), ...(items.exists ? factsOf(items) : [])],
    example:
      exampleIn(property) ?? exampleIn(schema) ?? (items.exists ? exampleIn(items) : undefined),
    required,
    only: undefined,
    marks: allMarks(property).filter(({ value }) => !innerMarks.has(value)),
    inner: body && (body.fields.length > 0 ? body : undefined),
  };
}

/** The marks of a schema, its targets, its parts, its options and its items, but not of its fields. */
function allMarks(start: Cursor): Cursor[] {
  const marks = new Map<unknown, Cursor>();
  const visit = (schema: Cursor): void => {
    if (!isObject(schema.value)) return;
    for (const each of [schema, schema.target]) if (isMarked(each)) marks.set(each.value, each);
    for (const keyword of ["allOf", "oneOf", "anyOf"]) {
      for (const member of schema.at(keyword).ownMembers()) visit(member);
    }
    for (const keyword of ["schema", "items"]) visit(schema.at(keyword));
  };
  visit(start);
  return [...marks.values()];
}

function isObjectSchema(schema: Cursor): boolean {
  return valuesOf(schema.at("type")).includes("object") || schema.at("properties").exists;
}

function nonNull(schema: Cursor): Cursor[] {
  return schema
    .at("oneOf")
    .members()
    .filter((member) => member.at("type").value !== "null");
}

function typeOf(schema: Cursor): string {
  const members =
    schema.at("oneOf").exists && !isObjectSchema(schema) ? schema.at("oneOf") : undefined;
  if (members) return members.members().map(typeOf).join(" or ");
  const items = schema.at("items");
  if (items.exists) return `array of ${plural(typeOf(items))}`;
  const types = valuesOf(schema.at("type"));
  const format = schema.at("format").value;
  const named = types.map((type) =>
    isString(format) && type !== "null" ? `${type} (${format})` : type,
  );
  return named.join(" or ") || "any value";
}

function plural(type: string): string {
  return type.replace(/^(\w+)/, "$1s");
}

/** The limits of a value in words. A keyword that is not here is shown in another way. */
const FACTS: Record<string, (value: never, schema: Cursor) => string> = {
  const: (value: unknown) => `Always ${code(value)}.`,
  enum: (known: unknown[]) => `One of ${values(known)}.`,
  "x-extensible-enum": (known: unknown[]) => `Known values: ${values(known)}. There may be others.`,
  minimum: (limit: number) => `At least ${limit}.`,
  maximum: (limit: number) => `At most ${limit}.`,
  exclusiveMinimum: (limit: number) => `More than ${limit}.`,
  minItems: (limit: number) => `At least ${limit} items.`,
  maxItems: (limit: number) => `At most ${limit} items.`,
  default: (value: unknown) => `${code(value)} if you omit it.`,
  "x-fraction-digits": (digits: number) => `At most ${digits} decimal places.`,
  "x-tax-id": (kinds: string[]) => `The check digits of a ${kinds.join(" or ")}.`,
  "x-plausible": (kind: PlausibleKind) =>
    `The sandbox warns about a value that ${expectations[kind].problem}.`,
  "x-sensitive": () => "Sensitive: the client masks it in errors and hooks.",
  pattern: (pattern: string) => patternInWords(pattern),
  propertyNames: (_: unknown, schema: Cursor) =>
    `Its keys: ${values(valuesOf(schema.at("propertyNames", "enum")))}.`,
};

function factsOf(schema: Cursor): string[] {
  return Object.entries(FACTS)
    .filter(([keyword]) => schema.at(keyword).exists)
    .map(([keyword, describe]) => describe(schema.at(keyword).value as never, schema));
}

/** Every pattern of the contracts in words. */
const PATTERNS: Record<string, string> = {
  "^\\d+s$": "Digits, followed by `s`.",
  "^\\d{4}$": "Four digits.",
  "^\\d{3,4}$": "Three or four digits.",
  "^\\d{13,16}$": "13 to 16 digits.",
  "^(0[1-9]|1[0-2])$": "Two digits, from `01` to `12`.",
  "^[^-]+-[^-]$": "A number, a hyphen and one check digit.",
  "^($|[A-Za-z][A-Za-z0-9+.-]*:)": "An absolute URL, or empty.",
};

const TIME = String.raw`T([01]\d|2[0-3]):[0-5]\d:[0-5]\d`;

function patternInWords(pattern: string): string {
  const words = PATTERNS[pattern];
  if (words) return words;
  if (!pattern.includes(TIME))
    throw new Error(`The docs have no words for the pattern ${pattern}.`);
  const fraction = pattern.includes("\\.\\d{3}(")
    ? "with milliseconds"
    : "milliseconds are optional";
  const zone = pattern.endsWith("(Z|[+-]00:00)$") ? "in UTC" : "with an offset from UTC, or `Z`";
  return `A date and a time ${zone}; ${fraction}.`;
}

/** The options of a union that only say which of the fields are needed. */
function rulesOf(parts: Cursor[]): string[] {
  const options = parts.flatMap((part) => part.at("oneOf").ownMembers());
  const needed = options.filter(
    (option) => !option.reference && option.at("required").exists && !option.at("type").exists,
  );
  if (needed.length === 0) return [];
  const names = needed.map((option) => valuesOf(option.at("required")).map(code).join(" and "));
  return [`Send at least one of ${listed(names, "or")}.`];
}

function exampleIn(owner: Cursor): unknown {
  const own = owner.at("example");
  return own.exists ? own.value : owner.at("examples", 0).value;
}

function valuesOf({ value }: Cursor): string[] {
  return value === undefined ? [] : [value].flat().map(String);
}

function values(known: unknown[]): string {
  return known.map(code).join(", ");
}

/** A list in a sentence: `a, b or c`. */
export function listed(items: string[], word: "and" | "or"): string {
  return items.length < 2
    ? items.join("")
    : `${items.slice(0, -1).join(", ")} ${word} ${items.at(-1)}`;
}

/** A condition in words: "if `paymentType` is `card`". */
export function inWords({ property, labels }: Condition): string {
  const choices = listed([...new Set(labels)].map(code), "or");
  return property === undefined
    ? `in the form with ${choices}`
    : `if ${code(property)} is ${choices}`;
}
