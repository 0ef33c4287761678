import { expect } from "vitest";
import type { CardPaymentCreate, Payment } from "../../../src/client/index.ts";
import {
  broken,
  documents,
  expectError,
  NOBODY,
  type Shop,
  START,
  test,
} from "../company-fixture.ts";
import { body, shownError, shownMessage } from "../contract-examples.ts";

const now = new Date(START).toISOString();

test("a card payment succeeds, and shows its buyer and its masked card", async ({ shop }) => {
  const asked = body("payments.create", "card") as CardPaymentCreate;
  const { data, message } = await shop.centavo.payments.create(asked);
  const { cardNumber, holderName: _, securityCode: __, ...card } = asked.cardData;
  const { address, remoteIpv4: ___, ...buyer } = asked.customerData;
  const { zipcode: ____, ...place } = address;
  expect(data).toEqual({
    id: expect.any(String),
    status: "SUCCEEDED",
    paymentMethod: "card",
    currency: "BRL",
    ...asked.billingData,
    buyerDetails: { ...buyer, ...place },
    cardDetails: { ...card, brand: "VISA", first4Digits: "4111", last4Digits: "1111" },
    splits: [],
    createdAt: now,
    updatedAt: now,
  });
  expect(message).toBe(shownMessage("payments.create"));
  expect(JSON.stringify(data)).not.toContain(cardNumber);
});

test("missing data of a buyer are null, and a missing postbackUrl is empty", async ({ shop }) => {
  const payment = await shop.pay("pix", { billingData: { postbackUrl: undefined } });
  expect(payment).toMatchObject({
    buyerDetails: { phone: null, complement: null, reference: null },
    postbackUrl: "",
  });
});

test("a stored card pays for its customer, and shows the stored data", async ({ shop }) => {
  const card = await shop.card();
  const payment = await shop.pay("tokenizedCard", { tokenizedCardId: card.id });
  expect(payment).toMatchObject({
    status: "SUCCEEDED",
    paymentMethod: "card",
    installments: 1,
    cardDetails: {
      brand: card.cardBrand,
      first4Digits: card.first4Digits,
      last4Digits: card.last4Digits,
      expirationMonth: card.expirationMonth,
      expirationYear: card.expirationYear,
    },
  });
});

test("a stored card pays for its customer only, and not once it is deleted", async ({ shop }) => {
  const { id: tokenizedCardId } = await shop.card();
  const rejection = shownError("payments.create", "CardNotFound");
  const customerData = { document: documents.cpf };
  await expectError(shop.pay("tokenizedCard", { tokenizedCardId, customerData }), rejection);
  await shop.centavo.cards.delete(tokenizedCardId);
  await expectError(shop.pay("tokenizedCard", { tokenizedCardId }), rejection);
});

test("an expired card is declined, stored or not", async ({ shop }) => {
  const march = { expirationMonth: "03", expirationYear: "2026" };
  const { id: tokenizedCardId } = await shop.card(march);
  await shop.control.clock.advance({ to: "2026-04-01T00:00:00-03:00" });
  expect(await shop.pay("card", { cardData: march })).toHaveProperty("status", "FAILED");
  expect(await shop.pay("tokenizedCard", { tokenizedCardId })).toHaveProperty("status", "FAILED");
});

test("a declined payment is shown as FAILED, is kept, and brings nothing", async ({ shop }) => {
  const { data, message } = await shop.centavo.payments.create(
    body("payments.create", "cardDeclined"),
  );
  expect(data.status).toBe("FAILED");
  expect(message).not.toBe(shownMessage("payments.create"));
  expect(await shop.payment(data.id)).toEqual(data);
  expect(await shop.balance()).toEqual({ available: 0, receivable: [], subaccounts: [] });
});

test("a card number with a wrong check digit charges nothing", async ({ shop }) => {
  await expectError(
    shop.pay("card", { cardData: { cardNumber: "4111111111111112" } }),
    broken("CardNumberInvalid"),
  );
  expect((await shop.centavo.payments.list()).meta.total).toBe(0);
});

test("an amount has at most the digits of a barcode", async ({ shop }) => {
  await shop.pay("billet", { billingData: { amount: 9_999_999_999 } });
  await expectError(
    shop.pay("billet", { billingData: { amount: 10_000_000_000 } }),
    broken("AmountTooLarge", "R$ 99.999.999,99"),
  );
});

test("a payment has at most 24 instalments, of at least a centavo each", async ({ shop }) => {
  const pay = (amount: number, installments: number) =>
    shop.pay("card", { billingData: { amount, installments } });
  expect(await pay(24, 24)).toHaveProperty("installments", 24);
  await expectError(pay(25_000, 25), broken("InstallmentsRefused"));
  await expectError(pay(11, 12), broken("InstallmentsRefused"));
});

test("reading a payment returns it as it was created", async ({ shop }) => {
  const payment = await shop.pay("billet");
  const { data, message } = await shop.centavo.payments.get(payment.id);
  expect(data).toEqual(payment);
  expect(message).toBeNull();
});

test("an unknown payment is not found", async ({ shop: { centavo } }) => {
  await expectError(centavo.payments.get(NOBODY), shownError("payments.get", "PaymentNotFound"));
});

/** Four payments that differ in all that a list can be narrowed by. */
async function payFourTimes(shop: Shop): Promise<Record<string, Payment>> {
  const other = { customerData: { document: documents.cpf } };
  return {
    card: await shop.pay("card"),
    declined: await shop.pay("cardDeclined", other),
    pix: await shop.pay("pix"),
    billet: await shop.pay("billet", other),
  };
}

test("a list shows the newest payment first", async ({ shop }) => {
  const all = await payFourTimes(shop);
  const { data, message } = await shop.centavo.payments.list();
  expect(data).toEqual([all.billet, all.pix, all.declined, all.card]);
  expect(message).toBeNull();
});

test("a list has what matches all its filters, the newest first", async ({ shop }) => {
  const all = await payFourTimes(shop);
  const list = async (query: object) => (await shop.centavo.payments.list(query)).data;
  expect(await list({ paymentMethod: "card" })).toEqual([all.declined, all.card]);
  expect(await list({ amount: 4990, status: "PENDING" })).toEqual([all.pix]);
  expect(await list({ subscriptionId: NOBODY })).toEqual([]);
});

test("a list by customer has the payments of that customer", async ({ shop }) => {
  const all = await payFourTimes(shop);
  const { data: customers } = await shop.centavo.customers.list();
  const maria = customers.find(({ document }) => document !== documents.cpf);
  const customerId = maria?.id.toUpperCase() ?? "";
  const { data } = await shop.centavo.payments.list({ customerId });
  expect(data).toEqual([all.pix, all.card]);
  const narrower = await shop.centavo.payments.list({ customerId, paymentMethod: "card" });
  expect(narrower.data).toEqual([all.card]);
});

test("an empty list has no pages", async ({ shop: { centavo } }) => {
  expect(await centavo.payments.list()).toEqual({
    data: [],
    meta: { total: 0, page: 1, limit: 10, totalPages: 0 },
    message: null,
  });
});
