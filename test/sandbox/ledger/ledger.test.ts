import { expect } from "vitest";
import type { PostedLedgerEntry } from "../../../generated/sandbox-control-types.ts";
import type { Context } from "../../../src/sandbox/context.ts";
import { readStatement } from "../../../src/sandbox/services/statements.ts";
import { expectError, NOBODY, openShop, type Shop, test } from "../company-fixture.ts";
import { goTo, monthly } from "../subscriptions/subscription-fixtures.ts";

const FEES = { feePercentage: 2.99, feeFixed: 39 };

/** A card payment of which a subaccount receives 20 percent. */
function card(amount: number, subaccountId: string, installments = 1) {
  const splits = [{ subaccountId, splitPercentage: 20, splitAmount: undefined }];
  return { billingData: { amount, installments }, splits };
}

async function paid(shop: Shop, method: "pix" | "billet", amount: number, change: object = {}) {
  const { id } = await shop.pay(method, { billingData: { amount }, ...change });
  return shop.decide(id, "PAID");
}

async function statementOf(
  { control }: Shop,
  subaccountId?: string,
  period: { from?: string; to?: string } = {},
) {
  const owner = subaccountId === undefined ? {} : { subaccountId };
  return (await control.ledger.getStatement({ ...owner, ...period })).data;
}

const entriesOf = async ({ control }: Shop, resourceId: string) =>
  (await control.ledger.listEntries({ resourceId })).data;

const accountsOf = async ({ control }: Shop) => (await control.ledger.listAccounts()).data;

test("the accounts are the company's and its subaccounts', with the fees", async () => {
  const shop = await openShop({ feeFixed: 100 });
  expect(await accountsOf(shop)).toEqual([]);

  const subaccountId = await shop.subaccount();
  await shop.pay("card", card(10_000, subaccountId));
  await paid(shop, "pix", 5_000);
  await shop.withdraw(1_000);
  expect(await accountsOf(shop)).toEqual([
    { account: "receivable", subaccountId: null, balance: 7_900, scheduled: -7_900 },
    { account: "available", subaccountId: null, balance: 3_900, scheduled: 7_900 },
    { account: "fees", subaccountId: null, balance: 200, scheduled: 0 },
    { account: "buyers", subaccountId: null, balance: -15_000, scheduled: 0 },
    { account: "banks", subaccountId: null, balance: 1_000, scheduled: 0 },
    { account: "receivable", subaccountId, balance: 2_000, scheduled: -2_000 },
    { account: "available", subaccountId, balance: 0, scheduled: 2_000 },
  ]);

  await shop.control.clock.advance({ days: 30 });
  const settled = await accountsOf(shop);
  expect(settled.map(({ balance }) => balance)).toEqual([0, 11_800, 200, -15_000, 1_000, 0, 2_000]);
  expect(settled.every(({ scheduled }) => scheduled === 0)).toBe(true);
});

test("the entries of a payment are those on the timeline, and sum to zero on every day", async () => {
  const shop = await openShop(FEES);
  const { id } = await shop.pay("card", card(14_970, await shop.subaccount(), 3));
  await shop.control.clock.advance({ days: 2 });
  await shop.centavo.payments.refund({ transactionId: id });

  const entries = await entriesOf(shop, id);
  const sums = Map.groupBy(entries, ({ event, day }) => `${event} on ${day}`);
  for (const [key, own] of sums) {
    const sum = own.reduce((all, { amount }) => all + amount, 0);
    expect(sum, key).toBe(0);
  }
  expect([...new Set(entries.map(({ event }) => event))]).toEqual(["sale", "refund"]);
  expect(entries.filter(({ account }) => account === "buyers")).toEqual([
    { event: "sale", account: "buyers", subaccountId: null, amount: -14_970, day: "2026-03-02" },
    { event: "refund", account: "buyers", subaccountId: null, amount: 14_970, day: "2026-03-04" },
  ]);
  expect(await postedOf(shop, id)).toEqual(entries);
  // A reversed payment leaves nothing behind.
  for (const account of await accountsOf(shop)) {
    expect(account).toMatchObject({ balance: 0, scheduled: 0 });
  }
});

test("the entries of a withdrawal that failed are its own and their return", async ({ shop }) => {
  await paid(shop, "pix", 5_000);
  const { id } = await shop.withdraw(1_200);
  await shop.control.withdrawals.setStatus(id, { status: "FAILED" });
  const on = { subaccountId: null, day: "2026-03-02" };
  expect(await entriesOf(shop, id)).toEqual([
    { event: "withdrawal", account: "available", amount: -1_200, ...on },
    { event: "withdrawal", account: "banks", amount: 1_200, ...on },
    { event: "return", account: "available", amount: 1_200, ...on },
    { event: "return", account: "banks", amount: -1_200, ...on },
  ]);
});

