import { type Cursor, isObject } from "../../src/contract/cursor.ts";
import { parameters, requestSchema } from "../../src/contract/operations.ts";
import { problems, type Request, schemas } from "../mock/requests-from-examples.ts";
import { extremeNumbers, extremeParameters, extremeTexts } from "./extreme-values.ts";

/** A change of one place of a valid request. */
export interface Mutation {
  where: "body" | "path" | "query" | "header";
  /** The path of the place in the body, or the name of the parameter. */
  path: string[];
  /** What the place gets: in a path or a query all values of the name, encoded; `NOTHING` removes it. */
  value: unknown;
  /** The keyword of JSON Schema that it breaks or just satisfies, or one of our own words for it. */
  rule: string;
  /** What a response names that refuses it. */
  field: string;
  /** What must happen. Of the extremes of a parameter this is unknown, since they are texts. */
  outcome: "accepted" | "refused" | undefined;
}

/** In place of a value, there is none. */
export const NOTHING = Symbol("nothing");

const { rawJSON } = JSON as typeof JSON & { rawJSON(text: string): unknown };

// biome-ignore lint/suspicious/noExplicitAny: what a schema has is looked at keyword by keyword.
type Schema = any;

type Values = (limit: never, value: never) => unknown[];

/** What breaks each keyword that can be broken by a single value, and what just satisfies it. */
const keywords: Record<string, { breaking: Values; within?: Values }> = {
  type: { breaking: misfitsOf, within: (types: string | string[]) => valuesOf(types, byType) },
  format: {
    breaking: (format: string) => malformed[format] ?? unknownTo("format", format),
    within: (format: string) => valuesOf(format, byFormat),
  },
  const: { breaking: (only: unknown) => unlisted([only]) },
  enum: { breaking: unlisted, within: (listed: unknown[]) => listed },
  minimum: {
    breaking: (limit: number) => [limit - 1],
    within: (limit: number) => [limit, limit + 1],
  },
  exclusiveMinimum: {
    breaking: (limit: number) => [limit],
    within: (limit: number) => [limit + 1],
  },
  maximum: { breaking: (limit: number) => [limit + 1], within: (limit: number) => [limit] },
  maxLength: {
    breaking: (most: number) => ["x".repeat(most + 1)],
    within: (most: number) => ["x".repeat(most)],
  },
  maxItems: {
    breaking: (most: number, [item]: unknown[] = []) => [Array(most + 1).fill(item)],
    within: (most: number, [item]: unknown[] = []) => [Array(most).fill(item)],
  },
  "x-fraction-digits": {
    breaking: (most: number, value: number) => [value + 0.5 * 10 ** -most],
  },
  pattern: {
    breaking: (pattern: string, value: string) => {
      const near = ["", "\0", ` ${value}`, `${value}0`, `${value}-x`, "x"];
      const outside = near.filter((text) => !new RegExp(pattern, "u").test(text));
      return outside.length > 0 ? outside : unknownTo("pattern", pattern);
    },
  },
};

/** Keywords that hold no value to a rule, or hold schemas that do. */
const others = [
  ...["$ref", "allOf", "oneOf", "anyOf", "discriminator", "properties", "required", "items"],
  ...["default", "examples", "title", "description"],
];

const byType: Record<string, unknown[]> = {
  string: Object.values(extremeTexts).map(rawJSON),
  integer: extremeNumbers.map(rawJSON),
  number: extremeNumbers.map(rawJSON),
  boolean: [true, false],
  array: [[]],
  object: [{}],
  null: [null],
};

const byFormat: Record<string, unknown[]> = {
  date: ["0001-01-01", "2028-02-29", "9999-12-31"],
  "date-time": ["0001-01-01T00:00:00Z", "9999-12-31T23:59:59.999Z", "2026-03-02T09:00:00-03:00"],
  uuid: ["019CAE6B-6600-7000-8007-673CFEDBAB6F", "ffffffff-ffff-ffff-ffff-ffffffffffff"],
  uri: ["http://127.0.0.1:9/?%00#é", `http://127.0.0.1:9/${"a".repeat(3000)}`],
  ipv4: ["0.0.0.0", "255.255.255.255"],
};

