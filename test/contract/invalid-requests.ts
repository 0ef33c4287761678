import { type Cursor, isObject } from "../../src/contract/cursor.ts";
import { parameters, requestSchema } from "../../src/contract/operations.ts";
import { problems, type Request, type Shown, schemas } from "../mock/contract-examples.ts";
import { changed } from "../sandbox/contract-examples.ts";
import { type Case, changeOf } from "./valid-and-invalid-requests.ts";

/** One violation in a request. */
export interface Fault {
  where: "body" | "path" | "query" | "header";
  /** The rule that is broken: a keyword of JSON Schema, or one of our own words for it. */
  rule: string;
  /** Where it is broken, as a response names it. */
  field: string;
  request: Request;
}

/** A value with one violation. */
type Wrong = { rule: string; path: string[]; value: unknown };

// biome-ignore lint/suspicious/noExplicitAny: what a schema has is looked at keyword by keyword.
export type Schema = any;

/** What breaks each keyword that can be broken by a single value. */
const oversteps: Record<string, (limit: never, value: never) => unknown[]> = {
  type: (types: string | string[]) => {
    const each = [types].flat().map((type) => misfits[type] ?? unknownTo("type", type));
    return (each[0] ?? []).filter((value) => each.every((values) => values.includes(value)));
  },
  const: (only: unknown) => unlisted([only]),
  enum: unlisted,
  minimum: (limit: number) => [limit - 1],
  exclusiveMinimum: (limit: number) => [limit],
  maximum: (limit: number) => [limit + 1],
  maxLength: (most: number) => ["x".repeat(most + 1)],
  maxItems: (most: number, [item]: unknown[] = []) => [Array(most + 1).fill(item)],
  "x-fraction-digits": (most: number, value: number) => [value + 0.5 * 10 ** -most],
  pattern: (pattern: string, value: string) => {
    const near = ["", "\0", ` ${value}`, `${value}0`, `${value}-x`, "x"];
    const outside = near.filter((text) => !new RegExp(pattern, "u").test(text));
    return outside.length > 0 ? outside : unknownTo("pattern", pattern);
  },
  format: (format: string) => malformed[format] ?? unknownTo("format", format),
};

/** A value that no set has, and those of a set in another case. */
function unlisted(listed: unknown[]): unknown[] {
  const [text] = listed;
  const cases = typeof text === "string" ? [text.toLowerCase(), text.toUpperCase()] : [];
  return ["NO_SUCH_VALUE", ...cases.filter((one) => !listed.includes(one))];
}

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

const malformed: Record<string, string[]> = {
  uuid: ["42"],
  date: ["2026-02-30"],
  "date-time": ["2026-02-28"],
  ipv4: ["203.0.113"],
  uri: ["shop"],
  // Any text will do.
  password: [],
};

/** Keywords that hold no value to a rule, or hold schemas that do. */
const others = [
  ...["$ref", "allOf", "oneOf", "anyOf", "discriminator", "properties", "required", "items"],
  ...["default", "examples", "title", "description"],
];

function unknownTo(what: string, name: string): never {
  throw new Error(
    `There is no fault for the ${what} ${name}: say in test/contract/invalid-requests.ts what breaks it.`,
  );
}

/** Gives a request every optional field that it does not have. */
export function complete(request: Request): Request {
  const schema = requestSchema(request.operation);
  return schema.exists ? { ...request, body: fill(schema.value, request.body) } : request;
}

/** Every possible violation in a request, one at a time. */
export function faults(request: Request): Fault[] {
  return [...bodyFaults(request), ...parameterFaults(request)];
}

/** The request of a row of the table, if an operation shows one. */
export function requestOf(row: Case, shown: readonly Shown[]): (Case & { request: Request })[] {
  const request = shown.find(({ name }) => name === `${row.id} ${row.example}`)?.request;
  if (!request) return [];
  return [{ ...row, request: { ...request, body: changed(request.body, changeOf(row)) } }];
}

