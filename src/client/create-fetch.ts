import { type FetchOptions, readOptions, type Timeouts } from "./options.ts";
import { readBody } from "./read-body.ts";
import { toResponse } from "./read-response.ts";
import { redactError } from "./redact.ts";
import { createSend } from "./send-with-retries.ts";

/** A function like the platform's `fetch` that also takes the timeouts of a call. */
export type Fetch = (
  input: Request | URL | string,
  init?: RequestInit & Timeouts,
) => Promise<Response>;

/**
 * Creates a `fetch` for URLs below `baseUrl`. It fetches and renews the token, retries reads, enforces
 * the timeouts, and resolves to a `Response` for every status. In error responses, it redacts sensitive
 * fields, keys, tokens and card numbers. It knows no operations, so it works with any tool that accepts
 * a `fetch`.
 *
 * It rejects with a `TimeoutError`, a `NetworkError`, an `UnexpectedResponseError` if a response is
 * larger than `maxResponseSize`, the `ServiceError` of a failed token request, and a `TypeError` for any
 * other URL.
 *
 * @example
 * const fetch = createFetch({ baseUrl, publicKey, privateKey });
 * const response = await fetch(`${baseUrl}/payments?page=2`, { timeout: 5_000 });
 * console.log(response.status, await response.json());
 */
export function createFetch(options: FetchOptions): Fetch {
  const settings = readOptions(options);
  const send = createSend(settings, readBody);

  function createRequest(input: Request | URL | string, init: RequestInit | undefined): Request {
    try {
      return new Request(input, init);
    } catch (error) {
      // The platform's own error quotes an invalid URL or header, including any secrets in it.
      throw new TypeError(redactError(error, settings.redact).message);
    }
  }

  return async (input, init) => {
    const request = input instanceof Request && !init ? input : createRequest(input, init);
    return toResponse(await send(request, init));
  };
}
