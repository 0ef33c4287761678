import type { Context } from "../context.ts";
import { billSubscription } from "../services/charge-subscription.ts";
import { changeStatusIfAllowed } from "../services/payment-status-changes.ts";
import { settle } from "../services/settlements.ts";
import type { Job } from "../store/records.ts";
import type { DueJobs } from "../unit-of-work.ts";

type JobOf<Kind extends Job["kind"]> = Extract<Job, { kind: Kind }>;

/** The function that runs a due job, by its kind. */
const runners: { [Kind in Job["kind"]]: (context: Context, job: JobOf<Kind>) => Promise<void> } = {
  payment: changeScheduledStatus,
  subscription: billSubscription,
  settlement: settle,
};

/** The jobs of a company in its queue. */
export const dueJobs: DueJobs = {
  areDue: hasDueJobs,
  run: (context, limit) => runDueJobs(context, limit, async ({ now }) => now),
};

async function hasDueJobs({ data, now }: Context): Promise<boolean> {
  const next = await data.jobQueue.nextDueAt();
  return next !== undefined && next <= now;
}

/**
 * Runs up to `limit` jobs that are due by a time, in order. During a job, the clock shows the job's due time. Returns
 * whether more may be due.
 */
export async function runDueJobs(
  context: Context,
  limit: number,
  dueBy: (context: Context) => Promise<number>,
): Promise<boolean> {
  for (let count = 0; count < limit; count++) {
    const job = await context.data.jobQueue.takeDue(await dueBy(context));
    if (!job) return false;
    const { now } = context;
    context.now = job.dueAt;
    await runners[job.kind](context, job as never);
    context.now = now;
    context.moveTo(job.dueAt);
  }
  return true;
}

/** The status may have changed since the job was scheduled, so the job may have nothing to do. */
async function changeScheduledStatus(
  context: Context,
  { paymentId, status }: JobOf<"payment">,
): Promise<void> {
  const record = await context.data.payments.get(paymentId);
  if (record) await changeStatusIfAllowed(context, record, status);
}
