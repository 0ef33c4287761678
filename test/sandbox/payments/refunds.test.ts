import { expect, test } from "vitest";
import { ServiceError } from "../../../src/client/index.ts";
import { broken, NOBODY, openShop, type Shop } from "../company-fixture.ts";
import { shownError, shownMessage } from "../contract-examples.ts";

/** Refunds a payment. Its details say before whether this fails, and why. */
async function refund({ centavo, control }: Shop, transactionId: string) {
  const details = await control.payments.getDetails(transactionId).catch(() => undefined);
  try {
    const refunded = await centavo.payments.refund({ transactionId });
    expect(details?.data.refundRefused).toBeNull();
    return refunded;
  } catch (error) {
    if (!(error instanceof ServiceError) || !details) throw error;
    const { returnCode, messages } = error;
    expect(details.data.refundRefused).toEqual({ returnCode, message: messages[0] });
    throw error;
  }
}

/** A payment in this many instalments. The first one settles on the thirtieth day. */
const payIn = (shop: Shop, installments: number, change: object = {}) =>
  shop.pay("card", { billingData: { amount: 30_000, installments }, ...change });

test("a refund returns the payment as REFUNDED, with its splits empty", async () => {
  const shop = await openShop();
  const splits = [{ subaccountId: await shop.subaccount(), splitPercentage: 10 }];
  const payment = await payIn(shop, 1, { splits });
  await shop.control.clock.advance({ seconds: 60 });
  const { data, message } = await refund(shop, payment.id);
  const updatedAt = "2026-03-02T12:01:00.000Z";
  expect(data).toEqual({ ...payment, status: "REFUNDED", splits: [], updatedAt });
  expect(message).toBe(shownMessage("payments.refund"));
  expect(await shop.payment(payment.id)).toEqual(data);
});

test("a refund restores all balances", async () => {
  const shop = await openShop({ feePercentage: 3.5, feeFixed: 40 });
  const splits = [{ subaccountId: await shop.subaccount(), splitPercentage: 10 }];
  await shop.pay("card");
  const before = await shop.balance();
  const { id } = await payIn(shop, 3, { splits });
  expect(await shop.balance()).not.toEqual(before);
  await refund(shop, id);
  const { subaccounts, ...company } = await shop.balance();
  expect({ ...company, subaccounts: [] }).toEqual(before);
  expect(subaccounts).toMatchObject([{ available: 0, receivable: [] }]);
});

test("a payment with a stored card can be refunded", async () => {
  const shop = await openShop();
  const { id: tokenizedCardId } = await shop.card();
  const { id } = await shop.pay("tokenizedCard", { tokenizedCardId });
  expect((await refund(shop, id)).data.status).toBe("REFUNDED");
});

test("an unknown payment is not found", async () => {
  const shop = await openShop();
  await expect(refund(shop, NOBODY)).rejects.toMatchObject(
    shownError("payments.refund", "PaymentNotFound"),
  );
});

test.each(["pix", "billet"])("a %s is not refunded, paid or not", async (kind) => {
  const shop = await openShop();
  const { id } = await shop.pay(kind);
  await expect(refund(shop, id)).rejects.toMatchObject(broken("RefundNotCard"));
  await shop.decide(id, "PAID");
  await expect(refund(shop, id)).rejects.toMatchObject(broken("RefundNotCard"));
});

test("a failed payment is not refunded", async () => {
  const shop = await openShop();
  const { id } = await shop.pay("cardDeclined");
  await expect(refund(shop, id)).rejects.toMatchObject(broken("RefundNotSucceeded"));
});

test("a pending payment is refunded only after it has succeeded", async () => {
  const shop = await openShop();
  const { id } = await shop.pay("card", { billingData: { amount: 999_992 } });
  await expect(refund(shop, id)).rejects.toMatchObject(broken("RefundNotSucceeded"));
  await shop.decide(id, "SUCCEEDED");
  expect((await refund(shop, id)).data.status).toBe("REFUNDED");
});

test("a disputed payment is not refunded", async () => {
  const shop = await openShop();
  const { id } = await shop.pay("card");
  await shop.decide(id, "DISPUTED");
  await expect(refund(shop, id)).rejects.toMatchObject(broken("RefundNotSucceeded"));
});

test("a payment is refunded once", async () => {
  const shop = await openShop();
  const { id } = await shop.pay("card");
  await refund(shop, id);
  const before = await shop.balance();
  await expect(refund(shop, id)).rejects.toMatchObject(broken("RefundNotSucceeded"));
  expect(await shop.balance()).toEqual(before);
});

