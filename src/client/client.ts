import type { OperationId } from "../../generated/operations.ts";
import { createApiPromise, createPagePromise, type EnvelopeAndResponse } from "./api-promise.ts";
import { buildPath, buildQuery, setHeader, setHeaders } from "./build-request.ts";
import { createPathClient } from "./fetch-and-path-client.ts";
import type { OperationDefinition } from "./operation-definition.ts";
import type { CallOptions, ResolvedOptions } from "./options.ts";
import { type ReadResponse, readEnvelope } from "./read-response.ts";
import { createSend, type OutgoingRequest } from "./send-with-retries.ts";

/** A call, as its method received it. */
interface OperationCall {
  id: OperationId;
  operation: OperationDefinition;
  path: Record<string, unknown>;
  query?: object;
  body?: unknown;
  options: CallOptions;
}

type RunOperation = (input: OperationCall) => Promise<EnvelopeAndResponse>;

/** openapi-fetch's `request`, typed for a method and a path from the operations table. */
type RequestByPath = (method: string, path: string, init: object) => Promise<unknown>;

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
  for (const [id, operation] of Object.entries(table) as [OperationId, OperationDefinition][]) {
    const [group, name] = id.split(".") as [string, string];
    groups[group] ??= {};
    groups[group][name] = createMethod(id, operation, runOperation);
  }
  return groups as Surface;
}

/**
 * openapi-fetch constructs this instead of the platform's `Request`, since each attempt constructs its
 * own `Request` later. A signal in a `Request` would also leave a listener behind.
 */
class SerializedRequest implements OutgoingRequest {
  readonly url: string;
  readonly method: string;
  readonly headers: Headers;
  readonly body: string | null;

  constructor(url: string, { method, headers, body = null }: Omit<SerializedRequest, "url">) {
    this.url = url;
    this.method = method;
    this.headers = headers;
    this.body = body;
  }
}

/** openapi-fetch gets this instead of the response, because it does not read the body of a 204. */
const noContent = () => new Response(null, { status: 204 });

/**
 * openapi-fetch builds the request, but the response does not go back through it: it would throw a
 * plain SyntaxError for anything but JSON, lose an abort reason of `null`, and parse the body a second
 * time.
 */
function createRunOperation(settings: ResolvedOptions): RunOperation {
  const send = createSend(settings);
  const request = createPathClient(settings, send).request as unknown as RequestByPath;

  return async (input) => {
    const { id, operation, path, query, body, options } = input;
    const { method, public: isPublic, pageSize } = operation;
    const { signal, timeout, totalTimeout } = options;
    const name = { operationId: id, method, path: operation.path };
    let sent: Promise<ReadResponse> | undefined;
    await request(method, operation.path, {
      params: { path, query },
      body,
      headers: buildHeaders(input),
      pathSerializer: (template: string) => buildPath(id, template, path),
      querySerializer: (query: object) => buildQuery(id, query),
      Request: SerializedRequest,
      fetch: async ({ url, method, headers, body }: SerializedRequest) => {
        const request = { url, method, headers, body, signal };
        sent = send(request, { timeout, totalTimeout, name, isPublic });
        return noContent();
      },
    });
    const result = (await sent) as ReadResponse;
    return { envelope: readEnvelope(result, pageSize !== undefined), response: result.response };
  };
}

/** A method takes the path parameters first, then the body or the query, then the options. */
function createMethod(id: OperationId, operation: OperationDefinition, runOperation: RunOperation) {
  const { path: pattern, takes, pageSize } = operation;
  const names = [...pattern.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string);
  return (...args: unknown[]) => {
    const path = Object.fromEntries(names.map((name) => [name, args.shift()]));
    const payload = takes && { [takes]: args.shift() };
    const options = (args.shift() ?? {}) as CallOptions;
    const input: OperationCall = { id, operation, path, options, ...payload };
    return pageSize
      ? createList(input, pageSize, runOperation)
      : createApiPromise(runOperation(input));
  };
}

function createList(input: OperationCall, defaultLimit: number, runOperation: RunOperation) {
  // A copy: the caller may change the query before later pages of the same list are fetched.
  const query: { page?: number; limit?: number } = { ...input.query };
  return createPagePromise(runOperation(input), {
    first: query.page ?? 1,
    limit: query.limit ?? defaultLimit,
    fetch: (page) => runOperation({ ...input, query: { ...query, page } }),
  });
}

/** The headers of a call's options. Those that the operation defines are set last, so they win. */
function buildHeaders({ id, operation, options }: OperationCall): Headers {
  const headers = new Headers();
  setHeaders(id, headers, options.headers);
  for (const [option, header] of Object.entries(operation.headers ?? {})) {
    const value = (options as Record<string, unknown>)[option];
    // An empty header could run the operation for the main account instead.
    if (value === "") throw new TypeError(`${id}: ${option} must not be empty`);
    if (value !== undefined) setHeader(id, headers, header, `${value}`);
  }
  return headers;
}
