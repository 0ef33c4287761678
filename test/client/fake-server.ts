import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { onTestFinished } from "vitest";
import { type Centavo, type CentavoOptions, createCentavo } from "../../src/client/index.ts";

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

export interface Answer {
  status?: number;
  headers?: Record<string, string | string[]>;
  /** Sent as JSON. */
  body?: unknown;
  /** Sent as it is. */
  text?: string;
}

/** An answer, or what makes one; it may also take the response into its own hands and return nothing. */
export type Reply =
  | Answer
  | ((
      arrived: Arrived,
      response: ServerResponse,
    ) => Answer | undefined | Promise<Answer | undefined>);

/** The one is the beginning of the other. */
export const keys = {
  publicKey: "loja_de_exemplo_7f3a",
  privateKey: "loja_de_exemplo_7f3a.uS3oNlyHere",
};
export const ok: Answer = { body: { data: { id: "1" }, message: null } };

/** Answers never. */
export const silence: Reply = () => undefined;

/** Breaks the connection. */
export const broken: Reply = (_, response) => void response.destroy();

/** An error envelope of the service. */
export function refusal(status: number, data: object = {}, headers = {}): Answer {
  return { status, headers, body: { data } };
}

/** The answer to the nth request for a token. */
export function token(value: string, expires_in = "3600s"): Answer {
  const data = { access_token: value, refresh_token: "refreshMe_orSignIn", expires_in };
  return { body: { data, message: "ok" } };
}

export interface Service {
  centavo: Centavo;
  baseUrl: string;
  /** What arrived, requests for a token left aside. */
  requests: Arrived[];
  tokenRequests: Arrived[];
  /** Resolves when so many requests have arrived, requests for a token left aside. */
  arrived(count: number): Promise<void>;
}

type Options = Partial<CentavoOptions> & {
  /** What requests for a token are answered with; `token-1`, `token-2` and so on by default. */
  tokens?: Reply | Reply[];
  /** A path that stands before those of the contract. */
  prefix?: string;
};

/**
 * Starts a server on this machine that answers with the replies one by one, or with the same one
 * always, and a client of it that waits but little between attempts.
 */
export async function serve(
  replies: Reply | Reply[],
  { tokens = issueTokens(), prefix = "", ...options }: Options = {},
): Promise<Service> {
  const requests: Arrived[] = [];
  const tokenRequests: Arrived[] = [];
  const waiting = new Set<() => void>();
  const nextReply = inTurn(replies);
  const nextToken = inTurn(tokens);

  const server = createServer(async (incoming, response) => {
    const url = new URL(incoming.url ?? "", "http://localhost");
    const sent = await text(incoming);
    const arrived: Arrived = {
      method: incoming.method ?? "",
      path: url.pathname,
      query: Object.fromEntries(url.searchParams),
      headers: incoming.headers,
      text: sent,
      body: parseJson(sent),
    };
    const forToken = url.pathname === `${prefix}/auth`;
    (forToken ? tokenRequests : requests).push(arrived);
    const reply = forToken ? nextToken() : nextReply();
    for (const check of waiting) check();
    const answer = typeof reply === "function" ? await reply(arrived, response) : reply;
    if (answer) write(answer, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });

  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}${prefix}`;
  const retry = { baseDelay: 1, maxDelay: 5, ...options.retry };
  return {
    centavo: createCentavo({ baseUrl, ...keys, ...options, retry }),
    baseUrl,
    requests,
    tokenRequests,
    arrived: (count) =>
      new Promise((resolve) => {
        const check = () => requests.length >= count && resolve();
        waiting.add(check);
        check();
      }),
  };
}

function write({ status = 200, headers, body, text }: Answer, response: ServerResponse): void {
  response.writeHead(status, { "content-type": "application/json", ...headers });
  response.end(text ?? JSON.stringify(body));
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

function parseJson(sent: string): unknown {
  try {
    return JSON.parse(sent);
  } catch {
    return undefined;
  }
}
