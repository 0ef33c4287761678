import type { Context } from "../context.ts";
import { changeStatusIfAllowed } from "../services/payment-transitions.ts";
import { billSubscription } from "../services/subscription-billing.ts";
import type { Job } from "../store/records.ts";

type JobOf<Kind extends Job["kind"]> = Extract<Job, { kind: Kind }>;

/** What is done when a job is due. */
const doing: { [Kind in Job["kind"]]: (context: Context, job: JobOf<Kind>) => Promise<void> } = {
  payment: takeStep,
  subscription: billSubscription,
};

export async function hasDueJobs({ data, now }: Context): Promise<boolean> {
  const next = await data.agenda.next();
  return next !== undefined && next <= now;
}

/** Does so many of the things that are due, in their order, each at its own time. */
export async function runDueJobs(context: Context, most: number): Promise<void> {
  const { now } = context;
  for (let done = 0; done < most && (await hasDueJobs(context)); done++) {
    const job = await context.data.agenda.take();
    if (!job) break;
    context.now = job.dueAt;
    await doing[job.kind](context, job as never);
    context.now = now;
  }
}

/** What was to happen by itself may have been decided otherwise before. */
async function takeStep(context: Context, { paymentId, status }: JobOf<"payment">): Promise<void> {
  const record = await context.data.payments.get(paymentId);
  if (record) await changeStatusIfAllowed(context, record, status);
}
