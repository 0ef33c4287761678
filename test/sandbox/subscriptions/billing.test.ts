import { expect } from "vitest";
import { broken, expectError, openShop, type Shop, test } from "../company-fixture.ts";
import {
  type BillingScenario,
  cancel,
  change,
  changeTo,
  DECLINED,
  DECLINED_LATER,
  daysOf,
  decideLatest,
  goTo,
  monthly,
  play,
  reactivate,
  suspend,
  useGoodCard,
} from "./subscription-fixtures.ts";

// The rules of the days, with all their cases, are tested in domain/billing-cycle.test.ts.

const pending = { amount: 999_992, tolerancePeriod: 9 };

test.each<BillingScenario>([
  {
    what: "a declined charge is retried with the setup until a good card pays, and the cycles keep their days",
    card: { cardNumber: DECLINED },
    terms: { setupAmount: 1500, tolerancePeriod: 3 },
    steps: ["2026-03-11", useGoodCard, "2026-04-09"],
    charges: "03-10 FAILED 6490, 03-11 FAILED 6490, 03-12 SUCCEEDED 6490, 04-09 SUCCEEDED 4990",
  },
  {
    what: "a pending charge that is declined later is retried too, and counts as one cycle",
    card: { cardNumber: DECLINED_LATER },
    terms: { setupAmount: 1500, tolerancePeriod: 3, duration: 2 },
    steps: ["2026-03-10T15:00:00Z", useGoodCard, "2026-05-09"],
    charges: "03-10 FAILED 6490, 03-11 SUCCEEDED 6490, 04-09 SUCCEEDED 4990",
    status: "EXPIRED",
  },
  {
    what: "a pending charge is not retried; declined during a suspension, it moves nothing",
    terms: pending,
    steps: [
      ...["2026-03-12", suspend, decideLatest("FAILED"), changeTo({ frequency: 7 })],
      ...["2026-03-14", reactivate, "2026-04-16"],
    ],
    charges: "03-10 FAILED 999992, 04-09 PENDING 999992, 04-16 PENDING 999992",
  },
  {
    what: "no charge comes after a cancellation, and a late decline is not retried",
    terms: pending,
    steps: ["2026-03-10", cancel, decideLatest("FAILED"), "2027-03-10"],
    charges: "03-10 FAILED 999992",
    status: "DELETED",
  },
  {
    what: "a suspension charges nothing, counts no cycle, and ends with the next cycle",
    terms: { duration: 3 },
    steps: ["2026-03-10", suspend, "2026-06-20", reactivate, "2027-01-01"],
    charges: "03-10 SUCCEEDED 4990, 07-08 SUCCEEDED 4990, 08-07 SUCCEEDED 4990",
    status: "EXPIRED",
  },
  {
    what: "a suspension lasts beyond the expiration date",
    terms: { expirationDate: "2026-04-01" },
    steps: ["2026-03-10", suspend, "2026-05-01"],
    charges: "03-10 SUCCEEDED 4990",
    status: "SUSPENDED",
  },
  {
    what: "the setup comes with the first charge, and changes to the same terms charge nothing twice",
    terms: { setupAmount: 100 },
    steps: ["2026-03-09", "2026-03-10", "2026-04-09"].flatMap((day) => [
      day,
      ...Array(3).fill(changeTo({})),
    ]),
    charges: "03-10 SUCCEEDED 5090, 04-09 SUCCEEDED 4990",
  },
])("$what", async ({ charges, status = "ACTIVE", ...scenario }) => {
  expect(await play({ charges, ...scenario })).toEqual({ charges, status });
});

