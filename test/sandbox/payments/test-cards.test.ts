import { expect } from "vitest";
import {
  amountOutcomes,
  cardOutcomes,
  testOutcomes,
} from "../../../src/sandbox/domain/test-cards.ts";
import { type Shop, test } from "../company-fixture.ts";

type Row = Pick<(typeof cardOutcomes | typeof amountOutcomes)[number], "outcome" | "description">;

/** What the sentence about an outcome promises of a payment, at first and by itself later. */
const promised: Record<Row["description"], string> = {
  "The payment succeeds.": "SUCCEEDED",
  "The payment is declined.": "FAILED",
  "The payment is declined: the card has no funds.": "FAILED",
  "The payment is pending, and succeeds an hour later.": "PENDING, SUCCEEDED after 3600",
  "The payment is pending, and is declined an hour later.": "PENDING, FAILED after 3600",
  "The payment is pending, and is paid an hour later without a control request.":
    "PENDING, PAID after 3600",
  "The payment succeeds, and is disputed a day later.": "SUCCEEDED, DISPUTED after 86400",
  "The payment succeeds; the card's `securityCodeCheck` is false.": "SUCCEEDED",
  "The payment stays pending until a control request changes its status.": "PENDING",
};

test.each<Row>([...cardOutcomes, ...amountOutcomes])(
  "$outcome is what its sentence says: $description",
  ({ outcome, description }) => {
    const { status, later } = testOutcomes[outcome];
    const steps = later.map((step) => `${step.status} after ${step.afterSeconds}`);
    expect([status, ...steps].join(", ")).toBe(promised[description]);
  },
);

const ways = [
  {
    what: "a card in the request",
    pay: (shop: Shop) => shop.pay("card", { cardData: { cardNumber: "4000000000000259" } }),
    ...{ first: "SUCCEEDED", afterSeconds: 86_400, later: "DISPUTED" },
  },
  {
    what: "a stored card",
    async pay(shop: Shop) {
      const { id: tokenizedCardId } = await shop.card({ cardNumber: "4000000000000044" });
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

test("the amount decides before the card", async ({ shop }) => {
  const cardData = { cardNumber: "4000000000000028" };
  const payment = await shop.pay("card", { billingData: { amount: 999_992 }, cardData });
  expect(payment.status).toBe("PENDING");
});

test("a decision by the control interface prevents the scheduled outcome", async ({ shop }) => {
  const row = cardOutcomes.find(({ outcome }) => outcome === "declinedLater");
  const { id } = await shop.pay("card", { cardData: { cardNumber: row?.cardNumber } });
  const decided = await shop.decide(id, "SUCCEEDED");
  await shop.control.clock.advance({ days: 1 });
  expect(await shop.payment(id)).toEqual(decided);
});
