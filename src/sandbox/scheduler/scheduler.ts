import type { Reading } from "../metrics/metrics.ts";
import type { Store } from "../store/store.ts";
import { StoreError } from "../store/store-error.ts";
import type { UnitOfWork } from "../unit-of-work.ts";
import { CompanyWorker, RETRY_AFTER, type WorkerOptions } from "./company-worker.ts";

/** How often a process looks for the work that another one has left, in milliseconds. */
const POLL_INTERVAL = 500;
/** How long the other processes leave a claimed company alone, in milliseconds. */
const CLAIM = 5_000;
/** The number of companies that a process claims at once. */
const MAX_CLAIMED = 50;

/**
 * Runs the background work of all companies, with an independent worker for each. If processes share the store, each
 * of them regularly claims companies with due work, which it or another process has left.
 */
export class Scheduler {
  readonly #unitOfWork: UnitOfWork;
  readonly #options: WorkerOptions;
  readonly #workers = new Map<string, CompanyWorker>();
  readonly #closing = new AbortController();
  #polling: Promise<void> | undefined;
  #endPause = () => {};
  /** The system time of the latest search for work that another process has left. */
  #searchedAt: number | undefined;

  constructor(
    unitOfWork: UnitOfWork,
    ports: Pick<WorkerOptions, "timers" | "deliver">,
    reportDefect: (error: unknown) => void,
  ) {
    this.#unitOfWork = unitOfWork;
    this.#options = {
      unitOfWork,
      systemTime: () => unitOfWork.publicContext.clock.systemTime(),
      ...ports,
      reportDefect,
      closing: this.#closing.signal,
    };
    unitOfWork.publicContext.metrics.add(...this.#metrics());
  }

  /** Without any query, so that they are known while the database is away. */
  #metrics(): Reading[] {
    const lags = () => [...this.#workers.values()].flatMap(({ lag }) => lag ?? []);
    return [
      {
        name: "centavo_due_companies",
        help: "The companies whose due work waits for this process.",
        read: () => lags().length,
      },
      {
        name: "centavo_due_lag_seconds",
        help: "How long the due work that has waited longest has waited.",
        read: () => lags().reduce((most, lag) => Math.max(most, lag), this.#searchLag()) / 1000,
      },
      {
        name: "centavo_deliveries",
        help: "The postbacks that are being delivered.",
        read: () => [...this.#workers.values()].reduce((sum, each) => sum + each.deliveryCount, 0),
      },
    ];
  }

  #searchLag(): number {
    if (this.#searchedAt === undefined) return 0;
    return Math.max(0, this.#options.systemTime() - this.#searchedAt - POLL_INTERVAL);
  }

  /** Starts when the sandbox listens. An earlier process may have left due work. */
  async start(): Promise<void> {
    const { store } = this.#unitOfWork.publicContext;
    if (!store.claimCompanies) return this.#startCompanies(false);
    const claim = store.claimCompanies.bind(store);
    this.#polling = this.#poll(claim);
    await this.#polling;
  }

  /** Goes on while the store fails. Only the first failure in a row is reported. */
  async #poll(claim: NonNullable<Store["claimCompanies"]>): Promise<void> {
    const { signal } = this.#closing;
    const { clock, sessions, store } = this.#unitOfWork.publicContext;
    let isFailing = false;
    this.#searchedAt = this.#options.systemTime();
    while (!signal.aborted) {
      try {
        await clock.follow(store);
        const from = this.#options.systemTime();
        const ids = await claim({ from, until: from + CLAIM }, MAX_CLAIMED);
        // Each worker reports its own failures, and tries again.
        for (const id of ids) this.runCompany(id).catch(() => {});
        this.#searchedAt = this.#options.systemTime();
        await sessions.refresh(store);
        isFailing = false;
      } catch (error) {
        if (!isFailing) this.#options.reportDefect(error);
        isFailing = true;
      }
      await this.#pause(POLL_INTERVAL);
    }
  }

  /** Ends early when the scheduler closes. Keeps no process alive. */
  #pause(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      const cancel = this.#options.timers.after(milliseconds, resolve);
      this.#endPause = () => {
        cancel();
        resolve();
      };
    });
  }

  /** Tries again if the store fails. Only the first failure is reported. */
  async #startCompanies(isRetry: boolean): Promise<void> {
    try {
      // Each worker reports its own failures, and tries again.
      for (const id of await this.#companyIds()) this.runCompany(id).catch(() => {});
    } catch (error) {
      if (!isRetry) this.#options.reportDefect(error);
      if (error instanceof StoreError)
        this.#options.timers.after(RETRY_AFTER, () => void this.#startCompanies(true));
    }
  }

  /**
   * Resolves when no job of the company is due and all its due postbacks were attempted. Rejects if a job or
   * the store fails. The failure is reported already.
   */
  runCompany(companyId: string): Promise<void> {
    if (this.#closing.signal.aborted) return Promise.resolve();
    return this.#workerOf(companyId).run();
  }

  /** Resolves when an advance of the company's clock has passed a time, whatever else is due. Rejects likewise. */
  async finishAdvance(companyId: string, to: number): Promise<void> {
    if (this.#closing.signal.aborted) return;
    await this.#workerOf(companyId).finishAdvance(to);
  }

  async runAll(): Promise<void> {
    if (this.#closing.signal.aborted) return;
    const ids = await this.#companyIds();
    await Promise.all(ids.map((id) => this.runCompany(id)));
  }

  #companyIds(): Promise<string[]> {
    return this.#unitOfWork.publicContext.store.sharedRead(({ companies }) => companies.ids());
  }

  /** Stops all workers. Undelivered postbacks stay in the outbox. */
  async close(): Promise<void> {
    // Nobody reads the reason, and that of the platform has a stack trace.
    this.#closing.abort("closed");
    this.#endPause();
    await this.#polling;
    await Promise.all([...this.#workers.values()].map((worker) => worker.close()));
  }

  #workerOf(companyId: string): CompanyWorker {
    const existing = this.#workers.get(companyId);
    if (existing) return existing;
    const forget = () => this.#workers.delete(companyId);
    const worker = new CompanyWorker(companyId, this.#options, forget);
    this.#workers.set(companyId, worker);
    return worker;
  }
}
