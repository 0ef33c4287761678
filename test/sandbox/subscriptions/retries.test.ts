import { expect, test } from "vitest";
import { openShop } from "../company-fixture.ts";
import {
  type BillingScenario,
  cancel,
  changeTo,
  chargesOf,
  DECLINED,
  DECLINED_LATER,
  daysOf,
  decideLatest,
  goTo,
  monthly,
  play,
  reactivate,
  statusOf,
  suspend,
  useGoodCard,
} from "./subscription-fixtures.ts";

test.each<BillingScenario>([
  {
    what: "is retried daily within the tolerance, then given up until the next cycle",
    card: { cardNumber: DECLINED },
    terms: { tolerancePeriod: 3 },
    steps: ["2026-04-09"],
    charges:
      "2026-03-10 FAILED 4990, 2026-03-11 FAILED 4990, 2026-03-12 FAILED 4990, 2026-03-13 FAILED 4990, 2026-04-09 FAILED 4990",
  },
  {
    what: "succeeds on a good card, with the setup, and the cycles keep their days",
    card: { cardNumber: DECLINED },
    terms: { setupAmount: 1500, tolerancePeriod: 3 },
    steps: ["2026-03-11", useGoodCard, "2026-04-09"],
    charges:
      "2026-03-10 FAILED 6490, 2026-03-11 FAILED 6490, 2026-03-12 SUCCEEDED 6490, 2026-04-09 SUCCEEDED 4990",
  },
  {
    what: "succeeds at a lower price",
    terms: { amount: 999_991, tolerancePeriod: 1 },
    steps: ["2026-03-10", changeTo({ amount: 9990 }), "2026-03-20"],
    charges: "2026-03-10 FAILED 999991, 2026-03-11 SUCCEEDED 9990",
  },
  {
    what: "and given up is not retried on a good card",
    card: { cardNumber: DECLINED },
    terms: { tolerancePeriod: 1 },
    steps: ["2026-03-11", useGoodCard, "2026-04-09"],
    charges: "2026-03-10 FAILED 4990, 2026-03-11 FAILED 4990, 2026-04-09 SUCCEEDED 4990",
  },
])("a declined charge $what", async ({ charges, status = "ACTIVE", ...scenario }) => {
  expect(await play({ charges, ...scenario })).toEqual({ charges, status });
});

test("a declined charge changes no balance", async () => {
  const shop = await openShop();
  await shop.subscription(monthly, await shop.card({ cardNumber: DECLINED }));
  await goTo(shop, "2026-04-09");
  expect(await shop.balance()).toMatchObject({ available: 0, receivable: [] });
});

const pending = { amount: 999_992, tolerancePeriod: 9 };

test.each<BillingScenario>([
  {
    what: "is retried daily within the tolerance, with the setup",
    card: { cardNumber: DECLINED_LATER },
    terms: { setupAmount: 1500, tolerancePeriod: 3 },
    steps: ["2026-04-09"],
    charges:
      "2026-03-10 FAILED 6490, 2026-03-11 FAILED 6490, 2026-03-12 FAILED 6490, 2026-03-13 FAILED 6490, 2026-04-09 PENDING 4990",
  },
  {
    what: "succeeds on a good card, and the cycles keep their days",
    card: { cardNumber: DECLINED_LATER },
    terms: { setupAmount: 1500, tolerancePeriod: 3, duration: 2 },
    steps: ["2026-03-10T15:00:00Z", useGoodCard, "2026-05-09"],
    charges: "2026-03-10 FAILED 6490, 2026-03-11 SUCCEEDED 6490, 2026-04-09 SUCCEEDED 4990",
    status: "EXPIRED",
  },
  {
    what: "by a control call is retried from the next day on, but not into the next cycle",
    terms: { amount: 999_992, frequency: 10, tolerancePeriod: 3 },
    steps: [
      "2026-03-17",
      decideLatest("FAILED"),
      ...["2026-03-18", "2026-03-19"],
      decideLatest("FAILED"),
      "2026-03-21",
    ],
    charges: "2026-03-10 FAILED 999992, 2026-03-18 FAILED 999992, 2026-03-20 PENDING 999992",
  },
  {
    what: "is not retried while the subscription is suspended",
    terms: pending,
    steps: ["2026-03-10", suspend, decideLatest("FAILED"), "2026-03-30"],
    charges: "2026-03-10 FAILED 999992",
    status: "SUSPENDED",
  },
  {
    what: "is not retried after a suspension",
    terms: pending,
    steps: ["2026-03-10", suspend, reactivate, decideLatest("FAILED"), "2026-03-30"],
    charges: "2026-03-10 FAILED 999992",
  },
  {
    what: "is not retried after a cancellation",
    terms: pending,
    steps: ["2026-03-10", cancel, decideLatest("FAILED"), "2026-03-30"],
    charges: "2026-03-10 FAILED 999992",
    status: "DELETED",
  },
])(
  "a pending charge, declined later, $what",
  async ({ charges, status = "ACTIVE", ...scenario }) => {
    expect(await play({ charges, ...scenario })).toEqual({ charges, status });
  },
);

test("a pending charge, declined in the next cycle, is not retried", async () => {
  const shop = await openShop();
  const { id } = await shop.subscription({ ...monthly, ...pending });
  await goTo(shop, "2026-04-09");
  const [first] = await chargesOf(shop, id);
  await shop.decide(`${first?.id}`, "FAILED");
  await shop.control.clock.advance({ days: 20 });
  expect(await daysOf(shop, id)).toEqual(["2026-03-10", "2026-04-09"]);
  expect(await statusOf(shop, id)).toBe("ACTIVE");
});

test("a declined payment of no subscription is not retried", async () => {
  const shop = await openShop();
  const { id } = await shop.pay("card", { billingData: { amount: 999_992 } });
  expect((await shop.decide(id, "FAILED")).status).toBe("FAILED");
  await shop.control.clock.advance({ days: 20 });
  expect((await shop.centavo.payments.list()).meta.total).toBe(1);
});
