import { expect, test } from "vitest";
import { broken, documents, openShop, type Shop } from "../company-fixture.ts";
import { body } from "../contract-examples.ts";
import {
  type BillingScenario,
  cancel,
  change,
  chargesOf,
  DECLINED,
  DECLINED_LATER,
  daysOf,
  decideLatest,
  goTo,
  historyOf,
  monthly,
  play,
  statusOf,
} from "./subscription-fixtures.ts";

/** Adds a split to a subscription. */
function addSplit({ centavo }: Shop, subscriptionId: string, split: object, kind = "percentage") {
  const asked = body("subscriptions.addSplit", kind, { subscriptionId, ...split });
  return centavo.subscriptions.addSplit(asked);
}

test.each<BillingScenario>([
  {
    what: "comes on the due date, and then at each interval",
    steps: ["2026-06-08"],
    charges:
      "2026-03-10 SUCCEEDED 4990, 2026-04-09 SUCCEEDED 4990, 2026-05-09 SUCCEEDED 4990, 2026-06-08 SUCCEEDED 4990",
  },
  {
    what: "includes the setup the first time",
    terms: { setupAmount: 1500 },
    steps: ["2026-05-09"],
    charges: "2026-03-10 SUCCEEDED 6490, 2026-04-09 SUCCEEDED 4990, 2026-05-09 SUCCEEDED 4990",
  },
  {
    what: "has the outcome of its test card, as any payment",
    card: { cardNumber: "4000000000000259" },
    steps: ["2026-03-11"],
    charges: "2026-03-10 DISPUTED 4990",
  },
  {
    what: "that is pending is not retried, and can be decided",
    terms: { amount: 999_992, tolerancePeriod: 5 },
    steps: ["2026-03-15", decideLatest("SUCCEEDED")],
    charges: "2026-03-10 SUCCEEDED 999992",
  },
  {
    what: "fails once the card has expired",
    card: { expirationMonth: "03", expirationYear: "2026" },
    steps: ["2026-04-09"],
    charges: "2026-03-10 SUCCEEDED 4990, 2026-04-09 FAILED 4990",
  },
  {
    what: "does not come after the subscription is cancelled",
    terms: { tolerancePeriod: 3 },
    steps: ["2026-03-10", cancel, "2027-03-10"],
    charges: "2026-03-10 SUCCEEDED 4990",
    status: "DELETED",
  },
])("a charge $what", async ({ charges, status = "ACTIVE", ...scenario }) => {
  expect(await play({ charges, ...scenario })).toEqual({ charges, status });
});

test("the day of a charge begins at midnight in São Paulo", async () => {
  const shop = await openShop();
  const { id } = await shop.subscription(monthly);
  await shop.control.clock.advance({ to: "2026-03-10T02:59:59Z" });
  expect(await daysOf(shop, id)).toEqual([]);
  await shop.control.clock.advance({ seconds: 1 });
  expect(await daysOf(shop, id)).toEqual(["2026-03-10"]);
});

test("a subscription that starts today is charged immediately", async () => {
  const shop = await openShop();
  const { id, createdAt } = await shop.subscription({ ...monthly, dueDate: "2026-03-02" });
  expect(await chargesOf(shop, id)).toMatchObject([{ createdAt, status: "SUCCEEDED" }]);
  await goTo(shop, "2026-04-01");
  expect(await daysOf(shop, id)).toEqual(["2026-03-02", "2026-04-01"]);
});

test("a due date in the past in São Paulo is rejected", async () => {
  const shop = await openShop();
  const card = await shop.card();
  await expect(
    shop.subscription({ ...monthly, dueDate: "2026-03-01" }, card),
  ).rejects.toMatchObject(broken("DueDatePassed"));
  await shop.control.clock.advance({ to: "2026-03-03T02:59:59Z" });
  await shop.subscription({ ...monthly, dueDate: "2026-03-02" }, card);
  expect((await shop.centavo.subscriptions.list()).meta.total).toBe(1);
});

test.each([
  { dueDate: "9999-12-31", days: [] },
  { expirationDate: "9999-12-31", days: ["2026-03-10"] },
  { frequency: 9_000_000_000, days: ["2026-03-10"] },
  { frequency: Number.MAX_SAFE_INTEGER, days: ["2026-03-10"] },
  { frequency: 1e308, days: ["2026-03-10"] },
  { duration: Number.MAX_SAFE_INTEGER, days: ["2026-03-10"] },
  { tolerancePeriod: Number.MAX_SAFE_INTEGER, days: ["2026-03-10"] },
  { frequency: 3_000_000, duration: 1e308, tolerancePeriod: 1e308, days: ["2026-03-10"] },
])("terms may be beyond every calendar: %o", async ({ days, ...terms }) => {
  const shop = await openShop();
  const { id } = await shop.subscription({ ...monthly, ...terms });
  await goTo(shop, "2026-03-20");
  expect(await daysOf(shop, id)).toEqual(days);
  expect(await statusOf(shop, id)).toBe("ACTIVE");
});

