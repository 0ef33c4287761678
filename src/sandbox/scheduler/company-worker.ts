import type { PostbackAttempt } from "../../../generated/sandbox-control-types.ts";
import { BY_DELIVERY, type Context } from "../context.ts";
import { StorageLimitError, UnknownCompanyError } from "../errors.ts";
import type { Deliver } from "../postbacks/delivery.ts";
import {
  type ClaimedPostback,
  recordAttempt,
  releaseClaim,
  rescheduleOverdue,
  serializeBody,
} from "../postbacks/outbox.ts";
import { ATTEMPT_TIMEOUT, CLAIM_LEASE, IMPATIENT_TIMEOUT } from "../postbacks/retry-schedule.ts";
import type { Timers } from "../runtime/timers.ts";
import type { ClockAdvance } from "../store/records.ts";
import { StoreError } from "../store/store-error.ts";
import { BY_JOB, type UnitOfWork } from "../unit-of-work.ts";
import { type DueWork, lookForWork, takeDueWork } from "./order-of-due-work.ts";

/** The number of concurrent deliveries for a company, each for a different payment or withdrawal. */
const MAX_CONCURRENT = 16;
/** After this time, in milliseconds, a delivery without a response no longer counts toward the limit. */
const SLOW_AFTER = 1_000;
/** How long background work waits when the store has failed, in milliseconds. */
export const RETRY_AFTER = 1_000;
/** How often to look whether another process has ended its deliveries, in milliseconds. */
const FOREIGN_DELIVERY_CHECK = 100;
/** The longest delay of a timer, in milliseconds. */
const MAX_TIMER = 2_147_483_647;

export interface WorkerOptions {
  unitOfWork: UnitOfWork;
  timers: Timers;
  deliver: Deliver;
  /** Milliseconds since 1970. Leases do not depend on the clocks of companies, which may be frozen. */
  systemTime: () => number;
  closing: AbortSignal;
  reportDefect: (error: unknown) => void;
}

/** An attempt with its outcome. One that the end of the sandbox cut short does not count. */
interface MadeAttempt {
  claimed: ClaimedPostback;
  attempt: PostbackAttempt;
  isCut: boolean;
}

/** An advance that waits until everything is done that falls due up to its time. */
interface WaitingAdvance {
  to: number;
  resolve: () => void;
}

/**
 * Runs the due jobs of one company and delivers its postbacks: each at least once, and those of one resource in the order
 * of its changes. While the clock runs by itself, no job waits for a receiver, and a slow receiver delays postbacks to
 * other receivers by no more than `SLOW_AFTER`. An advance of the clock waits for each attempt that it has caused, and
 * that was due before it.
 */
export class CompanyWorker {
  readonly #companyId: string;
  readonly #options: WorkerOptions;
  readonly #forget: () => void;
  /** Deliveries in progress. After a reset or a restore, two of them may be for the same resource. */
  readonly #deliveries = new Set<Promise<void>>();
  /** The postbacks that count toward the limit: their delivery began less than `SLOW_AFTER` ago. */
  readonly #recent = new Set<ClaimedPostback>();
  #running: Promise<void> | undefined;
  #runRequested = false;
  #wake = () => {};
  #cancelTimer = () => {};
  #hasResumed = false;
  /** Whether the store failed in the last run. Only the first failure in a row is reported. */
  #isFailing = false;
  /** The errors of deliveries that have ended. A run may be busy with something else at that moment. */
  readonly #failures: unknown[] = [];
  /** Attempts that were made, but that the store could not record yet. */
  #unrecorded: MadeAttempt[] = [];
  /** The receivers that did not respond to their latest attempt in the advance in progress. */
  readonly #unresponsive = new Set<string>();
  readonly #waiting: WaitingAdvance[] = [];
  /** The system time since when this worker should have looked for due work. */
  #behindSince: number | undefined;

  /** Calls `forget` when the company was deleted. */
  constructor(companyId: string, options: WorkerOptions, forget = () => {}) {
    this.#companyId = companyId;
    this.#options = options;
    this.#forget = forget;
  }

