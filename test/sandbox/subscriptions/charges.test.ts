import { expect } from "vitest";
import { broken, documents, expectError, openShop, test } from "../company-fixture.ts";
import { body } from "../contract-examples.ts";
import { addSplit, change, chargesOf, daysOf, goTo, monthly } from "./subscription-fixtures.ts";

test("a charge comes at midnight in São Paulo, or today immediately", async ({ shop }) => {
  const card = await shop.card();
  const { id } = await shop.subscription(monthly, card);
  const today = await shop.subscription({ ...monthly, dueDate: "2026-03-02" }, card);
  const { createdAt } = today;
  expect(await chargesOf(shop, today.id)).toMatchObject([{ createdAt, status: "SUCCEEDED" }]);
  await shop.control.clock.advance({ to: "2026-03-10T02:59:59Z" });
  expect(await daysOf(shop, id)).toEqual([]);
  await shop.control.clock.advance({ seconds: 1 });
  expect(await daysOf(shop, id)).toEqual(["2026-03-10"]);
});

test("a due date in the past in São Paulo is rejected", async ({ shop }) => {
  const card = await shop.card();
  await expectError(
    shop.subscription({ ...monthly, dueDate: "2026-03-01" }, card),
    broken("DueDatePassed"),
  );
  await shop.control.clock.advance({ to: "2026-03-03T02:59:59Z" });
  await shop.subscription({ ...monthly, dueDate: "2026-03-02" }, card);
  expect((await shop.centavo.subscriptions.list()).meta.total).toBe(1);
});

test("a charge is a card payment of the subscription and its customer", async ({ shop }) => {
  const customer = await shop.customer();
  const card = await shop.card({ customerId: customer.id });
  const { id: subscriptionId } = await shop.subscription(monthly, card);
  await goTo(shop, "2026-03-10");
  const now = "2026-03-10T03:00:00.000Z";
  const { zipcode: _, statusId: __, ...address } = customer.address ?? ({} as never);
  const { firstName, lastName, email, document, phoneNumber: phone } = customer;
  const { cardBrand: brand, first4Digits, last4Digits, expirationMonth, expirationYear } = card;
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

test("a charge has the customer's current data, with an address or without", async ({ shop }) => {
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

test("splits share in each charge, and in the setup with the first", async () => {
  const shop = await openShop({ feeFixed: 100 });
  const { id } = await shop.subscription({ ...monthly, amount: 10_000, setupAmount: 2000 });
  const [one, other] = [await shop.subaccount(), await shop.subaccount()];
  const gone = await shop.subaccount();
  await addSplit(shop, id, { subaccountId: one, splitPercentage: 12.5, chargebackLiable: false });
  const fixed = { subaccountId: other, splitAmount: 499, chargebackLiable: true };
  await addSplit(shop, id, fixed, "amount");
  // The share of a deleted subaccount stays with the company.
  await addSplit(shop, id, { subaccountId: gone, splitPercentage: 10 });
  await shop.centavo.subaccounts.delete(gone);
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
  const shares = Object.fromEntries(subaccounts.map((own) => [own.subaccountId, own.available]));
  expect(shares).toEqual({ [one]: 2750, [other]: 998 });
});

test("a seller gets what the subscription says, also beside one that was deleted", async () => {
  const shop = await openShop();
  const { id } = await shop.subscription({ ...monthly, amount: 101 });
  const [gone, other] = [await shop.subaccount(), await shop.subaccount()];
  for (const subaccountId of [gone, other])
    await addSplit(shop, id, { subaccountId, splitPercentage: 12.5 });
  await shop.centavo.subaccounts.delete(gone);
  const { data: promised } = await shop.centavo.subscriptions.get(id);
  expect(promised.splits.map(({ liquidAmount }) => liquidAmount)).toEqual([13, 12]);
  await goTo(shop, "2026-04-09");
  const [charge] = await chargesOf(shop, id);
  expect(charge?.splits).toMatchObject([{ subaccountId: other, liquidAmount: 12 }]);
});

test("splits that exceed the first charge are rejected", async () => {
  const shop = await openShop({ feePercentage: 2.5 });
  // Of 40 the fee is 1 and the share 39; of 60 with the setup, both are rounded up, to 2 and to 59.
  const { id } = await shop.subscription({ ...monthly, amount: 40, setupAmount: 20 });
  const subaccountId = await shop.subaccount();
  await expectError(
    addSplit(shop, id, { subaccountId, splitPercentage: 97.5 }),
    broken("SplitsExceedAmount"),
  );
});

test.for(["card", "customer"] as const)(
  "nothing is charged after the %s is deleted, until there is another",
  async (what, { shop }) => {
    const card = await shop.card();
    const { id } = await shop.subscription({ ...monthly, tolerancePeriod: 3 }, card);
    await goTo(shop, "2026-03-10");
    if (what === "card") await shop.centavo.cards.delete(card.id);
    else await shop.centavo.customers.delete(card.customerId);
    await goTo(shop, "2027-03-05");
    expect(await daysOf(shop, id)).toEqual(["2026-03-10"]);
    const other = await shop.card(what === "card" ? { customerId: card.customerId } : {});
    await change(shop, id, { customerId: other.customerId, tokenizedCardId: other.id });
    await goTo(shop, "2027-04-05");
    expect(await daysOf(shop, id)).toEqual(["2026-03-10", "2027-03-06", "2027-04-04"]);
  },
);
