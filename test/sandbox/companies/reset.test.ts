import { expect, test } from "vitest";
import { openShop, type Shop, START } from "../company-fixture.ts";
import { body, shownMessage } from "../contract-examples.ts";

/** Makes one of everything that a company can have. */
async function fill(shop: Shop): Promise<void> {
  await shop.subscription();
  await shop.subaccount();
  const { id } = await shop.pay("pix");
  await shop.decide(id, "PAID");
  await shop.withdraw();
  await shop.centavo.bankAccounts.create(body("bankAccounts.create", "checking"));
}

/** How much of everything a company has. */
async function totals({ centavo }: Shop): Promise<number[]> {
  const { payments, customers, subaccounts, subscriptions, bankAccounts, withdrawals } = centavo;
  const pages = [];
  for (const all of [payments, customers, subaccounts, subscriptions, bankAccounts, withdrawals]) {
    pages.push((await all.list()).meta.total);
  }
  return pages;
}

test("a reset removes all data, and sets the clock back to its start", async () => {
  const shop = await openShop();
  await fill(shop);
  await shop.control.clock.advance({ days: 3 });
  expect(await totals(shop)).toEqual([1, 1, 1, 1, 1, 1]);
  const { data, message } = await shop.control.company.reset();
  expect(message).toBe(shownMessage("company.reset"));
  expect(data.message).toEqual(expect.any(String));
  expect(await totals(shop)).toEqual([0, 0, 0, 0, 0, 0]);
  expect(await shop.balance()).toEqual({ available: 0, receivable: [], subaccounts: [] });
  expect((await shop.control.clock.get()).data.now).toBe(new Date(START).toISOString());
});

test("keys and tokens stay valid", async () => {
  const shop = await openShop();
  const token = await shop.token();
  await shop.control.clock.advance({ seconds: 60 });
  await shop.control.company.reset();
  expect((await shop.send("GET", "/payments", { token })).status).toBe(200);
  expect(await shop.token()).toEqual(expect.any(String));
});

test("stored cards are gone", async () => {
  const shop = await openShop();
  const { id } = await shop.card();
  await shop.control.company.reset();
  await expect(shop.centavo.cards.get(id)).rejects.toMatchObject({ status: 404 });
});

test("scheduled jobs do not run", async () => {
  const shop = await openShop();
  await shop.pay("pix", { billingData: { amount: 999_994 } });
  await shop.control.company.reset();
  await shop.control.clock.advance({ days: 2 });
  expect((await shop.centavo.payments.list()).data).toEqual([]);
});

test("earlier requests are not in the log", async () => {
  const shop = await openShop();
  await shop.pay("pix");
  await shop.control.company.reset();
  const { data } = await shop.control.requests.list();
  expect(data.map(({ operationId }) => operationId)).toEqual(["company.reset"]);
});

test("another company keeps its data and its clock", async () => {
  const [shop, other] = [await openShop(), await openShop()];
  const { id } = await other.pay("pix");
  await other.control.clock.advance({ seconds: 60 });
  const payment = await other.payment(id);
  await shop.control.company.reset();
  expect(await other.payment(id)).toEqual(payment);
  expect((await other.control.clock.get()).data.now).toBe("2026-03-02T12:01:00.000Z");
});

test("the fees of the company stay", async () => {
  const shop = await openShop({ feeFixed: 100 });
  await shop.control.company.reset();
  await shop.pay("card", { billingData: { amount: 1000, installments: 1 } });
  expect((await shop.balance()).receivable).toMatchObject([{ amount: 900 }]);
});
