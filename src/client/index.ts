import { type Centavo, operations } from "../../generated/client.ts";
import { createClient } from "./client.ts";
import type { CentavoOptions } from "./options.ts";

export type { Centavo, OperationId } from "../../generated/client.ts";
export { type ReturnCodeName, returnCodeMessages, returnCodes } from "../../generated/errors.ts";
export type * from "../../generated/types.ts";
export type { Call, ListCall } from "./call.ts";
export {
  AnswerError,
  CentavoError,
  isReturnCode,
  NetworkError,
  ServiceError,
  TimeoutError,
  UnexpectedAnswerError,
} from "./errors.ts";
export type { Hooks, RequestEvent, ResponseEvent, RetryEvent } from "./hooks.ts";
export type { CallOptions, CentavoOptions, RetryOptions } from "./options.ts";

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
