/** Compares schemas with facts. Each difference is a sentence. */
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { entriesOf, type Fact, type Fields, kindOf } from "./notation.ts";
import { isMarked, type Json } from "./read-contract.ts";

/** One schema object, and whether it or one around it is marked. */
interface Part {
  schema: Json;
  marked: boolean;
  /** Whether a mark says that its fields are assumed to be there, and says nothing else of them. */
  presumed: boolean;
}
/** The parts that hold together on one way through the `oneOf`s of a schema. */
type Branch = Part[];

/** Whether a field is required by default. */
type ByDefault = "required" | "unstated";
export type Problems = Generator<string, void>;

const PRESUMED = "No field is said to be always present or to be optional";

export function branches(schema: Json = {}, inherited = false, presumed = false): Branch[] {
  const presumes = schema["x-inferred"]?.startsWith(PRESUMED) ?? false;
  const part = {
    schema,
    marked: inherited || (isMarked(schema) && !presumes),
    presumed: presumed || presumes,
  };
  const within = (each: Json) => branches(each, part.marked, part.presumed);
  const { allOf = [], oneOf, anyOf } = schema;
  const choices = [oneOf, anyOf].filter((choice) => choice !== undefined);
  const all = [...allOf.map(within), ...choices.map((choice) => choice.flatMap(within))];
  return all.reduce(product, [[part]]);
}

/** Every way through the one with every way through the other. */
function product(left: Branch[], right: Branch[]): Branch[] {
  return left.flatMap((one) => right.map((other) => [...one, ...other]));
}

/** What all parts of each branch together say of something inside them. */
export function inside(found: Branch[], pick: (schema: Json) => Json): Branch[] {
  return found.flatMap((branch) =>
    branch
      .filter(({ schema }) => pick(schema) !== undefined)
      .map(({ schema, marked }) => branches(pick(schema), marked))
      .reduce((all: Branch[], one) => (all.length > 0 ? product(all, one) : one), []),
  );
}

export function property(found: Branch[], name: string): Branch[] {
  return inside(found, (schema) => schema.properties?.[name]);
}

/** What all of some sets have; without any set, `anything`. */
function common(sets: unknown[][]): unknown[] {
  return (sets[0] ?? ["anything"]).filter((value) => sets.every((set) => set.includes(value)));
}

function typesOf(branch: Branch): unknown[] {
  return common(branch.flatMap(({ schema: { type } }) => (type ? [[type].flat()] : [])));
}

function valuesOf(branch: Branch): unknown[] {
  const listed = branch.map(({ schema }) => ("const" in schema ? [schema.const] : schema.enum));
  return common(listed.filter((values) => values !== undefined));
}

const ajv = new Ajv2020({ strict: false });
addFormats.default(ajv);
ajv.addKeyword({
  keyword: "x-fraction-digits",
  type: "number",
  validate: (most: number, value: number) => (`${value}`.split(".")[1] ?? "").length <= most,
});

/** By their schemas: most fields are those of several operations. */
const validators = new Map<string, (value: unknown) => boolean>();

export function validatorOf(found: Branch[]): (value: unknown) => boolean {
  const ways = found.map((branch) => ({
    allOf: branch.map(({ schema: { allOf, oneOf, anyOf, ...own } }) => own),
  }));
  const schema = JSON.stringify({ anyOf: ways });
  const validate = validators.get(schema) ?? ajv.compile(JSON.parse(schema));
  validators.set(schema, validate);
  return validate;
}

export function* compare(found: Branch[], fact: Fact, at: string, byDefault: ByDefault): Problems {
  if (typeof fact === "string") return yield* compareKind(found, fact, at);
  const type = Array.isArray(fact) ? "array" : "object";
  yield* compareKind(found, type, at);
  const some = found.filter((branch) => typesOf(branch).includes(type));
  if (type === "object") return yield* compareObject(some, fact as Fields, at, byDefault);
  const items = inside(some, (schema) => schema.items);
  yield* compare(items, (fact as readonly [Fact])[0], `${at}[]`, byDefault);
}

/** How a schema can say what a kind says by its samples. */
const SHAPING = [
  ...["format", "pattern", "minLength", "maxLength"],
  ...["minimum", "maximum", "multipleOf", "x-fraction-digits", "maxItems"],
];
const CONSTRAINTS = [
  ...SHAPING,
  ...["const", "enum", "x-extensible-enum", "default", "not", "if", "dependentRequired"],
  ...["exclusiveMinimum", "exclusiveMaximum", "minItems", "uniqueItems", "contains"],
  ...["minProperties", "maxProperties", "additionalProperties", "unevaluatedProperties"],
];

/** They restrict nothing. The format only affects how tools show a value. */
const HARMLESS: unknown[] = [undefined, true, "password"];

