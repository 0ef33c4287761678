import { expect } from "vitest";
import { broken, expectError, NOBODY, openShop, test } from "../company-fixture.ts";
import { shownError } from "../contract-examples.ts";

test("a split shows its subaccount, its type, and who is liable for chargebacks", async ({
  shop,
}) => {
  const [percentage, amount] = [await shop.subaccount(), await shop.subaccount()];
  const { id, splits } = await shop.pay("card", {
    billingData: { amount: 10_000 },
    splits: [
      { subaccountId: percentage, splitPercentage: 12.5 },
      { subaccountId: amount, splitAmount: 2000, chargebackLiable: true },
    ],
  });
  expect(splits).toEqual([
    {
      subaccountId: percentage,
      splitType: "percentage",
      splitPercentage: 12.5,
      liquidAmount: 1250,
      chargebackLiable: false,
    },
    {
      subaccountId: amount,
      splitType: "amount",
      splitPercentage: 20,
      liquidAmount: 2000,
      chargebackLiable: true,
    },
  ]);
  expect((await shop.payment(id)).splits).toEqual(splits);
});

test("the id of a subaccount is case-insensitive", async ({ shop }) => {
  const id = await shop.subaccount();
  const { splits } = await shop.pay("card", {
    splits: [{ subaccountId: id.toUpperCase(), splitAmount: 100 }],
  });
  expect(splits[0]?.subaccountId).toBe(id);
  expect((await shop.balance()).subaccounts.map(({ subaccountId }) => subaccountId)).toEqual([id]);
});

test("splits may take the whole amount less the fee, and not a centavo more", async () => {
  const shop = await openShop({ feePercentage: 3.5, feeFixed: 40 });
  const subaccountId = await shop.subaccount();
  const divide = (splitAmount: number) =>
    shop.pay("card", {
      billingData: { amount: 10_000 },
      splits: [{ subaccountId, splitAmount }],
    });
  await expectError(divide(9611), broken("SplitsExceedAmount", "R$ 96,10 de R$ 100,00"));
  expect((await shop.centavo.payments.list()).meta.total).toBe(0);
  await divide(9610);
});

test.for(["PENDING", "REJECTED"] as const)(
  "a %s subaccount takes no part",
  async (status, { shop }) => {
    const subaccountId = await shop.subaccount(status);
    const splits = [{ subaccountId, splitPercentage: 10 }];
    await expectError(shop.pay("card", { splits }), broken("SubaccountNotApproved"));
  },
);

test("a split for an unknown subaccount, or another company's, is rejected, and creates no customer", async () => {
  const [shop, other] = [await openShop(), await openShop()];
  for (const subaccountId of [NOBODY, await other.subaccount()]) {
    const splits = [{ subaccountId, splitPercentage: 10 }];
    await expectError(
      shop.pay("card", { splits }),
      shownError("payments.create", "SubaccountNotFound"),
    );
  }
  expect((await shop.centavo.customers.list()).meta.total).toBe(0);
});

test.for(["pix", "billet"])(
  "the splits of a %s are fixed at its creation, and booked at its payment",
  async (kind, { shop }) => {
    const wanted = [{ subaccountId: await shop.subaccount(), splitPercentage: 12.5 }];
    const { id, splits } = await shop.pay(kind, {
      billingData: { amount: 10_000 },
      splits: wanted,
    });
    expect(splits[0]?.liquidAmount).toBe(1250);
    expect((await shop.balance()).subaccounts).toEqual([]);
    await shop.decide(id, "PAID");
    await shop.control.clock.advance({ days: 1 });
    const { available, subaccounts } = await shop.balance();
    expect({ available, shared: subaccounts[0]?.available }).toEqual({
      available: 8750,
      shared: 1250,
    });
  },
);
