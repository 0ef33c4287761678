import { expect } from "vitest";
import {
  broken,
  documents,
  expectError,
  NOBODY,
  openShop,
  type Shop,
  START,
  test,
} from "../company-fixture.ts";
import { body, shownError, shownMessage } from "../contract-examples.ts";

const plain = (document: string) => document.replaceAll(/\D/g, "");

/** The one customer that a shop has. */
async function onlyCustomer({ centavo }: Shop) {
  const { data, meta } = await centavo.customers.list();
  expect(meta.total).toBe(1);
  return data[0];
}

test("a customer is created approved, with an approved address", async ({ shop: { control } }) => {
  const asked = body("customers.create", "customer");
  const { data, message } = await control.customers.create(asked);
  expect(data).toEqual({
    ...asked,
    id: expect.any(String),
    address: { ...asked.address, statusId: "APPROVED" },
    statusId: "APPROVED",
    createdAt: new Date(START).toISOString(),
  });
  expect(message).toBe(shownMessage("customers.create"));
});

test("a customer without an address has none", async ({ shop: { control, centavo } }) => {
  const { data } = await control.customers.create(body("customers.create", "withoutAddress"));
  expect(data).not.toHaveProperty("address");
  expect((await centavo.customers.get(data.id)).data).toEqual(data);
});

test("a customer's document is unique in the company, with any punctuation", async ({ shop }) => {
  await shop.customer({ document: documents.cpf });
  await expectError(shop.customer({ document: plain(documents.cpf) }), broken("DocumentTaken"));
});

test("a payment creates its customer", async ({ shop }) => {
  const zipcode = "01310-200";
  const { customerData } = body("payments.create", "card", {
    customerData: { address: { zipcode } },
  });
  await shop.pay("card", { customerData });
  const { phone, remoteIpv4: _, address, ...person } = customerData;
  const { zipcode: __, ...place } = address;
  expect(await onlyCustomer(shop)).toEqual({
    ...person,
    id: expect.any(String),
    phoneNumber: phone,
    birthdate: expect.any(String),
    address: { ...place, zipcode: 1310200, statusId: "APPROVED" },
    statusId: "APPROVED",
    createdAt: new Date(START).toISOString(),
  });
});

test.for(Object.values(documents))(
  "a buyer is recognized by %s without punctuation",
  async (document, { shop }) => {
    await shop.pay("pix", { customerData: { document } });
    await shop.pay("pix", { customerData: { document: plain(document) } });
    expect((await onlyCustomer(shop))?.document).toBe(document);
  },
);

test("a payment finds an existing customer, and does not change it", async ({ shop }) => {
  const customer = await shop.customer();
  await shop.pay("card", { customerData: { firstName: "Ana", email: "ana@example.com" } });
  expect(await onlyCustomer(shop)).toEqual(customer);
});

test("a failed payment creates its customer, and a rejected request does not", async ({ shop }) => {
  await expectError(
    shop.pay("pix", { billingData: { amount: 10_000_000_000 } }),
    broken("AmountTooLarge"),
  );
  expect((await shop.centavo.customers.list()).meta.total).toBe(0);
  await shop.pay("cardDeclined");
  await onlyCustomer(shop);
});

test("a list shows the newest customer first, a page at a time", async ({ shop }) => {
  const first = await shop.customer();
  const second = await shop.customer({ document: documents.cpf });
  const { data, meta, message } = await shop.centavo.customers.list({ limit: 1 });
  expect(data).toEqual([second]);
  expect(meta).toEqual({ total: 2, page: 1, limit: 1, totalPages: 2 });
  expect(message).toBe(shownMessage("customers.list"));
  expect((await shop.centavo.customers.list({ page: 2, limit: 1 })).data).toEqual([first]);
});

const unknown = [
  ["customers.get", (shop: Shop) => shop.centavo.customers.get(NOBODY)],
  ["customers.update", (shop: Shop) => shop.centavo.customers.update(NOBODY, {})],
  ["customers.delete", (shop: Shop) => shop.centavo.customers.delete(NOBODY)],
] as const;

test.each(unknown)("%s does not find an unknown customer", async (id, call) => {
  await expectError(call(await openShop()), shownError(id, "CustomerNotFound"));
});

