import { AnswerError, NetworkError, TimeoutError } from "./errors.ts";
import type { Operation } from "./operation.ts";
import type { RetryOptions } from "./options.ts";

/** Statuses that say "not now" rather than "no". */
const transientStatuses = new Set([429, 502, 503, 504]);

/**
 * Whether a failed attempt may be made again.
 *
 * Only what changes nothing is repeated: reads, and the request for a token. A write that failed may
 * have been carried out all the same, and nobody is to be charged twice on our account.
 */
export function mayRetry(operation: Operation, error: unknown): boolean {
  const changesNothing = operation.method === "GET" || operation.public === true;
  return changesNothing && isTransient(error);
}

function isTransient(error: unknown): boolean {
  if (error instanceof NetworkError || error instanceof TimeoutError) return true;
  return error instanceof AnswerError && transientStatuses.has(error.status);
}

/**
 * How long to wait before attempt number `attempt + 1`, in milliseconds.
 *
 * The service's own wish goes first. Otherwise the wait is drawn at random below a limit that
 * doubles with each attempt, so that many clients that failed together do not come back together.
 */
export function retryDelay(
  error: unknown,
  attempt: number,
  { baseDelay, maxDelay }: Required<RetryOptions>,
): number {
  const wished = error instanceof AnswerError ? retryAfter(error.headers) : undefined;
  return wished ?? Math.random() * Math.min(maxDelay, baseDelay * 2 ** (attempt - 1));
}

/** Reads a `Retry-After` header, seconds or a date, as milliseconds from now. */
function retryAfter(headers: Headers): number | undefined {
  const value = headers.get("retry-after");
  if (value === null) return undefined;
  const milliseconds = /^[\d.]+$/.test(value)
    ? Number(value) * 1000
    : Date.parse(value) - Date.now();
  return Number.isNaN(milliseconds) ? undefined : Math.max(0, milliseconds);
}
