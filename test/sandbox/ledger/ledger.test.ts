import { expect } from "vitest";
import type { CompanyCreate, PostedLedgerEntry } from "../../../generated/sandbox-control-types.ts";
import { expectError, NOBODY, openSandbox, openShop, Shop, test } from "../company-fixture.ts";
import { shownError } from "../contract-examples.ts";
import { goTo, monthly } from "../subscriptions/subscription-fixtures.ts";

const FEES = { feePercentage: 2.99, feeFixed: 39 };

/** A company with these fees, in a sandbox of its own. */
async function openCompany(terms: CompanyCreate = {}): Promise<Shop> {
  const { url, control } = await openSandbox();
  return new Shop(url, (await control.companies.create(terms)).data);
}

test("the accounts are the company's and its subaccounts', with the fees", async () => {
  const shop = await openCompany({ feeFixed: 100 });
  const { centavo, control } = shop;
  expect((await control.ledger.listAccounts()).data).toEqual([]);

  const subaccountId = await shop.subaccount();
  await shop.pay("card", card(10_000, subaccountId));
  await shop.decide((await shop.pay("pix", amount(5_000))).id, "PAID");
  await shop.withdraw(1_000);
  const accounts = await control.ledger.listAccounts();
  expect(accounts.data).toEqual([
    { account: "receivable", subaccountId: null, balance: 7_900, scheduled: -7_900 },
    { account: "available", subaccountId: null, balance: 3_900, scheduled: 7_900 },
    { account: "fees", subaccountId: null, balance: 200, scheduled: 0 },
    { account: "buyers", subaccountId: null, balance: -15_000, scheduled: 0 },
    { account: "banks", subaccountId: null, balance: 1_000, scheduled: 0 },
    { account: "receivable", subaccountId, balance: 2_000, scheduled: -2_000 },
    { account: "available", subaccountId, balance: 0, scheduled: 2_000 },
  ]);
  expect(accounts.message).toBeNull();

  await control.clock.advance({ days: 30 });
  const settled = (await control.ledger.listAccounts()).data;
  expect(settled.map(({ balance }) => balance)).toEqual([0, 11_800, 200, -15_000, 1_000, 0, 2_000]);
  expect(settled.every(({ scheduled }) => scheduled === 0)).toBe(true);
  expect((await centavo.payments.list()).meta.total).toBe(2);
});

test("the entries of a payment are those on the timeline, and sum to zero on every day", async () => {
  const shop = await openCompany(FEES);
  const subaccountId = await shop.subaccount();
  const { id } = await shop.pay("card", card(14_970, subaccountId, 3));
  await shop.control.clock.advance({ days: 2 });
  await shop.centavo.payments.refund({ transactionId: id });

  const { data } = await shop.control.ledger.listEntries({ resourceId: id });
  expectZeroOnEveryDay(data);
  expect([...new Set(data.map(({ event }) => event))]).toEqual(["sale", "refund"]);
  expect(data.filter(({ account }) => account === "buyers")).toEqual([
    { event: "sale", account: "buyers", subaccountId: null, amount: -14_970, day: "2026-03-02" },
    { event: "refund", account: "buyers", subaccountId: null, amount: 14_970, day: "2026-03-04" },
  ]);
  expect(await postedOf(shop, id)).toEqual(data);
  // A reversed payment leaves nothing behind.
  for (const { balance, scheduled } of (await shop.control.ledger.listAccounts()).data) {
    expect([balance, scheduled]).toEqual([0, 0]);
  }
});

test("the entries of a withdrawal that failed are its own and their return", async () => {
  const shop = await openCompany();
  await shop.decide((await shop.pay("pix", amount(5_000))).id, "PAID");
  const { id } = await shop.withdraw(1_200);
  await shop.control.withdrawals.setStatus(id, { status: "FAILED" });
  const on = { subaccountId: null, day: "2026-03-02" };
  expect((await shop.control.ledger.listEntries({ resourceId: id })).data).toEqual([
    { event: "withdrawal", account: "available", amount: -1_200, ...on },
    { event: "withdrawal", account: "banks", amount: 1_200, ...on },
    { event: "return", account: "available", amount: 1_200, ...on },
    { event: "return", account: "banks", amount: -1_200, ...on },
  ]);
});

