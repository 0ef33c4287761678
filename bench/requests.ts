import { readFileSync } from "node:fs";
import autocannon from "autocannon";
import type { PaymentCreate, TokenCreate, TokenCreated } from "../generated/types.ts";
import type { InProcessSandbox } from "../src/sandbox/in-process-sandbox.ts";
import type { ServerProcess } from "./server-process.ts";

/** The number of concurrent requests. Each has its own keep-alive connection. */
export const CONNECTIONS = 32;

/** A request to the interface. */
export interface Call {
  method: "GET" | "POST";
  path: string;
  headers: Record<string, string>;
  body?: string;
}

const contract = JSON.parse(readFileSync("generated/openapi.json", "utf8"));

/** The value of an example in the contract. */
export function example<Value>(name: string): Value {
  return contract.components.examples[name].value;
}

/** An order without a postback, since a mock sends none either. */
export const cardOrder = example<PaymentCreate>("payments.create.card.request");
delete cardOrder.billingData.postbackUrl;

export function get(path: string, token: string): Call {
  return { method: "GET", path, headers: { authorization: `Bearer ${token}` } };
}

export function post(path: string, body: object, token = "none"): Call {
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  return { method: "POST", path, headers, body: JSON.stringify(body) };
}

/** Sends a request. @throws {Error} if the response is not a success. */
export async function send<Data>(port: number, { path, ...call }: Call): Promise<Data> {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, call);
  if (!response.ok) throw new Error(`${call.method} ${path}: ${response.status}`);
  return response.json() as Promise<Data>;
}

/** The keys that a sandbox has printed at its start, or any: other servers do not look at them. */
export function printedKeys(output: string): Record<keyof TokenCreate, string> {
  const printed = /public +(?<publicKey>\S+)\s+private +(?<privateKey>\S+)/.exec(output)?.groups;
  return { ...example<TokenCreate>("auth.createToken.keys.request"), ...printed };
}

/** A token for these keys. */
export function firstToken({ port, output }: ServerProcess): Promise<string> {
  return tokenFor(port, printedKeys(output));
}

export async function tokenFor(
  port: number,
  { publicKey, privateKey }: TokenCreate,
): Promise<string> {
  const { data } = await send<TokenCreated>(port, post("/auth", { publicKey, privateKey }));
  return data.access_token;
}

type FunctionSandbox = Pick<InProcessSandbox, "fetch" | "url" | "publicKey" | "privateKey">;

/** Calls a sandbox that is a function, with a token. A call with a body is a POST. */
export async function callerOf({ fetch, url, publicKey, privateKey }: FunctionSandbox) {
  const headers: Record<string, string> = { "content-type": "application/json" };
  const call = (path: string, body?: object) => {
    const sent = body && { method: "POST", body: JSON.stringify(body) };
    return fetch(url + path, { headers, ...sent });
  };
  const response = await call("/auth", { publicKey, privateKey });
  const { data }: TokenCreated = await response.json();
  headers.authorization = `Bearer ${data.access_token}`;
  return call;
}

/**
 * Sends requests in a loop, a number of them or for some seconds, to servers that share the connections. Returns the
 * responses per second.
 * @throws {Error} if a response is not a success, since the rate would be meaningless.
 */
export async function load(
  ports: readonly number[],
  requests: Call[],
  limit: { amount: number } | { duration: number },
): Promise<number> {
  // Its types only know one URL.
  const url = ports.map((port) => `http://127.0.0.1:${port}`) as unknown as string;
  const result = await autocannon({ url, requests, connections: CONNECTIONS, ...limit });
  const { non2xx, errors, timeouts, duration } = result;
  if (non2xx + errors + timeouts > 0)
    throw new Error(`Port ${ports}: ${JSON.stringify({ non2xx, errors, timeouts })}`);
  return result["2xx"] / duration;
}
