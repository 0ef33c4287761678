import type { Timers } from "../runtime/timers.ts";
import { ConcurrencyLimits } from "../store/concurrency-limits.ts";
import { lastUse } from "../store/last-use.ts";
import type { NewEvent } from "../store/records.ts";
import type { CompanyData, Store } from "../store/store.ts";
import { StoreError } from "../store/store-error.ts";

/** How long a request waits for a transaction of its company before it gets one of its own, in milliseconds. */
const BATCH_DELAY = 50;

interface RequestLogOptions {
  store: Store;
  clock: { systemTime(): number };
  timers: Timers;
}

/** The requests of a company that are not stored yet, in their order. */
interface Pending {
  requests: NewEvent[];
  cancelFlush: () => void;
}

/**
 * Adds the requests of companies to their timelines, and delays no response: a crash loses the requests of the last
 * moment. They have changed nothing, since what changes data is on the timeline by its own transaction. Each transaction of
 * their company stores them too: a commit may wait for a disk, so a busy company has none for its requests alone.
 */
export class RequestLog {
  readonly #context: RequestLogOptions;
  readonly #reportDefect: (error: unknown) => void;
  readonly #pending = new Map<string, Pending>();
  /** The next transaction of a company begins when it is known which requests the one before has stored. */
  readonly #turns = new ConcurrencyLimits(1);
  /** The companies whose latest requests could not be stored. Only the first failure in a row is reported. */
  readonly #failing = new Set<string>();

  constructor(context: RequestLogOptions, reportDefect: (error: unknown) => void) {
    this.#context = context;
    this.#reportDefect = reportDefect;
  }

  add(companyId: string, requests: readonly NewEvent[]): void {
    const pending = this.#pending.get(companyId);
    if (pending) pending.requests.push(...requests);
    else this.#keep(companyId, [...requests]);
  }

  /**
   * Runs a transaction of the store, which first stores the requests of the company that have ended. If it fails, they
   * wait for the next one.
   */
  transaction<Result>(
    companyId: string,
    work: (data: CompanyData) => Promise<Result>,
  ): Promise<Result> {
    return this.#turns.run(companyId, () => this.#storeBefore(companyId, work));
  }

  /** Resolves when the requests of the company so far are stored, or dropped because the store failed. */
  async flush(companyId: string): Promise<void> {
    const last = this.#requestsOf(companyId).at(-1);
    if (!last) return;
    await this.#turns.run(companyId, async () => {
      // Another transaction may have stored them meanwhile.
      if (this.#requestsOf(companyId).includes(last)) await this.#storeAlone(companyId);
    });
  }

  async flushAll(): Promise<void> {
    await Promise.all([...this.#pending.keys()].map((companyId) => this.flush(companyId)));
  }

  async #storeAlone(companyId: string): Promise<void> {
    const requests = [...this.#requestsOf(companyId)];
    try {
      await this.#storeBefore(companyId, async () => {});
    } catch (error) {
      if (!this.#failing.has(companyId)) this.#reportDefect(error);
      this.#failing.add(companyId);
      this.#remove(companyId, requests);
    }
  }

  #storeBefore<Result>(
    companyId: string,
    work: (data: CompanyData) => Promise<Result>,
  ): Promise<Result> {
    const requests = [...this.#requestsOf(companyId)];
    if (requests.length === 0) return this.#context.store.transaction(companyId, work);
    return this.#storeWith(requests, companyId, work);
  }

  async #storeWith<Result>(
    requests: readonly NewEvent[],
    companyId: string,
    work: (data: CompanyData) => Promise<Result>,
  ): Promise<Result> {
    try {
      const result = await this.#context.store.transaction(companyId, async (data) => {
        await data.timeline.append(requests);
        await this.#noteUse(data);
        return work(data);
      });
      this.#remove(companyId, requests);
      this.#failing.delete(companyId);
      return result;
    } catch (error) {
      // Rather lost than twice.
      if (error instanceof StoreError && error.mayBeCommitted) this.#remove(companyId, requests);
      throw error;
    }
  }

  async #noteUse({ company }: CompanyData): Promise<void> {
    const stored = await company.get();
    const lastUsedAt = lastUse(stored?.lastUsedAt, this.#context.clock.systemTime());
    if (stored && lastUsedAt !== stored.lastUsedAt) await company.save({ ...stored, lastUsedAt });
  }

  #requestsOf(companyId: string): readonly NewEvent[] {
    return this.#pending.get(companyId)?.requests ?? [];
  }

  /** Keeps requests for a transaction. */
  #keep(companyId: string, requests: NewEvent[]): void {
    const flush = () => void this.flush(companyId);
    const cancelFlush = this.#context.timers.after(BATCH_DELAY, flush);
    this.#pending.set(companyId, { requests, cancelFlush });
  }

  /** Those that have ended meanwhile are kept. */
  #remove(companyId: string, requests: readonly NewEvent[]): void {
    const removed = new Set(requests);
    const kept = this.#requestsOf(companyId).filter((each) => !removed.has(each));
    this.#pending.get(companyId)?.cancelFlush();
    this.#pending.delete(companyId);
    if (kept.length > 0) this.#keep(companyId, kept);
  }
}