test("over a month, the statement has every change of the balance", async () => {
  const shop = await openCompany(FEES);
  const subaccountId = await shop.subaccount();
  const owners = [undefined, subaccountId];
  const first = await shop.pay("card", card(10_000, subaccountId));
  const second = await shop.pay("card", card(20_000, subaccountId, 2));
  const steps: Record<number, () => Promise<unknown>> = {
    1: async () => shop.decide((await shop.pay("pix", amount(8_000))).id, "PAID"),
    3: () => shop.withdraw(2_500),
    4: async () => shop.decide((await shop.pay("billet", amount(6_000))).id, "PAID"),
    9: () => shop.centavo.payments.refund({ transactionId: first.id }),
    31: () => shop.decide(second.id, "DISPUTED"),
    33: () => shop.decide(second.id, "CHARGEBACK"),
  };
  const closing = new Map<string | undefined, Map<string, number>>();
  for (const owner of owners) closing.set(owner, new Map());
  for (let index = 0; index <= 35; index++) {
    await steps[index]?.();
    const today = await todayOf(shop);
    for (const owner of owners) {
      const { closingBalance } = await statementOf(shop, owner);
      expect(closingBalance).toBe(await availableOf(shop, owner));
      closing.get(owner)?.set(today, closingBalance);
    }
    await shop.control.clock.advance({ days: 1 });
  }

  for (const owner of owners) {
    const { openingBalance, days, closingBalance } = await statementOf(shop, owner);
    expect(openingBalance).toBe(0);
    expect(days).not.toEqual([]);
    for (const { day, balance } of days) expect(balance).toBe(closing.get(owner)?.get(day));
    expect(days.at(-1)?.balance).toBe(closingBalance);
  }
  // The fees are 278, 218 and 637. The chargeback also takes the last one, and the split.
  const { days } = await statementOf(shop, undefined);
  expect(days.map(({ day, amount }) => [day, amount])).toEqual([
    ["2026-03-03", 8_000 - 278],
    ["2026-03-05", -2_500],
    ["2026-03-09", 6_000 - 218],
    ["2026-04-01", 7_682],
    ["2026-04-04", -7_682 - 637 - 4_000],
  ]);
});

test("a period has an opening balance, and a future one what becomes available", async () => {
  const shop = await openCompany();
  const subaccountId = await shop.subaccount();
  await shop.decide((await shop.pay("pix", amount(5_000))).id, "PAID");
  await shop.pay("card", card(10_000, subaccountId));
  await goTo(shop, "2026-03-10");
  await shop.withdraw(1_000);

  const april = { from: "2026-03-03", to: "2026-04-30" };
  expect(await statementOf(shop, undefined, april)).toEqual({
    subaccountId: null,
    openingBalance: 5_000,
    days: [
      { day: "2026-03-10", amount: -1_000, balance: 4_000 },
      { day: "2026-04-01", amount: 8_000, balance: 12_000 },
    ],
    closingBalance: 12_000,
  });
  expect(await statementOf(shop, subaccountId.toUpperCase(), april)).toEqual({
    subaccountId,
    openingBalance: 0,
    days: [{ day: "2026-04-01", amount: 2_000, balance: 2_000 }],
    closingBalance: 2_000,
  });
  expect(await statementOf(shop, subaccountId)).toMatchObject({ days: [], closingBalance: 0 });
});

test("a period that ends before it begins returns 400", async ({ shop: { control } }) => {
  const rejected = (last: string) => ({
    ...{ status: 400, messages: [`from must not be after to, which is ${last}`] },
  });
  const to = "2026-03-01";
  await expectError(control.ledger.getStatement({ from: "2026-03-02", to }), rejected(to));
  await expectError(control.ledger.getStatement({ from: "2026-03-03" }), rejected("2026-03-02"));
});

test("an unknown subaccount, and one of another company, return SubaccountNotFound", async () => {
  const [shop, other] = [await openShop(), await openShop()];
  for (const subaccountId of [NOBODY, await other.subaccount()]) {
    await expectError(
      shop.control.ledger.getStatement({ subaccountId }),
      shownError("ledger.getStatement", "SubaccountNotFound"),
    );
  }
});

test("a deleted subaccount keeps its statement if it has entries", async ({ shop }) => {
  const [paid, unpaid] = [await shop.subaccount(), await shop.subaccount("PENDING")];
  await shop.pay("card", card(10_000, paid));
  for (const id of [paid, unpaid]) await shop.centavo.subaccounts.delete(id);
  const may = { to: "2026-05-01" };
  expect((await statementOf(shop, paid, may)).closingBalance).toBe(2_000);
  await expectError(statementOf(shop, unpaid, may), { status: 404 });
});

