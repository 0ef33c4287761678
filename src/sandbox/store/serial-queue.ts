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

/** A serial queue for each key, which exists only while work is in it. */
export class SerialQueues {
  readonly #queues = new Map<string, { inTurn: SerialQueue; waiting: number }>();

  async run<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
    const queue = this.#queues.get(key) ?? { inTurn: createSerialQueue(), waiting: 0 };
    this.#queues.set(key, queue);
    queue.waiting += 1;
    try {
      return await queue.inTurn(work);
    } finally {
      queue.waiting -= 1;
      if (queue.waiting === 0) this.#queues.delete(key);
    }
  }

  /** Resolves when no queue has any work. */
  async idle(): Promise<void> {
    await Promise.all([...this.#queues.values()].map(({ inTurn }) => inTurn(async () => {})));
  }
}
