import type { Context } from "../context.ts";
import { afterLateDecline } from "../domain/billing-cycle.ts";
import { startOfDay } from "../domain/calendar.ts";
import type { PaymentRecord, SubscriptionRecord } from "../store/records.ts";

/** Saves a subscription and schedules its next billing step. */
export async function scheduleCharge(context: Context, record: SubscriptionRecord): Promise<void> {
  const { id: subscriptionId, billing } = record;
  const { day } = billing.next;
  await context.data.subscriptions.update(record);
  const dueAt = Math.max(context.now, startOfDay(day));
  await context.schedule({ kind: "subscription", dueAt, subscriptionId, day });
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
  if (billing !== record.billing) await scheduleCharge(context, { ...record, billing });
}