test.for([
  { terms: { duration: 1 }, expired: "2026-03-11T03:00:00.000Z", days: ["2026-03-10"] },
  { terms: { expirationDate: "2026-03-09" }, expired: "2026-03-10T03:00:00.000Z", days: [] },
  // It has passed, so the subscription ends immediately.
  { terms: { expirationDate: "2026-03-01" }, expired: "2026-03-02T12:00:00.000Z", days: [] },
])(
  "a subscription expires at the beginning of a day, and then cannot change any more: %o",
  async ({ terms, expired, days }, { shop }) => {
    const card = await shop.card();
    const made = await shop.subscription({ ...monthly, ...terms }, card);
    const updated = await shop.subscription(monthly, card);
    expect(made.status).toBe("ACTIVE");
    expect((await change(shop, updated.id, terms)).status).toBe("ACTIVE");
    await goTo(shop, "2026-04-20");
    const rejection = broken("SubscriptionStatusRefused");
    for (const { id } of [made, updated]) {
      const { data } = await shop.centavo.subscriptions.get(id);
      expect(data).toMatchObject({ status: "EXPIRED", updatedAt: expired, canceledAt: null });
      expect(await daysOf(shop, id)).toEqual(days);
      await expectError(change(shop, id, { duration: 5 }), rejection);
      for (const step of ["suspend", "reactivate"] as const) {
        await expectError(shop.centavo.subscriptions[step](id), rejection);
      }
    }
    const { data } = await shop.centavo.subscriptions.list({ status: "EXPIRED" });
    expect(data.map(({ id }) => id)).toEqual([updated.id, made.id]);
  },
);

test("a hundred days in one call have the same history as one by one", async () => {
  const lives = [[100], Array(100).fill(1)].map(async (chunks) => {
    const shop = await openShop();
    const card = await shop.card();
    const { customerId } = card;
    const late = await shop.card({ customerId, cardNumber: DECLINED_LATER });
    const declined = await shop.card({ customerId, cardNumber: DECLINED });
    await shop.subscription({ ...monthly, frequency: 3, duration: 12, setupAmount: 1500 }, card);
    await shop.subscription({ ...monthly, frequency: 20, tolerancePeriod: 3 }, declined);
    await shop.subscription({ ...monthly, tolerancePeriod: 4 }, late);
    await shop.subscription({ ...monthly, expirationDate: "2026-05-20" }, late);
    for (const days of chunks) await shop.control.clock.advance({ days });
    const payments = await Array.fromAsync(shop.centavo.payments.list({ limit: 100 }));
    const shown = payments.map(({ id: _, ...payment }) => payment);
    const { data } = await shop.centavo.subscriptions.list();
    const ends = data.map(({ status, updatedAt }) => ({ status, updatedAt }));
    return { shown, ends, balance: await shop.balance() };
  });
  const [atOnce, dayByDay] = await Promise.all(lives);
  expect(atOnce?.shown.length).toBeGreaterThan(50);
  expect(dayByDay).toEqual(atOnce);
});

const nextChargeOf = async ({ control }: Shop, id: string) =>
  (await control.subscriptions.getDetails(id)).data.nextCharge;

test("the charges happen as they were announced: day, amount and attempt", async ({ shop }) => {
  const first = await shop.card({ cardNumber: DECLINED });
  const { id: goodCard } = await shop.card({ customerId: first.customerId });
  const terms = { ...monthly, setupAmount: 990, tolerancePeriod: 3, duration: 3 };
  const { id } = await shop.subscription(terms, first);
  const announced = [];
  for (let next = await nextChargeOf(shop, id); next; next = await nextChargeOf(shop, id)) {
    announced.push([next.date, next.amount, next.attempt]);
    await goTo(shop, next.date);
    if (announced.length === 2) await useGoodCard({ shop, id, goodCard });
  }
  expect(announced).toEqual([
    ["2026-03-10", 5980, 1],
    ["2026-03-11", 5980, 2],
    ["2026-03-12", 5980, 3],
    ["2026-04-09", 4990, 1],
    ["2026-05-09", 4990, 1],
  ]);
  const happened = (await shop.events({ type: "subscription.charged" })).map(({ at, data }) => [
    at.slice(0, 10),
    ...("attempt" in data && "amount" in data ? [data.amount, data.attempt] : []),
  ]);
  expect(happened).toEqual(announced);
  expect(await daysOf(shop, id)).toEqual(announced.map(([date]) => date));
});

test("no charge is announced during a suspension or after the end", async ({ shop }) => {
  const { id } = await shop.subscription({ ...monthly, duration: 1 });
  await shop.centavo.subscriptions.suspend(id);
  expect(await nextChargeOf(shop, id)).toBeNull();
  await shop.centavo.subscriptions.reactivate(id);
  await goTo(shop, "2026-03-10");
  expect(await nextChargeOf(shop, id)).toBeNull();
});
