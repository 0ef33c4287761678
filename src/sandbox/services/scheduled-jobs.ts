import type { Payment } from "../../../generated/types.ts";
import type { Context } from "../context.ts";
import { afterLateDecline } from "../domain/billing-cycle.ts";
import { startOfDay } from "../domain/calendar.ts";
import type { Job, PaymentRecord, SubscriptionRecord } from "../store/records.ts";

/** The job that cancels a pending Pix or boleto when it can no longer be paid. */
export function expiryOf({ id: paymentId, status, ...payment }: Payment): Job | undefined {
  if (status !== "PENDING" || payment.paymentMethod === "card") return undefined;
  const deadline =
    payment.paymentMethod === "pix"
      ? payment.pixDetails.expirationDate
      : payment.billetDetails.paymentLimitDate;
  return { kind: "expiry", dueAt: Date.parse(deadline), paymentId };
}

/** The job of the next billing step of an active subscription. */
export function nextStepOf({ id, resource, billing }: SubscriptionRecord): Job | undefined {
  if (resource.status !== "ACTIVE") return undefined;
  const { kind, day } = billing.next;
  const dueAt = startOfDay(day);
  return { kind: kind === "expire" ? "end" : "charge", dueAt, subscriptionId: id, day };
}

/** Saves a changed subscription, with the job of its next step in place of the one before. */
export async function saveSubscription(
  context: Context,
  before: SubscriptionRecord,
  record: SubscriptionRecord,
): Promise<void> {
  await context.data.subscriptions.update(record);
  await context.replaceJob(nextStepOf(before), nextStepOf(record));
}

/** Schedules a retry for a pending charge that was declined, unless its subscription has moved on. */
export async function scheduleRetry(
  context: Context,
  { id, subscriptionId }: PaymentRecord,
): Promise<void> {
  if (subscriptionId === null) return;
  const record = await context.data.subscriptions.get(subscriptionId);
  if (record?.resource.status !== "ACTIVE") return;
  const billing = afterLateDecline(record.billing, record.resource, id, context.today);
  if (billing !== record.billing) await saveSubscription(context, record, { ...record, billing });
}
