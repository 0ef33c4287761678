import type { Payment, Subscription } from "../../src/client/index.ts";
import type { Shop } from "./company-fixture.ts";
import { body } from "./contract-examples.ts";

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

/** The payments of a subscription, the oldest first. */
export async function chargesOf({ centavo }: Shop, subscriptionId: string): Promise<Payment[]> {
  const payments: Payment[] = [];
  for (let page = 1, pages = 1; page <= pages; page++) {
    const { data, meta } = await centavo.payments.list({ subscriptionId, page, limit: 100 });
    payments.push(...data);
    pages = meta.totalPages;
  }
  return payments.reverse();
}

/** The same in short: "2026-03-10 SUCCEEDED 4990". */
export async function historyOf(shop: Shop, subscriptionId: string): Promise<string[]> {
  return (await chargesOf(shop, subscriptionId)).map(
    ({ createdAt, status, amount }) => `${createdAt.slice(0, 10)} ${status} ${amount}`,
  );
}

/** The days on which a subscription was charged, whatever came of it. */
export async function daysOf(shop: Shop, subscriptionId: string): Promise<string[]> {
  return (await chargesOf(shop, subscriptionId)).map(({ createdAt }) => createdAt.slice(0, 10));
}

export async function statusOf({ centavo }: Shop, id: string): Promise<Subscription["status"]> {
  return (await centavo.subscriptions.get(id)).data.status;
}

/** Moves the clock to the beginning of a day. */
export async function goTo({ control }: Shop, day: string): Promise<void> {
  await control.clock.advance({ to: `${day}T00:00:00-03:00` });
}
