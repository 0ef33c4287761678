import type { Client } from "openapi-fetch";
import type { Centavo } from "../../generated/client.ts";
import { operations } from "../../generated/operations.ts";
import type { paths } from "../../generated/types.ts";
import { createClient } from "./client.ts";
import { createFetchOn, createPathClient, type Fetch } from "./low-level-clients.ts";
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
export type {
  FetchHookEvent,
  FetchHooks,
  Hooks,
  RequestEvent,
  ResponseEvent,
  RetryEvent,
} from "./hooks.ts";
export type { Fetch } from "./low-level-clients.ts";
export type {
  CallOptions,
  CentavoOptions,
  FetchOptions,
  RetryOptions,
  Timeouts,
} from "./options.ts";

/**
 * Makes a client of the payment interface. It fetches and renews its token by itself.
 *
 * @example
 * const centavo = createCentavo({ baseUrl, publicKey, privateKey });
 * const { data: payment } = await centavo.payments.get(paymentId);
 */
export function createCentavo(options: CentavoOptions): Centavo {
  return createClient(operations, options);
}

/** openapi-fetch's client of the payment interface, with each operation by its method and path. */
export type CentavoFetch = Client<paths>;

/**
 * Makes openapi-fetch's client of the payment interface: each operation by its method and path, and
 * `{ data, error, response }` to each call. Tokens, retries, deadlines and masking are those of
 * {@link createFetch}. A call takes `timeout` and `totalTimeout` beside openapi-fetch's own options.
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
 * Makes a `fetch` for addresses below `baseUrl`. It gets and renews the token, tries reads again,
 * keeps the deadlines, and gives every answer as a `Response`, whatever its status. In an answer that
 * is an error, sensitive fields, keys, tokens and card numbers are masked. It knows no operation, so
 * any tool that takes a `fetch` can use it.
 *
 * It rejects with a `TimeoutError`, a `NetworkError`, an `UnexpectedResponseError` where an answer is
 * larger than `maxResponseSize`, the service's `ServiceError` where it gets no token, and a `TypeError`
 * for any other address.
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