function bodyFaults(request: Request): Fault[] {
  const schema = requestSchema(request.operation);
  if (!schema.exists) return [];
  const { body, ...bodiless } = request;
  const wrong = [...wrongs(schema.value, body)].map(({ rule, path, value }) => ({
    where: "body" as const,
    rule,
    field: path.join("."),
    request: { ...request, body: value },
  }));
  const isRequired = request.operation.cursor.at("requestBody", "required").value === true;
  if (!isRequired) return wrong;
  return [...wrong, { where: "body", rule: "required", field: "", request: bodiless }];
}

function* wrongs(schema: Schema, value: unknown): Generator<Wrong> {
  const all = parts(schema, value);
  yield* all.flatMap((part) => wrongsOf(part, value));
  if (Array.isArray(value)) {
    const [first, ...rest] = value;
    for (const wrong of all.flatMap(({ items }) => (items ? [...wrongs(items, first)] : []))) {
      yield { ...wrong, path: ["0", ...wrong.path], value: [wrong.value, ...rest] };
    }
  }
  if (!isObject(value)) return;
  const either = alternatives(all);
  for (const name of new Set<string>(all.flatMap(({ required = [] }) => required))) {
    const gone = either.includes(name) ? either : [name];
    const rest = Object.entries(value).filter(([key]) => !gone.includes(key));
    yield { rule: "required", path: [name], value: Object.fromEntries(rest) };
  }
  for (const [name, field] of fields(all)) {
    for (const wrong of wrongs(field, value[name])) {
      yield { ...wrong, path: [name, ...wrong.path], value: { ...value, [name]: wrong.value } };
    }
  }
}

/** Changes that break a keyword of a schema itself. */
function wrongsOf(part: Schema, value: unknown): Wrong[] {
  return Object.entries(part).flatMap(([rule, limit]) => {
    if (others.includes(rule) || (rule.startsWith("x-") && !(rule in oversteps))) return [];
    const overstep = oversteps[rule] ?? unknownTo("keyword", rule);
    return overstep(limit as never, value as never).map((value) => ({ rule, path: [], value }));
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

function parameterFaults(request: Request): Fault[] {
  return parameters(request.operation).flatMap((parameter) => {
    const field = String(parameter.at("name").value);
    const where = parameter.at("in").value as "path" | "query" | "header";
    return wrongTexts(parameter, where).map(({ rule, text }) => ({
      where,
      rule,
      field,
      request: put(request, where, field, text),
    }));
  });
}

/** As text `1` is a number, so that other texts break a type than values of a body do. */
const misfitTexts: Record<string, string[]> = {
  integer: ["abc", "1.5"],
  number: ["abc"],
  boolean: ["1"],
};

function wrongTexts(parameter: Cursor, where: Fault["where"]) {
  const schema = parameter.at("schema").value;
  const example = parameter.at("example").value;
  const wrong: { rule: string; text: string | string[] }[] = parts(schema, example).flatMap(
    (part) => [
      ...wrongsOf(part, example)
        .filter(({ rule }) => rule !== "type")
        .map(({ rule, value }) => ({ rule, text: String(value) })),
      ...(misfitTexts[part.type] ?? []).map((text) => ({ rule: "type", text })),
    ],
  );
  if (where !== "query") return wrong;
  wrong.push({ rule: "given twice", text: [`${example}`, `${example}`] });
  if (problems(schema, "").length > 0) wrong.push({ rule: "given empty", text: "" });
  return wrong;
}

function put(request: Request, where: Fault["where"], field: string, text: unknown): Request {
  const member = where === "header" ? "headers" : where;
  return { ...request, [member]: { ...(request[member] as object), [field]: text } };
}

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
export function parts(schema: Schema, value: unknown): Schema[] {
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
export function fields(all: Schema[]): [name: string, schema: Schema][] {
  return all.flatMap(({ properties = {} }) => Object.entries(properties));
}
