import { type RequestLabel, TimeoutError } from "./errors.ts";

/**
 * Runs work with a signal that aborts after a time, or together with its parent, whichever comes first.
 *
 * `AbortSignal.timeout` and `AbortSignal.any` would work too, but they keep their timers and listeners
 * long after a fast call has ended. A busy server would accumulate thousands.
 */
export async function withDeadline<T>(
  label: RequestLabel,
  scope: TimeoutError["scope"],
  milliseconds: number,
  parent: AbortSignal | undefined,
  run: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  const abortWithParent = () => controller.abort(parent?.reason);
  const timer = setTimeout(
    () => controller.abort(new TimeoutError(label, scope, milliseconds)),
    milliseconds,
  );
  if (parent?.aborted) abortWithParent();
  else parent?.addEventListener("abort", abortWithParent);
  try {
    return await run(controller.signal);
  } finally {
    clearTimeout(timer);
    parent?.removeEventListener("abort", abortWithParent);
  }
}

/**
 * Waits for work, and rejects when the signal aborts. The work itself continues, and may fail unnoticed.
 * The listener stays on the signal, which is that of a call and ends with it.
 */
export function untilAborted<T>(work: T | Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(signal.reason);
    if (signal.aborted) onAbort();
    signal.addEventListener("abort", onAbort);
    Promise.resolve(work).then(resolve, reject);
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