  /**
   * Resolves when nothing is due any more. A run in progress checks for due work again. Rejects if a job or
   * the store fails, which it has reported. After a failure of the store it tries again by itself.
   */
  run(): Promise<void> {
    this.#runRequested = true;
    this.#behindSince ??= this.#options.systemTime();
    this.#wake();
    this.#running ??= this.#runUntilIdle();
    return this.#running;
  }

  /**
   * Resolves when the advance in progress has passed a time, or there is none any more, whatever else is due by then.
   * Rejects as `run` does.
   */
  finishAdvance(to: number): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ to, resolve });
      this.run().then(resolve, reject);
    });
  }

  /** How long it should have looked for due work, in milliseconds. Undefined if it is idle or waits for receivers. */
  get lag(): number | undefined {
    const since = this.#behindSince;
    return since === undefined ? undefined : Math.max(0, this.#options.systemTime() - since);
  }

  get deliveryCount(): number {
    return this.#deliveries.size;
  }

  /** Resolves when no delivery is in progress. The scheduler aborts `closing` first. */
  async close(): Promise<void> {
    this.#wake();
    await Promise.allSettled([this.#running, ...this.#deliveries]);
    this.#cancelTimer();
  }

  async #runUntilIdle(): Promise<void> {
    const { closing, reportDefect, timers, unitOfWork } = this.#options;
    try {
      // Requests that arrive together share a run, and the server sends their responses in this turn.
      await timers.nextTurn();
      await timers.nextTurn();
      while (this.#runRequested && !closing.aborted) await this.#runDue();
      this.#isFailing = false;
    } catch (error) {
      // Nothing is due in a company that was deleted.
      if (error instanceof UnknownCompanyError) return this.#end();
      const isStoreError = error instanceof StoreError;
      // Whoever calls the company learns of the limit.
      const isKnown = error instanceof StorageLimitError || (isStoreError && this.#isFailing);
      if (!isKnown) reportDefect(error);
      this.#isFailing = isStoreError;
      if (!isStoreError) this.#behindSince = undefined;
      const wait = isStoreError ? RETRY_AFTER : unitOfWork.failures.retryIn(this.#companyId);
      if (wait !== undefined) this.#runIn(wait);
      throw error;
    } finally {
      // A request from here on starts another run.
      this.#running = undefined;
    }
  }

  #end(): void {
    this.#cancelTimer();
    this.#options.unitOfWork.failures.forget(this.#companyId);
    this.#forget();
  }

  async #runDue(): Promise<void> {
    const { closing } = this.#options;
    for (;;) {
      if (closing.aborted) return void (await Promise.all(this.#deliveries));
      const [failure] = this.#failures.splice(0);
      if (failure !== undefined) throw failure;
      this.#runRequested = false;
      await this.#resume();
      await this.#recordAgain();
      const waiting = this.#waiting.splice(0);
      const { claimed, hasMore, awaitsOutcome, advance, dueIn } = await this.#takeDueWork();
      // A delivery takes as long as its receiver. That is no lag.
      this.#behindSince = hasMore || this.#runRequested ? this.#options.systemTime() : undefined;
      this.#finishAdvances(waiting, advance);
      for (const each of claimed) this.#startDelivery(each, advance !== undefined);
      // Otherwise a long advance would keep the process from everything else.
      if (hasMore) await this.#options.timers.nextTurn();
      if (hasMore || this.#runRequested) continue;
      // A delivery may go on whose postback was reset or delayed meanwhile. Its end starts another run.
      if (!awaitsOutcome) return this.#runIn(dueIn);
      await this.#nextChange(this.#mayAwaitOthers() ? FOREIGN_DELIVERY_CHECK : dueIn);
    }
  }

  /** Whether the attempt that is waited for may be another process's, even if this one has deliveries too. */
  #mayAwaitOthers(): boolean {
    const { store } = this.#options.unitOfWork.publicContext;
    return this.#deliveries.size === 0 || store.claimCompanies !== undefined;
  }

  #finishAdvances(waiting: WaitingAdvance[], advance: ClockAdvance | undefined): void {
    if (!advance) this.#unresponsive.clear();
    for (const each of waiting) {
      if (advance && advance.now <= each.to) this.#waiting.push(each);
      else each.resolve();
    }
  }

  async #takeDueWork(): Promise<DueWork> {
    const limit = MAX_CONCURRENT - this.#recent.size;
    const { unitOfWork, systemTime } = this.#options;
    const nothing = await unitOfWork.run(this.#companyId, {
      mode: "read",
      cause: BY_JOB,
      hint: "schedule",
      async run(context) {
        const nothing = await lookForWork(context, systemTime(), limit);
        const failure = unitOfWork.failures.delaying(context);
        if (failure && !nothing) throw failure.error;
        return nothing;
      },
    });
    if (nothing) return nothing;
    return unitOfWork.runDueWork(this.#companyId, (context, jobs) => {
      // Not before: a lease that has waited for the company may end during its attempt.
      const from = systemTime();
      return takeDueWork(context, jobs, { from, until: from + CLAIM_LEASE }, limit);
    });
  }

  #startDelivery(claimed: ClaimedPostback, isAdvancing: boolean): void {
    this.#recent.add(claimed);
    const makeRoom = () => {
      this.#recent.delete(claimed);
      this.run().catch(() => {});
    };
    const cancelSlow = this.#options.timers.after(SLOW_AFTER, makeRoom);
    const delivery = this.#attempt(claimed, isAdvancing)
      .catch((error) => void this.#failures.push(error))
      .finally(() => {
        cancelSlow();
        this.#deliveries.delete(delivery);
        makeRoom();
      });
    this.#deliveries.add(delivery);
  }

  /** Resolves when a run is requested, a delivery has ended or turns out to be slow, or some milliseconds have passed. */
  async #nextChange(limit?: number): Promise<void> {
    const { timers } = this.#options;
    let cancel = () => {};
    await new Promise<void>((resolve) => {
      this.#wake = resolve;
      if (limit !== undefined) cancel = timers.after(Math.min(limit, MAX_TIMER), resolve);
    });
    cancel();
  }

  async #attempt(claimed: ClaimedPostback, isAdvancing: boolean): Promise<void> {
    const { record, at } = claimed;
    const { unitOfWork, closing, deliver } = this.#options;
    const { url } = record.resource;
    const origin = URL.canParse(url) ? new URL(url).origin : url;
    const isUnresponsive = isAdvancing && this.#unresponsive.has(origin);
    const { publicUrl } = unitOfWork.publicContext.address;
    const { timedOut, ...outcome } = await deliver(
      { companyId: this.#companyId, url, body: serializeBody(record, publicUrl) },
      { closing, timeout: isUnresponsive ? IMPATIENT_TIMEOUT : ATTEMPT_TIMEOUT },
    );
    if (timedOut) this.#unresponsive.add(origin);
    else this.#unresponsive.delete(origin);
    await this.#record({ claimed, attempt: { at, ...outcome }, isCut: closing.aborted });
  }

  /** Keeps the attempt for the next run if the store fails: until its lease ends, nobody claims the postback. */
  async #record(made: MadeAttempt): Promise<void> {
    const { claimed, attempt, isCut } = made;
    try {
      await this.#change<unknown>((context) =>
        isCut ? releaseClaim(context, claimed) : recordAttempt(context, claimed, attempt),
      );
    } catch (error) {
      if (error instanceof StoreError) this.#unrecorded.push(made);
      throw error;
    }
  }

  /** Records what the store failed to record before. */
  async #recordAgain(): Promise<void> {
    const made = this.#unrecorded.splice(0);
    const outcomes = await Promise.allSettled(made.map((each) => this.#record(each)));
    for (const each of outcomes) if (each.status === "rejected") throw each.reason;
  }

  /** Reschedules postbacks that became due while no process ran. */
  async #resume(): Promise<void> {
    if (this.#hasResumed) return;
    await this.#change(rescheduleOverdue);
    this.#hasResumed = true;
  }

  /** Replaces the timer of the next run. */
  #runIn(wait: number | undefined): void {
    this.#cancelTimer();
    if (wait === undefined || this.#options.closing.aborted) return;
    const run = () => void this.run().catch(() => {});
    this.#cancelTimer = this.#options.timers.after(Math.min(wait, MAX_TIMER), run);
  }

  /** Runs work in a transaction. */
  #change<Result>(run: (context: Context) => Promise<Result>): Promise<Result> {
    const { unitOfWork } = this.#options;
    return unitOfWork.run(this.#companyId, { mode: "transaction", cause: BY_DELIVERY, run });
  }
}
