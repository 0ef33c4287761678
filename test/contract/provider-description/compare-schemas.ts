/** Compares schemas with facts: `compare…` yields each difference as a sentence. */

import { type Entries, entriesOf, type Fact, type Fields } from "./parse-shorthand.ts";
import { isMarked, type Schema } from "./resolve-contract.ts";
import {
  type Branch,
  inside,
  type Part,
  property,
  typesOf,
  validatorOf,
  valuesOf,
} from "./schema-branches.ts";
import { type Kind, kindOf } from "./value-types.ts";

/** Whether a field is required by default. */
export type ByDefault = "required" | "unstated";
export type Problems = Generator<string, void>;

/** How a schema can say what a kind says by its samples. */
const shaping = [
  ...["format", "pattern", "minLength", "maxLength"],
  ...["minimum", "maximum", "multipleOf", "x-fraction-digits", "maxItems"],
];
const constraints = [
  ...shaping,
  ...["const", "enum", "x-extensible-enum", "default", "not", "if", "dependentRequired"],
  ...["exclusiveMinimum", "exclusiveMaximum", "minItems", "uniqueItems", "contains"],
  ...["minProperties", "maxProperties", "additionalProperties", "unevaluatedProperties"],
];

/** Formats that only affect how tools show a value, and restrict nothing. */
const HINTS: unknown[] = ["password"];

export function* compare(found: Branch[], fact: Fact, at: string, byDefault: ByDefault): Problems {
  if (typeof fact === "string") return yield* compareKind(found, fact, at);
  const type = Array.isArray(fact) ? "array" : "object";
  yield* compareTypes(found, [type], at);
  const some = found.filter((branch) => typesOf(branch).includes(type));
  if (type === "object") return yield* compareObject(some, fact as Fields, at, byDefault);
  yield* compareKeywords(some, [], at);
  const items = inside(some, (schema) => schema.items);
  yield* compare(items, (fact as readonly [Fact])[0], `${at}[]`, byDefault);
}

function* compareKind(found: Branch[], fact: string, at: string): Problems {
  const [name = "", fallback] = fact.split(" = ");
  const may = name.startsWith("~");
  const kind = kindOf(name.replace("~", ""));
  yield* compareTypes(found, kind.types, at);
  yield* compareKeywords(
    found,
    [
      ...(kind.rejects?.length || may ? shaping : []),
      ...(kind.closed ? ["const", "enum"] : []),
      ...(kind.known ? ["const", "x-extensible-enum"] : []),
      ...(fallback ? ["default"] : []),
    ],
    at,
  );
  yield* compareSamples(found, may ? { ...kind, rejects: [] } : kind, at);
  yield* compareValues(found, kind, at);
  const schemas = found.flat().map(({ schema }) => schema);
  if (fallback && !schemas.some((schema) => String(schema.default) === fallback)) {
    yield `${at} does not default to ${fallback}`;
  }
}

function* compareSamples(found: Branch[], { accepts, rejects }: Kind, at: string): Problems {
  const isValid = validatorOf(found);
  for (const value of accepts ?? []) {
    if (!isValid(value)) yield `${at} rejects ${JSON.stringify(value)}`;
  }
  for (const value of rejects ?? []) {
    if (isValid(value)) yield `${at} accepts ${JSON.stringify(value)}`;
  }
}

function* compareValues(found: Branch[], { closed, known }: Kind, at: string): Problems {
  if (closed) {
    const allowed = found.flatMap((branch) => valuesOf(branch) ?? ["anything"]);
    yield* compareSets(allowed, closed, `${at} allows`);
  }
  if (known) {
    const listed = found
      .flat()
      .flatMap(({ schema }) => [
        ...((schema["x-extensible-enum"] ?? []) as unknown[]),
        ...("const" in schema && !isMarked(schema) ? [schema.const] : []),
      ]);
    yield* compareSets(listed, known, `${at} knows`);
  }
}

function* compareSets(found: unknown[], stated: readonly unknown[], what: string): Problems {
  const surplus = new Set(found.filter((value) => !stated.includes(value)));
  const missing = stated.filter((value) => !found.includes(value));
  if (surplus.size) yield `${what} ${[...surplus].join(", ")}, which is not stated`;
  if (missing.length) yield `${what} no ${missing.join(", ")}, which is stated`;
}

