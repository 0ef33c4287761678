import { expect } from "vitest";
import { broken, documents, expectError, type Shop, START, test } from "../company-fixture.ts";
import { body, shownError, shownMessage } from "../contract-examples.ts";

const plain = (document: string) => document.replaceAll(/\D/g, "");

/** The one customer that a shop has. */
async function onlyCustomer({ centavo }: Shop) {
  const { data, meta } = await centavo.customers.list();
  expect(meta.total).toBe(1);
  return data[0];
}

test("a customer is created approved, with its address if it has one", async ({ shop }) => {
  const { control, centavo } = shop;
  const asked = body("customers.create", "customer");
  const { data, message } = await control.customers.create(asked);
  expect(data).toEqual({
    ...asked,
    id: expect.any(String),
    address: { ...asked.address, statusId: "APPROVED" },
    ...{ statusId: "APPROVED", createdAt: new Date(START).toISOString() },
  });
  expect(message).toBe(shownMessage("customers.create"));
  const none = { document: documents.cpf };
  const { data: other } = await control.customers.create(
    body("customers.create", "withoutAddress", none),
  );
  expect(other).not.toHaveProperty("address");
  expect((await centavo.customers.get(other.id)).data).toEqual(other);
});

test("a customer's document is unique in the company, with any punctuation", async ({ shop }) => {
  await shop.customer({ document: documents.cpf });
  await expectError(shop.customer({ document: plain(documents.cpf) }), broken("DocumentTaken"));
});

test("a payment creates its customer", async ({ shop }) => {
  const change = { customerData: { address: { zipcode: "01310-200" } } };
  const { customerData } = body("payments.create", "card", change);
  await shop.pay("card", { customerData });
  const { phone, remoteIpv4: _, address, ...person } = customerData;
  expect(await onlyCustomer(shop)).toEqual({
    ...person,
    id: expect.any(String),
    phoneNumber: phone,
    birthdate: expect.any(String),
    address: { ...address, zipcode: 1310200, statusId: "APPROVED" },
    ...{ statusId: "APPROVED", createdAt: new Date(START).toISOString() },
  });
});

test("a buyer is recognized by a document without punctuation", async ({ shop }) => {
  for (const [index, document] of Object.values(documents).entries()) {
    await shop.pay("pix", { customerData: { document } });
    await shop.pay("pix", { customerData: { document: plain(document) } });
    const { data } = await shop.centavo.customers.list();
    expect([data.length, data[0]?.document]).toEqual([index + 1, document]);
  }
});

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

test("an update changes its fields, and nothing else", async ({ shop }) => {
  const customer = await shop.customer();
  const changes = {
    ...{ firstName: "Ana", lastName: "Reis", email: "ana.reis@example.com" },
    ...{ phoneNumber: "+5511900000000", birthdate: "1991-01-31", document: documents.cpf },
  };
  let expected = customer;
  // The last one is an update to what the customer has.
  for (const [field, value] of [...Object.entries(changes), ["document", documents.cpf] as const]) {
    const { data, message } = await shop.centavo.customers.update(customer.id, { [field]: value });
    expected = { ...expected, [field]: value };
    expect(data).toEqual(expected);
    expect(message).toBe(shownMessage("customers.update"));
    expect((await shop.centavo.customers.get(customer.id)).data).toEqual(data);
  }
});

test("an update sets a document that no other has, and payments find it", async ({ shop }) => {
  const { update } = shop.centavo.customers;
  const { id: other } = await shop.customer({ document: documents.cpf });
  const { id } = await shop.customer();
  const document = plain(documents.cpf);
  await expectError(update(id, { document }), broken("DocumentTaken"));
  await shop.centavo.customers.delete(other);
  await update(id, { document: documents.cpf });
  await shop.pay("pix", { customerData: { document } });
  expect((await onlyCustomer(shop))?.id).toBe(id);
});

test("a first address has every field, and each of them can be changed alone", async ({ shop }) => {
  const { id } = await shop.customer({ address: undefined });
  const { update } = shop.centavo.customers;
  const { address: first = {} } = body("customers.update", "firstAddress");
  const failed = update(id, { address: {} });
  await expectError(failed, { status: 400 });
  const { messages } = await failed.catch((error) => error);
  const required = Object.keys(first).map((field) => `address.${field} is required`);
  expect(messages.toSorted()).toEqual(required.toSorted());
  expect((await shop.centavo.customers.get(id)).data).not.toHaveProperty("address");

  const address = { ...first, statusId: "APPROVED" };
  expect((await update(id, { address: first })).data.address).toEqual(address);
  const change = { city: "Curitiba" };
  const { data } = await update(id, { address: change });
  expect(data.address).toEqual({ ...address, ...change });
});

test("a deleted customer is gone with its cards, but not its payments", async ({ shop }) => {
  const { id } = await shop.customer();
  const cards = [await shop.card({ customerId: id }), await shop.card({ customerId: id })];
  const payment = await shop.pay("card");
  const { id: customerId } = await shop.customer({ document: documents.cpf });
  const kept = await shop.card({ customerId });
  const { data, message } = await shop.centavo.customers.delete(id);
  expect(data.message).toBe(message);
  await expectError(shop.centavo.customers.get(id), { status: 404 });
  for (const card of cards) {
    await expectError(shop.centavo.cards.get(card.id), shownError("cards.get", "CardNotFound"));
  }
  expect(await shop.payment(payment.id)).toEqual(payment);
  expect((await shop.centavo.cards.get(kept.id)).data).toMatchObject(kept);
  // The document is free.
  expect((await shop.customer()).id).not.toBe(id);
});

test("a buyer without a document is rejected: all such would be one customer", async ({ shop }) => {
  for (const document of ["", "-", "...", "123", "390.533.447-0X"]) {
    await expectError(shop.pay("pix", { customerData: { document } }), broken("DocumentInvalid"));
  }
  expect((await shop.centavo.customers.list()).meta.total).toBe(0);
});
