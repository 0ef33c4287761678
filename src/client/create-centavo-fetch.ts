import createOpenapiClient, { type Client } from "openapi-fetch";
import type { paths } from "../../generated/types.ts";
import { buildPath, buildQuery } from "./build-request.ts";
import { type FetchOptions, readOptions, type Timeouts } from "./options.ts";
import { readBody } from "./read-body.ts";
import { toResponse } from "./read-response.ts";
import { createSend } from "./send-with-retries.ts";

/** openapi-fetch's client, typed for the payment API. */
export type CentavoFetch = Client<paths>;

/**
 * Creates an openapi-fetch client of the payment API. You call an operation by its method and
 * path and get `{ data, error, response }`. Tokens, retries, timeouts and redaction are those of
 * `createFetch`. A call takes `timeout` and `totalTimeout` in addition to openapi-fetch's options.
 *
 * As in openapi-fetch, a success that is not JSON rejects with a `SyntaxError`.
 *
 * @example
 * const api = createCentavoFetch({ baseUrl, publicKey, privateKey });
 * const { data, error } = await api.GET("/payments/{paymentId}", {
 *   params: { path: { paymentId } },
 *   timeout: 5_000,
 * });
 * if (error) throw new Error(String(error.data.message));
 * console.log(data.data.status);
 */
export function createCentavoFetch(options: FetchOptions): CentavoFetch {
  const settings = readOptions(options);
  const send = createSend(settings, readBody);
  return createOpenapiClient<paths>({
    baseUrl: settings.baseUrl,
    headers: settings.headers,
    pathSerializer: (template, values) => buildPath("params.path", template, values),
    querySerializer: (query) => buildQuery("params.query", Object(query)),
    // openapi-fetch copies every option that it does not know to the request.
    fetch: async (request) => toResponse(await send(request, request as Timeouts)),
  });
}
