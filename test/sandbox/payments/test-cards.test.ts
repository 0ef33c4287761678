import { expect, test } from "vitest";
import type { Payment } from "../../../src/client/index.ts";
import { amountOutcomes, cardOutcomes } from "../../../src/sandbox/domain/test-cards.ts";
import { openShop, type Shop } from "../company-fixture.ts";

type Description = (typeof cardOutcomes | typeof amountOutcomes)[number]["description"];

/** The initial status of a payment, and the one that it reaches by itself. */
interface Promised {
  status: Payment["status"];
  later?: { afterSeconds: number; status: Payment["status"] };
}

const HOUR = 3600;
const DAY = 86_400;

/** What is written of an outcome, and what has to happen so that it is true. */
const promised: Record<Description, Promised> = {
  "The payment succeeds.": { status: "SUCCEEDED" },
  "The payment is declined.": { status: "FAILED" },
  "The payment is declined: the card has no funds.": { status: "FAILED" },
  "The payment is pending, and succeeds an hour later.": {
    status: "PENDING",
    later: { afterSeconds: HOUR, status: "SUCCEEDED" },
  },
  "The payment is pending, and is declined an hour later.": {
    status: "PENDING",
    later: { afterSeconds: HOUR, status: "FAILED" },
  },
  "The payment is pending, and is paid an hour later without a control request.": {
    status: "PENDING",
    later: { afterSeconds: HOUR, status: "PAID" },
  },
  "The payment succeeds, and is disputed a day later.": {
    status: "SUCCEEDED",
    later: { afterSeconds: DAY, status: "DISPUTED" },
  },
  "The payment succeeds; the card's `securityCodeCheck` is false.": { status: "SUCCEEDED" },
  "The payment stays pending until a control request changes its status.": { status: "PENDING" },
};

/**
 * Checks a payment against its outcome: immediately, just before its later step, after it, and much
 * later.
 */
async function expectOutcome(shop: Shop, { id }: Payment, description: Description) {
  const { status, later } = promised[description];
  const created = await shop.payment(id);
  expect(created.status).toBe(status);
  let expected: Payment = created;
  if (later) {
    await shop.control.clock.advance({ seconds: later.afterSeconds - 1 });
    expect(await shop.payment(id)).toEqual(created);
    await shop.control.clock.advance({ seconds: 60 });
    const due = Date.parse(created.createdAt) + later.afterSeconds * 1000;
    expected = { ...created, status: later.status, updatedAt: new Date(due).toISOString() };
    expect(await shop.payment(id)).toEqual(expected);
  }
  await shop.control.clock.advance({ days: 365 });
  expect(await shop.payment(id)).toEqual(expected);
}

test.each(cardOutcomes)("card $cardNumber: $description", async ({ cardNumber, description }) => {
  const shop = await openShop();
  const payment = await shop.pay("card", { cardData: { cardNumber } });
  await expectOutcome(shop, payment, description);
});

test.each(cardOutcomes)(
  "card $cardNumber, stored: $description",
  async ({ cardNumber, description }) => {
    const shop = await openShop();
    const { id: tokenizedCardId, securityCodeCheck } = await shop.card({ cardNumber });
    expect(securityCodeCheck).toBe(!description.includes("`securityCodeCheck` is false"));
    const payment = await shop.pay("tokenizedCard", { tokenizedCardId });
    await expectOutcome(shop, payment, description);
  },
);

const amounts = amountOutcomes.flatMap(({ methods, ...row }) =>
  methods.map((method) => ({ method, ...row })),
);

test.each(amounts)("$method of $amount: $description", async ({ method, amount, description }) => {
  const shop = await openShop();
  const payment = await shop.pay(method, { billingData: { amount } });
  await expectOutcome(shop, payment, description);
});

const cardAmounts = amounts.filter(({ method }) => method === "card");

test.each(cardAmounts)(
  "the amount $amount decides before the card",
  async ({ amount, description }) => {
    const shop = await openShop();
    const cardData = {
      cardNumber: cardOutcomes.find((row) => row.outcome === "declined")?.cardNumber,
    };
    const payment = await shop.pay("card", { billingData: { amount }, cardData });
    expect(payment.status).toBe(promised[description].status);
  },
);

test.each(cardAmounts)(
  "the amount $amount has no meaning for a PIX or a billet",
  async ({ amount }) => {
    const shop = await openShop();
    for (const kind of ["pix", "billet"]) {
      const { id } = await shop.pay(kind, { billingData: { amount } });
      await shop.control.clock.advance({ seconds: 3600 });
      expect((await shop.payment(id)).status).toBe("PENDING");
    }
  },
);

test("a payment that succeeds later is booked from then on", async () => {
  const shop = await openShop();
  const row = cardOutcomes.find(({ outcome }) => outcome === "succeedsLater");
  const cardData = { cardNumber: row?.cardNumber };
  await shop.pay("card", { billingData: { amount: 10_000, installments: 1 }, cardData });
  expect(await shop.balance()).toMatchObject({ available: 0, receivable: [] });
  await shop.control.clock.advance({ days: 1 });
  expect((await shop.balance()).receivable).toEqual([{ date: "2026-04-01", amount: 10_000 }]);
});

const lapses = [
  { kind: "pix", lastMoment: "2026-03-03T11:59:59Z", end: "2026-03-03T12:00:00.000Z" },
  { kind: "billet", lastMoment: "2026-04-05T02:59:58Z", end: "2026-04-05T02:59:59.000Z" },
];

test.each(lapses)(
  "an unpaid $kind is cancelled after its time",
  async ({ kind, lastMoment, end }) => {
    const shop = await openShop();
    const { id } = await shop.pay(kind);
    await shop.control.clock.advance({ to: lastMoment });
    expect((await shop.payment(id)).status).toBe("PENDING");
    await shop.control.clock.advance({ days: 10 });
    expect(await shop.payment(id)).toMatchObject({ status: "CANCELED", updatedAt: end });
  },
);

test.each(lapses)("a paid $kind is not cancelled", async ({ kind }) => {
  const shop = await openShop();
  const { id } = await shop.pay(kind);
  const paid = await shop.decide(id, "PAID");
  await shop.control.clock.advance({ days: 60 });
  expect(await shop.payment(id)).toEqual(paid);
});

test("a decision by the control interface prevents the scheduled outcome", async () => {
  const shop = await openShop();
  const row = cardOutcomes.find(({ outcome }) => outcome === "declinedLater");
  const { id } = await shop.pay("card", { cardData: { cardNumber: row?.cardNumber } });
  const decided = await shop.decide(id, "SUCCEEDED");
  await shop.control.clock.advance({ days: 1 });
  expect(await shop.payment(id)).toEqual(decided);
});
