import { parseJson } from "../../src/client/parse-json.ts";
import { isString } from "../../src/contract/cursor.ts";
import { openSandbox } from "../../src/sandbox/open-sandbox.ts";
import type { ApiRequest, HttpResponse } from "../../src/sandbox/requests/request.ts";
import { openMemoryStore } from "../../src/sandbox/store/memory/memory-store.ts";
import { deliverBySocket } from "../../src/sandbox-node/delivery/deliver-by-socket.ts";
import { createControl, type Sandbox } from "../../src/sandbox-node/index.ts";
import { nodeTimers } from "../../src/sandbox-node/node-timers.ts";
import { readOptions } from "../../src/sandbox-node/options.ts";
import { serveSandbox } from "../../src/sandbox-node/serve-sandbox.ts";

/** Changes requests before they are validated, and responses before they are sent. */
export interface Deviation {
  request?(request: DeviatingRequest): DeviatingRequest;
  /** The request is as the client sent it. */
  response?(response: DeviatingResponse, request: DeviatingRequest): DeviatingResponse;
}

/** What a service does its own way. */
export interface DeviatingService {
  name: string;
  /** The pointers of the assumptions that this contradicts. */
  contradicts: readonly string[];
  /** Those that an honest report may also call contradicted, and why the same answer speaks of them. */
  mayAlso?: readonly [because: string, ...pointers: string[]];
  /** Why those are not reached, if it is so. */
  notReached?: string;
  /** Whether only a run that writes can see it. */
  write: boolean;
  /** One for each run: it may remember things. */
  deviation: () => Deviation;
}

export interface DeviatingRequest {
  method: string;
  path: string;
  query: Record<string, string>;
  headers: Record<string, string | undefined>;
  /** Undefined if it is not JSON. */
  body: unknown;
}

export interface DeviatingResponse {
  status: number;
  /** A text is no JSON. */
  body: unknown;
}

/** Starts a sandbox with the examples that becomes another service once `deviations` has some. */
export async function startDeviatingSandbox(deviations: readonly Deviation[]): Promise<Service> {
  const options = readOptions({ examples: true });
  const address = { url: "", publicUrl: "" };
  const sandbox = await openSandbox(options, {
    address,
    store: openMemoryStore(nodeTimers.nextTurn),
    timers: nodeTimers,
    deliver: deliverBySocket(address, options.postbacks),
    warn: process.emitWarning,
    hasOwnSecret: false,
    isShared: false,
    isSecure: false,
  });
  const { handler, keys, start, close } = sandbox;
  const serving = await serveSandbox(options, withDeviations(handler, deviations), undefined);
  const { url } = serving;
  Object.assign(address, { url, publicUrl: url });
  start();
  const control = createControl({ baseUrl: url, ...keys });
  return { ...keys, url, control, close: () => close({ close: serving.close }) };
}

export type Service = Pick<Sandbox, "url" | "publicKey" | "privateKey" | "control" | "close">;

interface Handler {
  handle(request: ApiRequest): Promise<HttpResponse>;
}

/** Plays another service: changes requests before `handler` gets them, and its responses before they are sent. */
function withDeviations(handler: Handler, deviations: readonly Deviation[]): Handler {
  return {
    async handle(received) {
      const bytes = (await received.readBody()) ?? new Uint8Array();
      const sent = readRequest(received, bytes);
      const changed = deviations.reduce((each, { request }) => request?.(each) ?? each, sent);
      const readBody = async () => bytes;
      const reply = await handler.handle(
        changed === sent ? { ...received, readBody } : written({ ...received, readBody }, changed),
      );
      // A page or a stream is no JSON.
      const body = parseJson(`${reply.body}`);
      if (reply.status === null || body === undefined) return reply;
      const plain: DeviatingResponse = { status: reply.status, body };
      const response = deviations.reduce(
        (each, deviation) => deviation.response?.(each, sent) ?? each,
        plain,
      );
      const text = isString(response.body) ? response.body : JSON.stringify(response.body);
      return { ...reply, status: response.status, body: text ?? "" };
    },
  };
}

function readRequest(
  { method, path, query, headers }: ApiRequest,
  bytes: Uint8Array,
): DeviatingRequest {
  const parameters = Object.fromEntries(new URLSearchParams(query));
  return {
    method,
    path,
    query: parameters,
    headers,
    body: parseJson(new TextDecoder().decode(bytes)),
  };
}

function written(received: ApiRequest, { query, body, ...rest }: DeviatingRequest): ApiRequest {
  const changed = { ...received, ...rest, query: `${new URLSearchParams(query)}` };
  if (body === undefined) return changed;
  return { ...changed, readBody: async () => Buffer.from(JSON.stringify(body)) };
}
