/** How many minutes to wait after each attempt that failed. After the last one nothing is tried. */
export const RETRY_DELAYS_IN_MINUTES = [1, 5, 15, 60, 180, 360, 720, 1440, 1440];

/** How many attempts a postback shows. It can be redelivered without end, and its record must not grow. */
export const MAX_ATTEMPTS_KEPT = 20;

/** How long an attempt may take, its answer included, in milliseconds. */
export const ATTEMPT_TIMEOUT = 10_000;

/** How long all attempts at one postback take where its receiver never answers, in milliseconds. */
export const MAX_DELIVERY_TIME = (RETRY_DELAYS_IN_MINUTES.length + 1) * ATTEMPT_TIMEOUT;
