import type { Context } from "../context.ts";
import { billSubscription } from "../services/charge-subscription.ts";
import { changeStatusIfAllowed } from "../services/payment-transitions.ts";
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
export const dueJobs: DueJobs = { areDue: hasDueJobs, run: runDueJobs };

async function hasDueJobs({ data, now }: Context): Promise<boolean> {
  const next = await data.jobQueue.nextDueAt();
  return next !== undefined && next <= now;
}

/** Runs up to `limit` due jobs in order. During a job, the clock shows the job's due time. */
async function runDueJobs(context: Context, limit: number): Promise<void> {
  const { now } = context;
  for (let count = 0; count < limit; count++) {
    const job = await context.data.jobQueue.takeDue(now);
    if (!job) break;
    context.now = job.dueAt;
    await runners[job.kind](context, job as never);
    context.now = now;
  }
}

/** The status may have changed since the job was scheduled, so the job may have nothing to do. */
async function changeScheduledStatus(
  context: Context,
  { paymentId, status }: JobOf<"payment">,
): Promise<void> {
  const record = await context.data.payments.get(paymentId);
  if (record) await changeStatusIfAllowed(context, record, status);
}