test.each([
  { frequency: 1e308 },
  { frequency: 1, duration: 1e308 },
  { frequency: 3_000_000, duration: 3_000_000 },
  { expirationDate: "9999-12-31" },
])(
  "a change may move the terms of an active or suspended subscription beyond every calendar: %o",
  async (terms) => {
    const shop = await openShop();
    const card = await shop.card({ cardNumber: DECLINED_LATER });
    const late = { ...monthly, tolerancePeriod: 1e308, dueDate: "9999-12-30" };
    for (const of of [{ ...monthly, tolerancePeriod: 1e308 }, late]) {
      const [active, suspended] = [
        await shop.subscription(of, card),
        await shop.subscription(of, card),
      ];
      await shop.control.clock.advance({ days: 8 });
      await shop.centavo.subscriptions.suspend(suspended.id);
      for (const { id } of [active, suspended]) await change(shop, id, terms);
      await shop.centavo.subscriptions.reactivate(suspended.id);
      await shop.control.clock.advance({ days: 3 });
      expect(await statusOf(shop, active.id)).toBe("ACTIVE");
      expect(await statusOf(shop, suspended.id)).toBe("ACTIVE");
    }
  },
);

test("charges of several subscriptions come in order of day, and then of creation", async () => {
  const shop = await openShop();
  const card = await shop.card();
  const one = await shop.subscription({ ...monthly, frequency: 14 }, card);
  const other = await shop.subscription({ ...monthly, frequency: 7 }, card);
  const late = await shop.subscription({ ...monthly, dueDate: "2026-03-09" }, card);
  await goTo(shop, "2026-03-24");
  const names = { [one.id]: "one", [other.id]: "other", [late.id]: "late" };
  const paid = await Promise.all(
    Object.keys(names).map(async (id) =>
      (await chargesOf(shop, id)).map((charge) => [charge.id, names[id]] as const),
    ),
  );
  const nameOf = new Map(paid.flat());
  const { data } = await shop.centavo.payments.list();
  const history = data
    .toReversed()
    .map(({ id, createdAt }) => [createdAt.slice(8, 10), nameOf.get(id)]);
  expect(history).toEqual([
    ["09", "late"],
    ["10", "one"],
    ["10", "other"],
    ["17", "other"],
    ["24", "one"],
    ["24", "other"],
  ]);
});

test("a charge is a card payment of the subscription and its customer", async () => {
  const shop = await openShop();
  const customer = await shop.customer();
  const card = await shop.card({ customerId: customer.id });
  const { id: subscriptionId } = await shop.subscription(monthly, card);
  await goTo(shop, "2026-03-10");
  const now = "2026-03-10T03:00:00.000Z";
  const { zipcode: _, statusId: __, ...address } = customer.address ?? ({} as never);
  const { firstName, lastName, email, document, phoneNumber: phone } = customer;
  const { cardBrand: brand, first4Digits, last4Digits, ...stored } = card;
  const { expirationMonth, expirationYear } = stored;
  const charges = await chargesOf(shop, subscriptionId);
  expect(charges).toEqual([
    {
      ...{ id: expect.any(String), status: "SUCCEEDED", amount: 4990, currency: "BRL" },
      ...{ paymentMethod: "card", installments: 1, postbackUrl: "", splits: [] },
      cardDetails: { brand, first4Digits, last4Digits, expirationMonth, expirationYear },
      buyerDetails: { firstName, lastName, email, document, phone, ...address },
      ...{ createdAt: now, updatedAt: now },
    },
  ]);
  expect(await shop.payment(`${charges[0]?.id}`)).toEqual(charges[0]);
  const { data } = await shop.centavo.payments.list({ customerId: customer.id });
  expect(data).toEqual(charges);
});

test("a subscription lists its own charges only", async () => {
  const shop = await openShop();
  const card = await shop.card();
  const [one, other] = [
    await shop.subscription({ ...monthly, amount: 100 }, card),
    await shop.subscription({ ...monthly, amount: 200 }, card),
  ];
  await shop.pay("tokenizedCard", { tokenizedCardId: card.id });
  await goTo(shop, "2026-03-10");
  expect(await historyOf(shop, one.id)).toEqual(["2026-03-10 SUCCEEDED 100"]);
  expect(await historyOf(shop, other.id)).toEqual(["2026-03-10 SUCCEEDED 200"]);
  expect((await shop.centavo.payments.list()).meta.total).toBe(3);
});

test("a charge has the current data of the customer, with an address or without", async () => {
  const shop = await openShop();
  const { data } = await shop.control.customers.create(body("customers.create", "withoutAddress"));
  const card = await shop.card({ customerId: data.id });
  const { id } = await shop.subscription({ ...monthly, frequency: 1 }, card);
  await goTo(shop, "2026-03-10");
  await shop.centavo.customers.update(data.id, { document: documents.cpf });
  await goTo(shop, "2026-03-11");
  const buyers = (await chargesOf(shop, id)).map(({ buyerDetails }) => buyerDetails);
  expect(buyers).toMatchObject([
    { firstName: data.firstName, document: data.document, street: "", complement: null },
    { firstName: data.firstName, document: documents.cpf, street: "", complement: null },
  ]);
});

