import type { ResolvedOptions } from "../options.ts";
import type { UnitOfWork } from "../unit-of-work.ts";
import { CompanyWorker, type WorkerOptions } from "./company-worker.ts";

/** Runs the background work of all companies: one worker for each, independent of the others. */
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
      postbacks,
      publicUrl,
      reportDefect,
      closing: this.#closing.signal,
    };
  }

  /** Begins once the sandbox listens at `url`: work may be left from an earlier process. */
  async start(url: string): Promise<void> {
    this.#options.url = url;
    await this.runAll();
  }

  /** Resolves when no job of the company is due, and each of its due postbacks was attempted. */
  async runCompany(companyId: string): Promise<void> {
    if (this.#closing.signal.aborted) return;
    await this.#workerOf(companyId).run();
  }

  async runAll(): Promise<void> {
    if (this.#closing.signal.aborted) return;
    const ids = await this.#unitOfWork.withoutCompany("read", ({ data }) => data.companies.ids());
    await Promise.all(ids.map((id) => this.runCompany(id)));
  }

  /** Stops sending. Postbacks that were not delivered stay in the outbox. */
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
