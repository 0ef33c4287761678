import { expect } from "vitest";
import type { CardPaymentCreate } from "../../../src/client/index.ts";
import { broken, documents, expectError, NOBODY, START, test } from "../company-fixture.ts";
import { body, shownError, shownMessage } from "../contract-examples.ts";

test("a card payment succeeds, and shows its buyer and its masked card", async ({ shop }) => {
  const asked = body("payments.create", "card") as CardPaymentCreate;
  const { data, message } = await shop.centavo.payments.create(asked);
  const { cardNumber, holderName: _, securityCode: __, ...card } = asked.cardData;
  const { address, remoteIpv4: ___, ...buyer } = asked.customerData;
  const { zipcode: ____, ...place } = address;
  const now = new Date(START).toISOString();
  expect(data).toEqual({
    ...{ id: expect.any(String), status: "SUCCEEDED", paymentMethod: "card", currency: "BRL" },
    ...asked.billingData,
    buyerDetails: { ...buyer, ...place },
    cardDetails: { ...card, brand: "VISA", first4Digits: "4111", last4Digits: "1111" },
    ...{ splits: [], createdAt: now, updatedAt: now },
  });
  expect(message).toBe(shownMessage("payments.create"));
  expect(JSON.stringify(data)).not.toContain(cardNumber);
  expect(await shop.centavo.payments.get(data.id)).toEqual({ data, message: null });
});

test("missing data of a buyer are null, and a missing postbackUrl is empty", async ({ shop }) => {
  const payment = await shop.pay("pix", { billingData: { postbackUrl: undefined } });
  expect(payment).toMatchObject({
    buyerDetails: { phone: null, complement: null, reference: null },
    postbackUrl: "",
  });
});

test("a stored card pays for its customer only, until it is deleted", async ({ shop }) => {
  const card = await shop.card();
  const tokenizedCardId = card.id;
  const { cardBrand: brand, first4Digits, last4Digits, expirationMonth, expirationYear } = card;
  expect(await shop.pay("tokenizedCard", { tokenizedCardId })).toMatchObject({
    ...{ status: "SUCCEEDED", paymentMethod: "card", installments: 1 },
    cardDetails: { brand, first4Digits, last4Digits, expirationMonth, expirationYear },
  });
  const notFound = shownError("payments.create", "CardNotFound");
  const other = { tokenizedCardId, customerData: { document: documents.cpf } };
  await expectError(shop.pay("tokenizedCard", other), notFound);
  await shop.centavo.cards.delete(tokenizedCardId);
  await expectError(shop.pay("tokenizedCard", { tokenizedCardId }), notFound);
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

test("a wrong card number or too large an amount charges nothing", async ({ shop }) => {
  const wrong = shop.pay("card", { cardData: { cardNumber: "4111111111111112" } });
  await expectError(wrong, broken("CardNumberInvalid"));
  expect((await shop.centavo.payments.list()).meta.total).toBe(0);
  await shop.pay("billet", { billingData: { amount: 9_999_999_999 } });
  const larger = shop.pay("billet", { billingData: { amount: 10_000_000_000 } });
  await expectError(larger, broken("AmountTooLarge", "R$ 99.999.999,99"));
});

test("a payment has at most 24 instalments, of at least a centavo each", async ({ shop }) => {
  const pay = (amount: number, installments: number) =>
    shop.pay("card", { billingData: { amount, installments } });
  expect(await pay(24, 24)).toHaveProperty("installments", 24);
  await expectError(pay(25_000, 25), broken("InstallmentsRefused"));
  await expectError(pay(11, 12), broken("InstallmentsRefused"));
});

test("a list has what matches all its filters, the newest first", async ({ shop }) => {
  const none = await shop.centavo.payments.list();
  const meta = { total: 0, page: 1, limit: 10, totalPages: 0 };
  expect(none).toEqual({ data: [], meta, message: null });
  const other = { customerData: { document: documents.cpf } };
  const card = await shop.pay("card");
  const declined = await shop.pay("cardDeclined", other);
  const pix = await shop.pay("pix");
  const billet = await shop.pay("billet", other);
  const list = async (query: object) => (await shop.centavo.payments.list(query)).data;
  expect(await list({})).toEqual([billet, pix, declined, card]);
  expect(await list({ paymentMethod: "card" })).toEqual([declined, card]);
  expect(await list({ amount: 4990, status: "PENDING" })).toEqual([pix]);
  expect(await list({ subscriptionId: NOBODY })).toEqual([]);

  const { data: customers } = await shop.centavo.customers.list();
  const maria = customers.find(({ document }) => document !== documents.cpf);
  const customerId = maria?.id.toUpperCase();
  expect(await list({ customerId })).toEqual([pix, card]);
  expect(await list({ customerId, paymentMethod: "card" })).toEqual([card]);
});
