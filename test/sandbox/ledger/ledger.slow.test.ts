import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import fc from "fast-check";
import { expect, test } from "vitest";
import { startSandbox } from "../../../src/sandbox/index.ts";
import { Shop, START } from "../company-fixture.ts";
import { body } from "../contract-examples.ts";
import { monthly } from "../subscriptions/subscription-fixtures.ts";

/** A line of the books, as the file has it. */
interface Entry {
  subject: string;
  event: string;
  account: string;
  owner: string;
  day: string;
  amount: number;
}

const which = fc.nat({ max: 30 });
const amounts = fc.oneof(fc.integer({ min: 1, max: 50_000 }), fc.integer({ min: 1, max: 40 }));

/** Everything that moves money, or is rejected and then moves none. */
const happenings = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      what: fc.constantFrom("card", "pix", "billet"),
      amount: amounts,
      installments: fc.integer({ min: 1, max: 12 }),
      share: fc.integer({ min: 1, max: 60 }),
      chargebackLiable: fc.boolean(),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      what: fc.constant("subscribe"),
      amount: amounts,
      frequency: fc.integer({ min: 5, max: 40 }),
      share: fc.integer({ min: 1, max: 60 }),
      chargebackLiable: fc.boolean(),
    }),
  },
  {
    weight: 10,
    arbitrary: fc.record({
      what: fc.constantFrom(
        "PAID",
        "DISPUTED",
        "DISPUTED",
        "CHARGEBACK",
        "CHARGEBACK",
        "SUCCEEDED",
      ),
      which,
    }),
  },
  { weight: 4, arbitrary: fc.record({ what: fc.constant("refund"), which }) },
  { weight: 3, arbitrary: fc.record({ what: fc.constant("anticipate"), which }) },
  {
    weight: 4,
    arbitrary: fc.record({ what: fc.constant("withdraw"), which, parts: fc.nat({ max: 11 }) }),
  },
  { weight: 4, arbitrary: fc.record({ what: fc.constant("withdrawalFails"), which }) },
  { weight: 6, arbitrary: fc.record({ what: fc.constant("wait"), days: fc.nat({ max: 40 }) }) },
);
type Happening = typeof happenings extends fc.Arbitrary<infer One> ? One : never;

/** The balance of each owner, as the interface shows it. */
interface Reported {
  today: string;
  accounts: { owner: string; available: number; receivable: { date: string; amount: number }[] }[];
}

