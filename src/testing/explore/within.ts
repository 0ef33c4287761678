import { webTimers } from "../../sandbox/runtime/timers.ts";

/** Resolves as a promise does, or, if that takes too long, as `late` says. */
export async function within<Result>(
  milliseconds: number,
  promise: Result | Promise<Result>,
  late: () => Result,
): Promise<Result> {
  let cancel = () => {};
  const tooLong = new Promise<void>((resolve) => {
    cancel = webTimers.after(milliseconds, resolve);
  });
  return Promise.race([promise, tooLong.then(late)]).finally(cancel);
}
