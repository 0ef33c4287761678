import type { Context } from "../context.ts";
import { typesWithoutListener } from "../postbacks/listeners.ts";
import { type ClaimedPostback, claimDue, rescheduleOverdue } from "../postbacks/outbox.ts";
import { runDueJobs } from "../services/due-jobs.ts";
import type { ClockAdvance } from "../store/records.ts";
import type { Lease } from "../store/store.ts";

/** What a worker does next. */
export interface DueWork {
  /** The postbacks to attempt now. */
  claimed: ClaimedPostback[];
  /** Whether more jobs may be due already. */
  hasMore: boolean;
  /** Whether a due postback has no outcome yet that the company's time waits for. Another process may be attempting it. */
  awaitsOutcome: boolean;
  /** The advance in progress. Everything before its time is done. */
  advance: ClockAdvance | undefined;
  /** Milliseconds until more work falls due by itself. Undefined if that never happens. */
  dueIn: number | undefined;
}

/**
 * Runs at most `jobs` due jobs, then claims at most `limit` due postbacks.
 *
 * Jobs and attempts of an advance are one sequence by due time. The company's time moves to that of the next work, where
 * jobs come before attempts. It does not move past a postback that is due, whoever has claimed it: nothing that falls
 * due later starts before the outcome of an attempt is stored. Only what is overdue does not hold it up. Each step is one
 * transaction, so several processes can take steps of the same advance, and any of them can finish it.
 */
export async function takeDueWork(
  context: Context,
  jobs: number,
  lease: Lease,
  limit: number,
): Promise<DueWork> {
  const hasMore = await runDueJobs(context, jobs, latestTime);
  if (context.company.advance && !hasMore) await moveOn(context, context.company.advance);
  const claimed = hasMore ? [] : await claimDue(context, lease, limit);
  const times = await nextTimes(context, lease.from);
  const next = await outlook(context, times);
  // The claim has recorded an outcome that the advance waited for: that of a listener that has gone.
  const mayMoveOn = next.advance !== undefined && !next.awaitsOutcome;
  // A job fell due before the advance had ended.
  const isLate = times.job !== undefined && times.job <= context.now;
  return { claimed, hasMore: hasMore || mayMoveOn || isLate, ...next };
}

/** What `takeDueWork` would return, if it has nothing to do. A read is enough to know this, and has no commit. */
export async function lookForWork(
  context: Context,
  freeAt: number,
  limit: number,
): Promise<DueWork | undefined> {
  const { company, now } = context;
  const next = await nextTimes(context, freeAt);
  const isDue = (at: number | undefined) => at !== undefined && at <= now;
  const mayClaim = limit > 0 && typesWithoutListener(context).length > 0;
  if (company.advance || isDue(next.job) || (mayClaim && isDue(next.postback))) return undefined;
  return { claimed: [], hasMore: false, ...(await outlook(context, next)) };
}

/** How far jobs may run. */
async function latestTime(context: Context): Promise<number> {
  const { now, company } = context;
  if (!company.advance) return now;
  const nextAttempt = await nextAttemptAt(context);
  return Math.max(now, Math.min(nextAttempt ?? Number.POSITIVE_INFINITY, company.advance.to));
}

/** When the next attempt is due whose outcome the company's time waits for, claimed or not. */
function nextAttemptAt({ now, company, data }: Context): Promise<number | undefined> {
  return data.outbox.nextDueAt({ dueFrom: company.advance ? now : undefined });
}

/** Moves an advance to the next attempt, when no job is due before it, or ends the advance. */
async function moveOn(context: Context, { to }: ClockAdvance): Promise<void> {
  const nextAttempt = await nextAttemptAt(context);
  if (nextAttempt !== undefined && nextAttempt <= to) return context.moveTo(nextAttempt);
  context.setClock(context.company.clock);
  // What it has not waited for is due at its end: by a clock that runs by itself, the wait for a retry begins there.
  await rescheduleOverdue(context);
}

/** When the next job is due, and the next postback that nobody has claimed. An advance waits for no time. */
interface NextTimes {
  job?: number | undefined;
  postback?: number | undefined;
}

async function nextTimes({ company, data }: Context, freeAt: number): Promise<NextTimes> {
  if (company.advance) return {};
  return {
    job: await data.jobQueue.nextDueAt(),
    postback: await data.outbox.nextDueAt({ freeAt }),
  };
}

async function outlook(
  context: Context,
  next: NextTimes,
): Promise<Pick<DueWork, "awaitsOutcome" | "advance" | "dueIn">> {
  const { company, now } = context;
  const nextAttempt = await nextAttemptAt(context);
  return {
    awaitsOutcome: nextAttempt !== undefined && nextAttempt <= now,
    advance: company.advance,
    dueIn: "now" in company.clock ? undefined : timeToNextWork(now, next),
  };
}

/** A postback that is due but not claimed waits for another delivery to end, and not for a time. */
function timeToNextWork(now: number, { job, postback }: NextTimes): number | undefined {
  const times = [job, postback].filter((at) => at !== undefined && at > now) as number[];
  return times.length > 0 ? Math.min(...times) - now : undefined;
}
