import { EventEmitter, once } from "node:events";
import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import {
  type CentavoOptions,
  createCentavo,
  createCentavoFetch,
  createFetch,
  type FetchOptions,
} from "../../src/client/index.ts";
import { parseJson } from "../../src/client/parse-json.ts";
import { listen } from "../listen.ts";

/** A request as it arrived. */
export interface Arrived {
  method: string;
  path: string;
  query: Record<string, string>;
  headers: IncomingHttpHeaders;
  /** The bytes of the body as text, and as a value where they are JSON. */
  text: string;
  body: unknown;
}

export interface FakeResponse {
  status?: number;
  headers?: Record<string, string | string[]>;
  /** Sent as JSON. */
  body?: unknown;
  /** Sent as it is. */
  text?: string;
}

type MaybeResponse = FakeResponse | undefined;
export type Respond = (
  arrived: Arrived,
  to: ServerResponse,
) => MaybeResponse | Promise<MaybeResponse>;

/** A canned response, or a function that makes one. The function may also write the response itself and return nothing. */
export type Reply = FakeResponse | Respond;

/** One key is a prefix of the other. */
export const keys = {
  publicKey: "loja_de_exemplo_7f3a",
  privateKey: "loja_de_exemplo_7f3a.uS3oNlyHere",
};
export const ok: FakeResponse = { body: { data: { id: "1" }, message: null } };

/** Never responds. */
export const silence: Reply = () => undefined;

/** Closes the connection. */
export const broken: Reply = (_arrived, response) => void response.destroy();

/** A reply, and when its connection is closed. */
export function watched(given: Reply): { reply: Reply; closed: Promise<void> } {
  const closed = Promise.withResolvers<void>();
  const reply: Reply = (arrived, response) => {
    response.on("close", closed.resolve);
    return typeof given === "function" ? given(arrived, response) : given;
  };
  return { reply, closed: closed.promise };
}

/** An error envelope of the service. */
export function errorReply(status: number, data: object = {}, headers = {}): FakeResponse {
  return { status, headers, body: { data } };
}

/** The response to the nth request for a token. */
export function token(value: string, expires_in = "3600s"): FakeResponse {
  const data = { access_token: value, refresh_token: "refreshMe_orSignIn", expires_in };
  return { body: { data, message: "ok" } };
}

type Options = Partial<CentavoOptions> & {
  /** The responses to token requests: `token-1`, `token-2` and so on by default. */
  tokens?: Reply | Reply[];
  /** A path prefix for the paths of the contract. */
  prefix?: string;
};

/**
 * Starts a local server that sends the replies one by one, or always the same one, and the three
 * clients for it, each with a token of its own, which wait only briefly between attempts.
 */
export async function serve(
  replies: Reply | Reply[],
  { tokens = issueTokens(), prefix = "", ...options }: Options = {},
) {
  /** Those that arrived, without those for a token. */
  const requests: Arrived[] = [];
  const tokenRequests: Arrived[] = [];
  const arrivals = new EventEmitter();
  const nextReply = inTurn(replies);
  const nextToken = inTurn(tokens);

  const server = createServer(async (incoming, response) => {
    const { method = "", headers, url = "" } = incoming;
    const { pathname: path, searchParams } = new URL(url, "http://localhost");
    const query = Object.fromEntries(searchParams);
    const sent = await text(incoming);
    const arrived = { method, path, query, headers, text: sent, body: parseJson(sent) };
    const forToken = path === `${prefix}/auth`;
    (forToken ? tokenRequests : requests).push(arrived);
    const reply = forToken ? nextToken() : nextReply();
    arrivals.emit("request");
    const fakeResponse = typeof reply === "function" ? await reply(arrived, response) : reply;
    if (fakeResponse) write(fakeResponse, response);
  });
  const baseUrl = (await listen(server)) + prefix;
  const retry = { baseDelay: 1, maxDelay: 5, ...options.retry };
  const settings = { baseUrl, ...keys, ...options, retry };
  return {
    centavo: createCentavo(settings),
    fetch: createFetch(settings as FetchOptions),
    api: createCentavoFetch(settings as FetchOptions),
    baseUrl,
    requests,
    tokenRequests,
    /** Resolves when this many requests have arrived, not counting those for a token. */
    async arrived(count: number) {
      while (requests.length < count) await once(arrivals, "request");
    },
  };
}

function write({ status = 200, headers, body, text }: FakeResponse, to: ServerResponse): void {
  to.writeHead(status, { "content-type": "application/json", ...headers });
  to.end(text ?? JSON.stringify(body));
}

function inTurn(replies: Reply | Reply[]): () => Reply {
  if (!Array.isArray(replies)) return () => replies;
  const left = [...replies];
  return () => left.shift() ?? { status: 501, text: "The test expects no such request." };
}

function issueTokens(): Reply {
  let issued = 0;
  return () => token(`token-${++issued}`);
}
