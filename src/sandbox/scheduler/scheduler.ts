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
    { postbacks, publicUrl }: Pick<ResolvedOptions, "postbacks" | "publicUrl">,
    reportDefect: (error: unknown) => void,
  ) {
    this.#unitOfWork = unitOfWork;
    this.#options = {
      unitOfWork,
      systemTime: () => unitOfWork.publicContext.clock.systemTime(),
      postbacks,
      publicUrl,
      reportDefect,
      closing: this.#closing.signal,
    };
  }

  /** Starts when the sandbox listens at `url`. An earlier process may have left due work. */
  async start(url: string): Promise<void> {
    this.#options.url = url;
    try {
      await this.runAll();
    } catch (error) {
      this.#options.reportDefect(error);
      if (error instanceof StoreError) setTimeout(() => void this.start(url), RETRY_AFTER).unref();
    }
  }

  /** Resolves when no job of the company is due and all its due postbacks were attempted. */
  async runCompany(companyId: string): Promise<void> {
    if (this.#closing.signal.aborted) return;
    await this.#workerOf(companyId).run();
  }

  async runAll(): Promise<void> {
    if (this.#closing.signal.aborted) return;
    const { store } = this.#unitOfWork.publicContext;
    const ids = await store.sharedTransaction(({ companies }) => companies.ids());
    await Promise.all(ids.map((id) => this.runCompany(id)));
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