test("a period has an opening balance, and what becomes available in it", async ({ shop }) => {
  const subaccountId = await shop.subaccount();
  await paid(shop, "pix", 5_000);
  await shop.pay("card", card(10_000, subaccountId));
  await goTo(shop, "2026-03-10");
  await shop.withdraw(1_000);

  // The first and the last day belong to it.
  const period = { from: "2026-03-10", to: "2026-04-01" };
  expect(await statementOf(shop, undefined, period)).toMatchObject({
    ...{ subaccountId: null, openingBalance: 5_000, closingBalance: 12_000 },
    movements: [
      { day: "2026-04-01", amount: 8_000, balance: 12_000 },
      { day: "2026-03-10", amount: -1_000, balance: 4_000 },
    ],
  });
  expect(await statementOf(shop, subaccountId.toUpperCase(), period)).toMatchObject({
    ...{ subaccountId, openingBalance: 0, closingBalance: 2_000 },
    movements: [{ day: "2026-04-01", amount: 2_000, balance: 2_000 }],
  });
  expect(await statementOf(shop, subaccountId)).toMatchObject({ movements: [], closingBalance: 0 });

  // A period that ends before it begins is rejected; it ends today by default.
  for (const [period, last] of [
    [{ from: "2026-03-02", to: "2026-03-01" }, "2026-03-01"],
    [{ from: "2026-03-11" }, "2026-03-10"],
  ] as const) {
    const messages = [`from must not be after to, which is ${last}`];
    await expectError(statementOf(shop, undefined, period), { status: 400, messages });
  }
});

test("a deleted subaccount keeps its statement and its days if it has entries", async ({
  shop,
}) => {
  const [sold, unsold] = [await shop.subaccount(), await shop.subaccount("PENDING")];
  await shop.pay("card", card(10_000, sold));
  for (const id of [sold, unsold]) await shop.centavo.subaccounts.delete(id);
  const may = { to: "2026-05-01" };
  expect((await statementOf(shop, sold, may)).closingBalance).toBe(2_000);
  await expectError(statementOf(shop, unsold, may), { status: 404 });
  const { ledger } = shop.control;
  const days = await ledger.listReceivables({ subaccountId: sold });
  expect(days.data).toMatchObject([{ day: "2026-04-01", net: 2_000 }]);
  await expectError(ledger.listReceivables({ subaccountId: unsold }), { status: 404 });
});

test("the balance has each subaccount, the oldest first, and a deleted one if it has entries", async ({
  shop,
}) => {
  const [sold, unsold] = [await shop.subaccount(), await shop.subaccount()];
  const [unreviewed, approved] = [await shop.subaccount("PENDING"), await shop.subaccount()];
  await shop.pay("card", card(10_000, sold));
  for (const id of [sold, unsold]) await shop.centavo.subaccounts.delete(id);
  const receivable = [{ date: "2026-04-01", amount: 2_000 }];
  expect((await shop.balance()).subaccounts).toEqual([
    { subaccountId: unreviewed, available: 0, receivable: [] },
    { subaccountId: approved, available: 0, receivable: [] },
    { subaccountId: sold, available: 0, receivable },
  ]);
});

test("the details of a payment say whose it is, and why it is not refunded", async ({ shop }) => {
  const detailsOf = async (id: string) => (await shop.control.payments.getDetails(id)).data;
  const { id: paymentId } = await shop.pay("card");
  const { data: customers } = await shop.centavo.customers.list();
  const customerId = customers[0]?.id ?? NOBODY;
  const single = { paymentId, customerId, subscriptionId: null };
  const refundable = { anticipated: false, refundRefused: null };
  expect(await detailsOf(paymentId)).toMatchObject({ ...single, ...refundable });
  await shop.control.payments.anticipate(paymentId);
  expect(await detailsOf(paymentId)).toMatchObject({
    ...{ ...single, anticipated: true },
    refundRefused: { returnCode: -90304, message: expect.stringContaining("foi antecipado") },
  });

  const stored = await shop.card({ customerId });
  const { id: subscriptionId } = await shop.subscription(monthly, stored);
  await goTo(shop, monthly.dueDate);
  const [charge] = (await shop.centavo.payments.list({ subscriptionId })).data;
  const id = `${charge?.id}`;
  const charged = { paymentId: id, customerId, subscriptionId, ...refundable };
  expect(await detailsOf(id)).toMatchObject(charged);
});

/** The entries on the timeline of a resource, the earliest first. */
async function postedOf(shop: Shop, resourceId: string): Promise<PostedLedgerEntry[]> {
  return (await shop.events({ type: "ledger.posted", resourceId })).flatMap((event) => {
    if (event.type !== "ledger.posted") return [];
    return event.data.entries.map((entry) => ({ event: event.data.event, ...entry }));
  });
}

