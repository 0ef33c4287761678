import { expect, test } from "vitest";
import { openShop } from "../company-fixture.ts";
import {
  type BillingScenario,
  changeTo,
  DECLINED,
  daysOf,
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
    what: "charges nothing, counts no cycle, and ends with the next cycle",
    terms: { duration: 3 },
    steps: ["2026-03-10", suspend, "2026-06-20", reactivate, "2027-01-01"],
    charges: "2026-03-10 SUCCEEDED 4990, 2026-07-08 SUCCEEDED 4990, 2026-08-07 SUCCEEDED 4990",
    status: "EXPIRED",
  },
  {
    what: "that ends before a cycle does not delay it",
    steps: [suspend, "2026-04-08T23:59:59-03:00", reactivate, "2026-04-20"],
    charges: "2026-04-09 SUCCEEDED 4990",
  },
  ...["00:00:00", "23:59:59"].flatMap((time): BillingScenario[] => {
    const scenario = {
      terms: { setupAmount: 100, duration: 1 },
      steps: [suspend, `2026-04-09T${time}-03:00`, reactivate],
    };
    return [
      { ...scenario, what: `that ends at ${time} on the day of a cycle skips it`, charges: "" },
      {
        what: `that ends at ${time} on the day of a cycle leaves the next one as the last`,
        ...{ ...scenario, steps: [...scenario.steps, "2026-06-20"] },
        charges: "2026-05-09 SUCCEEDED 5090",
        status: "EXPIRED",
      },
    ];
  }),
  {
    what: "on the day of a charge does not repeat it",
    terms: { setupAmount: 100 },
    steps: ["2026-03-10", suspend, reactivate, suspend, reactivate, "2026-04-09"],
    charges: "2026-03-10 SUCCEEDED 5090, 2026-04-09 SUCCEEDED 4990",
  },
  {
    what: "before the first charge leaves the setup to the charge that is the first",
    terms: { setupAmount: 100 },
    steps: [suspend, "2026-03-11", reactivate, "2026-04-09"],
    charges: "2026-04-09 SUCCEEDED 5090",
  },
  {
    what: "gives up a cycle that is being retried, which counts",
    card: { cardNumber: DECLINED },
    terms: { tolerancePeriod: 9, duration: 2 },
    steps: ["2026-03-11", suspend, useGoodCard, reactivate, "2026-05-09"],
    charges: "2026-03-10 FAILED 4990, 2026-03-11 FAILED 4990, 2026-04-09 SUCCEEDED 4990",
    status: "EXPIRED",
  },
  {
    what: "lasts beyond the expiration date",
    terms: { expirationDate: "2026-04-01" },
    steps: [suspend, "2026-05-01"],
    charges: "",
    status: "SUSPENDED",
  },
  {
    what: "beyond the last cycle ends with the subscription",
    terms: { duration: 2 },
    steps: ["2026-03-20", suspend, changeTo({ duration: 1 }), "2026-05-01", reactivate],
    charges: "2026-03-10 SUCCEEDED 4990",
    status: "EXPIRED",
  },
])("a suspension $what", async ({ charges, status = "ACTIVE", ...scenario }) => {
  expect(await play({ charges, ...scenario })).toEqual({ charges, status });
});

test("a reactivation after the expiration date returns ACTIVE, and the subscription expires immediately", async () => {
  const shop = await openShop();
  const { id } = await shop.subscription({ ...monthly, expirationDate: "2026-04-01" });
  await shop.centavo.subscriptions.suspend(id);
  await goTo(shop, "2026-05-01");
  expect((await shop.centavo.subscriptions.reactivate(id)).data.status).toBe("ACTIVE");
  expect(await statusOf(shop, id)).toBe("EXPIRED");
  expect(await daysOf(shop, id)).toEqual([]);
});
