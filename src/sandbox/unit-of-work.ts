import { setImmediate } from "node:timers/promises";
import { Context, type PublicContext, type SharedContext } from "./context.ts";
import { RequestLog } from "./request-log/request-log.ts";
import type { Company } from "./store/records.ts";
import type { Data, Store } from "./store/store.ts";

/** The number of due jobs that run in one transaction before other work gets a turn. */
const JOBS_PER_TRANSACTION = 100;

export type Mode = "read" | "transaction";

/** The background jobs of a company: whether any is due, and how to run up to `limit` of them. */
export interface DueJobs {
  areDue(context: Context): Promise<boolean>;
  run(context: Context, limit: number): Promise<void>;
}

/** Runs work for a company in a read or a transaction, after all due jobs. A transaction is atomic. */
export class UnitOfWork {
  readonly shared: SharedContext;
  readonly #store: Store;
  readonly #dueJobs: DueJobs;
  readonly #logs = new Map<string, RequestLog>();

  constructor(store: Store, shared: SharedContext, dueJobs: DueJobs) {
    this.#store = store;
    this.#dueJobs = dueJobs;
    this.shared = shared;
  }

  /** Runs work without a company, e.g. creating one. */
  withoutCompany<Result>(
    mode: Mode,
    work: (context: PublicContext) => Promise<Result>,
  ): Promise<Result> {
    return this.#store[mode]((data) => work({ data, ...this.shared }));
  }

  /** Runs work for a company after all jobs that are due on its clock. */
  async run<Result>(
    companyId: string,
    mode: Mode,
    work: (context: Context) => Promise<Result>,
  ): Promise<Result> {
    const guarded = (context: Context) => this.unlessJobsAreDue(context, work);
    let completed = await this.inContext(companyId, mode, guarded);
    while (!completed) {
      await this.catchUp(companyId);
      completed = await this.inContext(companyId, mode, guarded);
    }
    return completed.result;
  }

  /**
   * Runs work, or returns undefined if jobs are due first. The check runs in the same transaction as the
   * work: between two transactions another request may advance the clock.
   */
  async unlessJobsAreDue<Result>(
    context: Context,
    work: (context: Context) => Promise<Result>,
  ): Promise<{ result: Result } | undefined> {
    return (await this.#dueJobs.areDue(context)) ? undefined : { result: await work(context) };
  }

  /** Runs all due jobs in batches, so that one company's long clock advance does not block the others. */
  async catchUp(companyId: string): Promise<void> {
    while (await this.inContext(companyId, "read", this.#dueJobs.areDue)) {
      await this.inContext(companyId, "transaction", (context) =>
        this.#dueJobs.run(context, JOBS_PER_TRANSACTION),
      );
      await setImmediate();
    }
  }

  /** Runs work for a company without checking for due jobs. Reloads the company: its clock may have moved. */
  inContext<Result>(
    companyId: string,
    mode: Mode,
    work: (context: Context) => Promise<Result>,
  ): Promise<Result> {
    return this.#store[mode](async (data) => {
      const company = await data.companies.get(companyId);
      if (!company) throw new Error(`Company ${companyId} does not exist.`);
      const before = mode === "transaction" && JSON.stringify(company);
      const result = await work(this.contextOf(company, data));
      // Work may advance the clock and generate ids; both change the company.
      if (before && before !== JSON.stringify(company)) await data.companies.save(company);
      return result;
    });
  }

  contextOf(company: Company, data: Data): Context {
    return new Context(company, data, this.shared, this.logOf(company.id));
  }

  logOf(companyId: string): RequestLog {
    const log = this.#logs.get(companyId) ?? new RequestLog();
    this.#logs.set(companyId, log);
    return log;
  }
}
