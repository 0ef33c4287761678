import type { ResolvedOptions } from "../options.ts";
import { StoreError } from "../store/store-error.ts";
import type { UnitOfWork } from "../unit-of-work.ts";
import { CompanyWorker, RETRY_AFTER, type WorkerOptions } from "./company-worker.ts";

/** Runs the background work of all companies, with an independent worker for each. */
export class Scheduler {
  readonly #unitOfWork: UnitOfWork;
  readonly #options: WorkerOptions;
  readonly #workers = new Map<string, CompanyWorker>();
  readonly #closing = new AbortController();

  constructor(
    unitOfWork: UnitOfWork,
    { postbacks }: Pick<ResolvedOptions, "postbacks">,
    reportDefect: (error: unknown) => void,
  ) {
    this.#unitOfWork = unitOfWork;
    this.#options = {
      unitOfWork,
      systemTime: () => unitOfWork.publicContext.clock.systemTime(),
      postbacks,
      reportDefect,
      closing: this.#closing.signal,
    };
  }

  /** Starts when the sandbox listens. An earlier process may have left due work. */
  async start(): Promise<void> {
    await this.#startCompanies(false);
  }

  /** Tries again if the store fails. Only the first failure is reported. */
  async #startCompanies(isRetry: boolean): Promise<void> {
    try {
      // Each worker reports its own failures, and tries again.
      for (const id of await this.#companyIds()) this.runCompany(id).catch(() => {});
    } catch (error) {
      if (!isRetry) this.#options.reportDefect(error);
      if (error instanceof StoreError)
        setTimeout(() => void this.#startCompanies(true), RETRY_AFTER).unref();
    }
  }

  /**
   * Resolves when no job of the company is due and all its due postbacks were attempted. Rejects if a job or
   * the store fails. The failure is reported already.
   */
  async runCompany(companyId: string): Promise<void> {
    if (this.#closing.signal.aborted) return;
    await this.#workerOf(companyId).run();
  }

  async runAll(): Promise<void> {
    if (this.#closing.signal.aborted) return;
    const ids = await this.#companyIds();
    await Promise.all(ids.map((id) => this.runCompany(id)));
  }

  #companyIds(): Promise<string[]> {
    return this.#unitOfWork.publicContext.store.sharedTransaction(({ companies }) =>
      companies.ids(),
    );
  }

  /** Stops all workers. Undelivered postbacks stay in the outbox. */
  async close(): Promise<void> {
    this.#closing.abort();
    await Promise.all([...this.#workers.values()].map((worker) => worker.close()));
  }

  #workerOf(companyId: string): CompanyWorker {
    const existing = this.#workers.get(companyId);
    if (existing) return existing;
    const worker = new CompanyWorker(companyId, this.#options);
    this.#workers.set(companyId, worker);
    return worker;
  }
}
