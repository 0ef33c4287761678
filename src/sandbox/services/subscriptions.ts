import type { SubscriptionCreate } from "../../../generated/sandbox-control-types.ts";
import type { Subscription, SubscriptionSplit } from "../../../generated/types.ts";
import type { Context } from "../context.ts";
import { firstBilling } from "../domain/billing-cycle.ts";
import type { Split } from "../domain/splits.ts";
import { isAllowed } from "../domain/state-machine.ts";
import { BusinessRuleError, DocumentedError } from "../errors.ts";
import { transitions } from "../openapi/index.ts";
import type { SubscriptionRecord } from "../store/records.ts";
import { getCardOrThrow } from "./cards.ts";
import { getCustomerOrThrow } from "./customers.ts";
import { assertAmountIsPayable, resolveSplits } from "./payments.ts";
import { scheduleCharge } from "./schedule-subscription-charge.ts";

export async function getSubscriptionOrThrow(
  context: Context,
  id: string,
): Promise<SubscriptionRecord> {
  const record = await context.data.subscriptions.get(id);
  if (!record) throw new DocumentedError("SubscriptionNotFound");
  return record;
}

/** @throws {BusinessRuleError} when the amount cannot be paid, or the due date is in the past. */
export async function createSubscription(
  context: Context,
  body: SubscriptionCreate,
): Promise<Subscription> {
  await assertPayerExists(context, body.customerId, body.cardId);
  const resource: Subscription = {
    id: context.uuid(),
    setupAmount: 0,
    expirationDate: null,
    tolerancePeriod: 0,
    ...body,
    status: "ACTIVE",
    splits: [],
    createdAt: context.timestamp,
    updatedAt: context.timestamp,
    canceledAt: null,
  };
  assertAmountIsPayable(resource.amount + resource.setupAmount);
  if (resource.dueDate < context.today) throw new BusinessRuleError("DueDatePassed", context.today);
  const record = { id: resource.id, resource, billing: firstBilling(resource, context.today) };
  await context.data.subscriptions.insert(record);
  await scheduleCharge(context, record);
  return resource;
}

/** A subscription charges a card of its own customer. */
export async function assertPayerExists(
  context: Context,
  customerId: string,
  cardId: string,
): Promise<void> {
  const customer = await getCustomerOrThrow(context, customerId);
  await getCardOrThrow(context, cardId, customer.id);
}

/** @throws {BusinessRuleError} when the contract does not allow the step. */
export function assertSubscriptionTransition(
  { status }: Subscription,
  next: Subscription["status"],
): void {
  if (!isAllowed(transitions.subscription, status, next)) {
    throw new BusinessRuleError("SubscriptionStatusRefused", status);
  }
}

/** What has ended is not changed any more. */
export function assertNotEnded({ status }: Subscription): void {
  const ended = status === "DELETED" || status === "EXPIRED";
  if (ended) throw new BusinessRuleError("SubscriptionStatusRefused", status);
}

/** Who receives which part of each charge, as it was asked for. */
export type SplitRequest = Split & { id: string };

/**
 * The splits with what each receives of the amount.
 * @throws {BusinessRuleError} when they come to more than what the fee leaves, of a cycle or of the first one.
 */
export function resolveSubscriptionSplits(
  context: Context,
  { amount, setupAmount }: Pick<Subscription, "amount" | "setupAmount">,
  asked: readonly SplitRequest[],
): SubscriptionSplit[] {
  // Shares and fee are rounded anew with the setup, and can then come to a centavo more.
  resolveSplits(context, amount + setupAmount, asked);
  return resolveSplits(context, amount, asked).map(
    ({ splitType, liquidAmount, ...part }, index) => ({
      id: asked[index]?.id ?? "",
      ...part,
      splitType: splitType.toUpperCase(),
      liquidAmount,
      splitAmount: liquidAmount,
    }),
  );
}

/** What was asked for, from what is shown. */
export function toSplitRequests(splits: readonly SubscriptionSplit[]): SplitRequest[] {
  return splits.map(({ id, subaccountId, chargebackLiable, splitType, ...given }) => ({
    id,
    subaccountId,
    chargebackLiable,
    ...(splitType === "PERCENTAGE"
      ? { splitPercentage: given.splitPercentage ?? 0 }
      : { splitAmount: given.splitAmount ?? 0 }),
  }));
}
