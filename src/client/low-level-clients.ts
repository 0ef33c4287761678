import createOpenapiClient, { type Client } from "openapi-fetch";
import { buildPath, buildQuery } from "./build-request.ts";
import type { ResolvedOptions, Timeouts } from "./options.ts";
import { toResponse } from "./read-response.ts";
import { createRedact, type Redact, redactError } from "./redact.ts";
import type { OutgoingRequest, Send } from "./send-with-retries.ts";

/** A fetch: what the platform's takes, and the times of a call. */
export type Fetch = (
  input: Request | URL | string,
  init?: RequestInit & Timeouts,
) => Promise<Response>;

/** The first layer: sends any request to the service's address, and knows no operation. */
export function createFetchOn({ publicKey, privateKey }: ResolvedOptions, send: Send): Fetch {
  const redact = createRedact([publicKey, privateKey]);
  return async (input, init) => {
    const request = input instanceof Request && !init ? input : makeRequest(input, init, redact);
    const { timeout, totalTimeout } = init ?? {};
    return toResponse(await send(outgoing(request), { timeout, totalTimeout }));
  };
}

/** The platform's own error quotes an address or a header that cannot be sent, with its secrets. */
function makeRequest(
  input: Request | URL | string,
  init: RequestInit | undefined,
  redact: Redact,
): Request {
  try {
    return new Request(input, init);
  } catch (error) {
    throw new TypeError(redactError(error, redact).message);
  }
}

/** The second layer: openapi-fetch over the first, for the operations of a contract's `paths`. */
export function createPathClient<Paths extends {}>(
  settings: ResolvedOptions,
  send: Send,
): Client<Paths> {
  return createOpenapiClient<Paths>({
    baseUrl: settings.baseUrl,
    headers: settings.headers,
    pathSerializer: (address, values) => buildPath("params.path", address, values),
    querySerializer: (query) => buildQuery("params.query", Object(query)),
    fetch: async (request) => {
      // openapi-fetch puts each option that it does not know onto the request.
      const { timeout, totalTimeout } = request as Timeouts;
      return toResponse(await send(outgoing(request), { timeout, totalTimeout }));
    },
  });
}

function outgoing(request: Request): OutgoingRequest {
  const { url, method, headers, body, signal } = request;
  return { url, method, headers, signal, body: body === null ? null : () => request.arrayBuffer() };
}
