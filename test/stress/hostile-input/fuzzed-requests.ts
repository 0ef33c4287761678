import type { ValidateFunction } from "ajv";
import {
  carriesFile,
  isPublic,
  type Operation,
  operations,
  parameters,
  requestSchema,
} from "../../../src/contract/operations.ts";
import { excessOf } from "../../../src/contract/validation-limits.ts";
import {
  complete,
  type Mutation,
  mutationsOf,
  NOTHING,
  withValue,
} from "../../contract/broken-requests.ts";
import { compile, shownBy } from "../../mock/requests-from-examples.ts";
import { control, service } from "../../sandbox/contract-examples.ts";
import type { Chance } from "../seeded-random.ts";
import { brokenText, cardNumbers, hostile, oddTexts, prototypeNames } from "./hostile-values.ts";
import { pathTricks } from "./path-tricks.ts";

/** What requests are made with. */
export interface Source {
  chance: Chance;
  /** An id or a key that exists, by the name of the field, where there is one. */
  known(name: string): string | undefined;
}

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

type Where = Exclude<Mutation["where"], "body">;

interface Parameter {
  name: string;
  where: Where;
  isRequired: boolean;
  /** Values that it takes, and others. */
  usual: readonly unknown[];
  odd: readonly string[];
}

interface Body {
  isRequired: boolean;
  validate: ValidateFunction;
  /** What the contract shows, with every field. */
  shown: unknown[];
  mutations: Mutation[];
}

/** Values that lead somewhere, where any would do by the schema, and those that take no long time. */
const chosen: Record<string, readonly unknown[]> = {
  cardNumber: cardNumbers,
  expirationYear: ["2030", "2026", "2020", "0000", "9999"],
  amount: [1, 2, 100, 4990, 999_991, 999_992, 999_993, 999_994, 9_999_999_999, 2 ** 53 - 1],
  installments: [1, 2, 3, 12, 24, 25, 2 ** 31 - 1],
  document: ["39053344705", "390.533.447-05", "52998224725", "11222333000181"],
  frequency: [1, 7, 30, 366, 2 ** 31, 2 ** 53 - 1],
  duration: [1, 2, 12, 2 ** 53 - 1],
  tolerancePeriod: [0, 1, 5, 2 ** 53 - 1],
  days: [1, 2, 3, 30],
  seconds: [1, 3_600, 86_400],
  latency: [1, 2, 5],
  times: [1, 2, 2 ** 53 - 1],
  page: [1, 2, 3, 2 ** 31, 2 ** 53 - 1],
  postbackUrl: [
    ...["http://127.0.0.1:1/postbacks", "http://[::1]:1/", "https://shop.example/postbacks"],
    ...["http://name:word@127.0.0.1:1/", "file:///etc/passwd", "javascript:alert(1)"],
    "http://2130706433:1/%0d%0ax-injected:%201",
  ],
};

/** Ids, which should be those of something, and fields whose largest values would take years to pass. */
const STAYS_USUAL = /(Id|^(days|hours|seconds|to|latency))$/;

export const callables: Callable[] = [service, control]
  .flatMap(operations)
  .filter((operation) => !carriesFile(operation))
  .map((operation) => {
    const requests = shownBy(operation).map(({ request }) => complete(request));
    const mutations = requests.flatMap(mutationsOf);
    return {
      id: operation.id,
      method: operation.cursor.key.toUpperCase(),
      template: operation.pathItem.key,
      isPublic: isPublic(operation),
      parameters: parametersOf(operation, mutations),
      body: bodyOf(operation, requests, mutations),
    };
  });

function parametersOf(operation: Operation, mutations: Mutation[]): Parameter[] {
  return parameters(operation).map((parameter) => {
    const name = `${parameter.at("name").value}`;
    const schema = parameter.at("schema");
    const [example] = [
      schema.at("enum").value,
      chosen[name],
      [parameter.at("example").value],
    ].filter(Array.isArray);
    return {
      name,
      where: parameter.at("in").value as Where,
      isRequired: parameter.at("required").value === true,
      usual: example as unknown[],
      odd: mutations
        .filter(({ where, field }) => where !== "body" && field === name)
        .flatMap(({ value }) => value as string[]),
    };
  });
}

function bodyOf(
  operation: Operation,
  requests: { body?: unknown }[],
  mutations: Mutation[],
): Body | undefined {
  const schema = requestSchema(operation);
  if (!schema.exists) return undefined;
  return {
    isRequired: operation.cursor.at("requestBody", "required").value === true,
    validate: compile(schema.value),
    shown: requests.map(({ body }) => body),
    mutations: mutations.filter(({ where }) => where === "body"),
  };
}

