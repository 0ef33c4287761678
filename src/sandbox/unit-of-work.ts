import { setImmediate } from "node:timers/promises";
import { Context, type PublicContext } from "./context.ts";
import { hasDueJobs, runDueJobs } from "./jobs/run-due-jobs.ts";
import { RequestLog } from "./request-log/request-log.ts";
import type { Runtime } from "./runtime/runtime.ts";
import type { Company } from "./store/records.ts";
import type { Data, Store } from "./store/store.ts";

/** How many due things are done in one transaction, before others get their turn. */
const AT_ONCE = 100;

export type Mode = "read" | "transaction";

/** Does work for companies: each piece whole or not at all, and after all that was due before it. */
export class UnitOfWork {
  readonly runtime: Runtime;
  readonly #store: Store;
  readonly #logs = new Map<string, RequestLog>();

  constructor(store: Store, runtime: Runtime) {
    this.#store = store;
    this.runtime = runtime;
  }

  /** For whoever has no company yet. */
  withoutCompany<Result>(
    mode: Mode,
    work: (sandbox: PublicContext) => Promise<Result>,
  ): Promise<Result> {
    return this.#store[mode]((data) => work({ data, runtime: this.runtime }));
  }

  /** For a company, after everything that is due by its clock. */
  async run<Result>(
    companyId: string,
    mode: Mode,
    work: (context: Context) => Promise<Result>,
  ): Promise<Result> {
    const guarded = (context: Context) => this.unlessJobsAreDue(context, work);
    let done = await this.inContext(companyId, mode, guarded);
    while (!done) {
      await this.catchUp(companyId);
      done = await this.inContext(companyId, mode, guarded);
    }
    return done.result;
  }

  /**
   * Does work, or nothing where something is due before it. This is looked at in the same turn: another
   * call may have moved the clock between one turn and the next.
   */
  async unlessJobsAreDue<Result>(
    context: Context,
    work: (context: Context) => Promise<Result>,
  ): Promise<{ result: Result } | undefined> {
    return (await hasDueJobs(context)) ? undefined : { result: await work(context) };
  }

  /** Does what is due, some at a time, so that others need not wait until a year has passed. */
  async catchUp(companyId: string): Promise<void> {
    while (await this.inContext(companyId, "read", hasDueJobs)) {
      await this.inContext(companyId, "transaction", (context) => runDueJobs(context, AT_ONCE));
      await setImmediate();
    }
  }

  /** For a company as it is. It is read anew each time: another call may have moved its clock. */
  inContext<Result>(
    companyId: string,
    mode: Mode,
    work: (context: Context) => Promise<Result>,
  ): Promise<Result> {
    return this.#store[mode](async (data) => {
      const company = await data.companies.get(companyId);
      if (!company) throw new Error(`The company ${companyId} has gone.`);
      const before = mode === "transaction" && JSON.stringify(company);
      const result = await work(this.contextOf(company, data));
      // Its clock may have moved, and its chance got further.
      if (before && before !== JSON.stringify(company)) await data.companies.save(company);
      return result;
    });
  }

  /** What a company's work is done with, within a turn. */
  contextOf(company: Company, data: Data): Context {
    return new Context(company, data, this.runtime, this.logOf(company.id));
  }

  logOf(companyId: string): RequestLog {
    const log = this.#logs.get(companyId) ?? new RequestLog();
    this.#logs.set(companyId, log);
    return log;
  }
}
