/** A signal that aborts work, and a function that cancels the timer when the work is done. */
export interface Deadline {
  signal: AbortSignal;
  clear(): void;
}

/**
 * Aborts after a time, or together with its parent, whichever comes first.
 *
 * `AbortSignal.timeout` and `AbortSignal.any` would work too, but they keep their timers and listeners
 * long after a fast call has ended. A busy server would accumulate thousands.
 */
export function startDeadline(
  milliseconds: number,
  createError: () => Error,
  parent?: AbortSignal,
): Deadline {
  const controller = new AbortController();
  const abortWithParent = () => controller.abort(parent?.reason);
  const timer = setTimeout(() => controller.abort(createError()), milliseconds);
  if (parent?.aborted) abortWithParent();
  else parent?.addEventListener("abort", abortWithParent);
  return {
    signal: controller.signal,
    clear() {
      clearTimeout(timer);
      parent?.removeEventListener("abort", abortWithParent);
    },
  };
}

/** Waits for work, and rejects when the signal aborts. The work itself continues. */
export async function untilAborted<T>(work: T | Promise<T>, signal: AbortSignal): Promise<T> {
  let onAbort = () => {};
  const aborted = new Promise<never>((_, reject) => {
    onAbort = () => reject(signal.reason);
    if (signal.aborted) onAbort();
    else signal.addEventListener("abort", onAbort);
  });
  try {
    // Also after an abort: `race` handles a later error of the work, which would otherwise be an
    // unhandledRejection.
    return await Promise.race([aborted, work]);
  } finally {
    signal.removeEventListener("abort", onAbort);
  }
}

/** Waits for a time, or rejects when the signal aborts. */
export function sleep(milliseconds: number, signal: AbortSignal): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const wait = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, milliseconds);
  });
  return untilAborted(wait, signal).finally(() => clearTimeout(timer));
}
