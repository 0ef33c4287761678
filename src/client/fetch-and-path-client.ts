import createOpenapiClient, { type Client } from "openapi-fetch";
import { buildPath, buildQuery } from "./build-request.ts";
import type { ResolvedOptions, Timeouts } from "./options.ts";
import { toResponse } from "./read-response.ts";
import { createRedact, type Redact, redactError } from "./redact.ts";
import type { OutgoingRequest, Send } from "./send-with-retries.ts";

/** A function like the platform's `fetch` that also takes the timeouts of a call. */
export type Fetch = (
  input: Request | URL | string,
  init?: RequestInit & Timeouts,
) => Promise<Response>;

/** The first layer: sends any request below the base URL. It knows no operations. */
export function createFetchOn({ publicKey, privateKey }: ResolvedOptions, send: Send): Fetch {
  const redact = createRedact([publicKey, privateKey]);
  return async (input, init) => {
    const request = input instanceof Request && !init ? input : createRequest(input, init, redact);
    const { timeout, totalTimeout } = init ?? {};
    return toResponse(await send(toOutgoing(request), { timeout, totalTimeout }));
  };
}

/** The platform's own error quotes an invalid URL or header, including any secrets in it. */
function createRequest(
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

/** The second layer: openapi-fetch on top of the first, for the operations of a contract's `paths`. */
export function createPathClient<Paths extends {}>(
  settings: ResolvedOptions,
  send: Send,
): Client<Paths> {
  return createOpenapiClient<Paths>({
    baseUrl: settings.baseUrl,
    headers: settings.headers,
    pathSerializer: (template, values) => buildPath("params.path", template, values),
    querySerializer: (query) => buildQuery("params.query", Object(query)),
    fetch: async (request) => {
      // openapi-fetch copies every option that it does not know to the request.
      const { timeout, totalTimeout } = request as Timeouts;
      return toResponse(await send(toOutgoing(request), { timeout, totalTimeout }));
    },
  });
}

function toOutgoing(request: Request): OutgoingRequest {
  const { url, method, headers, body, signal } = request;
  return { url, method, headers, signal, body: body === null ? null : () => request.arrayBuffer() };
}
