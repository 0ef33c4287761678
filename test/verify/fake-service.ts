import { createServer, type IncomingMessage, type RequestListener, type Server } from "node:http";
import { createServer as createTlsServer } from "node:https";
import { onTestFinished } from "vitest";
import { startSandbox } from "../../src/sandbox-node/index.ts";
import { listen } from "../listen.ts";

/** A service on this machine, and what it was asked. */
export interface FakeService {
  url: string;
  /** The method and the path of each request, without its query. */
  requests: string[];
  /** The variables with its keys. */
  env: Record<string, string>;
  keys: { publicKey: string; privateKey: string };
}

const ANY_KEYS = { publicKey: "any-public", privateKey: "any-private" };

/** A server with responses of its own. */
export async function answering(respond: RequestListener, tls?: object): Promise<FakeService> {
  const requests: string[] = [];
  const listener: RequestListener = (request, response) => {
    requests.push(`${request.method} ${request.url?.split("?")[0]}`);
    respond(request, response);
  };
  const server = tls ? createTlsServer(tls, listener) : createServer(listener);
  const url = (await listen(server as Server)).replace(/^http/, tls ? "https" : "http");
  return { url, requests, keys: ANY_KEYS, env: variables(ANY_KEYS) };
}

/** A sandbox with the contract's examples, behind a proxy that rewrites its responses. */
export async function rewriting(
  rewrite: (body: string, path: string) => string | Promise<string> = (body) => body,
): Promise<FakeService> {
  const sandbox = await startSandbox({ examples: true });
  onTestFinished(sandbox.close);
  const service = await answering(async (request, response) => {
    const received = await forwarded(request, sandbox.url);
    response.writeHead(received.status, { "content-type": "application/json" });
    response.end(await rewrite(await received.text(), request.url ?? ""));
  });
  const { publicKey, privateKey } = sandbox;
  const keys = { publicKey, privateKey };
  return { ...service, keys, env: variables(keys) };
}

/** The response of another service to a request. */
export async function forwarded(request: IncomingMessage, to: string): Promise<Response> {
  const { method = "", url = "", headers } = request;
  const body = Buffer.concat(await request.toArray());
  const sent = Object.entries(headers).filter(([name]) => /^(auth|content-type|x-)/.test(name));
  return fetch(`${to}${url}`, {
    method,
    headers: Object.fromEntries(sent) as Record<string, string>,
    ...(body.length > 0 && { body }),
  });
}

function variables({ publicKey, privateKey }: FakeService["keys"]): Record<string, string> {
  return { CENTAVO_PUBLIC_KEY: publicKey, CENTAVO_PRIVATE_KEY: privateKey };
}
