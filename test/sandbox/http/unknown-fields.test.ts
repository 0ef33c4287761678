import { expect, test } from "vitest";
import { isObject, type JsonObject } from "../../../src/contract/cursor.ts";
import { openShop, type Shop } from "../company-fixture.ts";
import { body, type OperationName } from "../contract-examples.ts";

const MARK = "nobody-knows-this";

/** A body with something unknown in each of its objects. */
function marked(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(marked);
  if (!isObject(value)) return value;
  const members = Object.entries(value).map(([key, member]) => [key, marked(member)]);
  return { ...Object.fromEntries(members), unknown: MARK, id: MARK, status: MARK, __proto: MARK };
}

const given = (id: OperationName, example: string, change: object = {}) =>
  marked(body(id, example, change)) as JsonObject & never;

/** Sends a body with unknown fields, and reads the result. */
const ways: Record<string, (shop: Shop) => Promise<unknown>> = {
  "payments.create": async (shop) => {
    const splits = [{ subaccountId: await shop.subaccount(), splitPercentage: 10 }];
    const asked = given("payments.create", "card", { splits });
    const { data } = await shop.centavo.payments.create(asked);
    return [data, await shop.payment(data.id), await shop.centavo.customers.list()];
  },
  "cards.tokenize": async (shop) => {
    const { id: customerId } = await shop.customer();
    const { data } = await shop.centavo.cards.tokenize(
      given("cards.tokenize", "card", { customerId }),
    );
    return [data, await shop.centavo.cards.get(data.id)];
  },
  "customers.create": async (shop) => {
    const { data } = await shop.control.customers.create(given("customers.create", "customer"));
    return [data, await shop.centavo.customers.get(data.id)];
  },
  "customers.update": async (shop) => {
    const { id } = await shop.customer();
    const asked = given("customers.update", "firstAddress");
    return [await shop.centavo.customers.update(id, asked), await shop.centavo.customers.get(id)];
  },
  "subaccounts.createPf": async (shop) => {
    const { data } = await shop.centavo.subaccounts.createPf(given("subaccounts.createPf", "pf"));
    return [data, await shop.centavo.subaccounts.get(data.id)];
  },
  "subaccounts.createPj": async (shop) => {
    const { data } = await shop.centavo.subaccounts.createPj(given("subaccounts.createPj", "pj"));
    return [data, await shop.centavo.subaccounts.get(data.id)];
  },
  "subscriptions.create": async (shop) => {
    const { id: cardId, customerId } = await shop.card();
    const asked = given("subscriptions.create", "twelveCycles", { cardId, customerId });
    const { data } = await shop.control.subscriptions.create(asked);
    return [data, await shop.centavo.subscriptions.get(data.id)];
  },
  "subscriptions.update": async (shop) => {
    const { id, cardId: tokenizedCardId, customerId } = await shop.subscription();
    const asked = given("subscriptions.update", "newPrice", { tokenizedCardId, customerId });
    const updated = await shop.centavo.subscriptions.update(id, asked);
    return [updated, await shop.centavo.subscriptions.get(id)];
  },
  "subscriptions.addSplit": async (shop) => {
    const { id: subscriptionId } = await shop.subscription();
    const ids = { subscriptionId, subaccountId: await shop.subaccount() };
    const asked = given("subscriptions.addSplit", "percentage", ids);
    const added = await shop.centavo.subscriptions.addSplit(asked);
    return [added, await shop.centavo.subscriptions.get(subscriptionId)];
  },
  "bankAccounts.create": async (shop) => {
    const created = await shop.centavo.bankAccounts.create(
      given("bankAccounts.create", "checking"),
    );
    return [created, await shop.centavo.bankAccounts.list()];
  },
  "withdrawals.create": async (shop) => {
    const { id } = await shop.pay("pix", { billingData: { amount: 1_000_000 } });
    await shop.decide(id, "PAID");
    const { data } = await shop.control.withdrawals.create(given("withdrawals.create", "pix"));
    return [data, await shop.centavo.withdrawals.get(data.id)];
  },
};

test.each(Object.entries(ways))("%s ignores unknown fields anywhere", async (_, way) => {
  const responses = JSON.stringify(await way(await openShop()));
  expect(responses).not.toContain(MARK);
  expect(responses).not.toContain("unknown");
});

test("fields of another payment type are ignored", async () => {
  const shop = await openShop();
  const { cardData } = Object(body("payments.create", "card"));
  const payment = await shop.pay("pix", { cardData, billingData: { installments: 3 } });
  expect(payment).not.toHaveProperty("installments");
  expect(payment).not.toHaveProperty("cardDetails");
});

test("names like __proto__ are ordinary unknown fields", async () => {
  const shop = await openShop();
  const text = JSON.stringify(body("payments.create", "pix"));
  const names = '"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}},';
  const headers = { "content-type": "application/json" };
  const token = await shop.token();
  const { status } = await shop.send("POST", "/payments", {
    ...{ token, headers },
    body: text.replace("{", `{${names}`),
  });
  expect(status).toBe(200);
  expect({}).not.toHaveProperty("polluted");
});
