import type { Centavo } from "../../generated/client.ts";
import { operations } from "../../generated/operations.ts";
import { createClient } from "./client.ts";
import { type CentavoOptions, readOptions } from "./options.ts";

export type { Centavo } from "../../generated/client.ts";
export { type ReturnCodeName, returnCodeMessages, returnCodes } from "../../generated/errors.ts";
export type { OperationId } from "../../generated/operations.ts";
export type * from "../../generated/types.ts";
export type { ApiPromise, PagePromise } from "./api-promise.ts";
export { type CentavoFetch, createCentavoFetch } from "./create-centavo-fetch.ts";
export { createFetch, type Fetch } from "./create-fetch.ts";
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
export type {
  CallOptions,
  CentavoOptions,
  FetchOptions,
  RetryOptions,
  Timeouts,
} from "./options.ts";

/**
 * Creates a client of the payment API. It fetches and renews its token automatically.
 *
 * @example
 * const centavo = createCentavo({ baseUrl, publicKey, privateKey });
 * const { data: payment } = await centavo.payments.get(paymentId);
 */
export function createCentavo(options: CentavoOptions): Centavo {
  return createClient(operations, readOptions(options));
}
