import type { SubscriptionCharge } from "../../../generated/sandbox-control-types.ts";
import type { Payment, Subscription } from "../../../generated/types.ts";
import type { Context } from "../context.ts";
import { afterCharge, afterPendingCharge, billingAmount } from "../domain/billing-cycle.ts";
import { divide, feeOf } from "../domain/splits.ts";
import type { Job, SubscriptionRecord } from "../store/records.ts";
import { cardPaymentMethod } from "./cards.ts";
import { canReceive } from "./company-balances.ts";
import { buyerDetailsOf, createCharge } from "./payments.ts";
import { saveSubscription } from "./scheduled-jobs.ts";
import { recordStatus } from "./status-changes.ts";
import { toSplitRequests } from "./subscriptions.ts";

/** Runs the billing step of a day, unless the subscription was suspended, changed or ended since. */
export async function billSubscription(
  context: Context,
  { subscriptionId, day }: Extract<Job, { kind: "charge" | "end" }>,
): Promise<void> {
  const record = await context.data.subscriptions.get(subscriptionId);
  if (record?.resource.status !== "ACTIVE" || record.billing.next.day !== day) return;
  const { resource } = record;
  // A file may have a job that is later than its day. The days between are not billed, so that each step goes forward.
  const next = { ...record.billing.next, day: context.today };
  const billing = { ...record.billing, next };
  if (next.kind === "expire") {
    const expired: Subscription = { ...resource, status: "EXPIRED", updatedAt: context.timestamp };
    await context.data.subscriptions.update({ ...record, resource: expired });
    recordStatus(context, { type: "subscription", id: record.id }, resource.status, expired.status);
    return;
  }
  const amount = billingAmount(billing, resource);
  const payment = await chargeCycle(context, record, amount);
  context.record({
    type: "subscription.charged",
    resource: { type: "subscription", id: record.id },
    data: {
      paymentId: payment?.id ?? null,
      amount,
      attempt: billing.declined + 1,
      outcome: chargeOutcome(payment),
    },
  });
  const nextBilling =
    payment?.status === "PENDING"
      ? afterPendingCharge(billing, resource, payment.id)
      : afterCharge(billing, resource, payment?.status === "SUCCEEDED");
  await saveSubscription(context, record, { ...record, billing: nextBilling });
}

/**
 * Charges a cycle. Returns undefined, without a payment, if the card or the customer was deleted or the
 * company cannot receive the amount.
 */
async function chargeCycle(
  context: Context,
  { id, resource }: SubscriptionRecord,
  amount: number,
): Promise<Payment | undefined> {
  const { cardId, customerId } = resource;
  const card = await context.data.cards.get(cardId);
  const customer = await context.data.customers.get(customerId);
  if (!card || !customer || !(await canReceive(context, amount))) return undefined;
  return createCharge(context, {
    customerId,
    subscriptionId: id,
    buyerDetails: buyerDetailsOf(customer.resource, customer.resource.phoneNumber || null),
    amount,
    postbackUrl: "",
    splits: await splitsOf(context, resource, amount),
    paymentMethod: cardPaymentMethod(context, card, 1),
  });
}

function chargeOutcome(payment: Payment | undefined): SubscriptionCharge["outcome"] {
  if (!payment) return "SKIPPED";
  return payment.status === "SUCCEEDED" || payment.status === "PENDING" ? payment.status : "FAILED";
}

/**
 * The split of a subaccount that was deleted or is not approved stays with the company. The others get as much as with it:
 * the shares are rounded together.
 */
async function splitsOf({ company, data }: Context, { splits }: Subscription, amount: number) {
  const available = amount - feeOf(amount, company);
  const parts = divide(amount, available, toSplitRequests(splits)) ?? [];
  const subaccounts = await Promise.all(
    parts.map(({ subaccountId }) => data.subaccounts.get(subaccountId)),
  );
  return parts.filter((_, index) => subaccounts[index]?.resource.status === "APPROVED");
}
