/** Runs work in turn. */
export type SerialQueue = <Result>(work: () => Promise<Result>) => Promise<Result>;

/** Runs asynchronous work one after the other, in the order of the calls. */
export function createSerialQueue(): SerialQueue {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const result = last.then(work);
    last = result.catch(() => {});
    return result;
  };
}
