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

  expect(receiver.deliveries.map(({ body }) => body)).toEqual([
    {
      eventId: expect.any(String),
      occurredAt: START.replace("Z", ".000Z"),
      type: "payment",
      data: created,
    },
    {
      eventId: expect.any(String),
      occurredAt: "2026-03-02T12:01:30.000Z",
      type: "payment",
      data: disputed,
    },
    {
      eventId: expect.any(String),
      occurredAt: "2026-03-02T12:01:30.000Z",
      type: "payment",
      data: chargedBack,
    },
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
  const { data: failed } = await shop.control.withdrawals.setStatus(created.id, {
    status: "FAILED",
  });
  await deliverDue(shop);
  expect(receiver.deliveries.map(({ body }) => body)).toMatchObject([
    { type: "withdrawal", data: created },
    { type: "withdrawal", data: failed },
  ]);
  expect(receiver.deliveries.at(-1)?.body.data).toEqual(
    (await shop.centavo.withdrawals.get(created.id)).data,
  );
});

test.each(["card", "cardDeclined", "tokenizedCard", "pix", "billet"])(
  "the postback of a %s payment is JSON that matches the contract",
  async (example) => {
    const shop = await openShop();
    const receiver = await receive();
    if (example === "tokenizedCard") {
      const { id, customerId } = await shop.card();
      const { document } = (await shop.centavo.customers.get(customerId)).data;
      await shop.pay(example, {
        tokenizedCardId: id,
        billingData: { postbackUrl: receiver.url },
        customerData: { document },
      });
    } else await payWithPostback(shop, receiver.url, example);
    await receiver.arrived(1);
    const [delivery] = receiver.deliveries;
    expect(delivery).toMatchObject({ method: "POST", path: "/postbacks" });
    expect(delivery?.headers["content-type"]).toBe("application/json");
    expect([isPostback(delivery?.body), isPostback.errors]).toEqual([true, null]);
  },
);

test("changes made by background jobs send postbacks with their own time", async () => {
  const shop = await openShop();
  const receiver = await receive();
  await payWithPostback(shop, receiver.url, "pix");
  await payWithPostback(shop, receiver.url, "billet");
  await shop.pay("pix", { billingData: { amount: 999_994, postbackUrl: receiver.url } });
  await shop.control.clock.advance({ days: 40 });
  const events = receiver.deliveries.map(({ body }) => [
    "paymentMethod" in body.data && body.data.paymentMethod,
    body.data.status,
    body.occurredAt,
  ]);
  expect(events.slice(3).toSorted()).toEqual([
    ["billet", "CANCELED", "2026-04-05T02:59:59.000Z"],
    ["pix", "CANCELED", "2026-03-03T12:00:00.000Z"],
    ["pix", "PAID", "2026-03-02T13:00:00.000Z"],
  ]);
});

test("a refund sends a postback, and an anticipation, which changes no status, sends none", async () => {
  const shop = await openShop();
  const receiver = await receive();
  const refunded = await payWithPostback(shop, receiver.url);
  await shop.centavo.payments.refund({ transactionId: refunded.id });
  const { id } = await payWithPostback(shop, receiver.url);
  await shop.control.payments.anticipate(id);
  await deliverDue(shop);
  expect(statusesAt(receiver).toSorted()).toEqual(["REFUNDED", "SUCCEEDED", "SUCCEEDED"]);
});

test("a payment without a postbackUrl, or a rejected change, sends no postback", async () => {
  const shop = await openShop();
  const receiver = await receive();
  const { id } = await payWithPostback(shop, undefined);
  await shop.decide(id, "DISPUTED");
  const { id: notified } = await payWithPostback(shop, receiver.url, "pix");
  await deliverDue(shop);
  await expect(shop.decide(notified, "CHARGEBACK")).rejects.toMatchObject({ status: 400 });
  await deliverDue(shop);
  expect(receiver.deliveries).toHaveLength(1);
  expect(await postbacksOf(shop)).toHaveLength(1);
});

test("a postback contains no key, no token and no card number", async () => {
  const shop = await openShop();
  const receiver = await receive();
  const card = await shop.card();
  await payWithPostback(shop, receiver.url);
  const { document } = (await shop.centavo.customers.get(card.customerId)).data;
  const billingData = { postbackUrl: receiver.url };
  await shop.pay("tokenizedCard", {
    ...{ tokenizedCardId: card.id, billingData, customerData: { document } },
  });
  await deliverDue(shop);
  const all = receiver.deliveries.map(({ text }) => text).join();
  expect(receiver.deliveries).toHaveLength(2);
  const { cardData } = body("payments.create", "card") as { cardData: { cardNumber: string } };
  for (const secret of [cardData.cardNumber, shop.keys.publicKey, shop.keys.privateKey]) {
    expect(all).not.toContain(secret);
  }
  expect(all).not.toMatch(/eyJ|securityCode|sandbox_(public|private)/);
});
