import { expect, test } from "vitest";
import { broken, NOBODY, openShop, type Shop } from "../company-fixture.ts";
import { shownError } from "../contract-examples.ts";

/** Charges an amount that is divided between a subaccount for each split. */
async function divide(shop: Shop, amount: number, splits: object[], example = "card") {
  const shared = [];
  for (const split of splits) shared.push({ subaccountId: await shop.subaccount(), ...split });
  return shop.pay(example, {
    billingData: { amount, installments: undefined, ...one(example) },
    splits: shared,
  });
}

function one(example: string): object {
  return example === "card" ? { installments: 1 } : {};
}

const parts = [
  { what: "a percentage", amount: 10_000, splits: [{ splitPercentage: 12.5 }], received: [1250] },
  { what: "half a centavo up", amount: 4990, splits: [{ splitPercentage: 12.5 }], received: [624] },
  {
    what: "less than half a centavo down",
    amount: 4999,
    splits: [{ splitPercentage: 0.01 }],
    received: [0],
  },
  {
    what: "a float that is not exact",
    amount: 10_000,
    splits: [{ splitPercentage: 1.005 }],
    received: [101],
  },
  {
    what: "thirds that come to the whole",
    amount: 10_000,
    splits: [{ splitPercentage: 33.33 }, { splitPercentage: 33.33 }, { splitPercentage: 33.34 }],
    received: [3333, 3333, 3334],
  },
  {
    what: "halves of one centavo",
    amount: 1,
    splits: [{ splitPercentage: 50 }, { splitPercentage: 50 }],
    received: [1, 0],
  },
  { what: "an amount", amount: 10_000, splits: [{ splitAmount: 1234 }], received: [1234] },
  {
    what: "its percentage, whatever the amount beside it",
    amount: 10_000,
    splits: [1234, 0, -1, null].map((splitAmount) => ({ splitPercentage: 10, splitAmount })),
    received: [1000, 1000, 1000, 1000],
  },
  {
    what: "its amount beside a percentage of nothing",
    amount: 10_000,
    splits: [0, null].map((splitPercentage) => ({ splitAmount: 1234, splitPercentage })),
    received: [1234, 1234],
  },
  { what: "all of it", amount: 10_000, splits: [{ splitAmount: 10_000 }], received: [10_000] },
  {
    what: "an amount and a percentage of the whole",
    amount: 10_000,
    splits: [{ splitAmount: 5000 }, { splitPercentage: 50 }],
    received: [5000, 5000],
  },
];

test.each(parts)("a split receives $what", async ({ amount, splits, received }) => {
  const payment = await divide(await openShop(), amount, splits);
  expect(payment.splits.map(({ liquidAmount }) => liquidAmount)).toEqual(received);
});

test("a split shows its subaccount, its type, and who is liable for chargebacks", async () => {
  const shop = await openShop();
  const [percentage, amount] = [await shop.subaccount(), await shop.subaccount()];
  const { splits } = await shop.pay("card", {
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
});

test("reading a payment shows the splits of its creation", async () => {
  const shop = await openShop();
  const payment = await divide(shop, 10_000, [{ splitPercentage: 12.5 }]);
  expect((await shop.payment(payment.id)).splits).toEqual(payment.splits);
});

test("each subaccount receives its part, and the company the rest", async () => {
  const shop = await openShop();
  const { splits } = await divide(shop, 10_000, [{ splitPercentage: 12.5 }, { splitAmount: 2000 }]);
  await shop.control.clock.advance({ days: 30 });
  const { available, subaccounts } = await shop.balance();
  expect(available).toBe(10_000 - 1250 - 2000);
  expect(subaccounts.map(({ subaccountId, available }) => ({ subaccountId, available }))).toEqual(
    expect.arrayContaining(
      splits.map(({ subaccountId, liquidAmount }) => ({ subaccountId, available: liquidAmount })),
    ),
  );
});

test("the id of a subaccount is case-insensitive", async () => {
  const shop = await openShop();
  const id = await shop.subaccount();
  const { splits } = await shop.pay("card", {
    splits: [{ subaccountId: id.toUpperCase(), splitAmount: 100 }],
  });
  expect(splits[0]?.subaccountId).toBe(id);
  expect((await shop.balance()).subaccounts.map(({ subaccountId }) => subaccountId)).toEqual([id]);
});

test("the company bears the fee, and a percentage is of the whole amount", async () => {
  const shop = await openShop({ feePercentage: 3.5, feeFixed: 40 });
  const { splits } = await divide(shop, 10_000, [{ splitPercentage: 50 }]);
  expect(splits[0]?.liquidAmount).toBe(5000);
  await shop.control.clock.advance({ days: 30 });
  expect((await shop.balance()).available).toBe(10_000 - 390 - 5000);
});

test("splits may take the whole amount less the fee, and not a centavo more", async () => {
  const shop = await openShop({ feePercentage: 3.5, feeFixed: 40 });
  await divide(shop, 10_000, [{ splitAmount: 9610 }]);
  await expect(divide(shop, 10_000, [{ splitAmount: 9611 }])).rejects.toMatchObject(
    broken("SplitsExceedAmount", "R$ 96,10 de R$ 100,00"),
  );
});

const excesses = [
  [{ splitAmount: 10_001 }],
  [{ splitPercentage: 60 }, { splitPercentage: 40.01 }],
  [{ splitAmount: 5001 }, { splitPercentage: 50 }],
];

test.each(excesses)("splits that exceed the amount are rejected: %j %j", async (...splits) => {
  const shop = await openShop();
  await expect(divide(shop, 10_000, splits)).rejects.toMatchObject(broken("SplitsExceedAmount"));
  expect((await shop.centavo.payments.list()).meta.total).toBe(0);
});

test.each(["PENDING", "REJECTED"] as const)("a %s subaccount takes no part", async (status) => {
  const shop = await openShop();
  const subaccountId = await shop.subaccount(status);
  const splits = [{ subaccountId, splitPercentage: 10 }];
  await expect(shop.pay("card", { splits })).rejects.toMatchObject(broken("SubaccountNotApproved"));
});

test("a split for an unknown subaccount is rejected, and creates no customer", async () => {
  const shop = await openShop();
  const splits = [{ subaccountId: NOBODY, splitPercentage: 10 }];
  await expect(shop.pay("card", { splits })).rejects.toMatchObject(
    shownError("payments.create", "SubaccountNotFound"),
  );
  expect((await shop.centavo.customers.list()).meta.total).toBe(0);
});

test("a split for a subaccount of another company is rejected", async () => {
  const [shop, other] = [await openShop(), await openShop()];
  const splits = [{ subaccountId: await other.subaccount(), splitPercentage: 10 }];
  await expect(shop.pay("card", { splits })).rejects.toMatchObject(
    shownError("payments.create", "SubaccountNotFound"),
  );
});

test.each(["pix", "billet"])(
  "the splits of a %s are fixed at its creation, and booked at its payment",
  async (kind) => {
    const shop = await openShop();
    const { id, splits } = await divide(shop, 10_000, [{ splitPercentage: 12.5 }], kind);
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
