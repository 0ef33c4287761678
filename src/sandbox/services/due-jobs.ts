import type { PaymentStatus } from "../../../generated/types.ts";
import type { Context } from "../context.ts";
import type { Job } from "../store/records.ts";
import { billSubscription } from "./charge-subscription.ts";
import { changeStatusIfAllowed } from "./payment-status-changes.ts";
import { settle } from "./settlements.ts";

/** The function that runs a due job, by its kind. */
const runners: {
  [Kind in Job["kind"]]: (context: Context, job: Job & { kind: Kind }) => Promise<void>;
} = {
  payment: (context, { paymentId, status }) => changeScheduledStatus(context, paymentId, status),
  expiry: (context, { paymentId }) => changeScheduledStatus(context, paymentId, "CANCELED"),
  charge: billSubscription,
  end: billSubscription,
  settlement: settle,
};

/** The number of due jobs that run in one transaction before other work gets a turn. */
export const JOBS_PER_TRANSACTION = 100;
/** How long jobs of one transaction take until it ends, in milliseconds. The last one may take longer. */
const LONGEST_BATCH = 20;

export async function hasDueJobs({ data, now }: Context): Promise<boolean> {
  const next = await data.jobQueue.nextDueAt();
  return next !== undefined && next <= now;
}

/**
 * Runs at most `limit` of the jobs that are due by a time, by default now, in order, and fewer if they take long. During a
 * job, the clock shows the job's due time. Returns whether more may be due.
 */
export async function runDueJobs(
  context: Context,
  limit: number,
  dueBy = async ({ now }: Context) => now,
): Promise<boolean> {
  const end = context.monotonicTime + LONGEST_BATCH;
  await readAhead(context, await dueBy(context), limit);
  for (let count = 0; count < limit && (count === 0 || context.monotonicTime < end); count++) {
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

/** Reads together what the jobs due by a time are about. */
async function readAhead({ data }: Context, until: number, limit: number): Promise<void> {
  const jobs = await data.jobQueue.ahead(until, limit);
  const payments = jobs.flatMap((job) => ("paymentId" in job ? job.paymentId : []));
  const subscriptions = jobs.flatMap((job) => ("subscriptionId" in job ? job.subscriptionId : []));
  await Promise.all([data.payments.getAll(payments), data.subscriptions.getAll(subscriptions)]);
}

/**
 * The status may have changed since the job was scheduled, so the job may have nothing to do. Nothing is scheduled for a
 * disputed payment: its approval was scheduled when it was pending, and does not decide the dispute.
 */
async function changeScheduledStatus(
  context: Context,
  paymentId: string,
  status: PaymentStatus,
): Promise<void> {
  const record = await context.data.payments.get(paymentId);
  if (!record || record.resource.status === "DISPUTED") return;
  await changeStatusIfAllowed(context, record, status);
}