test("a payment is refunded until the day before it is received", async () => {
  const shop = await openShop();
  const [early, late] = [await payIn(shop, 1), await payIn(shop, 1)];
  await shop.control.clock.advance({ to: "2026-03-31T23:59:59-03:00" });
  await refund(shop, early.id);
  await shop.control.clock.advance({ seconds: 1 });
  await expect(refund(shop, late.id)).rejects.toMatchObject(broken("RefundReceived"));
});

test.each([
  {
    what: "in instalments counts as received with the last of them",
    ...{ terms: {}, billingData: { installments: 3 }, days: 90 },
  },
  {
    what: "that goes wholly to the fee counts as received on the same day as any other",
    ...{ terms: { feeFixed: 50 }, billingData: { amount: 10, installments: 1 }, days: 30 },
  },
])("a payment $what", async ({ terms, billingData, days }) => {
  const shop = await openShop(terms);
  const sell = () => shop.pay("card", { billingData });
  const [early, late] = [await sell(), await sell()];
  await shop.control.clock.advance({ days: days - 1 });
  await refund(shop, early.id);
  await shop.control.clock.advance({ days: 1 });
  await expect(refund(shop, late.id)).rejects.toMatchObject(broken("RefundReceived"));
});

test("a charge that succeeds late counts from the day on which it succeeds", async () => {
  const shop = await openShop({ feeFixed: 999_992 });
  const sell = () => shop.pay("card", { billingData: { amount: 999_992, installments: 1 } });
  const [early, late] = [await sell(), await sell()];
  await shop.control.clock.advance({ days: 10 });
  for (const { id } of [early, late]) await shop.decide(id, "SUCCEEDED");
  await shop.control.clock.advance({ days: 29 });
  await refund(shop, early.id);
  await shop.control.clock.advance({ days: 1 });
  await expect(refund(shop, late.id)).rejects.toMatchObject(broken("RefundReceived"));
});

test("before anything has settled, the sale's own money is what pays the buyer back", async () => {
  const shop = await openShop();
  const { id } = await payIn(shop, 1);
  expect((await shop.balance()).available).toBe(0);
  await refund(shop, id);
  expect(await shop.balance()).toMatchObject({ available: 0, receivable: [] });
});

test("with a settled instalment whose money is available, a payment is refunded", async () => {
  const shop = await openShop();
  const { id } = await payIn(shop, 3);
  await shop.control.clock.advance({ days: 30 });
  expect((await shop.balance()).available).toBe(10_000);
  await refund(shop, id);
  expect(await shop.balance()).toMatchObject({ available: 0, receivable: [] });
});

test("with a settled instalment whose money is withdrawn, a payment is not refunded", async () => {
  const shop = await openShop();
  const { id } = await payIn(shop, 3);
  await shop.control.clock.advance({ days: 30 });
  await shop.withdraw(1);
  await expect(refund(shop, id)).rejects.toMatchObject(broken("RefundBalanceUnavailable"));
  expect((await shop.payment(id)).status).toBe("SUCCEEDED");
});

test("receivables of another payment do not replace withdrawn money", async () => {
  const shop = await openShop();
  const { id } = await payIn(shop, 3);
  await shop.control.clock.advance({ days: 29 });
  await payIn(shop, 1);
  await shop.control.clock.advance({ days: 1 });
  await shop.withdraw();
  expect((await shop.balance()).receivable.length).toBeGreaterThan(0);
  await expect(refund(shop, id)).rejects.toMatchObject(broken("RefundBalanceUnavailable"));
});

test("money of a failed withdrawal is available for a refund", async () => {
  const shop = await openShop();
  const { id } = await payIn(shop, 3);
  await shop.control.clock.advance({ days: 30 });
  const { id: withdrawalId } = await shop.withdraw();
  await shop.control.withdrawals.setStatus(withdrawalId, { status: "FAILED" });
  expect((await refund(shop, id)).data.status).toBe("REFUNDED");
});

test("money of another payment counts as balance", async () => {
  const shop = await openShop();
  const { id } = await payIn(shop, 3);
  await shop.control.clock.advance({ days: 30 });
  await shop.withdraw();
  const pix = await shop.pay("pix", { billingData: { amount: 10_000 } });
  await shop.decide(pix.id, "PAID");
  expect((await refund(shop, id)).data.status).toBe("REFUNDED");
});

test("a subaccount that has withdrawn its part prevents a refund", async () => {
  const shop = await openShop();
  const subaccountId = await shop.subaccount();
  const { id } = await payIn(shop, 3, { splits: [{ subaccountId, splitAmount: 3000 }] });
  await shop.control.clock.advance({ days: 30 });
  await shop.withdraw(1000, subaccountId);
  const balance = `a subconta ${subaccountId} tem R$ 0,00 disponíveis e R$ 20,00 a receber`;
  await expect(refund(shop, id)).rejects.toMatchObject(broken("RefundBalanceUnavailable", balance));
});
