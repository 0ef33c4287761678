/** The steps that undo the changes of the transaction in progress. */
export class UndoLog {
  readonly #steps: (() => void)[] = [];
  #successor: UndoLog | undefined;

  add(step: () => void): void {
    if (this.#successor) this.#successor.add(step);
    else this.#steps.push(step);
  }

  /** From now on, the changes belong to the transactions of another log. */
  joinTo(other: UndoLog): void {
    this.#successor = other;
  }

  /** Keeps the changes. */
  commit(): void {
    this.#steps.length = 0;
  }

  rollBack(): void {
    for (const step of this.#steps.reverse()) step();
    this.#steps.length = 0;
  }
}