/** For each type, null and the value that is most easily confused with it. */
const misfits: Record<string, unknown[]> = {
  string: [null, 1],
  integer: [null, "1", 1.5],
  number: [null, "1"],
  boolean: [null, "true"],
  object: [null, []],
  array: [null, {}],
  null: ["1", 1, 1.5, "true"],
};

/** As text `1` is a number, so that other texts break a type than values of a body do. */
const misfitTexts: Record<string, string[]> = {
  integer: ["abc", "1.5"],
  number: ["abc"],
  boolean: ["1"],
};

const malformed: Record<string, string[]> = {
  uuid: ["42"],
  date: ["2026-02-30"],
  "date-time": ["2026-02-28"],
  ipv4: ["203.0.113"],
  uri: ["shop"],
  // Any text will do.
  password: [],
};

function misfitsOf(types: string | string[]): unknown[] {
  const each = [types].flat().map((type) => misfits[type] ?? unknownTo("type", type));
  return (each[0] ?? []).filter((value) => each.every((values) => values.includes(value)));
}

/** A value that no set has, and those of a set in another case. */
function unlisted(listed: unknown[]): unknown[] {
  const [text] = listed;
  const cases = typeof text === "string" ? [text.toLowerCase(), text.toUpperCase()] : [];
  return ["NO_SUCH_VALUE", ...cases.filter((one) => !listed.includes(one))];
}

function valuesOf(names: string | string[], values: Record<string, unknown[]>): unknown[] {
  return [names].flat().flatMap((name) => values[name] ?? []);
}

function unknownTo(what: string, name: string): never {
  throw new Error(
    `There is no value for the ${what} ${name}: say in test/contract/broken-requests.ts what breaks it.`,
  );
}

/** Every possible violation in a request, one at a time. */
export function violations(request: Request): Mutation[] {
  return [...bodyViolations(request), ...parameterViolations(request)];
}

/** Every value at or beyond a limit of each field and parameter of a request. A place has none twice. */
export function mutationsOf(request: Request): Mutation[] {
  const all = [...bodyLimits(request), ...parameterExtremes(request), ...violations(request)];
  return [...new Map(all.map((mutation) => [nameOf(mutation), mutation])).values()];
}

/** The place and the value, for people. */
export function nameOf({ where, path, value }: Mutation): string {
  return `${where} ${path.join(".")}: ${value === NOTHING ? "nothing" : JSON.stringify(value)}`;
}

/** The request with a change. Where an object that would have it is none any more, the request stays as it is. */
export function mutated(request: Request, { where, path, value }: Mutation): Request {
  if (where === "body") return { ...request, body: withValue(request.body, path, value) };
  const member = where === "header" ? "headers" : where;
  return { ...request, [member]: { ...request[member], [path.join()]: value } };
}

/** A body with another value at a place. */
export function withValue(owner: unknown, path: readonly string[], value: unknown): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return value === NOTHING ? undefined : value;
  if (Array.isArray(owner))
    return owner.map((item, index) => (`${index}` === key ? withValue(item, rest, value) : item));
  if (!isObject(owner)) return owner;
  if (rest.length > 0 || value !== NOTHING)
    return { ...owner, [key]: withValue(owner[key], rest, value) };
  const { [key]: _, ...others } = owner;
  return others;
}

/** Gives a request every optional field that it does not have. */
export function complete(request: Request): Request {
  const schema = requestSchema(request.operation);
  return schema.exists ? { ...request, body: fill(schema.value, request.body) } : request;
}

type Change = Pick<Mutation, "path" | "value" | "rule"> & { field?: string[] };

function bodyViolations({ operation, body }: Request): Mutation[] {
  const schema = requestSchema(operation);
  if (!schema.exists) return [];
  const isRequired = operation.cursor.at("requestBody", "required").value === true;
  const missing: Change[] = isRequired ? [{ path: [], value: NOTHING, rule: "required" }] : [];
  return [...changes(schema.value, body, "breaking"), ...missing].map((change) => ({
    ...change,
    where: "body",
    field: (change.field ?? change.path).join("."),
    outcome: "refused",
  }));
}

