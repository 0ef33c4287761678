import { expect, test } from "vitest";
import { NOBODY, openShop, type Shop } from "../company-fixture.ts";
import { shownError } from "../contract-examples.ts";
import {
  cancel,
  change,
  chargesOf,
  DECLINED,
  goTo,
  monthly,
  reactivate,
  suspend,
  useGoodCard,
} from "./subscription-fixtures.ts";

async function nextChargeOf({ control }: Shop, id: string) {
  return (await control.subscriptions.getDetails(id)).data.nextCharge;
}

test("a new subscription is charged on its due date, with the setup amount", async () => {
  const shop = await openShop();
  const { id } = await shop.subscription({ ...monthly, setupAmount: 990 });
  const details = await shop.control.subscriptions.getDetails(id);
  const nextCharge = { date: "2026-03-10", amount: 5980, cycle: 1, attempt: 1 };
  expect(details).toEqual({ data: { subscriptionId: id, nextCharge }, message: null });
});

test("it is charged again when the next cycle begins", async () => {
  const shop = await openShop();
  const { id } = await shop.subscription({ ...monthly, setupAmount: 990 });
  await goTo(shop, "2026-03-10");
  const next = { date: "2026-04-09", amount: 4990, cycle: 2, attempt: 1 };
  expect(await nextChargeOf(shop, id)).toEqual(next);
});

test("a declined charge is retried on the next day, until the tolerance ends", async () => {
  const shop = await openShop();
  const first = await shop.card({ cardNumber: DECLINED });
  const { id } = await shop.subscription({ ...monthly, tolerancePeriod: 2 }, first);
  const seen = [];
  for (const day of ["2026-03-10", "2026-03-11", "2026-03-12"]) {
    await goTo(shop, day);
    seen.push(await nextChargeOf(shop, id));
  }
  expect(seen).toEqual([
    { date: "2026-03-11", amount: 4990, cycle: 1, attempt: 2 },
    { date: "2026-03-12", amount: 4990, cycle: 1, attempt: 3 },
    { date: "2026-04-09", amount: 4990, cycle: 2, attempt: 1 },
  ]);
});

test("it happens as it was announced: day, amount and attempt", async () => {
  const shop = await openShop();
  const first = await shop.card({ cardNumber: DECLINED });
  const { id: goodCard } = await shop.card({ customerId: first.customerId });
  const { id } = await shop.subscription(
    { ...monthly, setupAmount: 990, tolerancePeriod: 3, duration: 3 },
    first,
  );
  const announced = [];
  for (let next = await nextChargeOf(shop, id); next; next = await nextChargeOf(shop, id)) {
    announced.push(`${next.date} ${next.amount} ${next.attempt}`);
    await goTo(shop, next.date);
    if (announced.length === 2) await useGoodCard({ shop, id, goodCard });
  }
  const { data } = await shop.control.events.list({ type: "subscription.charged" });
  const happened = data
    .toReversed()
    .map(({ at, data }) => [
      at.slice(0, 10),
      ...("attempt" in data && "amount" in data ? [data.amount, data.attempt] : []),
    ]);
  expect(announced).toEqual(happened.map((each) => each.join(" ")));
  expect(announced).toHaveLength(5);
  expect(await chargesOf(shop, id)).toHaveLength(5);
});

test("there is none while it is suspended, after its end or after its cancellation", async () => {
  const shop = await openShop();
  const card = await shop.card();
  const { id } = await shop.subscription({ ...monthly, duration: 1 }, card);
  const { id: other } = await shop.subscription(monthly, card);
  await suspend({ shop, id, goodCard: "" });
  expect(await nextChargeOf(shop, id)).toBeNull();
  await reactivate({ shop, id, goodCard: "" });
  expect(await nextChargeOf(shop, id)).toMatchObject({ date: "2026-03-10", cycle: 1 });
  await goTo(shop, "2026-03-10");
  expect(await nextChargeOf(shop, id)).toBeNull();
  await change(shop, id, { duration: 2 });
  expect(await nextChargeOf(shop, id)).toMatchObject({ date: "2026-04-09", cycle: 2 });
  await cancel({ shop, id: other, goodCard: "" });
  expect(await nextChargeOf(shop, other)).toBeNull();
});

test("an unknown subscription, or another company's, returns SubscriptionNotFound", async () => {
  const [shop, other] = [await openShop(), await openShop()];
  for (const id of [NOBODY, (await other.subscription(monthly)).id]) {
    await expect(shop.control.subscriptions.getDetails(id)).rejects.toMatchObject(
      shownError("subscriptions.getDetails", "SubscriptionNotFound"),
    );
  }
});
