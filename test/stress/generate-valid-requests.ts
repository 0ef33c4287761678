import type { ValidateFunction } from "ajv";
import type { Cursor } from "../../src/contract/cursor.ts";
import {
  carriesFile,
  isPublic,
  type Operation,
  operations,
  parameters,
  requestSchema,
} from "../../src/contract/operations.ts";
import { createAjv, requestSchemas } from "../../src/sandbox/http/ajv-instance.ts";
import { complete, faults } from "../contract/invalid-requests.ts";
import { shownBy } from "../mock/contract-examples.ts";
import { control, service } from "../sandbox/contract-examples.ts";
import { type Make, makerOfBody, makerOfParameter, type Source } from "./generate-valid-values.ts";
import {
  brokenText,
  changed,
  hostile,
  jsonOf,
  oddTexts,
  prototypeNames,
} from "./hostile-values.ts";
import { pathTricks } from "./path-tricks.ts";
import type { Chance } from "./seeded-random.ts";

/** A request before it is written in bytes. */
export interface Request {
  method: string;
  /** The path and the query. */
  target: string;
  headers: readonly Header[];
  body?: Buffer | undefined;
}

export type Header = readonly [name: string, value: string];

/** A request for an operation, with its expected outcome. */
export interface Attempt extends Request {
  operation: string;
  kind: Kind;
  /** A path of the operation, used to check its responses against the contract. */
  path: string;
  /** What its body says, where it is JSON. */
  json: unknown;
  /** Whether the contract allows it. Undefined if this is unknown. */
  isAllowed: boolean | undefined;
  /** Whether it brings what lets it in; undefined where that depends on who reads its headers. */
  isAdmitted: boolean | undefined;
}

/** An operation, with what it takes to make requests for it. */
export interface Callable {
  id: string;
  method: string;
  template: string;
  isPublic: boolean;
  parameters: Parameter[];
  body: Body | undefined;
}

type Near = Record<string, unknown[]>;

interface Parameter {
  name: string;
  where: "path" | "query" | "header";
  isRequired: boolean;
  make: Make;
  near: readonly unknown[];
}

interface Body {
  make: Make;
  isRequired: boolean;
  limits: Near;
  validate: ValidateFunction;
}

export const callables: Callable[] = [service, control].flatMap((contract) => {
  const schemas = requestSchemas(contract);
  const ajv = createAjv(contract, { allErrors: false });
  const withJson = operations(contract).filter((operation) => !carriesFile(operation));
  return withJson.map((operation) => {
    const near = valuesNear(operation);
    return {
      id: operation.id,
      method: operation.cursor.key.toUpperCase(),
      template: operation.pathItem.key,
      isPublic: isPublic(operation),
      parameters: parameters(operation).map((parameter) => parameterOf(parameter, near)),
      body: bodyOf(operation, near, () => ajv.compile(schemas[`${operation.id} body`] ?? {})),
    };
  });
});

/** The values just beyond the limits of each field and parameter, by its name. */
function valuesNear(operation: Operation): Near {
  const all = shownBy(operation).flatMap(({ request }) => faults(complete(request)));
  const values = all.map(({ field, request }) => {
    const given = { ...request.path, ...request.query, ...request.headers };
    const inBody = field
      .split(".")
      .reduce((owner: unknown, key) => Object(owner)[key], request.body);
    return { name: field.split(".").at(-1) ?? "", value: given[field] ?? inBody };
  });
  const byName = [...Map.groupBy(values, ({ name }) => name)];
  return Object.fromEntries(byName.map(([name, some]) => [name, some.map(({ value }) => value)]));
}

function parameterOf(parameter: Cursor, near: Near): Parameter {
  const name = `${parameter.at("name").value}`;
  return {
    name,
    where: parameter.at("in").value as Parameter["where"],
    isRequired: parameter.at("required").value === true,
    make: makerOfParameter(parameter),
    near: near[name] ?? [],
  };
}

function bodyOf(
  operation: Operation,
  limits: Near,
  compile: () => ValidateFunction,
): Body | undefined {
  const schema = requestSchema(operation);
  if (!schema.exists) return undefined;
  const isRequired = operation.cursor.at("requestBody", "required").value === true;
  return { make: makerOfBody(operation), isRequired, limits, validate: compile() };
}

/** A request in the making: all of it is valid, until something is done to it. */
interface Draft {
  callable: Callable;
  chance: Chance;
  method: string;
  parameters: Record<Parameter["where"], [name: string, value: string][]>;
  value: unknown;
  body: Buffer | undefined;
  token: string | undefined;
  headers: Header[];
  rewrite(path: string): string;
}

type Break = (draft: Draft) => void;

export type Kind = keyof typeof kinds;

