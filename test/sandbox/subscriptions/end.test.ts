import { expect, test } from "vitest";
import { broken, openShop } from "../company-fixture.ts";
import { change, daysOf, goTo, monthly, statusOf } from "./subscription-fixtures.ts";

test("a subscription expires on the day after its last cycle", async () => {
  const shop = await openShop();
  const { id } = await shop.subscription({ ...monthly, duration: 2 });
  await shop.control.clock.advance({ to: "2026-04-09T23:59:59-03:00" });
  expect(await statusOf(shop, id)).toBe("ACTIVE");
  await shop.control.clock.advance({ days: 365 });
  expect((await shop.centavo.subscriptions.get(id)).data).toMatchObject({
    ...{ status: "EXPIRED", updatedAt: "2026-04-10T03:00:00.000Z", canceledAt: null },
  });
  expect(await daysOf(shop, id)).toEqual(["2026-03-10", "2026-04-09"]);
});

test("a subscription expires on the day after its expiration date, which is charged", async () => {
  const shop = await openShop();
  const { id } = await shop.subscription({ ...monthly, expirationDate: "2026-04-09" });
  await shop.control.clock.advance({ to: "2026-04-09T23:59:59-03:00" });
  expect(await statusOf(shop, id)).toBe("ACTIVE");
  await shop.control.clock.advance({ seconds: 1 });
  expect(await statusOf(shop, id)).toBe("EXPIRED");
  expect(await daysOf(shop, id)).toEqual(["2026-03-10", "2026-04-09"]);
});

test.each([
  { expirationDate: "2026-03-09", expired: "2026-03-10T03:00:00.000Z" },
  { expirationDate: "2026-03-04", expired: "2026-03-05T03:00:00.000Z" },
  { expirationDate: "2026-03-02", expired: "2026-03-03T03:00:00.000Z" },
  // It has passed, so the subscription ends immediately.
  { expirationDate: "2026-03-01", expired: "2026-03-02T12:00:00.000Z" },
  { expirationDate: "2020-02-29", expired: "2026-03-02T12:00:00.000Z" },
])(
  "an expiration before the due date, from the start or by a change, prevents all charges: %o",
  async (row) => {
    const { expirationDate, expired } = row;
    const shop = await openShop();
    const card = await shop.card();
    const made = await shop.subscription({ ...monthly, expirationDate }, card);
    const updated = await shop.subscription(monthly, card);
    expect(made.status).toBe("ACTIVE");
    expect((await change(shop, updated.id, { expirationDate })).status).toBe("ACTIVE");
    await goTo(shop, "2026-04-20");
    for (const { id } of [made, updated]) {
      expect(await daysOf(shop, id)).toEqual([]);
      const { data } = await shop.centavo.subscriptions.get(id);
      expect(data).toMatchObject({ status: "EXPIRED", updatedAt: expired });
    }
  },
);

test("an expired subscription cannot change any more", async () => {
  const shop = await openShop();
  const { id } = await shop.subscription({ ...monthly, duration: 1 });
  await goTo(shop, "2026-03-11");
  const rejection = broken("SubscriptionStatusRefused");
  await expect(change(shop, id, { duration: 5 })).rejects.toMatchObject(rejection);
  for (const step of ["suspend", "reactivate"] as const) {
    await expect(shop.centavo.subscriptions[step](id)).rejects.toMatchObject(rejection);
  }
  const { data } = await shop.centavo.subscriptions.list({ status: "EXPIRED" });
  expect(data.map((each) => each.id)).toEqual([id]);
});
