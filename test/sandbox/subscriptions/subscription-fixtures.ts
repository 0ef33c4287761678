import type { Payment, PaymentStatus, Subscription } from "../../../src/client/index.ts";
import { openShop, type Shop } from "../company-fixture.ts";
import { body } from "../contract-examples.ts";

/** What a plain monthly subscription has: neither setup, nor end, nor tolerance. */
export const monthly = {
  ...{ amount: 4990, setupAmount: 0, frequency: 30, dueDate: "2026-03-10", tolerancePeriod: 0 },
  ...{ duration: undefined, expirationDate: undefined },
};

/** Takes a subscription's terms as they are, but for some. */
export async function change(
  { centavo }: Shop,
  id: string,
  changed: object,
): Promise<Subscription> {
  const { data } = await centavo.subscriptions.get(id);
  const { customerId, cardId: tokenizedCardId, frequency, title, amount } = data;
  const { duration, expirationDate } = data;
  const kept = { customerId, tokenizedCardId, frequency, title, amount, duration };
  const end = { expirationDate: expirationDate ?? undefined };
  const asked = body("subscriptions.update", "newPrice", { ...kept, ...end, ...changed });
  return (await centavo.subscriptions.update(id, asked)).data;
}

/** Adds a split to a subscription, from an example of the contract. */
export function addSplit(
  { centavo }: Shop,
  subscriptionId: string,
  change: object,
  example = "percentage",
) {
  const asked = body("subscriptions.addSplit", example, { subscriptionId, ...change });
  return centavo.subscriptions.addSplit(asked);
}

/** The payments of a subscription, the oldest first. */
export async function chargesOf({ centavo }: Shop, subscriptionId: string): Promise<Payment[]> {
  const all = await Array.fromAsync(centavo.payments.list({ subscriptionId, limit: 100 }));
  return all.reverse();
}

/** The days on which a subscription was charged, regardless of the outcome. */
export async function daysOf(shop: Shop, subscriptionId: string): Promise<string[]> {
  return (await chargesOf(shop, subscriptionId)).map(({ createdAt }) => createdAt.slice(0, 10));
}

async function statusOf({ centavo }: Shop, id: string): Promise<Subscription["status"]> {
  return (await centavo.subscriptions.get(id)).data.status;
}

/** Moves the clock to the beginning of a day. */
export async function goTo({ control }: Shop, day: string): Promise<void> {
  await control.clock.advance({ to: `${day}T00:00:00-03:00` });
}

/** A card that is declined, and a card whose payments are left pending and declined an hour later. */
export const DECLINED = "4000000000000002";
export const DECLINED_LATER = "4000000000000044";

/** A subscription in a company of its own, and a good card of its customer. */
interface Billed {
  shop: Shop;
  id: string;
  goodCard: string;
}

export interface BillingScenario {
  what: string;
  /** What differs from `monthly`. */
  terms?: object;
  /** What differs from a good card. */
  card?: Record<string, unknown>;
  /** In order: a time to advance the clock to, or something to do at that time. */
  steps: (string | ((billed: Billed) => Promise<unknown>))[];
  /** All of 2026, in short: "03-10 SUCCEEDED 4990, 04-09 SUCCEEDED 4990". */
  charges: string;
  /** In the end: ACTIVE by default. */
  status?: Subscription["status"];
}

/** The charges and the status of a subscription after a scenario. */
export async function play({ terms, card = {}, steps }: BillingScenario) {
  const shop = await openShop();
  const first = await shop.card(card);
  const { id: goodCard } = await shop.card({ customerId: first.customerId });
  const { id } = await shop.subscription({ ...monthly, ...terms }, first);
  for (const step of steps) {
    if (typeof step === "function") await step({ shop, id, goodCard });
    else if (step.includes("T")) await shop.control.clock.advance({ to: step });
    else await goTo(shop, step);
  }
  const charges = (await chargesOf(shop, id)).map(
    ({ createdAt, status, amount }) =>
      `${createdAt.slice(0, 10).replace("2026-", "")} ${status} ${amount}`,
  );
  return { charges: charges.join(", "), status: await statusOf(shop, id) };
}

export const suspend = ({ shop, id }: Billed) => shop.centavo.subscriptions.suspend(id);
export const reactivate = ({ shop, id }: Billed) => shop.centavo.subscriptions.reactivate(id);
export const cancel = ({ shop, id }: Billed) => shop.centavo.subscriptions.cancel(id);
export const useGoodCard = ({ shop, id, goodCard }: Billed) =>
  change(shop, id, { tokenizedCardId: goodCard });

/** Changes some terms. */
export const changeTo =
  (terms: object) =>
  ({ shop, id }: Billed) =>
    change(shop, id, terms);

/** Decides the latest charge. */
export const decideLatest =
  (status: PaymentStatus) =>
  async ({ shop, id }: Billed) =>
    shop.decide(`${(await chargesOf(shop, id)).at(-1)?.id}`, status);
