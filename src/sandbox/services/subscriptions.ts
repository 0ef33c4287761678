import type { Subscription, SubscriptionSplit } from "../../../generated/types.ts";
import type { Context } from "../context.ts";
import type { Split } from "../domain/splits.ts";
import { isAllowed } from "../domain/state-machine.ts";
import { KnownRefusal, RuleRefusal } from "../request-errors.ts";
import { transitions } from "../spec/index.ts";
import type { SubscriptionRecord } from "../store/records.ts";
import { knownCard } from "./cards.ts";
import { knownCustomer } from "./customers.ts";
import { divided } from "./payments.ts";

export async function knownSubscription(context: Context, id: string): Promise<SubscriptionRecord> {
  const record = await context.data.subscriptions.get(id);
  if (!record) throw new KnownRefusal("SubscriptionNotFound");
  return record;
}

/** A subscription charges a card of its own customer. */
export async function refuseUnknownPayer(
  context: Context,
  customerId: string,
  cardId: string,
): Promise<void> {
  const customer = await knownCustomer(context, customerId);
  await knownCard(context, cardId, customer.id);
}

/** @throws {RuleRefusal} when the contract does not allow the step. */
export function refuseStep({ status }: Subscription, next: Subscription["status"]): void {
  if (!isAllowed(transitions.subscription, status, next)) {
    throw new RuleRefusal("SubscriptionStatusRefused", status);
  }
}

/** What has ended is not changed any more. */
export function refuseEnded({ status }: Subscription): void {
  const ended = status === "DELETED" || status === "EXPIRED";
  if (ended) throw new RuleRefusal("SubscriptionStatusRefused", status);
}

/** Who receives which part of each charge, as it was asked for. */
export type AskedSplit = Split & { id: string };

/**
 * The splits with what each receives of the amount.
 * @throws {RuleRefusal} when they come to more than what the fee leaves, of a cycle or of the first one.
 */
export function dividedSubscription(
  context: Context,
  { amount, setupAmount }: Pick<Subscription, "amount" | "setupAmount">,
  asked: readonly AskedSplit[],
): SubscriptionSplit[] {
  // Shares and fee are rounded anew with the setup, and can then come to a centavo more.
  divided(context, amount + setupAmount, asked);
  return divided(context, amount, asked).map(({ splitType, liquidAmount, ...part }, index) => ({
    id: asked[index]?.id ?? "",
    ...part,
    splitType: splitType.toUpperCase(),
    liquidAmount,
    splitAmount: liquidAmount,
  }));
}

/** What was asked for, from what is shown. */
export function askedSplits(splits: readonly SubscriptionSplit[]): AskedSplit[] {
  return splits.map(({ id, subaccountId, chargebackLiable, splitType, ...given }) => ({
    id,
    subaccountId,
    chargebackLiable,
    ...(splitType === "PERCENTAGE"
      ? { splitPercentage: given.splitPercentage ?? 0 }
      : { splitAmount: given.splitAmount ?? 0 }),
  }));
}
