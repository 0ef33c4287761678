/** An attempt to deliver a postback to a function. */
export interface Attempt {
  companyId: string;
  isRunning: boolean;
}

/** Why a receiver may not wait for what waits for it. */
export const AWAITED_ITSELF =
  "An advance of the clock and settled() wait for the response of this receiver, so it must respond before it awaits them.";

/** Which attempt a call belongs to: an `AsyncLocalStorage` knows it after an `await` too. */
export interface Attempts {
  run<Result>(attempt: Attempt, call: () => Result): Result;
  getStore(): Attempt | undefined;
}

/** The attempts of every platform, which know what a receiver calls before its first `await`. */
export function attemptsUntilAwait(): Attempts {
  let current: Attempt | undefined;
  return {
    run(attempt, call) {
      const before = current;
      current = attempt;
      try {
        return call();
      } finally {
        current = before;
      }
    },
    getStore: () => current,
  };
}
