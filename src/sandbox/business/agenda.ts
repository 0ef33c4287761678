import type { Context } from "../context.ts";
import { canEnter, enterStatus } from "./payment-status.ts";

/** Does everything that is due by `until`, in its order, each at its own time. */
export async function catchUp(context: Context, until: number): Promise<void> {
  const { agenda, payments } = context.data;
  for (
    let due = await agenda.next();
    due !== undefined && due <= until;
    due = await agenda.next()
  ) {
    const job = await agenda.take();
    const record = job && (await payments.get(job.paymentId));
    context.now = due;
    // What was to happen by itself may have been decided otherwise before.
    if (record && canEnter(record.resource, job.status)) {
      await enterStatus(context, record, job.status);
    }
  }
  context.now = until;
}
