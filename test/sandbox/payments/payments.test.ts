import { expect, test } from "vitest";
import type { CardPaymentCreate, Payment } from "../../../src/client/index.ts";
import { broken, documents, NOBODY, openShop, type Shop, START } from "../company-fixture.ts";
import { body, shownError, shownMessage } from "../contract-examples.ts";

const now = new Date(START).toISOString();

test("a card payment succeeds, and shows its buyer and its masked card", async () => {
  const shop = await openShop();
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

test("missing data of a buyer are null", async () => {
  const shop = await openShop();
  const { buyerDetails } = await shop.pay("pix");
  expect(buyerDetails).toMatchObject({ phone: null, complement: null, reference: null });
});

test("a missing postbackUrl is empty", async () => {
  const shop = await openShop();
  const { postbackUrl } = await shop.pay("pix", { billingData: { postbackUrl: undefined } });
  expect(postbackUrl).toBe("");
});

test("a PIX waits for its buyer for a day, with a code to pay it by", async () => {
  const shop = await openShop();
  const payment = await shop.pay("pix");
  expect(payment).toMatchObject({ status: "PENDING", paymentMethod: "pix" });
  expect(payment).toHaveProperty(
    "pixDetails.brCode",
    expect.stringMatching(/^000201.*6304[0-9A-F]{4}$/),
  );
  expect(payment).toHaveProperty("pixDetails.expirationDate", "2026-03-03T12:00:00.000+00:00");
});

test("a billet waits for its buyer, and falls due three days later in São Paulo", async () => {
  const shop = await openShop();
  const payment = await shop.pay("billet");
  expect(payment).toMatchObject({
    status: "PENDING",
    paymentMethod: "billet",
    billetDetails: {
      expirationDate: "2026-03-05T23:59:59.000-03:00",
      paymentLimitDate: "2026-04-04T23:59:59.000-03:00",
      interestStartDate: "2026-03-06",
      lateFeeStartDate: "2026-03-06",
    },
  });
});

test("a billet's line and barcode contain its amount", async () => {
  const shop = await openShop();
  const payment = await shop.pay("billet", { billingData: { amount: 1234567 } });
  expect(payment).toHaveProperty("billetDetails.barcode", expect.stringMatching(/^.{9}0001234567/));
  expect(payment).toHaveProperty(
    "billetDetails.digitableLine",
    expect.stringMatching(/0001234567$/),
  );
});

test("two billets have two barcodes, and two PIX two codes", async () => {
  const shop = await openShop();
  const codeOf = (payment: Payment) =>
    "pixDetails" in payment ? payment.pixDetails.brCode : Object(payment).billetDetails.barcode;
  for (const kind of ["pix", "billet"]) {
    expect(codeOf(await shop.pay(kind))).not.toBe(codeOf(await shop.pay(kind)));
  }
});

test("a stored card pays for its customer, and shows the stored data", async () => {
  const shop = await openShop();
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

test("a stored card pays for its customer only", async () => {
  const shop = await openShop();
  const { id: tokenizedCardId } = await shop.card();
  const customerData = { document: documents.cpf };
  await expect(shop.pay("tokenizedCard", { tokenizedCardId, customerData })).rejects.toMatchObject(
    shownError("payments.create", "CardNotFound"),
  );
});

test("a deleted card cannot pay", async () => {
  const shop = await openShop();
  const { id: tokenizedCardId } = await shop.card();
  await shop.centavo.cards.delete(tokenizedCardId);
  await expect(shop.pay("tokenizedCard", { tokenizedCardId })).rejects.toMatchObject(
    shownError("payments.create", "CardNotFound"),
  );
});

test("an expired card is declined, stored or not", async () => {
  const shop = await openShop();
  const march = { expirationMonth: "03", expirationYear: "2026" };
  const { id: tokenizedCardId } = await shop.card(march);
  await shop.control.clock.advance({ to: "2026-04-01T00:00:00-03:00" });
  expect(await shop.pay("card", { cardData: march })).toHaveProperty("status", "FAILED");
  expect(await shop.pay("tokenizedCard", { tokenizedCardId })).toHaveProperty("status", "FAILED");
});

test("a declined payment is shown as FAILED, and is kept", async () => {
  const shop = await openShop();
  const { data, message } = await shop.centavo.payments.create(
    body("payments.create", "cardDeclined"),
  );
  expect(data.status).toBe("FAILED");
  expect(message).not.toBe(shownMessage("payments.create"));
  expect(await shop.payment(data.id)).toEqual(data);
});

test("a card number with a wrong check digit charges nothing", async () => {
  const shop = await openShop();
  await expect(
    shop.pay("card", { cardData: { cardNumber: "4111111111111112" } }),
  ).rejects.toMatchObject(broken("CardNumberInvalid"));
  expect((await shop.centavo.payments.list()).meta.total).toBe(0);
});

test("an amount has at most the digits of a barcode", async () => {
  const shop = await openShop();
  await shop.pay("billet", { billingData: { amount: 9_999_999_999 } });
  await expect(
    shop.pay("billet", { billingData: { amount: 10_000_000_000 } }),
  ).rejects.toMatchObject(broken("AmountTooLarge", "R$ 99.999.999,99"));
});

test("a payment has at most 24 instalments, of at least a centavo each", async () => {
  const shop = await openShop();
  const pay = (amount: number, installments: number) =>
    shop.pay("card", { billingData: { amount, installments } });
  expect(await pay(24, 24)).toHaveProperty("installments", 24);
  await expect(pay(25_000, 25)).rejects.toMatchObject(broken("InstallmentsRefused"));
  await expect(pay(11, 12)).rejects.toMatchObject(broken("InstallmentsRefused"));
});

test("reading a payment returns it as it was created", async () => {
  const shop = await openShop();
  const payment = await shop.pay("billet");
  const { data, message } = await shop.centavo.payments.get(payment.id);
  expect(data).toEqual(payment);
  expect(message).toBeNull();
});

test("an unknown payment is not found", async () => {
  const { centavo } = await openShop();
  await expect(centavo.payments.get(NOBODY)).rejects.toMatchObject(
    shownError("payments.get", "PaymentNotFound"),
  );
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

test("a list shows the newest payment first", async () => {
  const shop = await openShop();
  const all = await payFourTimes(shop);
  const { data, message } = await shop.centavo.payments.list();
  expect(data).toEqual([all.billet, all.pix, all.declined, all.card]);
  expect(message).toBeNull();
});

const filters = [
  { query: { status: "PENDING" }, found: ["billet", "pix"] },
  { query: { status: "REFUNDED" }, found: [] },
  { query: { paymentMethod: "card" }, found: ["declined", "card"] },
  { query: { paymentMethod: "pix" }, found: ["pix"] },
  { query: { amount: 4990 }, found: ["pix", "declined"] },
  { query: { amount: 499 }, found: [] },
  { query: { subscriptionId: NOBODY }, found: [] },
  { query: { customerId: NOBODY }, found: [] },
  { query: { amount: 4990, status: "PENDING" }, found: ["pix"] },
  { query: { paymentMethod: "billet", amount: 4990 }, found: [] },
  { query: { status: "FAILED", paymentMethod: "card", amount: 4990 }, found: ["declined"] },
] as const;

test.each(filters)("a list by $query has $found", async ({ query, found }) => {
  const shop = await openShop();
  const all = await payFourTimes(shop);
  const { data, meta } = await shop.centavo.payments.list(query);
  expect(data).toEqual(found.map((name) => all[name]));
  expect(meta.total).toBe(found.length);
});

test("a list by customer has the payments of that customer", async () => {
  const shop = await openShop();
  const all = await payFourTimes(shop);
  const { data: customers } = await shop.centavo.customers.list();
  const maria = customers.find(({ document }) => document !== documents.cpf);
  const customerId = maria?.id ?? "";
  const { data } = await shop.centavo.payments.list({ customerId });
  expect(data).toEqual([all.pix, all.card]);
  const narrower = await shop.centavo.payments.list({ customerId, paymentMethod: "card" });
  expect(narrower.data).toEqual([all.card]);
});

test("a filter by id is case-insensitive", async () => {
  const shop = await openShop();
  await shop.pay("pix");
  const [customer] = (await shop.centavo.customers.list()).data;
  const customerId = `${customer?.id.toUpperCase()}`;
  const { meta } = await shop.centavo.payments.list({ customerId });
  expect(meta.total).toBe(1);
});

test("an empty list has no pages", async () => {
  const { centavo } = await openShop();
  expect(await centavo.payments.list()).toEqual({
    data: [],
    meta: { total: 0, page: 1, limit: 10, totalPages: 0 },
    message: null,
  });
});

test("pages follow each other without a gap or a repetition, and the last one is short", async () => {
  const shop = await openShop();
  for (let amount = 1; amount <= 5; amount++) await shop.pay("pix", { billingData: { amount } });
  const pages = [];
  for (const page of [1, 2, 3, 4]) {
    const { data, meta } = await shop.centavo.payments.list({ page, limit: 2 });
    expect(meta).toEqual({ total: 5, page, limit: 2, totalPages: 3 });
    pages.push(data.map(({ amount }) => amount));
  }
  expect(pages).toEqual([[5, 4], [3, 2], [1], []]);
});

test("full pages are not followed by an empty one", async () => {
  const shop = await openShop();
  for (let amount = 1; amount <= 4; amount++) await shop.pay("pix", { billingData: { amount } });
  const { meta } = await shop.centavo.payments.list({ page: 2, limit: 2 });
  expect(meta.totalPages).toBe(2);
});

test("a filtered list has pages of its own", async () => {
  const shop = await openShop();
  const all = await payFourTimes(shop);
  const { data, meta } = await shop.centavo.payments.list({ status: "PENDING", page: 2, limit: 1 });
  expect(data).toEqual([all.pix]);
  expect(meta).toEqual({ total: 2, page: 2, limit: 1, totalPages: 2 });
});
