import createOpenapiClient from "openapi-fetch";
import type { OperationId } from "../../generated/operations.ts";
import { createApiPromise, createPagePromise, type EnvelopeAndResponse } from "./api-promise.ts";
import { buildPath, buildQuery, PARAMETERS, setHeaders } from "./build-request.ts";
import type { RequestLabel } from "./errors.ts";
import type { OperationDefinition } from "./operation-definition.ts";
import type { CallOptions, ResolvedOptions, Timeouts } from "./options.ts";
import { type ReadResponse, readEnvelope } from "./read-response.ts";
import { rejectArgument } from "./reject-argument.ts";
import { createSend, type OutgoingRequest, type PossiblyUndefined } from "./send-with-retries.ts";

/** What a call hands to openapi-fetch. */
interface OperationCall extends PossiblyUndefined<Timeouts> {
  label: RequestLabel;
  isPublic: boolean;
  isList: boolean;
  params: { path: object; query: object | undefined };
  body: unknown;
  headers: Headers;
  signal: AbortSignal | undefined;
}

type RunOperation = (call: OperationCall) => Promise<EnvelopeAndResponse>;

/** openapi-fetch's `request`, typed for a method and a path from the operations table. */
type RequestByPath = (method: string, path: string, init: object) => Promise<{ response: Sent }>;

/**
 * Creates a client from a table of operations. The id `a.b` becomes the method `b` of the group `a`,
 * and `Surface` is the type of the result. The token always comes from the payment API at the
 * same base URL.
 */
export function createClient<Surface>(
  table: Readonly<Record<string, OperationDefinition>>,
  options: ResolvedOptions,
): Surface {
  const runOperation = createRunOperation(options);
  const groups: Record<string, Record<string, unknown>> = {};
  // Errors and hooks are typed with the ids of the payment API, since users compare with those.
  for (const [id, definition] of Object.entries(table) as [OperationId, OperationDefinition][]) {
    const [group, name] = id.split(".") as [string, string];
    groups[group] ??= {};
    groups[group][name] = createMethod(id, definition, runOperation);
  }
  return groups as Surface;
}

/** A request of openapi-fetch, with what it does not know of the call. */
type SerializedRequest = OutgoingRequest & Pick<OperationCall, "label" | "isPublic">;

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
    const { method, path, operationId: id } = call.label;
    const { response: sent } = await request(method, path, {
      ...call,
      pathSerializer: (template: string, values: object) => buildPath(`${id}`, template, values),
      querySerializer: (query: object) => buildQuery(`${id}`, query),
    });
    const result = await sent.result;
    return [readEnvelope(result, call.isList), result.response];
  };
}

/** A method takes the path parameters first, then the body or the query, then the options. */
function createMethod(id: OperationId, definition: OperationDefinition, run: RunOperation) {
  return (...args: unknown[]) => {
    // Not before: a client has all operations, and most programs call a few.
    const [method, template, ...fields] = definition.split(" ") as [string, string, ...string[]];
    const pairs = fields.map((field) => field.split("="));
    const { takes, pageSize, public: isPublic, ...ownHeaders } = Object.fromEntries(pairs);
    const common = {
      label: { operationId: id, method, path: template },
      isPublic: isPublic !== undefined,
      isList: pageSize !== undefined,
    };
    const path: Record<string, unknown> = {};
    for (const [, name] of template.matchAll(PARAMETERS)) path[`${name}`] = args.shift();
    const payload = takes && (args.shift() as object | undefined);
    const { signal, timeout, totalTimeout, ...options } = (args.shift() ?? {}) as CallOptions;
    const body = takes === "body" ? payload : undefined;
    // A copy: the caller may change the query before later pages of the same list are fetched.
    const query: { page?: number; limit?: number } = takes === "query" ? { ...payload } : {};
    const runWith = async (query: object) => {
      const headers = buildHeaders(id, options, ownHeaders);
      const params = { path, query };
      return run({ ...common, params, body, headers, signal, timeout, totalTimeout });
    };
    return pageSize
      ? createPagePromise(
          (page) => runWith({ ...query, page }),
          query.page,
          query.limit ?? Number(pageSize),
        )
      : createApiPromise(runWith(query));
  };
}

/** The headers of a call's options. Those that the operation defines are set last, so they win. */
function buildHeaders(id: OperationId, options: CallOptions, own: Record<string, string>): Headers {
  const headers = new Headers();
  setHeaders(id, headers, options.headers);
  for (const [option, header] of Object.entries(own)) {
    const value = (options as Record<string, unknown>)[option];
    // An empty header could run the operation for the main account instead.
    if (value === "") rejectArgument(`${id}: ${option} must not be empty`);
    if (value !== undefined) setHeaders(id, headers, { [header]: `${value}` });
  }
  return headers;
}