const changes = {
  firstName: "Ana",
  lastName: "Reis",
  email: "ana.reis@example.com",
  phoneNumber: "+5511900000000",
  document: documents.cpf,
  birthdate: "1991-01-31",
};

test.for([...Object.entries(changes), ["document", undefined] as const])(
  "an update of %s to %s changes nothing else",
  async ([field, value], { shop }) => {
    const customer = await shop.customer();
    // Without a value, it is an update to what the customer has.
    const change = { [field]: value ?? customer.document };
    const { data, message } = await shop.centavo.customers.update(customer.id, change);
    expect(data).toEqual({ ...customer, ...change });
    expect(message).toBe(shownMessage("customers.update"));
    expect((await shop.centavo.customers.get(customer.id)).data).toEqual(data);
  },
);

test("an update to the document of another customer is rejected", async ({ shop }) => {
  await shop.customer({ document: documents.cpf });
  const { id } = await shop.customer();
  await expectError(
    shop.centavo.customers.update(id, { document: plain(documents.cpf) }),
    broken("DocumentTaken"),
  );
});

test("a payment finds a customer by the document that an update gave it", async ({ shop }) => {
  const { id } = await shop.customer();
  await shop.centavo.customers.update(id, { document: documents.cpf });
  await shop.pay("pix", { customerData: { document: plain(documents.cpf) } });
  expect((await onlyCustomer(shop))?.id).toBe(id);
});

test("a first address has every field", async ({ shop }) => {
  const { id } = await shop.customer({ address: undefined });
  const asked = body("customers.update", "firstAddress");
  const { data } = await shop.centavo.customers.update(id, asked);
  expect(data.address).toEqual({ ...asked.address, statusId: "APPROVED" });
});

const addressFields = Object.keys(body("customers.update", "firstAddress").address ?? {});

test("an empty first address is rejected for every field", async ({ shop }) => {
  const { id } = await shop.customer({ address: undefined });
  const update = shop.centavo.customers.update(id, { address: {} });
  await expectError(update, { status: 400 });
  const { messages } = await update.catch((error) => error);
  expect(messages.toSorted()).toEqual(
    addressFields.map((field) => `address.${field} is required`).toSorted(),
  );
  expect((await shop.centavo.customers.get(id)).data).not.toHaveProperty("address");
});

test.for(addressFields)(
  "%s of an existing address can be changed alone",
  async (field, { shop }) => {
    const { id, address } = await shop.customer();
    const { address: other } = body("customers.update", "firstAddress");
    const value = Object(other)[field];
    const { data } = await shop.centavo.customers.update(id, { address: { [field]: value } });
    expect(data.address).toEqual({ ...address, [field]: value });
  },
);

test("a deleted customer is gone, and its cards with it", async ({ shop }) => {
  const { id } = await shop.customer();
  const cards = [await shop.card({ customerId: id }), await shop.card({ customerId: id })];
  const { data, message } = await shop.centavo.customers.delete(id);
  expect(data.message).toBe(message);
  await expectError(shop.centavo.customers.get(id), { status: 404 });
  // The document is free.
  expect((await shop.customer()).id).not.toBe(id);
  for (const card of cards) {
    await expectError(shop.centavo.cards.get(card.id), shownError("cards.get", "CardNotFound"));
  }
});

test("deleting a customer leaves the payments and the cards of others", async ({ shop }) => {
  const { id } = await shop.customer();
  const payment = await shop.pay("card");
  const other = await shop.customer({ document: documents.cpf });
  const card = await shop.card({ customerId: other.id });
  await shop.centavo.customers.delete(id);
  expect(await shop.payment(payment.id)).toEqual(payment);
  expect((await shop.centavo.cards.get(card.id)).data).toMatchObject(card);
});

test.for(["", "-", "...", "123", "390.533.447-0X"])(
  "a buyer with the document %j is rejected, since all such buyers would be one customer",
  async (document, { shop }) => {
    await expectError(shop.pay("pix", { customerData: { document } }), broken("DocumentInvalid"));
    expect((await shop.centavo.customers.list()).meta.total).toBe(0);
  },
);
