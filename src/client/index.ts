import { type Centavo, type OperationId, operations } from "../../generated/client.ts";
import { createCall, createListCall } from "./call.ts";
import { type CallOptions, type CentavoOptions, readOptions } from "./options.ts";
import type { Input } from "./request.ts";
import { createSend, type Send } from "./send.ts";

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
  const send = createSend(readOptions(options));
  const groups: Record<string, Record<string, unknown>> = {};
  for (const id of Object.keys(operations) as OperationId[]) {
    const [group, name] = id.split(".") as [string, string];
    groups[group] ??= {};
    groups[group][name] = createMethod(id, send);
  }
  return groups as unknown as Centavo;
}

/** A method takes path parameters first, then the body or the query, then options. */
function createMethod(id: OperationId, send: Send) {
  const { path: pattern, takes, pageSize } = operations[id];
  const count = pattern.split("{").length - 1;
  return (...args: unknown[]) => {
    const path = args.splice(0, count);
    const payload = takes && { [takes]: args.shift() };
    const options = (args.shift() ?? {}) as CallOptions;
    const input: Input = { id, path, options, ...payload };
    return pageSize ? createList(input, pageSize, send) : createCall(send(input));
  };
}

function createList(input: Input, defaultLimit: number, send: Send) {
  // Copied: pages are fetched later, and are to be pages of the same list.
  const query: { page?: number; limit?: number } = { ...input.query };
  return createListCall(send(input), {
    first: query.page ?? 1,
    limit: query.limit ?? defaultLimit,
    fetch: (page) => send({ ...input, query: { ...query, page } }),
  });
}