/** What satisfies one keyword may break another one. */
function bodyLimits(request: Request): Mutation[] {
  const schema = requestSchema(request.operation);
  if (!schema.exists) return [];
  return [...changes(schema.value, request.body, "within")].map((change) => {
    const { path, value } = change;
    const body = JSON.stringify(withValue(request.body, path, value));
    const isValid = problems(schema.value, body && JSON.parse(body)).length === 0;
    return {
      ...change,
      where: "body",
      field: path.join("."),
      outcome: isValid ? "accepted" : "refused",
    };
  });
}

function* changes(
  schema: Schema,
  value: unknown,
  kind: "breaking" | "within",
  path: string[] = [],
): Generator<Change> {
  const all = parts(schema, value);
  for (const part of all)
    for (const [rule, limit] of rulesOf(part))
      for (const found of keywords[rule]?.[kind]?.(limit as never, value as never) ?? [])
        yield { path, value: found, rule };
  const items = Array.isArray(value) && all.find((part) => part.items)?.items;
  if (items) yield* changes(items, (value as unknown[])[0], kind, [...path, "0"]);
  if (!isObject(value)) return;
  yield* changesOfFields(all, value, kind, path);
  for (const [name, field] of fields(all))
    yield* changes(field, value[name], kind, [...path, name]);
}

function rulesOf(part: Schema): [rule: string, limit: unknown][] {
  return Object.entries(part).filter(([rule]) => {
    if (others.includes(rule) || (rule.startsWith("x-") && !(rule in keywords))) return false;
    return rule in keywords || unknownTo("keyword", rule);
  });
}

/** A field less, and one more. Of alternatives, all have to go before one is missing. */
function changesOfFields(all: Schema[], owner: object, kind: string, path: string[]): Change[] {
  if (kind === "within") {
    const absent = fields(all).map(([name]) => ({ path: [...path, name], value: NOTHING }));
    const unknown = { path: [...path, "unknown"], value: { unknown: [1] }, rule: "unknown field" };
    return [...absent.map((change) => ({ ...change, rule: "absent" })), unknown];
  }
  const either = alternatives(all);
  const required = new Set<string>(all.flatMap((part) => part.required ?? []));
  return [...required].map((name) => {
    const field = [...path, name];
    if (!either.includes(name)) return { path: field, value: NOTHING, rule: "required" };
    const rest = Object.entries(owner).filter(([key]) => !either.includes(key));
    return { path, value: Object.fromEntries(rest), rule: "required", field };
  });
}

/** The fields of which a value needs one, each required by another branch. */
function alternatives(all: Schema[]): string[] {
  const required: string[][] = all
    .filter(({ discriminator }) => !discriminator)
    .flatMap(({ oneOf = [], anyOf = [] }) => [...oneOf, ...anyOf])
    .map((branch) => referred(branch).required ?? []);
  return required.flat().filter((name) => !required.every((names) => names.includes(name)));
}

function parameterViolations({ operation }: Request): Mutation[] {
  return parameters(operation).flatMap((parameter) => {
    const { where, field } = placeOf(parameter);
    const schema = parameter.at("schema").value;
    const example = parameter.at("example").value;
    const refused = (rule: string, ...texts: string[]): Mutation => {
      const value = where === "header" ? texts : texts.map(encodeURIComponent);
      return { where, path: [field], field, rule, value, outcome: "refused" };
    };
    const wrong = parts(schema, example).flatMap((part) =>
      rulesOf(part).flatMap(([rule, limit]) =>
        (rule === "type"
          ? (misfitTexts[`${limit}`] ?? [])
          : (keywords[rule]?.breaking(limit as never, example as never) ?? [])
        ).map((value) => refused(rule, `${value}`)),
      ),
    );
    if (where !== "query") return wrong;
    wrong.push(refused("given twice", `${example}`, `${example}`));
    if (problems(schema, "").length > 0) wrong.push(refused("given empty", ""));
    return wrong;
  });
}

