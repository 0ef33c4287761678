import { isObject } from "../../src/contract/cursor.ts";
import { parameters, requestSchema } from "../../src/contract/operations.ts";
import type { Request } from "../mock/contract-examples.ts";
import { extremeNumbers, extremeParameters, extremeTexts } from "./extreme-values.ts";
import { faults, fields, parts, type Schema } from "./invalid-requests.ts";

/** A value at a limit of a field or a parameter, or beyond it. */
export interface Extreme {
  where: "body" | "path" | "query" | "header";
  /** The path of the field in the body, or the name of the parameter. */
  path: string[];
  /** As the request has it: encoded in a path or a query, in Latin-1 in a header, a `JSON.rawJSON` in a body. */
  value: unknown;
}

/** In place of a value, there is none. */
const NOTHING = Symbol("nothing");

const { rawJSON } = JSON as typeof JSON & { rawJSON(text: string): unknown };

const valuesOfType: Record<string, unknown[]> = {
  string: Object.values(extremeTexts).map(rawJSON),
  integer: extremeNumbers.map(rawJSON),
  number: extremeNumbers.map(rawJSON),
  boolean: [true, false],
  array: [[]],
  object: [{}],
  null: [null],
};

const valuesOfFormat: Record<string, unknown[]> = {
  date: ["0001-01-01", "2028-02-29", "9999-12-31"],
  "date-time": ["0001-01-01T00:00:00Z", "9999-12-31T23:59:59.999Z", "2026-03-02T09:00:00-03:00"],
  uuid: ["019CAE6B-6600-7000-8007-673CFEDBAB6F", "ffffffff-ffff-ffff-ffff-ffffffffffff"],
  uri: ["http://127.0.0.1:9/?%00#é", `http://127.0.0.1:9/${"a".repeat(3000)}`],
  ipv4: ["0.0.0.0", "255.255.255.255"],
};

/** The values with which each keyword is just satisfied. */
const within: Record<string, (limit: never, value: never) => unknown[]> = {
  type: (types: string | string[]) => [types].flat().flatMap((type) => valuesOfType[type] ?? []),
  format: (format: string) => valuesOfFormat[format] ?? [],
  enum: (listed: unknown[]) => listed,
  minimum: (limit: number) => [limit, limit + 1],
  exclusiveMinimum: (limit: number) => [limit + 1],
  maximum: (limit: number) => [limit],
  maxLength: (most: number) => ["x".repeat(most)],
  maxItems: (most: number, [item]: unknown[] = []) => [Array(most).fill(item)],
};

/** Every value at or beyond a limit of each field and parameter of a request. A place has none twice. */
export function extremesOf(request: Request): Extreme[] {
  const schema = requestSchema(request.operation);
  const all = [
    ...violations(request),
    ...(schema.exists ? limits(schema.value, request.body) : []),
    ...parameterExtremes(request),
  ];
  return [...new Map(all.map((extreme) => [nameOf(extreme), extreme])).values()];
}

/** The place and the value, for people. */
export function nameOf({ where, path, value }: Extreme): string {
  return `${where} ${path.join(".")}: ${value === NOTHING ? "nothing" : JSON.stringify(value)}`;
}

/** The request with an extreme. Where an object that would have it is none any more, the request stays as it is. */
export function withExtreme(request: Request, { where, path, value }: Extreme): Request {
  if (where === "body") return { ...request, body: replaceAt(request.body, path, value) };
  const member = where === "header" ? "headers" : where;
  return { ...request, [member]: { ...request[member], [path.join()]: value } };
}

function violations(request: Request): Extreme[] {
  return faults(request).map(({ where, field, request: wrong }): Extreme => {
    if (where === "body") {
      const path = field === "" ? [] : field.split(".");
      return { where, path, value: valueAt(wrong.body, path) };
    }
    const given = wrong[where === "header" ? "headers" : where][field];
    return {
      where,
      path: [field],
      value: [given].flat().map((text) => encodeURIComponent(`${text}`)),
    };
  });
}

function* limits(schema: Schema, value: unknown, path: string[] = []): Generator<Extreme> {
  const all = parts(schema, value);
  for (const part of all)
    for (const [keyword, limit] of Object.entries(part))
      for (const extreme of within[keyword]?.(limit as never, value as never) ?? [])
        yield { where: "body", path, value: extreme };
  if (Array.isArray(value)) {
    const items = all.find((part) => part.items)?.items;
    if (items) yield* limits(items, value[0], [...path, "0"]);
  }
  if (!isObject(value)) return;
  for (const [name, field] of fields(all)) {
    yield { where: "body", path: [...path, name], value: NOTHING };
    yield* limits(field, value[name], [...path, name]);
  }
}

function parameterExtremes({ operation }: Request): Extreme[] {
  return parameters(operation).flatMap((parameter) => {
    const where = parameter.at("in").value as Extreme["where"];
    const path = [`${parameter.at("name").value}`];
    const { enum: listed = [], minimum, maximum } = parameter.at("schema").value as Schema;
    const known = [...listed, minimum, maximum].filter((value) => value !== undefined);
    const texts = where === "header" ? headerTexts : Object.values(extremeParameters);
    return [...known, ...texts].map((value) => ({
      where,
      path,
      value: [`${value}`],
    }));
  });
}

/** Of the extreme texts those that a header can have. */
const headerTexts = Object.values(extremeTexts)
  .map((json): string => JSON.parse(json))
  .filter((text) => /^[\x20-\x7e\xa0-\xff]*$/.test(text))
  .concat("é", "' OR 1=1 --", "a".repeat(3000), "019CAE6B-6600-7000-8007-673CFEDBAB6F");

function valueAt(body: unknown, path: readonly string[]): unknown {
  const value = path.reduce((owner: unknown, key) => Object(owner)[key], body);
  return value === undefined ? NOTHING : value;
}

function replaceAt(owner: unknown, [key, ...rest]: readonly string[], value: unknown): unknown {
  if (key === undefined) return value === NOTHING ? undefined : value;
  if (Array.isArray(owner))
    return owner.map((item, index) => (`${index}` === key ? replaceAt(item, rest, value) : item));
  if (!isObject(owner)) return owner;
  if (rest.length > 0 || value !== NOTHING)
    return { ...owner, [key]: replaceAt(owner[key], rest, value) };
  const { [key]: _, ...others } = owner;
  return others;
}