/** What is done to a valid request, and how often in relation to the others. */
const kinds = {
  "as the contract has it": { share: 22, spoil: () => {} },
  "one thing wrong in the body": { share: 17, spoil: inBody(1), isOfBody: true },
  "several things wrong in the body": { share: 6, spoil: inBody(5), isOfBody: true },
  "a body that is broken as a text": { share: 10, spoil: brokenBody, isOfBody: true },
  "a parameter that is wrong": { share: 11, spoil: wrongParameter },
  "a path that is written otherwise": { share: 4, spoil: otherPath },
  "headers that nobody expects": { share: 5, spoil: oddHeaders },
  "another method": { share: 2, spoil: otherMethod },
  "a token that does not count": { share: 3, spoil: noToken },
} as const satisfies Record<string, { share: number; spoil: Break; isOfBody?: boolean }>;

const kindNames = Object.keys(kinds) as Kind[];

/** What only a request with a body can have. */
const ofBodies = kindNames.filter((kind) => "isOfBody" in kinds[kind]);

/** If nothing else was changed, the body decides whether the request is allowed. */
const decidedByBody = new Set<Kind>(["as the contract has it", ...ofBodies]);

const drawn = drawnOf(kindNames);
const drawnWithoutBody = drawnOf(kindNames.filter((kind) => !ofBodies.includes(kind)));

function drawnOf(names: Kind[]): Kind[] {
  return names.flatMap((kind) => Array<Kind>(kinds[kind].share).fill(kind));
}

/** A request for an operation, of any kind. */
export function draw(callable: Callable, source: Source): Attempt {
  return make(callable, source, source.chance.pick(callable.body ? drawn : drawnWithoutBody));
}

/** A request of a kind. What is valid is drawn anew where a drawn value happens not to be. */
export function make(
  callable: Callable,
  source: Source,
  kind: Kind = "as the contract has it",
): Attempt {
  const draft = draftOf(callable, source);
  kinds[kind].spoil(draft);
  const { parameters, headers, method } = draft;
  const path = pathOf(draft);
  const query = queryOf(parameters.query);
  const target = `${draft.rewrite(path)}${query && `?${query}`}`.slice(0, MAX_TARGET);
  const body = draft.body ?? bodyBytes(draft);
  const json = body && parsed(body);
  const isBodyValid = isValid(callable, body, json);
  return {
    operation: callable.id,
    kind,
    method,
    target,
    // Of two of a name the first one counts.
    headers: [
      ...headers,
      ["host", "127.0.0.1"],
      ["accept", "application/json"],
      ...(draft.token === undefined ? [] : [["authorization", draft.token] as const]),
      ...(body ? [["content-type", "application/json"] as const] : []),
      ...parameters.header.map(([name, value]) => [name, headerText(value)] as const),
    ],
    body,
    json,
    path,
    isAllowed: allowance(kind, isBodyValid),
    isAdmitted: admission(kind, callable),
  };
}

/** Another method may reach another operation, for which the body is meaningless. */
function allowance(kind: Kind, isBodyValid: boolean): boolean | undefined {
  if (kind === "another method") return undefined;
  return decidedByBody.has(kind) || !isBodyValid ? isBodyValid : undefined;
}

function admission(kind: Kind, { isPublic }: Callable): boolean | undefined {
  if (kind === "headers that nobody expects") return undefined;
  return isPublic || kind !== "a token that does not count";
}

/** All headers together stay below the limit of 16 KiB. */
const MAX_TARGET = 4_000;

function draftOf(callable: Callable, source: Source): Draft {
  const { chance, known } = source;
  const { isPublic, method, body } = callable;
  const given = callable.parameters
    .filter(({ isRequired }) => isRequired || chance.below(3) === 0)
    .map(({ name, where, make }) => ({ name, where, value: `${make(source)}` }));
  const at = (where: Parameter["where"]) =>
    given
      .filter((one) => one.where === where)
      .map(({ name, value }): [string, string] => [name, value]);
  const isLeftOut = body && !body.isRequired && chance.below(4) === 0;
  return {
    callable,
    chance,
    method,
    parameters: { path: at("path"), query: at("query"), header: at("header") },
    value: body && !isLeftOut ? validValue(body, source) : undefined,
    body: undefined,
    token: isPublic ? undefined : `Bearer ${known("token")}`,
    headers: [],
    rewrite: (path) => path,
  };
}

/** Where several things have to fit, not every draw is valid. */
function validValue({ make, validate }: Body, source: Source): unknown {
  let value = make(source);
  for (let left = 12; left > 0 && !validate(JSON.parse(JSON.stringify(value))); left--) {
    value = make(source);
  }
  return value;
}

function pathOf({ callable, parameters }: Draft): string {
  const values = new Map(parameters.path);
  return callable.template.replaceAll(/\{(\w+)\}/g, (_, name) =>
    encodeURIComponent((values.get(name) ?? "").toWellFormed()),
  );
}

function queryOf(pairs: [string, string][]): string {
  return pairs
    .map((pair) => pair.map((text) => encodeURIComponent(text.toWellFormed())).join("="))
    .join("&");
}

