import { expect } from "vitest";
import { test } from "../company-fixture.ts";
import { DECLINED_LATER } from "../subscriptions/subscription-fixtures.ts";

test.for([
  ["card", { cardData: { cardNumber: "4000000000000259" } }, "SUCCEEDED", 86_400, "DISPUTED"],
  ["pix", { billingData: { amount: 999_994 } }, "PENDING", 3600, "PAID"],
] as const)(
  "the outcome of a %s with %j comes at its time, and is the last: %s, after %i s %s",
  async ([kind, change, first, afterSeconds, later], { shop }) => {
    const created = await shop.pay(kind, change);
    const { id } = created;
    expect(created.status).toBe(first);
    await shop.control.clock.advance({ seconds: afterSeconds - 1 });
    expect(await shop.payment(id)).toEqual(created);
    const updatedAt = new Date(Date.parse(created.createdAt) + afterSeconds * 1000).toISOString();
    for (const by of [{ seconds: 60 }, { days: 365 }]) {
      await shop.control.clock.advance(by);
      expect(await shop.payment(id)).toEqual({ ...created, status: later, updatedAt });
    }
  },
);

test("a stored card says whether its security code is right", async ({ shop }) => {
  const { customerId, ...good } = await shop.card();
  const wrong = await shop.card({ customerId, cardNumber: "4000000000000101" });
  expect([good.securityCodeCheck, wrong.securityCodeCheck]).toEqual([true, false]);
});

test("a decision by the control API prevents the scheduled outcome", async ({ shop }) => {
  const { id } = await shop.pay("card", { cardData: { cardNumber: DECLINED_LATER } });
  const decided = await shop.decide(id, "SUCCEEDED");
  await shop.control.clock.advance({ days: 1 });
  expect(await shop.payment(id)).toEqual(decided);
});

test("a scheduled approval does not decide a dispute", async ({ shop }) => {
  const { id } = await shop.pay("card", { cardData: { cardNumber: "4000000000000036" } });
  await shop.decide(id, "SUCCEEDED");
  const disputed = await shop.decide(id, "DISPUTED");
  await shop.control.clock.advance({ days: 1 });
  expect(await shop.payment(id)).toEqual(disputed);
});
