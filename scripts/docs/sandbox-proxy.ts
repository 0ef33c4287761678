import type { CompleteResponse, ReceivedRequest } from "../../src/http-server/http-server.ts";
import { HttpError } from "../../src/sandbox/errors.ts";
import { assertTrustedOrigin } from "../../src/sandbox-node/host-header-check.ts";
import { PROXY_FOLDER } from "./navigation.ts";
import type { TriedSandbox } from "./try-it-sandbox.ts";

/** Where the docs server has the sandbox, below its own address. */
export const PROXY_PATH = `/${PROXY_FOLDER}`;
/** What a page needs to send its first request. */
const KEYS_PATH = `${PROXY_PATH}/keys`;
/** A call may advance the clock over many attempts of slow receivers. In milliseconds. */
const TIMEOUT = 120_000;

/** The sandbox behind the docs, which gives its keys to whoever reads them, and ids that its forms need. */
export type ProxiedSandbox = Pick<TriedSandbox, "url" | "publicKey" | "privateKey"> &
  Partial<Pick<TriedSandbox, "ids">>;

/**
 * Forwards requests of the docs' own pages to the sandbox, so that a reader can try the calls. Other web pages are
 * refused by the same rules as in the sandbox itself.
 */
export async function forwardToSandbox(
  { method, target, headers, readBody }: ReceivedRequest,
  sandbox: ProxiedSandbox,
): Promise<CompleteResponse> {
  try {
    const path = target.slice(PROXY_PATH.length);
    assertTrustedOrigin({ method, headers }, undefined, {
      host: "127.0.0.1",
      publicUrl: undefined,
    });
    const { publicKey, privateKey, ids = {} } = sandbox;
    if (target === KEYS_PATH) return json(200, { data: { publicKey, privateKey, ids } });
    const body = (await readBody()) ?? [];
    const response = await fetch(new URL(sandbox.url + path), {
      method,
      headers: forwarded(headers),
      signal: AbortSignal.timeout(TIMEOUT),
      redirect: "manual",
      ...(body.length > 0 && { body: new Uint8Array(body) }),
    });
    return {
      status: response.status,
      headers: {
        "content-type": response.headers.get("content-type") ?? "text/plain",
        "x-sandbox-request-url": response.headers.get("x-sandbox-request-url") ?? "",
        // The pages of the sandbox are not those of the docs: a browser must not show them at this address.
        "content-security-policy": "sandbox; default-src 'none'",
        "x-content-type-options": "nosniff",
      },
      body: new Uint8Array(await response.arrayBuffer()),
    };
  } catch (error) {
    if (error instanceof HttpError) return json(error.status, { data: { message: error.message } });
    return json(502, {
      data: {
        message:
          "The sandbox did not answer: it may have ended, take too long, or rehearse a lost response.",
      },
    });
  }
}

const FORWARDED = ["authorization", "content-type", "x-operator-key", "x-subaccount-id"];

function forwarded(headers: ReceivedRequest["headers"]): Record<string, string> {
  return Object.fromEntries(
    FORWARDED.flatMap((name) => {
      const value = headers[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

function json(status: number, value: object): CompleteResponse {
  return {
    status,
    headers: { "content-type": "application/json; charset=utf-8" },
    body: JSON.stringify(value),
  };
}
