import type { SubscriptionCreate } from "../../../generated/sandbox-control-types.ts";
import type { Subscription, SubscriptionSplit } from "../../../generated/types.ts";
import type { Context } from "../context.ts";
import { transitions } from "../contract-facts/index.ts";
import { firstBilling } from "../domain/billing-cycle.ts";
import type { Split } from "../domain/splits.ts";
import { isAllowed } from "../domain/status-transitions.ts";
import { BusinessRuleError, DocumentedError } from "../errors.ts";
import type { SubscriptionRecord } from "../store/records.ts";
import { getCardOrThrow } from "./cards.ts";
import { getCustomerOrThrow } from "./customers.ts";
import { assertAmountIsPayable, resolveSplits } from "./payments.ts";
import { nextStepOf } from "./scheduled-jobs.ts";
import { recordStatus } from "./status-changes.ts";

export async function getSubscriptionOrThrow(
  context: Context,
  id: string,
): Promise<SubscriptionRecord> {
  const record = await context.data.subscriptions.get(id);
  if (!record) throw new DocumentedError("SubscriptionNotFound");
  return record;
}

/** @throws {BusinessRuleError} if the amount is too large or the due date is in the past. */
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
  await insertSubscription(context, resource);
  return resource;
}

/** Stores a new subscription and schedules its first charge. */
export async function insertSubscription(context: Context, resource: Subscription): Promise<void> {
  const record = { id: resource.id, resource, billing: firstBilling(resource, context.today) };
  await context.data.subscriptions.insert(record);
  recordStatus(context, { type: "subscription", id: record.id }, null, resource.status);
  await context.replaceJob(undefined, nextStepOf(record));
}

/** A subscription can only charge a card of its own customer. */
export async function assertPayerExists(
  context: Context,
  customerId: string,
  cardId: string,
): Promise<void> {
  const customer = await getCustomerOrThrow(context, customerId);
  await getCardOrThrow(context, cardId, customer.id);
}

/** @throws {BusinessRuleError} if the contract does not allow the transition. */
export function assertSubscriptionTransition(
  { status }: Subscription,
  next: Subscription["status"],
): void {
  if (!isAllowed(transitions.subscription, status, next)) {
    throw new BusinessRuleError("SubscriptionStatusRefused", status);
  }
}

/** @throws {BusinessRuleError} if the subscription was deleted or has expired. */
export function assertNotEnded({ status }: Subscription): void {
  const ended = status === "DELETED" || status === "EXPIRED";
  if (ended) throw new BusinessRuleError("SubscriptionStatusRefused", status);
}

/** A split as the client requested it, with its id. */
type SplitRequest = Split & { id: string };

/**
 * Resolves the splits to the amount that each receives.
 * @throws {BusinessRuleError} if they exceed the amount minus the fee, in any cycle including the first.
 */
export function resolveSubscriptionSplits(
  context: Context,
  { amount, setupAmount }: Pick<Subscription, "amount" | "setupAmount">,
  requested: readonly SplitRequest[],
): SubscriptionSplit[] {
  // The setup amount of the first cycle changes the rounding of splits and fee, by up to a centavo.
  resolveSplits(context, amount + setupAmount, requested);
  return resolveSplits(context, amount, requested).map(
    ({ splitType, liquidAmount, ...split }, index) => ({
      id: requested[index]?.id ?? "",
      ...split,
      splitType: splitType.toUpperCase(),
      liquidAmount,
      splitAmount: liquidAmount,
    }),
  );
}

/** Restores the requested splits from the splits of a resource. */
export function toSplitRequests(splits: readonly SubscriptionSplit[]): SplitRequest[] {
  return splits.map(({ id, subaccountId, chargebackLiable, splitType, ...values }) => ({
    id,
    subaccountId,
    chargebackLiable,
    ...(splitType === "PERCENTAGE"
      ? { splitPercentage: values.splitPercentage ?? 0 }
      : { splitAmount: values.splitAmount ?? 0 }),
  }));
}
