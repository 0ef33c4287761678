import createOpenapiClient from "openapi-fetch";
import type { OperationId } from "../../generated/operations.ts";
import { createApiPromise, createPagePromise, type EnvelopeAndResponse } from "./api-promise.ts";
import { buildPath, buildQuery, PARAMETERS, setHeader, setHeaders } from "./build-request.ts";
import type { RequestLabel } from "./errors.ts";
import {
  type Operation,
  type OperationDefinition,
  parseOperation,
} from "./operation-definition.ts";
import type { CallOptions, ResolvedOptions } from "./options.ts";
import { type ReadResponse, readEnvelope } from "./read-response.ts";
import { rejectArgument } from "./reject-argument.ts";
import { createSend, type OutgoingRequest } from "./send-with-retries.ts";

/** A call, as its method received it. */
interface OperationCall {
  id: OperationId;
  operation: Operation;
  path: Record<string, unknown>;
  query?: object;
  body?: unknown;
  options: CallOptions;
}

type RunOperation = (input: OperationCall) => Promise<EnvelopeAndResponse>;

/** openapi-fetch's `request`, typed for a method and a path from the operations table. */
type RequestByPath = (method: string, path: string, init: object) => Promise<{ response: Sent }>;

/**
 * Creates a client from a table of operations. The id `a.b` becomes the method `b` of the group `a`,
 * and `Surface` is the type of the result. The token always comes from the payment interface at the
 * same base URL.
 */
export function createClient<Surface>(
  table: Readonly<Record<string, OperationDefinition>>,
  options: ResolvedOptions,
): Surface {
  const runOperation = createRunOperation(options);
  const groups: Record<string, Record<string, unknown>> = {};
  // Errors and hooks are typed with the ids of the payment interface, since users compare with those.
  for (const [id, definition] of Object.entries(table) as [OperationId, OperationDefinition][]) {
    const [group, name] = id.split(".") as [string, string];
    groups[group] ??= {};
    groups[group][name] = createMethod(id, parseOperation(definition), runOperation);
  }
  return groups as Surface;
}

/** A request of openapi-fetch, with the options of the call that it does not know. */
interface SerializedRequest extends OutgoingRequest {
  label: RequestLabel;
  isPublic: boolean;
}

/**
 * openapi-fetch constructs this instead of the platform's `Request`, since each attempt constructs its
 * own `Request` later. A signal in a `Request` would also leave a listener behind.
 */
function SerializedRequest(url: string, init: Omit<SerializedRequest, "url">): SerializedRequest {
  return { ...init, url };
}

/** openapi-fetch gets this instead of a response, and returns it: it does not read the body of a 204. */
interface Sent {
  status: 204;
  headers: Map<string, string>;
  result: Promise<ReadResponse>;
}

/**
 * openapi-fetch builds the request and sends it, but does not read the response: it would throw a plain
 * SyntaxError for anything but JSON, lose an abort reason of `null`, and parse the body a second time.
 */
function createRunOperation(settings: ResolvedOptions): RunOperation {
  const { baseUrl, headers } = settings;
  const send = createSend(settings);
  const fetch = (request: SerializedRequest): Sent => ({
    status: 204,
    headers: new Map(),
    result: send(request, request, request.label, request.isPublic),
  });
  const options = { baseUrl, headers, Request: SerializedRequest, fetch };
  const request = createOpenapiClient(options as object).request as unknown as RequestByPath;

  return async (call) => {
    const { id, operation, path, query, body, options } = call;
    const { method, isPublic, pageSize } = operation;
    const { signal, timeout, totalTimeout } = options;
    const sent = await request(method, operation.path, {
      params: { path, query },
      pathSerializer: (template: string) => buildPath(id, template, path),
      querySerializer: (query: object) => buildQuery(id, query),
      headers: buildHeaders(call),
      body,
      signal,
      timeout,
      totalTimeout,
      label: { operationId: id, method, path: operation.path },
      isPublic,
    });
    const result = await sent.response.result;
    return { envelope: readEnvelope(result, pageSize !== undefined), response: result.response };
  };
}

/** A method takes the path parameters first, then the body or the query, then the options. */
function createMethod(id: OperationId, operation: Operation, runOperation: RunOperation) {
  const { takes, pageSize } = operation;
  return (...args: unknown[]) => {
    const path: OperationCall["path"] = {};
    for (const [, name] of operation.path.matchAll(PARAMETERS)) path[name as string] = args.shift();
    const payload = takes && { [takes]: args.shift() };
    const options = (args.shift() ?? {}) as CallOptions;
    const call: OperationCall = { id, operation, path, options, ...payload };
    return pageSize
      ? createList(call, pageSize, runOperation)
      : createApiPromise(runOperation(call));
  };
}

function createList(call: OperationCall, defaultLimit: number, runOperation: RunOperation) {
  // A copy: the caller may change the query before later pages of the same list are fetched.
  const query: { page?: number; limit?: number } = { ...call.query };
  return createPagePromise(
    (page) => runOperation({ ...call, query: { ...query, page } }),
    query.page,
    query.limit ?? defaultLimit,
  );
}

/** The headers of a call's options. Those that the operation defines are set last, so they win. */
function buildHeaders({ id, operation, options }: OperationCall): Headers {
  const headers = new Headers();
  setHeaders(id, headers, options.headers);
  for (const [option, header] of Object.entries(operation.headers)) {
    const value = (options as Record<string, unknown>)[option];
    // An empty header could run the operation for the main account instead.
    if (value === "") rejectArgument(`${id}: ${option} must not be empty`);
    if (value !== undefined) setHeader(id, headers, header, `${value}`);
  }
  return headers;
}
