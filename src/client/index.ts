import type { Client } from "openapi-fetch";
import type { Centavo } from "../../generated/client.ts";
import { operations } from "../../generated/operations.ts";
import type { paths } from "../../generated/types.ts";
import { createClient } from "./client.ts";
import { createFetchOn, createPathClient, type Fetch } from "./fetch-and-path-client.ts";
import { type CentavoOptions, type FetchOptions, readOptions } from "./options.ts";
import { createSend } from "./send-with-retries.ts";

export type { Centavo } from "../../generated/client.ts";
export { type ReturnCodeName, returnCodeMessages, returnCodes } from "../../generated/errors.ts";
export type { OperationId } from "../../generated/operations.ts";
export type * from "../../generated/types.ts";
export type { ApiPromise, PagePromise } from "./api-promise.ts";
export {
  CentavoError,
  isReturnCode,
  NetworkError,
  ResponseError,
  ServiceError,
  TimeoutError,
  UnexpectedResponseError,
} from "./errors.ts";
export type { Fetch } from "./fetch-and-path-client.ts";
export type {
  FetchHookEvent,
  FetchHooks,
  Hooks,
  RequestEvent,
  ResponseEvent,
  RetryEvent,
} from "./hooks.ts";
export type {
  CallOptions,
  CentavoOptions,
  FetchOptions,
  RetryOptions,
  Timeouts,
} from "./options.ts";

/**
 * Creates a client of the payment interface. It fetches and renews its token automatically.
 *
 * @example
 * const centavo = createCentavo({ baseUrl, publicKey, privateKey });
 * const { data: payment } = await centavo.payments.get(paymentId);
 */
export function createCentavo(options: CentavoOptions): Centavo {
  return createClient(operations, readOptions(options));
}

/** openapi-fetch's client, typed for the payment interface. */
export type CentavoFetch = Client<paths>;

/**
 * Creates an openapi-fetch client of the payment interface. You call an operation by its method and
 * path and get `{ data, error, response }`. Tokens, retries, timeouts and masking are those of
 * {@link createFetch}. A call takes `timeout` and `totalTimeout` in addition to openapi-fetch's options.
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
  return createPathClient<paths>(settings, createSend(settings));
}

/**
 * Creates a `fetch` for URLs below `baseUrl`. It fetches and renews the token, retries reads, enforces
 * the timeouts, and resolves to a `Response` for every status. In error responses, it masks sensitive
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
  return createFetchOn(settings, createSend(settings));
}
