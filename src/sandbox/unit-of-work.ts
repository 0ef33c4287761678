import { type Cause, Context, type PublicContext, type SharedContext } from "./context.ts";
import { StorageLimitError, UnknownCompanyError } from "./errors.ts";
import { FailedWork } from "./failed-work.ts";
import { RequestLog } from "./request-log/request-log.ts";
import { hasDueJobs, JOBS_PER_TRANSACTION, runDueJobs } from "./services/due-jobs.ts";
import type { Company, NewEvent } from "./store/records.ts";
import type { CompanyData, ReadHint, Store } from "./store/store.ts";
import { StoreError } from "./store/store-error.ts";

export type Mode = "read" | "transaction";

export const BY_JOB: Cause = { type: "job", requestId: null };

/** How long a request waits for due jobs after their first batch, in milliseconds. Then it sees what is done so far. */
const PATIENCE = 500;

/** The work of one transaction or read, and what caused it. The store may run it more than once. */
export interface Work<Result> {
  mode: Mode;
  cause: Cause;
  /** What a read probably needs. */
  hint?: ReadHint | undefined;
  /** Whether it runs after the jobs that are due on the clock of the company. */
  afterDueJobs?: boolean;
  run(context: Context): Promise<Result>;
}

/** Runs work for a company in a read or a transaction, which is atomic. */
export class UnitOfWork {
  readonly publicContext: PublicContext;
  readonly requestLog: RequestLog;
  readonly failures: FailedWork;

  constructor(store: Store, shared: SharedContext, reportDefect: (error: unknown) => void) {
    this.publicContext = { ...shared, store };
    this.failures = new FailedWork(shared.timers);
    this.requestLog = new RequestLog(this.publicContext, reportDefect);
  }

  /** @throws {UnknownCompanyError} if there is no company with this id. */
  run<Result>(companyId: string, work: Work<Result>): Promise<Result> {
    return work.afterDueJobs
      ? this.#afterDueJobs(companyId, work)
      : this.#inContext(companyId, work);
  }

  /**
   * Runs work when no jobs are due, or it has waited long enough. The check runs in the same transaction as the
   * work: between two transactions another request may advance the clock.
   */
  async #afterDueJobs<Result>(companyId: string, work: Work<Result>): Promise<Result> {
    const { timers } = this.publicContext;
    const end = timers.monotonicTime() + PATIENCE;
    for (let batches = 0; ; batches++) {
      const unlessJobsAreDue = async (context: Context) => {
        const isPatient = batches === 0 || timers.monotonicTime() < end;
        const mustWait = isPatient && this.failures.delaying(context) === undefined;
        return mustWait && (await hasDueJobs(context))
          ? undefined
          : { result: await work.run(context) };
      };
      const completed = await this.#inContext(companyId, { ...work, run: unlessJobsAreDue });
      if (completed) return completed.result;
      await this.runDueWork(companyId, runDueJobs).catch((error) => {
        // The request does not depend on a job that has failed for a defect, and the worker reports it.
        if (!isDefect(error)) throw error;
      });
      // One company's long clock advance does not block the others.
      await timers.nextTurn();
    }
  }

  /**
   * Runs due work in a transaction, with at most `limit` jobs. If it fails for a defect, it runs with a single job again, so
   * that all jobs before the one that fails are done. That one waits, with all that is due after it.
   */
  async runDueWork<Result>(
    companyId: string,
    run: (context: Context, limit: number) => Promise<Result>,
  ): Promise<Result> {
    const before = this.failures.of(companyId);
    let generation = 0;
    const limited = (context: Context) => {
      generation = context.company.generation;
      return run(context, before ? 1 : JOBS_PER_TRANSACTION);
    };
    const work = { mode: "transaction", cause: BY_JOB, run: limited } as const;
    try {
      const result = await this.#inContext(companyId, work);
      this.failures.forget(companyId);
      return result;
    } catch (error) {
      if (!isDefect(error)) throw error;
      const failure = this.failures.add(companyId, { generation, error }, before);
      if (failure.wait > 0) throw failure.error;
      return this.runDueWork(companyId, run);
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

/** Whether an error is neither of the store, nor of a company at its limit or one that was deleted. */
function isDefect(error: unknown): boolean {
  const others = [StoreError, StorageLimitError, UnknownCompanyError];
  return !others.some((each) => error instanceof each);
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
