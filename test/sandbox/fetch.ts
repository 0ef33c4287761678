import type { SandboxFetch } from "../../src/sandbox/in-process-sandbox.ts";

/** The functions of the sandboxes without a socket, by their origins. */
export const functions = new Map<string, SandboxFetch>();

/** Sends a request to the sandbox in its URL: to a function of this process, or over a socket. */
export async function fetch(input: Request | URL | string, init?: RequestInit): Promise<Response> {
  const request = new Request(input, init);
  const send = functions.get(new URL(request.url).origin) ?? globalThis.fetch;
  return send(request);
}
