/** The steps that undo the changes of the transaction in progress. */
export class UndoLog {
  readonly #steps: (() => void)[] = [];

  add(step: () => void): void {
    this.#steps.push(step);
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