function* compareTypes(found: Branch[], stated: readonly string[], at: string): Problems {
  if (stated.length === 0) return;
  const types = found.flatMap((branch) => {
    // A mark further out speaks of other things, so that only the field's own excuses a null.
    const mayBeNull = branch.some((part) => isMarked(part.schema)) && !stated.includes("null");
    return typesOf(branch).filter((type) => !(mayBeNull && type === "null"));
  });
  yield* compareSets(types, stated, `${at} is`);
}

function* compareKeywords(found: Branch[], stated: readonly string[], at: string): Problems {
  const narrows = (schema: Schema, word: string) =>
    !HINTS.includes(schema[word]) && (schema[word] ?? true) !== true;
  const plain = found.flat().filter((part) => !part.marked);
  for (const word of constraints.filter((word) => !stated.includes(word))) {
    if (plain.some(({ schema }) => narrows(schema, word))) {
      yield `${at} has ${word}, which is neither stated nor marked`;
    }
  }
}

export function* compareObject(
  found: Branch[],
  fields: Fields,
  at: string,
  byDefault: ByDefault,
): Problems {
  const cases = Object.keys(fields).filter((key) => key.includes("="));
  const [by] = cases[0]?.split("=") ?? [];
  if (!by) return yield* compareFields(found, entriesOf(fields), at, byDefault);

  const valuesIn = (branch: Branch) =>
    property([branch], by).flatMap((each) => (valuesOf(each) ?? []).map(String));
  const { fact, need = "" } = (entriesOf(fields).get(by) ?? {}) as { fact?: string; need?: string };
  if (fact) yield* compareKind(property(found, by), fact, `${at}.${by}`);
  const possible = fact ? kindOf(fact).closed : undefined;
  const values = new Set([
    ...cases.map((key) => key.slice(by.length + 1)),
    ...found.flatMap(valuesIn),
  ]);
  for (const value of values) {
    if (possible && !possible.includes(value)) continue;
    const ways = found.filter((branch) => valuesIn(branch).includes(value));
    const own = fields[`${by}=${value}`] as Fields | undefined;
    const where = `${at} (${by} ${value})`;
    if (ways.length === 0) yield `${where} is missing`;
    const all = own ? { ...fields, [by + need]: `one of ${value}`, ...own } : {};
    yield* compareFields(ways, entriesOf(all), where, byDefault);
  }
}

function* compareFields(
  found: Branch[],
  expected: Entries,
  at: string,
  byDefault: ByDefault,
): Problems {
  yield* compareKeywords(found, [], at);
  for (const [name, { fact, need }] of expected) {
    const where = `${at}.${name}`;
    const field = property(found, name);
    if (fact === "absent") {
      if (field.length > 0) yield `${where} is there, stated to be absent`;
    } else if (field.length === 0) {
      yield `${where} is missing`;
    } else {
      yield* compare(field, fact, where, byDefault);
      yield* compareNeed(found, name, need, where, byDefault);
    }
  }
  yield* compareUnstated(found, expected, at, byDefault);
}

function* compareNeed(
  found: Branch[],
  name: string,
  need: string,
  at: string,
  byDefault: ByDefault,
): Problems {
  const must = need === "!" || (need === "" && byDefault === "required");
  const demands = found.map((branch) =>
    branch.filter(({ schema }) => schema.required?.includes(name)),
  );
  const some = demands.flat();
  if (must && demands.some((parts) => parts.length === 0)) yield `${at} is not required`;
  if (need === "?" && some.length > 0) yield `${at} is required, though it may be missing`;
  if (need !== "!" && some.some((part) => !part.marked && !part.presumed)) {
    yield `${at} is required, which is neither stated nor marked`;
  }
}

/** What a schema has beyond the stated fields has to be marked. */
function* compareUnstated(
  found: Branch[],
  expected: Entries,
  at: string,
  byDefault: ByDefault,
): Problems {
  const surplus = (names: (part: Part, branch: Branch) => string[]) => {
    const all = found.flatMap((branch) => branch.flatMap((part) => names(part, branch)));
    return new Set(all.filter((name) => !expected.has(name)));
  };
  const bare = (branch: Branch) => (name: string) =>
    property([branch], name).some((parts) => parts.some((part) => !part.marked));
  const fields = surplus(({ schema }, branch) =>
    Object.keys(schema.properties ?? {}).filter(bare(branch)),
  );
  for (const name of fields) yield `${at}.${name} is neither stated nor marked`;
  if (byDefault === "required") return;
  const demanded = surplus(({ schema, marked }) => (marked ? [] : (schema.required ?? [])));
  for (const name of demanded) yield `${at}.${name} is required, without a mark`;
}
