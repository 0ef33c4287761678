/** A signal that ends work, and the means to call the ending off when the work is done. */
export interface Deadline {
  signal: AbortSignal;
  clear(): void;
}

/**
 * Aborts after a time, or with its parent, whichever comes first.
 *
 * `AbortSignal.timeout` and `AbortSignal.any` would do, but they keep their timers and listeners
 * long after a fast call is over; a busy server would hold thousands.
 */
export function startDeadline(
  milliseconds: number,
  late: () => Error,
  parent?: AbortSignal,
): Deadline {
  const controller = new AbortController();
  const follow = () => controller.abort(parent?.reason);
  const timer = setTimeout(() => controller.abort(late()), milliseconds);
  if (parent?.aborted) follow();
  else parent?.addEventListener("abort", follow);
  return {
    signal: controller.signal,
    clear() {
      clearTimeout(timer);
      parent?.removeEventListener("abort", follow);
    },
  };
}

/** Waits for work, and stops waiting when the signal aborts; the work goes on. */
export async function untilAborted<T>(work: T | Promise<T>, signal: AbortSignal): Promise<T> {
  let leave = () => {};
  const aborted = new Promise<never>((_, reject) => {
    leave = () => reject(signal.reason);
    if (signal.aborted) leave();
    else signal.addEventListener("abort", leave);
  });
  try {
    // Even when it is too late, so that an error of the work left behind is nobody's surprise.
    return await Promise.race([aborted, work]);
  } finally {
    signal.removeEventListener("abort", leave);
  }
}

/** Waits for some time, or rejects when the signal aborts. */
export function sleep(milliseconds: number, signal: AbortSignal): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const wait = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, milliseconds);
  });
  return untilAborted(wait, signal).finally(() => clearTimeout(timer));
}
