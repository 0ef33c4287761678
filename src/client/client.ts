import type { OperationId } from "../../generated/operations.ts";
import { createApiPromise, createPagePromise, type EnvelopeAndResponse } from "./api-promise.ts";
import { buildPath, buildQuery, setHeader, setHeaders } from "./build-request.ts";
import { createPathClient } from "./low-level-clients.ts";
import type { OperationDefinition } from "./operation-definition.ts";
import { type CallOptions, type CentavoOptions, readOptions } from "./options.ts";
import { type ReadResponse, readEnvelope } from "./read-response.ts";
import { createSend, type OutgoingRequest } from "./send-with-retries.ts";

/** What a call is to send. */
interface OperationCall {
  id: OperationId;
  operation: OperationDefinition;
  path: Record<string, unknown>;
  query?: object;
  body?: unknown;
  options: CallOptions;
}

type RunOperation = (input: OperationCall) => Promise<EnvelopeAndResponse>;

/** openapi-fetch's `request`, as a table needs it. */
type RequestByPath = (method: string, path: string, init: object) => Promise<unknown>;

/**
 * Makes a client of the operations in a table: `Surface` is what the table's ids give, `a.b` as the
 * method `b` of the group `a`. Its token is the payment interface's, from the same base address.
 */
export function createClient<Surface>(
  table: Readonly<Record<string, OperationDefinition>>,
  options: CentavoOptions,
): Surface {
  const perform = createRunOperation(options);
  const groups: Record<string, Record<string, unknown>> = {};
  // Errors and hooks are typed for the payment interface, whose ids users compare with.
  for (const [id, operation] of Object.entries(table) as [OperationId, OperationDefinition][]) {
    const [group, name] = id.split(".") as [string, string];
    groups[group] ??= {};
    groups[group][name] = createMethod(id, operation, perform);
  }
  return groups as Surface;
}

/**
 * What openapi-fetch makes in place of a platform's `Request`, since another is made of it for each
 * attempt. A signal in a `Request` would also leave a listener behind.
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

/** What openapi-fetch gets in place of the answer: it asks nothing of a 204. */
const noContent = () => new Response(null, { status: 204 });

/**
 * openapi-fetch writes the request. The answer does not go back through it: it would throw bare
 * errors at what is no JSON, lose a reason to abort that is `null`, and parse what is checked here.
 */
function createRunOperation(options: CentavoOptions): RunOperation {
  const settings = readOptions(options);
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
      pathSerializer: (address: string) => buildPath(id, address, path),
      querySerializer: (query: object) => buildQuery(id, query),
      Request: SerializedRequest,
      fetch: async ({ url, method, headers, body }: SerializedRequest) => {
        const request = { url, method, headers, body, signal };
        sent = send(request, { timeout, totalTimeout, name, isPublic });
        return noContent();
      },
    });
    const answer = (await sent) as ReadResponse;
    return { envelope: readEnvelope(answer, pageSize !== undefined), response: answer.response };
  };
}

/** A method takes path parameters first, then the body or the query, then options. */
function createMethod(id: OperationId, operation: OperationDefinition, perform: RunOperation) {
  const { path: pattern, takes, pageSize } = operation;
  const names = [...pattern.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string);
  return (...args: unknown[]) => {
    const path = Object.fromEntries(names.map((name) => [name, args.shift()]));
    const payload = takes && { [takes]: args.shift() };
    const options = (args.shift() ?? {}) as CallOptions;
    const input: OperationCall = { id, operation, path, options, ...payload };
    return pageSize ? createList(input, pageSize, perform) : createApiPromise(perform(input));
  };
}

function createList(input: OperationCall, defaultLimit: number, perform: RunOperation) {
  // Copied: pages are fetched later, and are to be pages of the same list.
  const query: { page?: number; limit?: number } = { ...input.query };
  return createPagePromise(perform(input), {
    first: query.page ?? 1,
    limit: query.limit ?? defaultLimit,
    fetch: (page) => perform({ ...input, query: { ...query, page } }),
  });
}

/** The headers of a call's options, those that its operation names last. */
function buildHeaders({ id, operation, options }: OperationCall): Headers {
  const headers = new Headers();
  setHeaders(id, headers, options.headers);
  for (const [option, header] of Object.entries(operation.headers ?? {})) {
    const value = (options as Record<string, unknown>)[option];
    // Sent empty, it could run the operation for the main account instead.
    if (value === "") throw new TypeError(`${id}: ${option} must not be empty`);
    if (value !== undefined) setHeader(id, headers, header, `${value}`);
  }
  return headers;
}