test("the days are what the entries sum to, whatever happened to payments and withdrawals", async () => {
  const shop = await openShop(FEES);
  const subaccountId = await shop.subaccount();
  const sell = async (amount: number, installments: number) =>
    (await shop.pay("card", card(amount, subaccountId, installments))).id;
  const [kept, refunded, lost, anticipated] = [
    await sell(10_000, 2),
    await sell(5_001, 3),
    await sell(7_000, 1),
    await sell(6_000, 12),
  ];
  const { id: pix } = await paid(shop, "pix", 9_000);
  await shop.centavo.payments.refund({ transactionId: refunded });
  await shop.control.payments.anticipate(anticipated);
  const { id: withdrawn } = await shop.withdraw(6_000);
  const { id: failed } = await shop.withdraw(700);
  await goTo(shop, "2026-04-03");
  await shop.control.withdrawals.setStatus(failed, { status: "FAILED" });
  await shop.decide(lost, "DISPUTED");
  await shop.decide(lost, "CHARGEBACK");

  const ids = [kept, refunded, lost, anticipated, pix, withdrawn, failed];
  const entries = (await Promise.all(ids.map((id) => entriesOf(shop, id)))).flat();
  for (const owner of [null, subaccountId]) {
    const own = entries.filter((each) => each.subaccountId === owner);
    const sumOn = (day: string, account: string) =>
      own
        .filter((each) => each.day === day && each.account === account)
        .reduce((sum, { amount }) => sum + amount, 0);
    const query = owner === null ? {} : { subaccountId: owner };
    const { data: listed } = await shop.control.ledger.listReceivables(query);
    const all = [...new Set(own.map(({ day }) => day))].sort();
    let balance = 0;
    const expected = all.map((day) => {
      const [change, withdrawn] = [sumOn(day, "available"), sumOn(day, "banks")];
      balance += change;
      return { day, net: change + withdrawn, withdrawn, balance };
    });
    expect(listed).toEqual(expected.filter(({ net, withdrawn }) => net || withdrawn));
    const today = listed.findLast(({ day }) => day <= "2026-04-03");
    const of = await shop.balance();
    expect(today?.balance).toBe((owner === null ? of : of.subaccounts[0])?.available);
  }
});

test("a statement has each movement with its payment and the balance after it, the latest first and page by page", async () => {
  const shop = await openShop(FEES);
  const subaccountId = await shop.subaccount();
  const sold = await shop.pay("card", card(10_000, subaccountId));
  const { id: pix } = await paid(shop, "pix", 5_000);
  const { id: withdrawn } = await shop.withdraw(1_000);
  const { ledger } = shop.control;
  await shop.control.clock.advance({ days: 40 });
  await shop.decide(sold.id, "DISPUTED");
  await shop.decide(sold.id, "CHARGEBACK");

  const inOrder = [
    { event: "sale", paymentId: pix, gross: 5_000, fees: 189, amount: 4_811, balance: 4_811 },
    { event: "withdrawal", withdrawalId: withdrawn, gross: null, amount: -1_000, balance: 3_811 },
    { event: "sale", day: "2026-04-01", gross: 10_000, fees: 338, splits: 2_000, amount: 7_662 },
    {
      event: "chargeback",
      gross: 10_000,
      fees: 338,
      splits: 2_000,
      amount: -10_000,
      balance: 1_473,
    },
  ];
  const pages = [];
  let after: string | null = null;
  do {
    const { data } = await ledger.getStatement({ limit: 1, ...(after !== null && { after }) });
    pages.push(...data.movements);
    after = data.next;
  } while (after !== null);
  expect(pages).toMatchObject(inOrder.reverse());
  expect(pages[0]?.balance).toBe((await shop.balance()).available);

  // Of one event, and of one day, from the balance before it.
  const sales = await ledger.getStatement({ event: "sale" });
  expect(sales.data.movements.map(({ balance }) => balance)).toEqual([null, null]);
  const day = await ledger.getStatement({ from: "2026-04-01", to: "2026-04-01" });
  expect(day.data.movements).toMatchObject([{ paymentId: sold.id, balance: 11_473 }]);
});

test("a movement has the buyer as it was at the payment, whatever becomes of the customer", async ({
  shop,
}) => {
  const { customerId } = await shop.card();
  const { firstName, lastName, document } = (await shop.centavo.customers.get(customerId)).data;
  const customerData = { firstName, lastName, document };
  await paid(shop, "pix", 5_000, { customerData });
  // A key in a name is not shown.
  await paid(shop, "pix", 100, {
    customerData: { firstName: "Ana", lastName: shop.keys.privateKey },
  });
  await shop.withdraw(1_000);
  await shop.centavo.customers.update(customerId, { firstName: "Renamed" });
  await shop.centavo.customers.delete(customerId);
  expect((await statementOf(shop)).movements).toMatchObject([
    { buyer: null, paymentMethod: null },
    { buyer: "Ana [redacted]" },
    { buyer: `${firstName} ${lastName}`, paymentMethod: "pix" },
  ]);
});

test("the payments of a page are read at once", async () => {
  const asked: unknown[] = [];
  const getAll = async (ids: readonly string[]) => {
    asked.push(ids);
    return [];
  };
  const entries = ["one", "two", "one"].map((subject, number) => {
    return { subject, number, event: "sale" as const, on: "2026-03-02", amount: 100 };
  });
  const ledger = {
    daySums: async () => [],
    availableEntries: async () => entries,
    postingsOf: async () => [],
  };
  const context = { data: { payments: { getAll }, ledger } } as unknown as Context;
  const { movements } = await readStatement(context, "", { to: "2026-03-02", limit: 3 });
  expect(movements).toHaveLength(3);
  expect(asked).toEqual([["one", "two"]]);
});
