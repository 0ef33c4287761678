import type { NewEvent } from "../store/records.ts";

type Listener = (events: readonly NewEvent[]) => void;

/** Says what has happened, in all companies. */
export class NewEvents {
  readonly #listeners: Listener[] = [];

  on(listener: Listener): void {
    this.#listeners.push(listener);
  }

  emit(events: readonly NewEvent[]): void {
    for (const listener of this.#listeners) listener(events);
  }
}
