import type { RetryOptions } from "./options.ts";

/** Statuses that mean "not now" rather than "no". */
const transientStatuses = new Set([429, 502, 503, 504]);

/** Methods that change nothing. Only these are retried: a failed write may have taken effect. */
const safeMethods = new Set(["GET", "HEAD"]);

/** Whether a request with this method may be sent again, whatever happened to the first. */
export function isSafe(method: string): boolean {
  return safeMethods.has(method);
}

/** Whether to retry after this response. `undefined` means that there was no response. */
export function isTransient(response: Response | undefined): boolean {
  return !response || transientStatuses.has(response.status);
}

/**
 * The delay before the nth retry, in milliseconds.
 *
 * A `Retry-After` header takes precedence. Otherwise this is exponential backoff with full jitter, so
 * that clients that failed together do not retry together.
 */
export function retryDelay(
  response: Response | undefined,
  retry: number,
  { baseDelay, maxDelay }: Required<RetryOptions>,
): number {
  const requested = response && retryAfter(response.headers);
  return requested ?? Math.random() * Math.min(maxDelay, baseDelay * 2 ** (retry - 1));
}

/** Parses a `Retry-After` header (seconds or a date) to milliseconds from now. */
function retryAfter(headers: Headers): number | undefined {
  const value = headers.get("retry-after") ?? "";
  if (/^\d+(\.\d+)?$/.test(value)) return Number(value) * 1000;
  // An HTTP date contains letters. `Date.parse` would also accept "-5".
  const date = Date.parse(/[a-z]/i.test(value) ? value : "");
  return Number.isNaN(date) ? undefined : Math.max(0, date - Date.now());
}