function* compareKind(found: Branch[], fact: string, at: string): Problems {
  const [name = "", fallback] = fact.split(" = ");
  const may = name.startsWith("~");
  const { types, accepts = [], rejects = [], closed, known } = kindOf(name.replace("~", ""));
  const parts = found.flat();

  if (types.length > 0) yield* compareSets(found.flatMap(typesButMarkedNull), types, `${at} is`);
  if (closed) yield* compareSets(found.flatMap(valuesOf), closed, `${at} allows`);
  if (known) yield* compareSets(parts.flatMap(knownValues), known, `${at} knows`);
  if (fallback && !parts.some(({ schema }) => String(schema.default) === fallback)) {
    yield `${at} does not default to ${fallback}`;
  }

  const isValid = validatorOf(found);
  for (const value of accepts) if (!isValid(value)) yield `${at} rejects ${JSON.stringify(value)}`;
  for (const value of may ? [] : rejects) {
    if (isValid(value)) yield `${at} accepts ${JSON.stringify(value)}`;
  }

  const stated = [
    ...(rejects.length > 0 || may ? SHAPING : []),
    ...(closed ? ["const", "enum"] : []),
    ...(known ? ["const", "x-extensible-enum"] : []),
    ...(fallback ? ["default"] : []),
  ];
  for (const word of CONSTRAINTS.filter((word) => !stated.includes(word))) {
    if (parts.some(({ schema, marked }) => !marked && !HARMLESS.includes(schema[word]))) {
      yield `${at} has ${word}, which is neither stated nor marked`;
    }
  }

  /** A mark further out speaks of other things, so that only the field's own excuses a null. */
  function typesButMarkedNull(branch: Branch): unknown[] {
    const excused = branch.some(({ schema }) => isMarked(schema)) && !types.includes("null");
    return typesOf(branch).filter((type) => !(excused && type === "null"));
  }
}

function knownValues({ schema }: Part): unknown[] {
  const only = "const" in schema && !isMarked(schema) ? [schema.const] : [];
  return [...(schema["x-extensible-enum"] ?? []), ...only];
}

function* compareSets(found: unknown[], stated: readonly unknown[], what: string): Problems {
  const surplus = new Set(found.filter((value) => !stated.includes(value)));
  const missing = stated.filter((value) => !found.includes(value));
  if (surplus.size) yield `${what} ${[...surplus].join(", ")}, which is not stated`;
  if (missing.length) yield `${what} no ${missing.join(", ")}, which is stated`;
}

export function* compareObject(
  found: Branch[],
  fields: Fields,
  at: string,
  byDefault: ByDefault,
): Problems {
  const cases = Object.keys(fields).filter((key) => key.includes("="));
  const [by] = cases[0]?.split("=") ?? [];
  if (!by) return yield* compareFields(found, fields, at, byDefault);

  const { fact, need } = entriesOf(fields).get(by) ?? { need: "" };
  if (fact) yield* compare(property(found, by), fact, `${at}.${by}`, byDefault);
  const possible = typeof fact === "string" ? kindOf(fact).closed : undefined;
  const valuesIn = (branch: Branch) => property([branch], by).flatMap(valuesOf).map(String);
  const stated = cases.map((key) => key.slice(by.length + 1));
  for (const value of new Set([...stated, ...found.flatMap(valuesIn)])) {
    if (possible && !possible.includes(value)) continue;
    const ways = found.filter((branch) => valuesIn(branch).includes(value));
    const own = fields[`${by}=${value}`] as Fields | undefined;
    const where = `${at} (${by} ${value})`;
    if (ways.length === 0) yield `${where} is missing`;
    const all = own ? { ...fields, [by + need]: `one of ${value}`, ...own } : {};
    yield* compareFields(ways, all, where, byDefault);
  }
}

/** What a schema has beyond the stated fields has to be marked. */
function* compareFields(
  found: Branch[],
  fields: Fields,
  at: string,
  byDefault: ByDefault,
): Problems {
  const expected = entriesOf(fields);
  for (const [name, { fact, need }] of expected) {
    const field = property(found, name);
    const where = `${at}.${name}`;
    if (fact === "absent") {
      if (field.length > 0) yield `${where} is there, stated to be absent`;
    } else if (field.length === 0) {
      yield `${where} is missing`;
    } else {
      yield* compare(field, fact, where, byDefault);
      yield* compareNeed(found, name, need || (byDefault === "required" ? "must" : ""), where);
    }
  }
  const unstated = (of: (part: Part) => string[]) =>
    new Set(
      found
        .flat()
        .flatMap(of)
        .filter((name) => !expected.has(name)),
    );
  for (const name of unstated(({ schema }) => Object.keys(schema.properties ?? {}))) {
    const isBare = property(found, name)
      .flat()
      .some((part) => !part.marked);
    if (isBare) yield `${at}.${name} is neither stated nor marked`;
  }
  if (byDefault === "required") return;
  for (const name of unstated(({ schema, marked }) => (marked ? [] : (schema.required ?? [])))) {
    yield `${at}.${name} is required, without a mark`;
  }
}

function* compareNeed(found: Branch[], name: string, need: string, at: string): Problems {
  const demands = found.map((way) => way.filter(({ schema }) => schema.required?.includes(name)));
  const all = demands.flat();
  if (/!|must/.test(need) && demands.some((parts) => parts.length === 0)) {
    yield `${at} is not required`;
  }
  if (need === "?" && all.length > 0) yield `${at} is required, though it may be missing`;
  if (need !== "!" && all.some((part) => !part.marked && !part.presumed)) {
    yield `${at} is required, which is neither stated nor marked`;
  }
}