test("a charge is received thirty days later, less the fee", async () => {
  const shop = await openShop({ feePercentage: 2.99, feeFixed: 39 });
  await shop.subscription({ ...monthly, amount: 10_000 });
  await goTo(shop, "2026-04-09");
  expect(await shop.balance()).toEqual({
    available: 9662,
    receivable: [{ date: "2026-05-09", amount: 9662 }],
    subaccounts: [],
  });
});

test("splits share in each charge, and in the setup with the first", async () => {
  const shop = await openShop({ feeFixed: 100 });
  const { id } = await shop.subscription({ ...monthly, amount: 10_000, setupAmount: 2000 });
  const [one, other] = [await shop.subaccount(), await shop.subaccount()];
  await addSplit(shop, id, { subaccountId: one, splitPercentage: 12.5, chargebackLiable: false });
  const fixed = { subaccountId: other, splitAmount: 499, chargebackLiable: true };
  await addSplit(shop, id, fixed, "amount");
  await goTo(shop, "2026-05-09");
  const [first, second] = await chargesOf(shop, id);
  expect(first?.splits).toEqual([
    {
      ...{ subaccountId: one, splitType: "percentage", splitPercentage: 12.5 },
      ...{ liquidAmount: 1500, chargebackLiable: false },
    },
    {
      ...{ subaccountId: other, splitType: "amount", splitPercentage: 4.16 },
      ...{ liquidAmount: 499, chargebackLiable: true },
    },
  ]);
  expect(second?.splits).toMatchObject([
    { subaccountId: one, liquidAmount: 1250 },
    { subaccountId: other, splitPercentage: 4.99, liquidAmount: 499 },
  ]);
  const { available, subaccounts } = await shop.balance();
  expect(available).toBe(22_000 - 200 - 2750 - 998);
  expect(Object.fromEntries(subaccounts.map((own) => [own.subaccountId, own.available]))).toEqual({
    [one]: 2750,
    [other]: 998,
  });
});

test("the share of a deleted subaccount stays with the company", async () => {
  const shop = await openShop();
  const { id } = await shop.subscription({ ...monthly, amount: 10_000 });
  const [gone, kept] = [await shop.subaccount(), await shop.subaccount()];
  for (const subaccountId of [gone, kept]) {
    await addSplit(shop, id, { subaccountId, splitPercentage: 10 });
  }
  await shop.centavo.subaccounts.delete(gone);
  await goTo(shop, "2026-03-10");
  const [charge] = await chargesOf(shop, id);
  expect(charge?.splits).toMatchObject([{ subaccountId: kept, liquidAmount: 1000 }]);
  expect((await shop.balance()).receivable).toMatchObject([{ amount: 9000 }]);
});

test("splits that exceed the first charge are rejected", async () => {
  const shop = await openShop({ feePercentage: 2.5 });
  // Of 40 the fee is 1 and the share 39; of 60 with the setup, both are rounded up, to 2 and to 59.
  const { id } = await shop.subscription({ ...monthly, amount: 40, setupAmount: 20 });
  const subaccountId = await shop.subaccount();
  await expect(addSplit(shop, id, { subaccountId, splitPercentage: 97.5 })).rejects.toMatchObject(
    broken("SplitsExceedAmount"),
  );
});

test.each<[string, (shop: Shop, owner: Record<string, string>) => Promise<unknown>]>([
  ["card", ({ centavo }, { cardId = "" }) => centavo.cards.delete(cardId)],
  ["customer", ({ centavo }, { customerId = "" }) => centavo.customers.delete(customerId)],
])("nothing is charged after the %s is deleted", async (_, remove) => {
  const shop = await openShop();
  const { id, cardId, customerId } = await shop.subscription({ ...monthly, tolerancePeriod: 3 });
  await goTo(shop, "2026-03-10");
  await remove(shop, { id, cardId, customerId });
  await shop.control.clock.advance({ days: 365 });
  expect(await daysOf(shop, id)).toEqual(["2026-03-10"]);
});

test("another card in place of a deleted one is charged", async () => {
  const shop = await openShop();
  const declined = await shop.card({ cardNumber: DECLINED });
  const good = await shop.card({ customerId: declined.customerId });
  const { id } = await shop.subscription({ ...monthly, tolerancePeriod: 3 }, declined);
  await shop.centavo.cards.delete(declined.id);
  await goTo(shop, "2026-03-11");
  await change(shop, id, { tokenizedCardId: good.id });
  await goTo(shop, "2026-04-09");
  expect(await daysOf(shop, id)).toEqual(["2026-03-12", "2026-04-09"]);
});
