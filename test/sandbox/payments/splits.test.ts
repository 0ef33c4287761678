import { expect } from "vitest";
import { broken, expectError, NOBODY, openShop, test } from "../company-fixture.ts";
import { shownError } from "../contract-examples.ts";

test("a split shows its subaccount, its type and its liability", async ({ shop }) => {
  const [percentage, amount] = [await shop.subaccount(), await shop.subaccount()];
  const { id, splits } = await shop.pay("card", {
    billingData: { amount: 10_000 },
    splits: [
      // The case of an id does not matter.
      { subaccountId: percentage.toUpperCase(), splitPercentage: 12.5 },
      { subaccountId: amount, splitAmount: 2000, chargebackLiable: true },
    ],
  });
  expect(splits).toEqual([
    {
      ...{ subaccountId: percentage, splitType: "percentage", splitPercentage: 12.5 },
      ...{ liquidAmount: 1250, chargebackLiable: false },
    },
    {
      ...{ subaccountId: amount, splitType: "amount", splitPercentage: 20 },
      ...{ liquidAmount: 2000, chargebackLiable: true },
    },
  ]);
  expect((await shop.payment(id)).splits).toEqual(splits);
  const { subaccounts } = await shop.balance();
  const owners = subaccounts.map(({ subaccountId }) => subaccountId);
  expect(owners.toSorted()).toEqual([percentage, amount].toSorted());
});

test("splits may take the whole amount less the fee, and not a centavo more", async () => {
  const shop = await openShop({ feePercentage: 3.5, feeFixed: 40 });
  const subaccountId = await shop.subaccount();
  const divide = (splitAmount: number) =>
    shop.pay("card", { billingData: { amount: 10_000 }, splits: [{ subaccountId, splitAmount }] });
  const exceeded = broken("SplitsExceedAmount", "R$ 96,10 de R$ 100,00");
  await expectError(divide(9611), exceeded);
  expect((await shop.centavo.payments.list()).meta.total).toBe(0);
  await divide(9610);
});

test("a subaccount takes no part before it is approved, nor an unknown one", async ({ shop }) => {
  const divide = (subaccountId: string) =>
    shop.pay("card", { splits: [{ subaccountId, splitPercentage: 10 }] });
  for (const status of ["PENDING", "REJECTED"] as const) {
    await expectError(divide(await shop.subaccount(status)), broken("SubaccountNotApproved"));
  }
  await expectError(divide(NOBODY), shownError("payments.create", "SubaccountNotFound"));
  expect((await shop.centavo.customers.list()).meta.total).toBe(0);
});

test.for(["pix", "billet"])(
  "the splits of a %s are fixed at first, and booked at its payment",
  async (kind, { shop }) => {
    const splits = [{ subaccountId: await shop.subaccount(), splitPercentage: 12.5 }];
    const payment = await shop.pay(kind, { billingData: { amount: 10_000 }, splits });
    expect(payment.splits[0]?.liquidAmount).toBe(1250);
    expect((await shop.balance()).subaccounts).toMatchObject([{ available: 0, receivable: [] }]);
    await shop.decide(payment.id, "PAID");
    await shop.control.clock.advance({ days: 1 });
    expect(await shop.balance()).toMatchObject({
      ...{ available: 8750, subaccounts: [{ available: 1250 }] },
    });
  },
);