/** Runs a history, and reads the balances of the interface and the entries of the ledger. */
async function happen(history: Happening[]): Promise<{ reported: Reported; entries: Entry[] }> {
  const folder = mkdtempSync(join(tmpdir(), "centavo-"));
  const db = join(folder, "sandbox.db");
  try {
    const reported = await inSandbox(db, history);
    const sqlite = new DatabaseSync(db, { readOnly: true });
    const rows = "SELECT subject, event, account, owner, day, amount FROM entries";
    const entries = sqlite.prepare(rows).all() as unknown as Entry[];
    sqlite.close();
    return { reported, entries };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function inSandbox(db: string, history: Happening[]): Promise<Reported> {
  const sandbox = await startSandbox({ db, clock: START });
  try {
    const { data: keys } = await sandbox.control.companies.create({
      ...{ feePercentage: 2.99, feeFixed: 3 },
    });
    const shop = new Shop(sandbox.url, keys);
    const subaccountIds = [await shop.subaccount(), await shop.subaccount()];
    const card = await shop.card();
    for (const happening of history) {
      // Rejected calls are included: they must not move a centavo.
      await doIt(shop, happening, subaccountIds, card).catch((error) => {
        if (error.status !== 400) throw error;
      });
    }
    const { available, receivable, subaccounts } = await shop.balance();
    const own = { owner: "", available, receivable };
    const others = subaccounts.map(({ subaccountId: owner, ...has }) => ({ owner, ...has }));
    const { now } = (await shop.control.clock.get()).data;
    const today = new Date(Date.parse(now) - 3 * 3_600_000).toISOString().slice(0, 10);
    return { today, accounts: [own, ...others] };
  } finally {
    await sandbox.close();
  }
}

async function doIt(
  shop: Shop,
  happening: Happening,
  subaccountIds: string[],
  card: { id: string; customerId: string },
): Promise<unknown> {
  const { centavo, control } = shop;
  if ("share" in happening) {
    const { amount, share, chargebackLiable } = happening;
    const subaccountId = subaccountIds[amount % 2] ?? "";
    const split = { subaccountId, splitPercentage: share, chargebackLiable };
    if ("installments" in happening) {
      const { what, installments } = happening;
      const billingData = { amount, ...(what === "card" ? { installments } : {}) };
      return shop.pay(what, { billingData, splits: [split] });
    }
    const { frequency } = happening;
    const { now } = (await control.clock.get()).data;
    const dueDate = now.slice(0, 10);
    const { id } = await shop.subscription({ ...monthly, amount, frequency, dueDate }, card);
    return centavo.subscriptions.addSplit(
      body("subscriptions.addSplit", "percentage", { subscriptionId: id, ...split }),
    );
  }
  if ("days" in happening) {
    return happening.days > 0 && control.clock.advance({ days: happening.days });
  }
  const { what, which: index } = happening;
  if ("parts" in happening) {
    const owner = [undefined, undefined, ...subaccountIds][index % 4];
    const { available, subaccounts } = await shop.balance();
    const has = owner
      ? subaccounts.find((own) => own.subaccountId === owner)?.available
      : available;
    return shop.withdraw(Math.max(1, Math.floor(((has ?? 0) * happening.parts) / 10)), owner);
  }
  if (what === "withdrawalFails") {
    const { data } = await centavo.withdrawals.list();
    const one = data[index % data.length];
    return one && control.withdrawals.setStatus(one.id, { status: "FAILED" });
  }
  const { data } = await centavo.payments.list({ limit: 100 });
  const before: Record<string, string> = {
    ...{ PAID: "PENDING", DISPUTED: "SUCCEEDED", CHARGEBACK: "DISPUTED", SUCCEEDED: "DISPUTED" },
    ...{ refund: "SUCCEEDED", anticipate: "SUCCEEDED" },
  };
  const fitting = data.filter(({ status }) => status === before[what]);
  const one = fitting[index % fitting.length] ?? data[index % data.length];
  if (!one) return undefined;
  if (what === "refund") return centavo.payments.refund({ transactionId: one.id });
  if (what === "anticipate") return control.payments.anticipate(one.id);
  return shop.decide(one.id, what as "PAID");
}

const histories = fc.array(happenings, { minLength: 20, maxLength: 45, size: "max" });

test("every event and every day sum to zero, and balances are sums of the ledger", async () => {
  const events = new Set<string>();
  const conservation = fc.asyncProperty(histories, async (history) => {
    const { reported, entries } = await happen(history);
    for (const { event } of entries) events.add(event);
    expectZero(entries, ({ subject, event, day }) => `${event} of ${subject} on ${day}`);
    expectZero(entries, ({ day }) => day);
    expect(entries.filter(({ amount }) => !Number.isInteger(amount) || amount === 0)).toEqual([]);
    expectReported(reported, entries);
  });
  await fc.assert(conservation, { numRuns: 14, seed: 20260302 });
  const all = ["anticipation", "chargeback", "refund", "return", "sale", "withdrawal"];
  expect([...events].sort()).toEqual(all);
});

test("so they do in random histories", async () => {
  const conservation = fc.asyncProperty(histories, async (history) => {
    const { reported, entries } = await happen(history);
    expectZero(entries, ({ subject, event, day }) => `${event} of ${subject} on ${day}`);
    expectReported(reported, entries);
  });
  await fc.assert(conservation, { numRuns: 5 });
});

function expectZero(entries: Entry[], groupOf: (entry: Entry) => string): void {
  for (const [group, own] of Map.groupBy(entries, groupOf)) expect(sum(own), group).toBe(0);
}

/** The interface shows the balances of the ledger, for every owner in it. */
function expectReported({ today, accounts }: Reported, entries: Entry[]): void {
  for (const { owner, available, receivable } of accounts) {
    const own = entries.filter((entry) => entry.owner === owner);
    const by = (account: string, until: string) =>
      sum(own.filter((entry) => entry.account === account && entry.day <= until));
    expect(available).toBe(by("available", today));
    expect(sum(receivable)).toBe(by("receivable", today));
    for (const { date, amount } of receivable) {
      expect(date > today).toBe(true);
      const thatDay = own.filter(({ account, day }) => account === "available" && day === date);
      expect(amount).toBe(sum(thatDay));
    }
    // In the end nothing is left to come, and all of it has come.
    expect(by("receivable", "9999-12-31")).toBe(0);
    expect(by("available", "9999-12-31")).toBe(available + sum(receivable));
  }
  const owners = entries.filter(({ account }) => account === "available").map(({ owner }) => owner);
  const known = new Set(accounts.map(({ owner }) => owner));
  expect(owners.filter((owner) => !known.has(owner))).toEqual([]);
}

function sum(items: { amount: number }[]): number {
  return items.reduce((total, { amount }) => total + amount, 0);
}
