interface Slots {
  running: number;
  waiting: (() => void)[];
}

/** Runs work beside other work, up to a number for each key. */
export class ConcurrencyLimits {
  readonly #limit: number;
  readonly #slots = new Map<string, Slots>();
  readonly #inProgress = new Set<Promise<unknown>>();

  constructor(limit: number) {
    this.#limit = limit;
  }

  async run<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
    const result = this.#runInSlot(key, work);
    this.#inProgress.add(result);
    try {
      return await result;
    } finally {
      this.#inProgress.delete(result);
    }
  }

  /** Resolves when all work has ended that was there before. */
  async idle(): Promise<void> {
    await Promise.allSettled(this.#inProgress);
  }

  async #runInSlot<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
    const slots = this.#slots.get(key) ?? { running: 0, waiting: [] };
    this.#slots.set(key, slots);
    if (slots.running < this.#limit) slots.running += 1;
    else await new Promise<void>((resolve) => slots.waiting.push(resolve));
    try {
      return await work();
    } finally {
      this.#free(key, slots);
    }
  }

  /** The next one gets the slot, if there is one. */
  #free(key: string, slots: Slots): void {
    const next = slots.waiting.shift();
    if (next) next();
    else slots.running -= 1;
    if (slots.running === 0) this.#slots.delete(key);
  }
}
