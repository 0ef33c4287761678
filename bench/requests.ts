import { readFileSync } from "node:fs";
import type { PaymentCreate, TokenCreate, TokenCreated } from "../generated/types.ts";
import type { InProcessSandbox } from "../src/sandbox/in-process-sandbox.ts";
import type { ServerProcess } from "./server-process.ts";

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

export async function tokenFor(port: number, keys: TokenCreate): Promise<string> {
  const { publicKey, privateKey } = keys;
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
