/**
 * Runs work with a signal that aborts after a time, or together with its parent, whichever comes first.
 *
 * `AbortSignal.timeout` and `AbortSignal.any` would work too, but they keep their timers and listeners
 * long after a fast call has ended. A busy server would accumulate thousands.
 */
export async function withDeadline<T>(
  milliseconds: number,
  createError: () => Error,
  parent: AbortSignal | undefined,
  run: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  const abortWithParent = () => controller.abort(parent?.reason);
  const timer = setTimeout(() => controller.abort(createError()), milliseconds);
  if (parent?.aborted) abortWithParent();
  else parent?.addEventListener("abort", abortWithParent);
  try {
    return await run(controller.signal);
  } finally {
    clearTimeout(timer);
    parent?.removeEventListener("abort", abortWithParent);
  }
}

/** Waits for work, and rejects when the signal aborts. The work itself continues, and may fail unnoticed. */
export function untilAborted<T>(work: T | Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(signal.reason);
    signal.addEventListener("abort", onAbort);
    if (signal.aborted) onAbort();
    Promise.resolve(work)
      .then(resolve, reject)
      .finally(() => signal.removeEventListener("abort", onAbort));
  });
}

/** Waits for a time, or rejects when the signal aborts. */
export function sleep(milliseconds: number, signal: AbortSignal): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const wait = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, milliseconds);
  });
  return untilAborted(wait, signal).finally(() => clearTimeout(timer));
}