function parameterExtremes({ operation }: Request): Mutation[] {
  return parameters(operation).flatMap((parameter) => {
    const { where, field } = placeOf(parameter);
    const { enum: listed = [], minimum, maximum } = parameter.at("schema").value as Schema;
    const known = [...listed, minimum, maximum].filter((value) => value !== undefined);
    const texts = where === "header" ? headerTexts : Object.values(extremeParameters);
    return [...known, ...texts].map((value) => ({
      ...{ where, path: [field], field, rule: "extreme", value: [`${value}`] },
      outcome: undefined,
    }));
  });
}

function placeOf(parameter: Cursor) {
  const where = parameter.at("in").value as Exclude<Mutation["where"], "body">;
  return { where, field: `${parameter.at("name").value}` };
}

/** Of the extreme texts those that a header can have. */
const headerTexts = Object.values(extremeTexts)
  .map((json): string => JSON.parse(json))
  .filter((text) => /^[\x20-\x7e\xa0-\xff]*$/.test(text))
  .concat("é", "' OR 1=1 --", "a".repeat(3000), "019CAE6B-6600-7000-8007-673CFEDBAB6F");

/** The value with every optional field that it does not have, or a value of the schema's own. */
function fill(schema: Schema, value: unknown): unknown {
  const all = parts(schema, value);
  const found = value ?? sample(all);
  if (Array.isArray(found)) {
    const items = all.find((part) => part.items)?.items;
    return items ? (found.length > 0 ? found : [undefined]).map((one) => fill(items, one)) : found;
  }
  if (!isObject(found)) return found;
  // Of alternatives, it keeps the one that it has, or gets the first one.
  const either = alternatives(all);
  const [chosen = either[0]] = either.filter((name) => name in found);
  // Of what is said twice of a field, the first.
  const filled = [...new Map(fields(all).toReversed())]
    .filter(([name]) => name in found || name === chosen || !either.includes(name))
    .map(([name, field]) => [name, fill(field, found[name])]);
  return { ...found, ...Object.fromEntries(filled) };
}

const samples: Record<string, unknown> = {
  object: {},
  array: [],
  uuid: "0d6f8b21-7c4a-4e95-b3d0-5a1c9e7f2846",
};

/** Some value that a schema allows. */
function sample(all: Schema[]): unknown {
  const stated = ["const", "default"].flatMap((key) => all.map((part) => part[key]));
  const listed = ["examples", "enum"].flatMap((key) => all.map((part) => part[key]?.[0]));
  const usual = ["format", "type"].flatMap((key) => all.map((part) => samples[part[key]]));
  const found = [...stated, ...listed, ...usual].find((value) => value !== undefined);
  return found ?? unknownTo("sample of", JSON.stringify(all));
}

/** The schemas that hold together for a value: references, all of `allOf`, and the branch it is of. */
function parts(schema: Schema, value: unknown): Schema[] {
  const { $ref, allOf = [], oneOf = [], anyOf = [] } = schema;
  // What has `required` alone leaves the type to the schema around it.
  const whole = (one: Schema) => (isObject(value) ? { type: "object", allOf: [one] } : one);
  const fits = (one: Schema) => value !== undefined && problems(whole(one), value).length === 0;
  const branches = [...oneOf, ...anyOf];
  const branch = branches.find(fits) ?? branches[0];
  const others = [...($ref ? [referred(schema)] : []), ...allOf, ...(branch ? [branch] : [])];
  return [schema, ...others.flatMap((one) => parts(one, value))];
}

function referred(schema: Schema): Schema {
  return schema.$ref ? schemas[schema.$ref.replace("#/components/schemas/", "")] : schema;
}

/** The fields of an object, each as often as something is said of it. */
function fields(all: Schema[]): [name: string, schema: Schema][] {
  return all.flatMap(({ properties = {} }) => Object.entries(properties));
}
