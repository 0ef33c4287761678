import { Cursor, type JsonObject } from "../../src/contract/cursor.ts";
import {
  carriesFile,
  isPublic,
  jsonContent,
  type Operation,
  operations,
  parametersIn,
  requestExamples,
  responses,
} from "../../src/contract/operations.ts";
import { createCompile } from "../compile-schema.ts";
import { control, service } from "../sandbox/contract-examples.ts";

/** A request for an operation, before it is written out. */
export interface Request {
  operation: Operation;
  /** Path parameters by their names, encoded like those of the query. */
  path: Record<string, string>;
  query: Record<string, string | string[]>;
  headers: Record<string, string>;
  body?: unknown;
}

interface Example {
  name: string;
  value: unknown;
}

/** A request that the contract shows, and its response. */
export interface Shown {
  name: string;
  request: Request;
  response: Example;
}

/** Of either contract: schemas that both have are the same, which lint.slow.test.ts checks. */
export const schemas: JsonObject = Object.assign(
  {},
  ...[control, service].map((contract) => contract.at("components", "schemas").value),
);

export const compile = createCompile(Cursor.root({ components: { schemas } }));

/** An operation, once for each request that it shows, and for each resource that it can read. */
export function shownBy(operation: Operation): Shown[] {
  if (carriesFile(operation)) return [];
  const { id, cursor } = operation;
  const request: Request = {
    operation,
    path: exampleValues(operation, "path"),
    query: exampleValues(operation, "query"),
    headers: exampleValues(operation, "header"),
  };
  const bodies = requestExamples(operation).map(toExample);
  const all = examplesOf(cursor.at("responses", "200"));
  const [response] = all as [Example];

  if (bodies.length > 0) {
    return bodies.map(({ name, value }) => ({
      name: `${id} ${name}`,
      request: { ...request, body: value },
      response: all.find((one) => one.name === name) ?? response,
    }));
  }
  const [key] = Object.keys(request.path);
  const readable = key ? all.filter(({ value }) => idOf(value)) : [];
  if (!key || readable.length === 0) return [{ name: id, request, response }];
  return readable.map((response) => ({
    name: `${id} ${response.name}`,
    request: { ...request, path: { [key]: idOf(response.value) } },
    response,
  }));
}

const all = operations(service);

export const shown = all.flatMap(shownBy);

/** One valid request for each operation. */
export const requests = all.map(
  (operation) => shown.find(({ request }) => request.operation === operation) as Shown,
);

/** The operations that need a token, and those that do not. */
export const guarded = requests.filter(({ request }) => !isPublic(request.operation));
export const open = requests.filter(({ request }) => isPublic(request.operation));

/** Every named example of every response, including errors, with the status code that requests it. */
export const documented = requests.flatMap(({ request }) =>
  responses(request.operation).flatMap(({ status, cursor }) =>
    examplesOf(cursor).map((example) => ({
      name: `${request.operation.id} ${status} ${example.name}`,
      request,
      // `default` covers unlisted statuses, so any of those will do.
      code: status === "default" ? 500 : Number(status),
      example,
      schema: jsonContent(cursor).at("schema").value,
    })),
  ),
);

/** The schema of a response with a status. */
export function responseSchema({ cursor }: Operation, status: string): unknown {
  return jsonContent(cursor.at("responses", status)).at("schema").value;
}

/** The problems of a value; empty if it is valid. */
export function problems(schema: unknown, value: unknown): unknown[] {
  const validate = compile(schema);
  return validate(value) ? [] : (validate.errors ?? []);
}

function exampleValues(operation: Operation, where: "path" | "query" | "header") {
  const write = where === "header" ? String : encodeURIComponent;
  return Object.fromEntries(
    parametersIn(operation, where).map((parameter) => [
      String(parameter.at("name").value),
      write(String(parameter.at("example").value)),
    ]),
  );
}

function examplesOf(response: Cursor): Example[] {
  return jsonContent(response).at("examples").members().map(toExample);
}

function toExample(example: Cursor): Example {
  return { name: example.key, value: example.at("value").value };
}

function idOf(value: unknown): string {
  return String((value as { data: { id?: string } }).data.id ?? "");
}
