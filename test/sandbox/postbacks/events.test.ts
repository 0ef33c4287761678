import { expect, test } from "vitest";
import { mediaTypes } from "../../../src/contract/operations.ts";
import { createCompile } from "../../compile-schema.ts";
import { openShop, START } from "../company-fixture.ts";
import { body, control } from "../contract-examples.ts";
import { receive } from "../receiver.ts";
import { deliverDue, payWithPostback, postbacksOf, statusesAt } from "./postback-fixtures.ts";

const statusChanged = control.at("webhooks", "statusChanged", "post", "requestBody");
const isPostback = createCompile(control)(mediaTypes(statusChanged)[0]?.at("schema").value);

test("a payment sends a postback for each of its statuses, from its creation on", async () => {
  const shop = await openShop();
  const receiver = await receive();
  const created = await payWithPostback(shop, receiver.url);
  await deliverDue(shop);
  await shop.control.clock.advance({ seconds: 90 });
  const disputed = await shop.decide(created.id, "DISPUTED");
  await deliverDue(shop);
  expect(receiver.deliveries.at(-1)?.body.data).toEqual(await shop.payment(created.id));
  const chargedBack = await shop.decide(created.id, "CHARGEBACK");
  await deliverDue(shop);

  const eventId = expect.any(String);
  const later = "2026-03-02T12:01:30.000Z";
  expect(receiver.deliveries.map(({ body }) => body)).toEqual([
    { eventId, occurredAt: START.replace("Z", ".000Z"), type: "payment", data: created },
    { eventId, occurredAt: later, type: "payment", data: disputed },
    { eventId, occurredAt: later, type: "payment", data: chargedBack },
  ]);
  expect(new Set(receiver.deliveries.map(({ body }) => body.eventId)).size).toBe(3);
});

test("a withdrawal sends a postback for each of its statuses", async () => {
  const shop = await openShop();
  const receiver = await receive();
  await shop.decide((await payWithPostback(shop, undefined, "pix")).id, "PAID");
  const { available } = await shop.balance();
  const { data: created } = await shop.control.withdrawals.create(
    body("withdrawals.create", "pix", { amount: available, postbackUrl: receiver.url }),
  );
  await deliverDue(shop);
  const status = "FAILED";
  const { data: failed } = await shop.control.withdrawals.setStatus(created.id, { status });
  await deliverDue(shop);
  expect(receiver.deliveries.map(({ body }) => body)).toMatchObject([
    { type: "withdrawal", data: created },
    { type: "withdrawal", data: failed },
  ]);
  expect((await shop.centavo.withdrawals.get(created.id)).data).toEqual(failed);
});

test("postbacks are JSON that matches the contract, with no key, token or card number", async () => {
  const shop = await openShop();
  const receiver = await receive();
  const { id: tokenizedCardId, customerId } = await shop.card();
  const { document } = (await shop.centavo.customers.get(customerId)).data;
  const billingData = { postbackUrl: receiver.url };
  await shop.pay("tokenizedCard", { tokenizedCardId, billingData, customerData: { document } });
  for (const example of ["card", "cardDeclined", "pix", "billet"])
    await payWithPostback(shop, receiver.url, example);
  await deliverDue(shop);

  expect(receiver.deliveries).toHaveLength(5);
  const { cardNumber } = Object(body("payments.create", "card")).cardData;
  const { publicKey, privateKey } = shop.keys;
  for (const { method, path, headers, body, text } of receiver.deliveries) {
    expect([method, path, headers["content-type"]]).toEqual([
      ...["POST", "/postbacks", "application/json"],
    ]);
    expect([isPostback(body), isPostback.errors]).toEqual([true, null]);
    for (const secret of [cardNumber, publicKey, privateKey]) expect(text).not.toContain(secret);
    expect(text).not.toMatch(/eyJ|securityCode|sandbox_(public|private)/);
  }
});

test("a refund sends a postback; an anticipation, a rejected change and no address send none", async () => {
  const shop = await openShop();
  const receiver = await receive();
  const refunded = await payWithPostback(shop, receiver.url);
  await shop.centavo.payments.refund({ transactionId: refunded.id });
  const { id: anticipated } = await payWithPostback(shop, receiver.url);
  await shop.control.payments.anticipate(anticipated);
  const { id: rejected } = await payWithPostback(shop, receiver.url, "pix");
  await expect(shop.decide(rejected, "CHARGEBACK")).rejects.toMatchObject({ status: 400 });
  const { id: silent } = await payWithPostback(shop, undefined);
  await shop.decide(silent, "DISPUTED");
  await deliverDue(shop);
  expect(statusesAt(receiver).toSorted()).toEqual([
    ...["PENDING", "REFUNDED", "SUCCEEDED", "SUCCEEDED"],
  ]);
  expect(await postbacksOf(shop)).toHaveLength(4);
});
