import { isMarked } from "../../../src/contract/assumptions.ts";
import { type Cursor, textAt } from "../../../src/contract/cursor.ts";
import {
  fieldsIn,
  innerSchemas,
  partsOf,
  reachableSchemas,
  requiredIn,
  textsAt,
  variantsOf,
} from "../../../src/contract/schema-fields.ts";
import { code } from "./markdown-table.ts";
import { factsOf, isObjectSchema, listed, typeOf, values } from "./schema-facts.ts";

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
  const required = requiredIn(parts);
  const own = [...fieldsIn(parts)].map(([name, declared]) => {
    const forms = declared.map((each) => readField(name, each, required.includes(name)));
    // The last one narrows the others. What is assumed of them stays.
    return { ...(forms.at(-1) as Field), marks: uniqueMarks(forms) };
  });
  const { property, variants } = parts.map(variantsOf).find((each) => each !== undefined) ?? {};
  const labels = new Map([...(variants ?? [])].map(([label, form]) => [form.reference, label]));
  const options = unionOf(parts).map((form) => readOption(form, labels.get(form.reference)));
  const chosen = mergeOptions(options, property);
  const others = own.filter(({ name }) => !chosen.some((each) => each.name === name));
  return {
    marks: marksAmong(parts),
    rules: rulesOf(parts),
    choice: options.length > 0 ? { property, options } : undefined,
    fields: [...chosen, ...others].toSorted((a, b) => rank(a, property) - rank(b, property)),
  };
}

/** What selects other fields comes first, then what is required. */
function rank({ name, required }: Field, discriminator: string | undefined): number {
  if (name === discriminator) return 0;
  return required === false ? 2 : 1;
}

/** The options of the union of a schema that are objects. */
function unionOf(parts: Cursor[]): Cursor[] {
  const members = parts.flatMap((part) => innerSchemas(part, "form"));
  const named = members.filter((member) => member.reference && isObjectSchema(member));
  return [...new Map(named.map((member) => [member.reference, member])).values()];
}

function readOption(option: Cursor, label: string | undefined): Option {
  const body = readBody(option);
  return {
    label: label ?? String(textsAt(option.target, "required")[0]),
    description: textAt(option.target, "description"),
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
    if (name === property && !isInner) return [discriminatorField(holders, property)];
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

/** Each option describes only its own value. */
function discriminatorField(holders: Holder[], property: string): Field {
  const facts = [`One of ${values(holders.map(({ label }) => label))}.`];
  return { ...mergeFields(holders, Infinity, property), facts, only: undefined };
}

function mergeFields(holders: Holder[], count: number, property: string | undefined): Field {
  const [{ field }] = holders as [Holder];
  const condition = (some: Holder[]): Condition | undefined => {
    const labels = some.map(({ label }) => label);
    return new Set(labels).size === count ? undefined : { property, labels };
  };
  const requiring = holders.filter((each) => each.field.required === true);
  const texts = Map.groupBy(holders, (each) => JSON.stringify(each.field.descriptions));
  const bodies = holders.filter((each) => each.field.inner);
  return {
    ...field,
    descriptions:
      texts.size === 1
        ? field.descriptions
        : [...texts.values()].flatMap((group) =>
            (group[0]?.field.descriptions ?? []).map(({ text }) => ({
              text,
              only: condition(group),
            })),
          ),
    required:
      requiring.length === holders.length
        ? true
        : requiring.length === 0
          ? field.required
          : { property, labels: requiring.map(({ label }) => label) },
    // A condition of the field itself is the narrower one.
    only: field.only ?? condition(holders),
    marks: uniqueMarks(holders.map(({ field: each }) => each)),
    inner: bodies.length > 0 ? mergeBodies(bodies, property) : undefined,
  };
}

/** The fields of an object that the options of an outer union have in different forms. */
function mergeBodies(holders: Holder[], property: string | undefined): Body {
  const bodies = holders.map(({ field }) => field.inner as Body);
  const options = holders.map(({ label, field }) => ({
    label,
    description: "",
    marks: [],
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
  const objects = [items.exists ? items : schema, ...innerSchemas(schema, "form")];
  const inner = objects.find(isObjectSchema);
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

/** The marks of a schema, its parts, its options and its items, but not of its fields. */
function allMarks(property: Cursor): Cursor[] {
  return marksAmong(reachableSchemas([property, property.at("schema")], "base", "form", "item"));
}

/** The schemas that carry an assumption, themselves or in the target of their `$ref`. */
function marksAmong(schemas: Cursor[]): Cursor[] {
  const all = schemas.flatMap((schema) => [schema.target, schema]).filter(isMarked);
  return [...new Map(all.map((mark) => [mark.value, mark])).values()];
}

/** The options of a union that only say which of the fields are needed. */
function rulesOf(parts: Cursor[]): string[] {
  const needed = parts
    .flatMap((part) => innerSchemas(part, "form"))
    .filter(
      (option) => !option.reference && option.at("required").exists && !option.at("type").exists,
    );
  if (needed.length === 0) return [];
  const names = needed.map((option) => textsAt(option, "required").map(code).join(" and "));
  return [`Send at least one of ${listed(names, "or")}.`];
}

/** A condition in words: "if `paymentType` is `card`". */
export function inWords({ property, labels }: Condition): string {
  const choices = listed([...new Set(labels)].map(code), "or");
  return property === undefined
    ? `in the form with ${choices}`
    : `if ${code(property)} is ${choices}`;
}

function exampleIn(owner: Cursor): unknown {
  const own = owner.at("example");
  return own.exists ? own.value : owner.at("examples", 0).value;
}
