import type { Context } from "../context.ts";
import { enterStatusUnasked } from "../services/payment-transitions.ts";
import { bill } from "../services/subscription-billing.ts";
import type { Job } from "../store/records.ts";

type JobOf<Kind extends Job["kind"]> = Extract<Job, { kind: Kind }>;

/** What is done when a job is due. */
const doing: { [Kind in Job["kind"]]: (context: Context, job: JobOf<Kind>) => Promise<void> } = {
  payment: takeStep,
  subscription: bill,
};

export async function isDue({ data, now }: Context): Promise<boolean> {
  const next = await data.agenda.next();
  return next !== undefined && next <= now;
}

/** Does so many of the things that are due, in their order, each at its own time. */
export async function doDue(context: Context, most: number): Promise<void> {
  const { now } = context;
  for (let done = 0; done < most && (await isDue(context)); done++) {
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
  if (record) await enterStatusUnasked(context, record, status);
}