/** A header has one line, of bytes. */
function headerText(text: string): string {
  return text.slice(0, 1_000).replaceAll(/[^\x20-\x7e\xa0-\xff]/g, "?");
}

function bodyBytes({ value }: Draft): Buffer | undefined {
  const text = value === undefined ? "" : jsonOf(value);
  return text === "" ? undefined : Buffer.from(text);
}

const utf8 = new TextDecoder("utf-8", { fatal: true });

function parsed(bytes: Buffer): unknown {
  try {
    return JSON.parse(utf8.decode(bytes));
  } catch {
    return undefined;
  }
}

function isValid({ body }: Callable, bytes: Buffer | undefined, json: unknown): boolean {
  if (!body) return true;
  return bytes?.length ? json !== undefined && body.validate(json) : !body.isRequired;
}

function inBody(most: number): Break {
  return (draft) => {
    const { callable, chance } = draft;
    const times = chance.between(1, most);
    for (let time = 0; time < times; time++) {
      draft.value = changed(draft.value, chance, callable.body?.limits ?? {});
    }
  };
}

function brokenBody(draft: Draft): void {
  draft.body = brokenText(jsonOf(draft.value ?? {}), draft.chance);
}

/** Parameters that no operation knows. */
const unknownParameters = [
  ...prototypeNames,
  ...["page[]", "limit[$gt]", "", "\u0000", "__defineGetter__"],
];

function wrongParameter(draft: Draft): void {
  const { callable, chance, parameters } = draft;
  if (callable.parameters.length === 0 || chance.below(5) === 0) {
    const name = chance.pick(unknownParameters);
    parameters.query.push([name, chance.pick(oddTexts)], [name, "1"]);
    return;
  }
  const { name, where, near } = chance.pick(callable.parameters);
  const odd = chance.pick([near, oddTexts, oddTexts]);
  const value = odd.length > 0 ? chance.pick<unknown>(odd) : hostile(chance);
  const text = typeof value === "string" ? value : jsonOf(value);
  const others = parameters[where].filter((pair) => pair[0] !== name || chance.below(5) === 0);
  parameters[where] = [...others, [name, text]];
}

const tricks = Object.values(pathTricks);

function otherPath(draft: Draft): void {
  draft.rewrite = draft.chance.pick(tricks);
}

const oddHeader = [
  ...["content-type: text/plain", "content-type: application/json; charset=utf-16"],
  ...["content-type: multipart/form-data; boundary=x"],
  ...[`content-type: application/json;${" ".repeat(2_000)}x`, "content-encoding: gzip"],
  ...["content-encoding: identity", "accept: text/html;q=0.9,*/*;q=x"],
  ...["accept-encoding: br, gzip, *", "expect: magic", "te: trailers", "range: bytes=0-1,5-"],
  ...["if-none-match: *", "x-http-method-override: DELETE", "x-forwarded-host: shop.example"],
  ...["x-original-url: /_sandbox/reset", "forwarded: for=127.0.0.1;host=shop.example"],
  ...["host: shop.example", "host: ", "origin: https://shop.example"],
  ...[`cookie: a=${"b".repeat(2_000)}`, "authorization: Basic YTpi"],
  ...["x-subaccount-id: 00000000-0000-4000-8000-000000000000", "x-operator-key: '\"--"],
  ...["__proto__: x", "constructor: x", `x-long: ${"x".repeat(3_000)}`],
  ...["x-latin: çãé\xff", "connection: keep-alive, host, authorization"],
].map((line): Header => {
  const [, name = "", value = ""] = /^(.*?): (.*)$/s.exec(line) ?? [];
  return [name, value];
});

function oddHeaders(draft: Draft): void {
  const { chance } = draft;
  draft.headers = Array.from({ length: chance.between(1, 3) }, () => chance.pick(oddHeader));
}

const methods = ["GET", "POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "PROPFIND", "QUERY"];

function otherMethod(draft: Draft): void {
  draft.method = draft.chance.pick(methods.filter((method) => method !== draft.callable.method));
}

function noToken(draft: Draft): void {
  const { chance, token = "" } = draft;
  const cut = token.slice(0, chance.below(token.length));
  draft.token = chance.pick([
    undefined,
    "",
    "Bearer",
    cut,
    `${token}x`,
    token.slice(7),
    `Basic ${cut}`,
  ]);
}

/** A request as it goes over the wire. */
export function bytesOf({ method, target, headers, body }: Request): Buffer {
  const length: Header[] = body ? [["content-length", `${body.length}`]] : [];
  const lines = [...headers, ...length].map(([name, value]) => `${name}: ${value}`);
  const head = [`${method} ${target} HTTP/1.1`, ...lines, "", ""].join("\r\n");
  return Buffer.concat([Buffer.from(head, "latin1"), body ?? Buffer.alloc(0)]);
}