test("a resource without entries, and one of another company, have an empty list", async () => {
  const [shop, other] = [await openShop(), await openShop()];
  const { id: unpaid } = await shop.pay("pix");
  const { id: foreign } = await other.pay("card");
  for (const resourceId of [NOBODY, unpaid, foreign]) {
    expect((await shop.control.ledger.listEntries({ resourceId })).data).toEqual([]);
  }
  expect((await shop.control.ledger.listAccounts()).data).toEqual([]);
});

test("the details of a payment name its customer, its subscription, an anticipation and why a refund is refused", async ({
  shop,
}) => {
  const { id: paymentId } = await shop.pay("card");
  const { data: customers } = await shop.centavo.customers.list();
  const customerId = customers[0]?.id ?? NOBODY;
  const single = { paymentId, customerId, subscriptionId: null };
  const details = await shop.control.payments.getDetails(paymentId);
  expect(details).toMatchObject({
    data: { ...single, anticipated: false, refundRefused: null },
    message: null,
  });
  await shop.control.payments.anticipate(paymentId);
  expect((await shop.control.payments.getDetails(paymentId)).data).toEqual({
    ...single,
    anticipated: true,
    refundRefused: { returnCode: -90304, message: expect.stringContaining("foi antecipado") },
  });

  const card = await shop.card({ customerId });
  const { id: subscriptionId } = await shop.subscription(monthly, card);
  await goTo(shop, monthly.dueDate);
  const [charge] = (await shop.centavo.payments.list({ subscriptionId })).data;
  expect((await shop.control.payments.getDetails(charge?.id ?? "")).data).toEqual({
    ...{ paymentId: charge?.id, customerId, subscriptionId, anticipated: false },
    refundRefused: null,
  });
});

test("the details of an unknown payment, or of another company's, return PaymentNotFound", async () => {
  const [shop, other] = [await openShop(), await openShop()];
  for (const id of [NOBODY, (await other.pay("pix")).id]) {
    await expectError(
      shop.control.payments.getDetails(id),
      shownError("payments.getDetails", "PaymentNotFound"),
    );
  }
});

function amount(amount: number) {
  return { billingData: { amount } };
}

/** A card payment of which a subaccount receives 20 percent. */
function card(amount: number, subaccountId: string, installments = 1) {
  const splits = [{ subaccountId, splitPercentage: 20, splitAmount: undefined }];
  return { billingData: { amount, installments }, splits };
}

async function statementOf(
  { control }: Shop,
  subaccountId: string | undefined,
  period: { from?: string; to?: string } = {},
) {
  const owner = subaccountId === undefined ? {} : { subaccountId };
  return (await control.ledger.getStatement({ ...owner, ...period })).data;
}

/** The available balance as `balance.get` returns it. A subaccount without entries has none. */
async function availableOf(shop: Shop, subaccountId: string | undefined): Promise<number> {
  const { available, subaccounts } = await shop.balance();
  if (subaccountId === undefined) return available;
  return subaccounts.find((own) => own.subaccountId === subaccountId)?.available ?? 0;
}

/** The current date in Brazil, three hours behind UTC. */
async function todayOf({ control }: Shop): Promise<string> {
  return daysBefore((await control.clock.get()).data.now, 3 / 24);
}

function daysBefore(time: string, days: number): string {
  return new Date(Date.parse(time) - days * 86_400_000).toISOString().slice(0, 10);
}

function expectZeroOnEveryDay(entries: PostedLedgerEntry[]): void {
  for (const [key, own] of Map.groupBy(entries, ({ event, day }) => `${event} on ${day}`)) {
    expect(
      own.reduce((sum, { amount }) => sum + amount, 0),
      key,
    ).toBe(0);
  }
}

/** The entries on the timeline of a resource, the earliest first. */
async function postedOf({ control }: Shop, resourceId: string): Promise<PostedLedgerEntry[]> {
  const { data } = await control.events.list({ type: "ledger.posted", resourceId });
  return data.toReversed().flatMap((event) => {
    if (event.type !== "ledger.posted") return [];
    return event.data.entries.map((entry) => ({ event: event.data.event, ...entry }));
  });
}
