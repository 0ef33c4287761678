import { Cursor, type JsonObject } from "../../src/contract/cursor.ts";
import {
  isPublic,
  type Operation,
  operations,
  parameters,
  responses,
} from "../../src/contract/operations.ts";
import { createCompile } from "../compile-schema.ts";
import { control, service } from "../sandbox/contract-examples.ts";

/** A request for an operation, before it is written out. */
export interface Request {
  operation: Operation;
  /** Path parameters by their names. */
  path: Record<string, string>;
  query: Record<string, string | string[]>;
  headers: Record<string, string>;
  body?: unknown;
}

/** A request that the contract shows, and its response. */
export interface Shown {
  name: string;
  request: Request;
  response: Example;
}

export interface Example {
  name: string;
  value: unknown;
}

export const all = operations(service);

/** Of either contract: schemas that both have are the same, which lint.slow.test.ts checks. */
export const schemas: JsonObject = Object.assign(
  {},
  ...[control, service].map((contract) => contract.at("components", "schemas").value),
);

export const compile = createCompile(Cursor.root({ components: { schemas } }));

/** An operation, once for each request that it shows, and for each resource that it can read. */
export function shownBy(operation: Operation): Shown[] {
  const request = withoutBody(operation);
  const bodies = examples(operation.cursor.at("requestBody"));
  const shownResponses = responseExamples(operation, "200");
  const [first] = shownResponses as [Example];

  if (bodies.length > 0) {
    return bodies.map(({ name, value }) => ({
      name: `${operation.id} ${name}`,
      request: { ...request, body: value },
      response: shownResponses.find((response) => response.name === name) ?? first,
    }));
  }
  const readable = shownResponses.filter(
    ({ value }) => idOf(value) && Object.keys(request.path)[0],
  );
  if (readable.length === 0) return [{ name: operation.id, request, response: first }];
  return readable.map((response) => ({
    name: `${operation.id} ${response.name}`,
    request: { ...request, path: { [`${Object.keys(request.path)[0]}`]: idOf(response.value) } },
    response,
  }));
}

export const shown = all.flatMap(shownBy);

/** One valid request for each operation. */
export const requests = all.map(
  (operation) => shown.find(({ request }) => request.operation === operation) as Shown,
);

/** The operations that need a token, and those that do not. */
export const guarded = requests.filter(({ request }) => !isPublic(request.operation));
export const open = requests.filter(({ request }) => isPublic(request.operation));

export interface Documented {
  name: string;
  shown: Shown;
  /** The status code that `Prefer` must request. */
  code: number;
  example: Example;
  schema: unknown;
}

/** Every named example of every response, including errors. */
export const documented: Documented[] = requests.flatMap((one) =>
  responses(one.request.operation).flatMap(({ status, cursor }) =>
    examples(cursor).map((example) => ({
      name: `${one.request.operation.id} ${status} ${example.name}`,
      shown: one,
      // `default` covers unlisted statuses, so any of those will do.
      code: status === "default" ? 500 : Number(status),
      example,
      schema: cursor.at("content", "application/json", "schema").value,
    })),
  ),
);

/** The schema of a response with a status. */
export function responseSchema({ cursor }: Operation, status: string): unknown {
  return cursor.at("responses", status, "content", "application/json", "schema").value;
}

/** The problems of a value; empty if it is valid. */
export function problems(schema: unknown, value: unknown): unknown[] {
  const validate = compile(schema);
  return validate(value) ? [] : (validate.errors ?? []);
}

function withoutBody(operation: Operation): Request {
  return {
    operation,
    path: exampleValues(operation, "path"),
    query: exampleValues(operation, "query"),
    headers: exampleValues(operation, "header"),
  };
}

function exampleValues(operation: Operation, where: string): Record<string, string> {
  const there = parameters(operation).filter((parameter) => parameter.at("in").value === where);
  return Object.fromEntries(
    there.map((parameter) => [parameter.at("name").value, String(parameter.at("example").value)]),
  );
}

function responseExamples({ cursor }: Operation, status: string): Example[] {
  return examples(cursor.at("responses", status));
}

function examples(owner: Cursor): Example[] {
  return owner
    .at("content", "application/json", "examples")
    .members()
    .map((example) => ({ name: example.key, value: example.at("value").value }));
}

function idOf(value: unknown): string {
  return String((value as { data: { id?: string } }).data.id ?? "");
}
