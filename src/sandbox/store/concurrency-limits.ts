interface Slots {
  running: number;
  waiting: (() => void)[];
}

/** Runs work beside other work, up to a number for each key. */
export class ConcurrencyLimits {
  readonly #limit: number;
  readonly #slots = new Map<string, Slots>();
  readonly #waitingForIdle: (() => void)[] = [];

  constructor(limit: number) {
    this.#limit = limit;
  }

  async run<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
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

  /** Resolves when there is no work any more. */
  async idle(): Promise<void> {
    if (this.#slots.size > 0)
      await new Promise<void>((resolve) => this.#waitingForIdle.push(resolve));
  }

  /** The next one gets the slot, if there is one. */
  #free(key: string, slots: Slots): void {
    const next = slots.waiting.shift();
    if (next) next();
    else slots.running -= 1;
    if (slots.running === 0) this.#slots.delete(key);
    if (this.#slots.size === 0) for (const resolve of this.#waitingForIdle.splice(0)) resolve();
  }
}
