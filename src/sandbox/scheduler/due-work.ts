import type { Context } from "../context.ts";
import { type ClaimedPostback, claimDue } from "../postbacks/outbox.ts";
import type { Lease } from "../store/store.ts";
import { JOBS_PER_TRANSACTION } from "../unit-of-work.ts";
import { runDueJobs } from "./run-due-jobs.ts";

/** What a worker does next. */
export interface DueWork {
  /** The postbacks to attempt now. */
  claimed: ClaimedPostback[];
  /** Whether more jobs may be due already. */
  hasMore: boolean;
  /** Whether a due postback has no outcome yet. Another process may be attempting it. */
  awaitsOutcome: boolean;
  isAdvancing: boolean;
  /** Milliseconds until more work falls due by itself. Undefined if that never happens. */
  dueIn: number | undefined;
}

/**
 * Runs due jobs, then claims up to `limit` due postbacks.
 *
 * Jobs and attempts of an advance are one sequence by due time. The company's time moves to that of the next work, where
 * jobs come before attempts. It does not move past a postback that is due, whoever has claimed it: nothing that falls
 * due later starts before the outcome of an attempt is stored. Each step is one transaction, so several processes can
 * take steps of the same advance, and any of them can finish it.
 */
export async function takeDueWork(context: Context, lease: Lease, limit: number): Promise<DueWork> {
  const hasMore = await runDueJobs(context, JOBS_PER_TRANSACTION, latestTime);
  const firstPostback = await context.data.outbox.nextDueAt();
  if (!hasMore) moveOn(context, firstPostback);
  const awaitsOutcome = firstPostback !== undefined && firstPostback <= context.now;
  const claims = awaitsOutcome && !hasMore && limit > 0;
  return {
    claimed: claims ? await claimDue(context, lease, limit) : [],
    ...{ hasMore, awaitsOutcome, isAdvancing: context.company.advance !== undefined },
    dueIn: await timeToNextWork(context, lease.from),
  };
}

/** How far jobs may run. */
async function latestTime({ now, company, data }: Context): Promise<number> {
  if (!company.advance) return now;
  const firstPostback = await data.outbox.nextDueAt();
  return Math.max(now, Math.min(firstPostback ?? Number.POSITIVE_INFINITY, company.advance.to));
}

/** Moves an advance to the first postback, when no job is due before it, or ends the advance. */
function moveOn(context: Context, firstPostback: number | undefined): void {
  const { clock, advance } = context.company;
  if (!advance) return;
  if (firstPostback !== undefined && firstPostback <= advance.to) context.moveTo(firstPostback);
  else context.setClock(clock);
}

/** A postback that is due but not claimed waits for another delivery to end, and not for a time. */
async function timeToNextWork(
  { data, company, now }: Context,
  systemTime: number,
): Promise<number | undefined> {
  if ("now" in company.clock || company.advance) return undefined;
  const job = await data.jobQueue.nextDueAt();
  const postback = await data.outbox.nextDueAt(systemTime);
  const times = [job, postback].filter((at) => at !== undefined && at > now) as number[];
  return times.length > 0 ? Math.min(...times) - now : undefined;
}
