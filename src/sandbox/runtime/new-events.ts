import type { NewEvent } from "../store/records.ts";

type Listener = (events: readonly NewEvent[]) => void;

/** Says that a company has new events, or none any more. Whoever listens to all companies learns which. */
export class NewEvents {
  readonly #listeners = new Map<string, Set<Listener>>();

  /** Listens to a company, or to {@link ANY_COMPANY}. */
  on(companyId: string, listener: Listener): void {
    const listeners = this.#listeners.get(companyId) ?? new Set();
    this.#listeners.set(companyId, listeners.add(listener));
  }

  off(companyId: string, listener: Listener): void {
    const listeners = this.#listeners.get(companyId);
    listeners?.delete(listener);
    if (listeners?.size === 0) this.#listeners.delete(companyId);
  }

  emit(companyId: string, events: readonly NewEvent[] = []): void {
    for (const listener of this.#listeners.get(companyId) ?? []) listener(events);
  }

  /** The companies that somebody listens to. */
  get heard(): string[] {
    return [...this.#listeners.keys()];
  }
}

/** In place of the id of a company. */
export const ANY_COMPANY = "*";
