/** Minutes to wait after each failed attempt. The attempt after the last delay is the final one. */
const RETRY_DELAYS_IN_MINUTES = [1, 5, 15, 60, 180, 360, 720, 1440, 1440];

/** Milliseconds to wait after that many failed attempts; undefined if none may follow. */
export function retryDelay(failedAttempts: number): number | undefined {
  const minutes = RETRY_DELAYS_IN_MINUTES[failedAttempts - 1];
  return minutes === undefined ? undefined : minutes * 60_000;
}

/** The number of attempts that a postback keeps. Redeliveries are unlimited, but the record must not grow. */
export const MAX_ATTEMPTS_KEPT = 20;

/** The timeout of an attempt, including the response, in milliseconds. */
export const ATTEMPT_TIMEOUT = 10_000;

/**
 * How long an advance waits for a receiver that has not responded before, in milliseconds. An attempt that waits holds up
 * everything that is due later, and an advance by a year may have hundreds of them.
 */
export const IMPATIENT_TIMEOUT = 250;

/** The lease of a delivery, in milliseconds: longer than an attempt can take. */
export const CLAIM_LEASE = 2 * ATTEMPT_TIMEOUT;

/** The time for all attempts of a postback if its receiver never responds, in milliseconds. */
export const MAX_DELIVERY_TIME = (RETRY_DELAYS_IN_MINUTES.length + 1) * ATTEMPT_TIMEOUT;
