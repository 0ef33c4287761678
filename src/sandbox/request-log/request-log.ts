import type { EventEmitter } from "node:events";
import type { NewEvent } from "../store/records.ts";
import type { Store } from "../store/store.ts";

/** How long a request waits for others before it is stored, in milliseconds. */
const BATCH_DELAY = 50;

/**
 * Adds the requests of companies to their timelines, in batches, and delays no response: a crash loses the requests of the
 * last moment. They have changed nothing, since what changes data is on the timeline by its own transaction.
 */
export class RequestLog {
  readonly #store: Store;
  readonly #newEvents: EventEmitter;
  readonly #reportDefect: (error: unknown) => void;
  #pending = new Map<string, NewEvent[]>();
  /** The batches that are being stored, by company. */
  readonly #storing = new Map<string, Promise<void>>();
  /** The companies whose latest requests could not be stored. Only the first failure in a row is reported. */
  readonly #failing = new Set<string>();
  #timer: NodeJS.Timeout | undefined;

  constructor(
    { store, newEvents }: { store: Store; newEvents: EventEmitter },
    reportDefect: (error: unknown) => void,
  ) {
    this.#store = store;
    this.#newEvents = newEvents;
    this.#reportDefect = reportDefect;
  }

  add(companyId: string, requests: readonly NewEvent[]): void {
    const pending = this.#pending.get(companyId);
    if (pending) pending.push(...requests);
    else this.#pending.set(companyId, [...requests]);
    this.#timer ??= setTimeout(() => void this.flushAll(), BATCH_DELAY).unref();
  }

  /** Resolves when the requests of the company so far are stored, or dropped because the store failed. */
  async flush(companyId: string): Promise<void> {
    const requests = this.#pending.get(companyId);
    if (!requests) return this.#storing.get(companyId);
    this.#pending.delete(companyId);
    const storing = this.#append(companyId, requests);
    this.#storing.set(companyId, storing);
    await storing;
    if (this.#storing.get(companyId) === storing) this.#storing.delete(companyId);
  }

  async #append(companyId: string, requests: readonly NewEvent[]): Promise<void> {
    try {
      await this.#store.transaction(companyId, ({ timeline }) => timeline.append(requests));
      this.#newEvents.emit(companyId);
      this.#failing.delete(companyId);
    } catch (error) {
      if (!this.#failing.has(companyId)) this.#reportDefect(error);
      this.#failing.add(companyId);
    }
  }

  async flushAll(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    await Promise.all([...this.#pending.keys()].map((companyId) => this.flush(companyId)));
  }
}
