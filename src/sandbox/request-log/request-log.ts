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
  /** The batches that are stored after those, by company. */
  readonly #queued = new Map<string, Promise<void>>();
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
  flush(companyId: string): Promise<void> {
    const queued = this.#queued.get(companyId);
    if (queued) return queued;
    const storing = this.#storing.get(companyId);
    if (!this.#pending.has(companyId)) return storing ?? Promise.resolve();
    if (!storing) return this.#storePending(companyId);
    // One batch at a time: while another process holds the company, they would pile up in front of its changes.
    const next = storing.then(() => {
      this.#queued.delete(companyId);
      return this.#storePending(companyId);
    });
    this.#queued.set(companyId, next);
    return next;
  }

  async #storePending(companyId: string): Promise<void> {
    const requests = this.#pending.get(companyId) ?? [];
    this.#pending.delete(companyId);
    const storing = this.#append(companyId, requests);
    this.#storing.set(companyId, storing);
    await storing;
    this.#storing.delete(companyId);
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
