import type { RetryOptions } from "./options.ts";

/** Statuses that say "not now" rather than "no". */
const transientStatuses = new Set([429, 502, 503, 504]);

/** Methods that change nothing. Only these are repeated: a write that failed may have been carried out. */
const safeMethods = new Set(["GET", "HEAD"]);

/** Whether a request of a method may be made again, whatever became of the first. */
export function isSafe(method: string): boolean {
  return safeMethods.has(method);
}

/** Whether an answer is worth another attempt; `undefined` is none at all. */
export function isTransient(response: Response | undefined): boolean {
  return !response || transientStatuses.has(response.status);
}

/**
 * How long to wait before the retry of that number, in milliseconds.
 *
 * The service's own wish goes first. Otherwise the wait is drawn at random below a limit that
 * doubles with each retry, so that many clients that failed together do not come back together.
 */
export function retryDelay(
  response: Response | undefined,
  retry: number,
  { baseDelay, maxDelay }: Required<RetryOptions>,
): number {
  const wished = response && retryAfter(response.headers);
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
