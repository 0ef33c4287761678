import { expect } from "vitest";
import { ServiceError } from "../../../src/client/index.ts";
import { broken, expectError, openShop, type Shop, test } from "../company-fixture.ts";
import { shownMessage } from "../contract-examples.ts";

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

test("a refund returns the payment as REFUNDED, with its splits empty", async ({ shop }) => {
  const splits = [{ subaccountId: await shop.subaccount(), splitPercentage: 10 }];
  const payment = await payIn(shop, 1, { splits });
  await shop.control.clock.advance({ seconds: 60 });
  const { data, message } = await refund(shop, payment.id);
  const updatedAt = "2026-03-02T12:01:00.000Z";
  expect(data).toEqual({ ...payment, status: "REFUNDED", splits: [], updatedAt });
  expect(message).toBe(shownMessage("payments.refund"));
  expect(await shop.payment(payment.id)).toEqual(data);
});

test("a refund restores all balances, and happens once", async () => {
  const shop = await openShop({ feePercentage: 3.5, feeFixed: 40 });
  const splits = [{ subaccountId: await shop.subaccount(), splitPercentage: 10 }];
  await shop.pay("card");
  const before = await shop.balance();
  const { id } = await payIn(shop, 3, { splits });
  expect(await shop.balance()).not.toEqual(before);
  await refund(shop, id);
  expect(await shop.balance()).toEqual(before);
  await expectError(refund(shop, id), broken("RefundNotSucceeded"));
  expect(await shop.balance()).toEqual(before);
});

test("a payment is refunded until its last instalment is received", async ({ shop }) => {
  const [early, late] = [await payIn(shop, 3), await payIn(shop, 3)];
  await shop.control.clock.advance({ to: "2026-05-30T23:59:59-03:00" });
  await refund(shop, early.id);
  await shop.control.clock.advance({ seconds: 1 });
  await expectError(refund(shop, late.id), broken("RefundReceived"));
});

test("a settled instalment whose money is withdrawn prevents a refund", async ({ shop }) => {
  const subaccountId = await shop.subaccount();
  const [own, shared] = [
    await payIn(shop, 3),
    await payIn(shop, 3, { splits: [{ subaccountId, splitAmount: 3000 }] }),
  ];
  await shop.control.clock.advance({ days: 30 });
  await shop.withdraw(1000, subaccountId);
  const balance = `a subconta ${subaccountId} tem R$ 0,00 disponíveis e R$ 20,00 a receber`;
  await expectError(refund(shop, shared.id), broken("RefundBalanceUnavailable", balance));
  await shop.withdraw(9001);
  const company = "a empresa tem R$ 99,99 disponíveis e R$ 380,00 a receber";
  await expectError(refund(shop, own.id), broken("RefundBalanceUnavailable", company));
  expect((await shop.payment(own.id)).status).toBe("SUCCEEDED");
});
