import { AnswerError, NetworkError, TimeoutError } from "./errors.ts";
import type { RetryOptions } from "./options.ts";
import type { WrittenRequest } from "./request.ts";

/** Statuses that say "not now" rather than "no". */
const transientStatuses = new Set([429, 502, 503, 504]);

/**
 * Whether a failed attempt may be made again.
 *
 * Only what changes nothing is repeated: reads, and the request for a token. A write that failed may
 * have been carried out all the same, and nobody is to be charged twice on our account.
 */
export function mayRetry({ id, operation }: WrittenRequest, error: unknown): boolean {
  const changesNothing = operation.method === "GET" || id === "auth.createToken";
  return changesNothing && isTransient(error);
}

function isTransient(error: unknown): boolean {
  if (error instanceof NetworkError || error instanceof TimeoutError) return true;
  return error instanceof AnswerError && transientStatuses.has(error.status);
}

/**
 * How long to wait before the retry of that number, in milliseconds.
 *
 * The service's own wish goes first. Otherwise the wait is drawn at random below a limit that
 * doubles with each retry, so that many clients that failed together do not come back together.
 */
export function retryDelay(
  error: unknown,
  retry: number,
  { baseDelay, maxDelay }: Required<RetryOptions>,
): number {
  const wished = error instanceof AnswerError ? retryAfter(error.headers) : undefined;
  return wished ?? Math.random() * Math.min(maxDelay, baseDelay * 2 ** (retry - 1));
}

/** Reads a `Retry-After` header, seconds or a date, as milliseconds from now. */
function retryAfter(headers: Headers): number | undefined {
  const value = headers.get("retry-after") ?? "";
  if (/^\d+(\.\d+)?$/.test(value)) return Number(value) * 1000;
  // A date names its day and month; `Date.parse` takes "-5" for one as well.
  const date = Date.parse(/[a-z]/i.test(value) ? value : "");
  return Number.isNaN(date) ? undefined : Math.max(0, date - Date.now());
}