/** A request in the making: all of it is valid, until something is done to it. */
interface Draft {
  callable: Callable;
  chance: Chance;
  method: string;
  parameters: Record<Where, [name: string, value: string][]>;
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
  const query = parameters.query.map((pair) => pair.join("=")).join("&");
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
      ...parameters.header,
    ],
    body,
    json,
    path,
    // The contract knows no limit of texts and items.
    isAllowed: excessOf(json) === undefined ? allowance(kind, isBodyValid) : undefined,
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
    .map((parameter) => ({
      ...parameter,
      value: written(parameter.where, usualValue(parameter, source)),
    }));
  const at = (where: Where) =>
    given
      .filter((one) => one.where === where)
      .map(({ name, value }): [string, string] => [name, value]);
  const isLeftOut = body && !body.isRequired && chance.below(4) === 0;
  return {
    callable,
    chance,
    method,
    parameters: { path: at("path"), query: at("query"), header: at("header") },
    value: body && !isLeftOut ? validBody(body, source) : undefined,
    body: undefined,
    token: isPublic ? undefined : `Bearer ${known("token")}`,
    headers: [],
    rewrite: (path) => path,
  };
}

function usualValue({ name, usual }: Parameter, { chance, known }: Source): unknown {
  const there = known(name);
  return there !== undefined && chance.below(20) > 0 ? there : chance.pick(usual);
}

/** A body that the contract shows, with what exists, with chosen values, and with some that are at a limit. */
function validBody({ shown, mutations }: Body, { chance, known }: Source): unknown {
  const own: unknown = JSON.parse(JSON.stringify(chance.pick(shown)), (name, field) => {
    const there = typeof field === "string" ? known(name) : undefined;
    if (there !== undefined && chance.below(20) > 0) return there;
    const others = Object.hasOwn(chosen, name) ? chosen[name] : undefined;
    return others && chance.below(2) === 0 ? chance.pick(others) : field;
  });
  const allowed = mutations.filter(
    ({ outcome, path }) => outcome === "accepted" && !STAYS_USUAL.test(`${path.at(-1)}`),
  );
  if (allowed.length === 0) return own;
  return Array.from({ length: chance.below(4) }, () => chance.pick(allowed)).reduce(
    (value: unknown, change) => withValue(value, change.path, change.value),
    own,
  );
}

/** A value as a part of a path, a query or a header has it. A header has one line, of bytes. */
function written(where: Where, value: unknown): string {
  const text = typeof value === "string" ? value : jsonOf(value);
  if (where !== "header") return encodeURIComponent(text.toWellFormed());
  return text.slice(0, 1_000).replaceAll(/[^\x20-\x7e\xa0-\xff]/g, "?");
}

function pathOf({ callable, parameters }: Draft): string {
  const values = new Map(parameters.path);
  return callable.template.replaceAll(/\{(\w+)\}/g, (_, name) => values.get(name) ?? "");
}

/** The JSON of a value. Without one, there is none. */
function jsonOf(value: unknown): string {
  return JSON.stringify(value) ?? "";
}

function bodyBytes({ value }: Draft): Buffer | undefined {
  const text = jsonOf(value);
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

/** What is done to a place of a body: what breaks its schema, and what no schema expects. */
const wrongs: ((at: Mutation, chance: Chance) => Pick<Mutation, "path" | "value">)[] = [
  (at) => at,
  ({ path }) => ({ path, value: NOTHING }),
  ({ path }, chance) => ({ path, value: hostile(chance) }),
  ({ path }, chance) => ({ path, value: { [chance.pick(oddTexts)]: hostile(chance) } }),
  ({ path }, chance) => ({ path, value: Array(chance.below(60)).fill(hostile(chance)) }),
  // A field more, which would be the prototype's if it were assigned.
  ({ path }, chance) => ({
    path: [...path.slice(0, -1), chance.pick([...oddTexts, "__proto__"])],
    value: hostile(chance),
  }),
];

function inBody(most: number): Break {
  return (draft) => {
    const { callable, chance } = draft;
    for (let left = chance.between(1, most); left > 0; left--) {
      const at = chance.pick(callable.body?.mutations ?? []);
      const { path, value } = chance.pick(wrongs)(at, chance);
      draft.value = withValue(draft.value, path, value);
    }
  };
}

function brokenBody(draft: Draft): void {
  draft.body = brokenText(jsonOf(draft.value) || "{}", draft.chance);
}

/** Parameters that no operation knows, encoded. */
const unknownParameters = [
  ...prototypeNames,
  ...["page%5B%5D", "limit%5B%24gt%5D", "", "%00", "__defineGetter__"],
];

function wrongParameter(draft: Draft): void {
  const { callable, chance, parameters } = draft;
  if (callable.parameters.length === 0 || chance.below(5) === 0) {
    const name = chance.pick(unknownParameters);
    parameters.query.push([name, written("query", chance.pick(oddTexts))], [name, "1"]);
    return;
  }
  const { name, where, odd } = chance.pick(callable.parameters);
  const any = chance.pick([chance.pick(oddTexts), hostile(chance)]);
  const value = chance.below(3) > 0 ? chance.pick(odd) : written(where, any);
  const others = parameters[where].filter((pair) => pair[0] !== name || chance.below(5) === 0);
  parameters[where] = [...others, [name, value]];
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
