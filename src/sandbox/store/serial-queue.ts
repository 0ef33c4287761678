/** Runs work in turn. */
export type SerialQueue = <Result>(work: () => Promise<Result>) => Promise<Result>;

/** Runs asynchronous work one after the other, in the order of the calls. Without other work, it starts at once. */
export function createSerialQueue(): SerialQueue {
  const waiting: (() => void)[] = [];
  let isBusy = false;
  return async (work) => {
    if (isBusy) await new Promise<void>((resolve) => waiting.push(resolve));
    isBusy = true;
    try {
      return await work();
    } finally {
      // The turn passes on at once, so that nobody comes in between.
      const next = waiting.shift();
      if (next) next();
      else isBusy = false;
    }
  };
}
