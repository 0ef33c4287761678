import { isObject, type JsonObject } from "../../src/contract/cursor.ts";
import { changedAt, valueAt } from "../../src/contract/json-pointer.ts";
import { examples, httpMethodOf, jsonContent, operations } from "../../src/contract/operations.ts";
import { service } from "../sandbox/contract-examples.ts";
import type { DeviatingRequest, DeviatingResponse, Deviation } from "./deviating-sandbox.ts";

/** Values by JSON pointer. `undefined` is a field that is absent. */
type Values = Record<string, unknown>;
type Change = (response: DeviatingResponse) => DeviatingResponse;

const routes = operations(service).map((operation) => ({
  operation,
  method: httpMethodOf(operation),
  path: new RegExp(`^${operation.pathItem.key.replaceAll(/\{\w+\}/g, "[^/]+")}$`),
}));

/** The operation that a request calls, if it is one of those whose names begin like this. */
function called(request: DeviatingRequest, prefix: string) {
  return routes.find(
    ({ operation, method, path }) =>
      operation.id.startsWith(prefix) && method === request.method && path.test(request.path),
  )?.operation;
}

export function isCalled(request: DeviatingRequest, operationId: string): boolean {
  return called(request, operationId) !== undefined;
}

function matches(body: unknown, values: Values): boolean {
  return (
    isObject(body) && Object.entries(values).every(([at, value]) => valueAt(body, at) === value)
  );
}

/** Changes what a name means in each object of the successful responses of operations. */
export function field(
  name: string,
  change: (value: unknown, holder: JsonObject) => unknown,
  prefix = "",
): Deviation {
  return {
    response({ status, body }, request) {
      if (status !== 200 || !called(request, prefix)) return { status, body };
      const reviver = function (this: JsonObject, key: string, value: unknown) {
        return key === name ? change(value, this) : value;
      };
      return { status, body: JSON.parse(JSON.stringify(body), reviver) };
    },
  };
}

/** Leaves a field out. */
export function omits(name: string, prefix = ""): Deviation {
  return field(name, () => undefined, prefix);
}

/** Returns another value. */
export function returns(name: string, value: unknown, prefix = ""): Deviation {
  return field(name, () => value, prefix);
}

/** Returns another error of a status. `text` is in its message. */
export function fails(prefix: string, status: number, change: Change, text = ""): Deviation {
  return {
    response: (response, request) =>
      response.status === status && called(request, prefix) && messageOf(response).includes(text)
        ? change(response)
        : response,
  };
}

function messageOf({ body }: DeviatingResponse): string {
  return JSON.stringify(valueAt(body, "/data/message") ?? "");
}

export function withStatus(status: number): Change {
  return ({ body }) => ({ status, body });
}

export const errorWith = (message: unknown) => ({
  data: { message, error: "Error", statusCode: 400 },
});

/** Changes the fields of an error. */
export function withData(values: JsonObject): Change {
  return ({ status, body }) => ({ status, body: { data: { ...Object(body).data, ...values } } });
}

/** One message in place of a list. */
export const withOneMessage: Change = (response) =>
  withData({ message: [valueAt(response.body, "/data/message")].flat()[0] })(response);

/** Takes one value in a body, or its absence, for another. It does so before it validates the body. */
export function takes(
  prefix: string,
  at: string,
  from: unknown,
  to: unknown,
  when: Values = {},
): Deviation {
  const parent = at.slice(0, at.lastIndexOf("/"));
  return changesBody(prefix, { ...when, [at]: from }, (body) =>
    isObject(valueAt(body, parent)) ? changedAt(body, at, to) : body,
  );
}

/** Changes the bodies that have these values. */
export function changesBody(
  prefix: string,
  values: Values,
  change: (body: unknown) => unknown,
): Deviation {
  return {
    request: (request) =>
      matches(request.body, values) && called(request, prefix)
        ? { ...request, body: change(request.body) }
        : request,
  };
}

/** Refuses what the contract allows: bodies with these values. */
export function refuses(prefix: string, values: Values): Deviation {
  return {
    response: (response, request) =>
      response.status === 200 && matches(request.body, values) && called(request, prefix)
        ? {
            status: 400,
            body: { data: { message: ["no"], error: "Bad Request", statusCode: 400 } },
          }
        : response,
  };
}

/** Accepts what the contract forbids: bodies with these values. The response is that of the contract's example. */
export function accepts(prefix: string, values: Values): Deviation {
  return {
    response(response, request) {
      const operation = called(request, prefix);
      if (response.status !== 400 || !operation || !matches(request.body, values)) return response;
      const [example] = examples(jsonContent(operation.cursor.at("responses", "200")));
      return { status: 200, body: example?.at("value").value };
    },
  };
}

/** Takes a parameter of a query, or its absence, for another. */
export function takesQuery(
  prefix: string,
  name: string,
  from: string | undefined,
  to: string,
): Deviation {
  return {
    request: (request) =>
      request.query[name] === from && called(request, prefix)
        ? { ...request, query: { ...request.query, [name]: to } }
        : request,
  };
}

/** Ignores a filter. */
export function ignores(operationId: string, name: string): Deviation {
  return {
    request(request) {
      const { [name]: _ignored, ...query } = request.query;
      return called(request, operationId) ? { ...request, query } : request;
    },
  };
}

/** Returns the items of a page in the opposite order. */
export function reverses(operationId: string): Deviation {
  return field("data", (items) => (Array.isArray(items) ? items.toReversed() : items), operationId);
}

/** Does what each of several does, one after the other. */
export function both(...all: Deviation[]): Deviation {
  return {
    request: (request) => all.reduce((each, one) => one.request?.(each) ?? each, request),
    response: (response, request) =>
      all.reduce((each, one) => one.response?.(each, request) ?? each, response),
  };
}
