import { type Cause, Context, type PublicContext, type SharedContext } from "./context.ts";
import { StorageLimitError, UnknownCompanyError } from "./errors.ts";
import { RequestLog } from "./request-log/request-log.ts";
import { hasDueJobs, runDueJobs } from "./services/due-jobs.ts";
import type { Company, NewEvent } from "./store/records.ts";
import type { CompanyData, ReadHint, Store } from "./store/store.ts";

export type Mode = "read" | "transaction";

export const BY_JOB: Cause = { type: "job", requestId: null };

/** The work of one transaction or read, and what caused it. The store may run it more than once. */
export interface Work<Result> {
  mode: Mode;
  cause: Cause;
  /** What a read probably needs. */
  hint?: ReadHint | undefined;
  /** Whether it runs after all jobs that are due on the clock of the company. */
  afterDueJobs?: boolean;
  run(context: Context): Promise<Result>;
}

/** Runs work for a company in a read or a transaction, which is atomic. */
export class UnitOfWork {
  readonly publicContext: PublicContext;
  readonly requestLog: RequestLog;

  constructor(store: Store, shared: SharedContext, reportDefect: (error: unknown) => void) {
    this.publicContext = { ...shared, store };
    this.requestLog = new RequestLog(this.publicContext, reportDefect);
  }

  /** @throws {UnknownCompanyError} if there is no company with this id. */
  run<Result>(companyId: string, work: Work<Result>): Promise<Result> {
    return work.afterDueJobs
      ? this.#afterDueJobs(companyId, work)
      : this.#inContext(companyId, work);
  }

  /**
   * Runs work when no jobs are due. The check runs in the same transaction as the work: between two transactions another
   * request may advance the clock.
   */
  async #afterDueJobs<Result>(companyId: string, work: Work<Result>): Promise<Result> {
    const unlessJobsAreDue = async (context: Context) =>
      (await hasDueJobs(context)) ? undefined : { result: await work.run(context) };
    for (;;) {
      const completed = await this.#inContext(companyId, { ...work, run: unlessJobsAreDue });
      if (completed) return completed.result;
      await this.#runDueJobs(companyId);
    }
  }

  /** Runs all due jobs in batches, so that one company's long clock advance does not block the others. */
  async #runDueJobs(companyId: string): Promise<void> {
    const check = { mode: "read", cause: BY_JOB, run: hasDueJobs } as const;
    while (await this.#inContext(companyId, check)) {
      const run = (context: Context) => runDueJobs(context);
      await this.#inContext(companyId, { mode: "transaction", cause: BY_JOB, run });
      await this.publicContext.timers.nextTurn();
    }
  }

  async #inContext<Result>(
    companyId: string,
    { mode, cause, hint, run }: Work<Result>,
  ): Promise<Result> {
    const { store, newEvents, maxRecords } = this.publicContext;
    const isRead = mode === "read";
    let events: readonly NewEvent[] = [];
    const work = async (data: CompanyData) => {
      const company = await data.company.get();
      if (!company) throw new UnknownCompanyError();
      const context = new Context(company, data, cause, this.publicContext);
      const isLimited = !isRead && maxRecords !== undefined;
      const result = await (isLimited ? withinLimit(context, run, maxRecords) : run(context));
      if (!isRead) await save(context);
      events = context.events;
      return result;
    };
    // What a transaction adds to the timeline comes after the requests of this process that ended before.
    const result = await (isRead
      ? store.read(companyId, work, hint)
      : this.requestLog.transaction(companyId, work));
    if (events.length > 0) newEvents.emit(events);
    return result;
  }
}

/** Runs work that may not add records beyond the limit. A company beyond it may still change and delete some. */
async function withinLimit<Result>(
  context: Context,
  run: Work<Result>["run"],
  maxRecords: number,
): Promise<Result> {
  const before = await context.data.recordCount();
  const result = await run(context);
  const count = await context.data.recordCount();
  if (count > before && count > maxRecords) throw StorageLimitError.ofRecords(maxRecords);
  return result;
}

/** Saves the company if work advanced its clock, drew ids or changed it otherwise, and adds the events. */
async function save({ company, companyBefore, data, events }: Context): Promise<void> {
  if (!hasSameFields(company, companyBefore)) await data.company.save(company);
  if (events.length > 0) await data.timeline.append(events);
}

/** Work replaces the fields of a company, and never changes the objects in them. */
function hasSameFields(one: Company, other: Company): boolean {
  for (const name in one)
    if (one[name as keyof Company] !== other[name as keyof Company]) return false;
  return true;
}
