import type { RetryOptions } from "./options.ts";

/** Statuses that mean "not now" rather than "no". */
const TRANSIENT = [429, 502, 503, 504];

/** Whether a method changes nothing. Only these are retried: a failed write may have taken effect. */
export function isSafe(method: string): boolean {
  return method === "GET" || method === "HEAD";
}

/**
 * The delay before the nth retry, in milliseconds, or `Infinity` if the response is final. `undefined`
 * means that there was no response.
 *
 * A `Retry-After` header takes precedence. Otherwise this is exponential backoff with full jitter, so
 * that clients that failed together do not retry together.
 */
export function retryDelay(
  response: Response | undefined,
  retry: number,
  { baseDelay, maxDelay }: Required<RetryOptions>,
): number {
  if (response && !TRANSIENT.includes(response.status)) return Infinity;
  const requested = response && retryAfter(response.headers);
  return requested ?? Math.random() * Math.min(maxDelay, baseDelay * 2 ** (retry - 1));
}

/** Parses a `Retry-After` header (seconds or a date) to milliseconds from now. */
export function retryAfter(headers: Headers): number | undefined {
  const value = headers.get("retry-after") ?? "";
  if (/^\d+(\.\d+)?$/.test(value)) return Number(value) * 1000;
  // An HTTP date contains letters. `Date.parse` would also accept "-5".
  const date = Date.parse(/[a-z]/i.test(value) ? value : "");
  return Number.isNaN(date) ? undefined : Math.max(0, date - Date.now());
}
