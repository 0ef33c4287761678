import { expect } from "vitest";
import { type Shop, test } from "../company-fixture.ts";
import { DECLINED_LATER } from "../subscriptions/subscription-fixtures.ts";

const ways = [
  {
    what: "a card in the request",
    pay: (shop: Shop) => shop.pay("card", { cardData: { cardNumber: "4000000000000259" } }),
    ...{ first: "SUCCEEDED", afterSeconds: 86_400, later: "DISPUTED" },
  },
  {
    what: "a stored card",
    async pay(shop: Shop) {
      const { id: tokenizedCardId } = await shop.card({ cardNumber: DECLINED_LATER });
      return shop.pay("tokenizedCard", { tokenizedCardId });
    },
    ...{ first: "PENDING", afterSeconds: 3600, later: "FAILED" },
  },
  {
    what: "an amount",
    pay: (shop: Shop) => shop.pay("pix", { billingData: { amount: 999_994 } }),
    ...{ first: "PENDING", afterSeconds: 3600, later: "PAID" },
  },
];

test.for(ways)(
  "the outcome that $what forces comes at its time, and is the last",
  async ({ pay, first, afterSeconds, later }, { shop }) => {
    const { id } = await pay(shop);
    const created = await shop.payment(id);
    expect(created.status).toBe(first);
    await shop.control.clock.advance({ seconds: afterSeconds - 1 });
    expect(await shop.payment(id)).toEqual(created);
    const due = new Date(Date.parse(created.createdAt) + afterSeconds * 1000).toISOString();
    for (const by of [{ seconds: 60 }, { days: 365 }]) {
      await shop.control.clock.advance(by);
      expect(await shop.payment(id)).toEqual({ ...created, status: later, updatedAt: due });
    }
  },
);

test("a stored card says whether its security code is right", async ({ shop }) => {
  const { customerId, ...good } = await shop.card();
  const wrong = await shop.card({ customerId, cardNumber: "4000000000000101" });
  expect([good.securityCodeCheck, wrong.securityCodeCheck]).toEqual([true, false]);
});

test("a decision by the control interface prevents the scheduled outcome", async ({ shop }) => {
  const { id } = await shop.pay("card", { cardData: { cardNumber: DECLINED_LATER } });
  const decided = await shop.decide(id, "SUCCEEDED");
  await shop.control.clock.advance({ days: 1 });
  expect(await shop.payment(id)).toEqual(decided);
});
