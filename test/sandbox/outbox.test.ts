import { DatabaseSync } from "node:sqlite";
import { expect, onTestFinished, test, vi } from "vitest";
import { openStore } from "../../src/sandbox/store/sqlite.ts";
import type { Outbox } from "../../src/sandbox/store/store.ts";
import { body } from "./contract.ts";
import { receive } from "./receiver.ts";
import { openSandbox, START } from "./shop.ts";

const AT = Date.parse(START);
const at = new Date(AT).toISOString();
const RESOURCE = "00000000-0000-4000-8000-000000000000";

/** A postback about one payment, as the store keeps it. */
function postback(number: number, status: "PENDING" | "DELIVERED", due = AT) {
  const id = `00000000-0000-4000-8000-${`${number}`.padStart(12, "0")}`;
  const event = { eventId: id, occurredAt: at, type: "payment", resourceId: RESOURCE } as const;
  const resource = { ...event, url: "", status, nextAttemptAt: at, attempts: [] };
  return { id, due, attemptCount: 0, hasArrived: false, body: {} as never, resource };
}

/** Looks into the outbox of a company with so many postbacks about one payment. */
async function withPostbacks<Result>(
  { delivered = 0, pending = 0 },
  look: (outbox: Outbox) => Promise<Result>,
): Promise<Result> {
  const store = openStore();
  const result = await store.transaction(async (data) => {
    const { postbacks, outbox } = data.of("company");
    for (let number = 0; number < delivered + pending; number++) {
      await postbacks.insert(postback(number, number < delivered ? "DELIVERED" : "PENDING"));
    }
    return look(outbox);
  });
  await store.close();
  return result;
}

/** Milliseconds; the fastest of some is the one that nobody disturbed. */
async function fastest(work: () => Promise<unknown>): Promise<number> {
  const took: number[] = [];
  for (let round = 0; round < 20; round++) {
    const before = performance.now();
    await work();
    took.push(performance.now() - before);
  }
  return Math.min(...took);
}

test("to look for what is due costs the same, whatever was delivered and whatever waits behind it", async () => {
  const look = (outbox: Outbox) =>
    fastest(async () => [await outbox.due(AT, 16), await outbox.next()]);
  const alone = await withPostbacks({ pending: 1 }, look);
  const among = await withPostbacks({ delivered: 500, pending: 500 }, look);
  // Where it depends on them this is some thousand times as much.
  expect(among / alone).toBeLessThan(20);
});

/** What SQLite does for a statement where it would walk through a table, or sort, or search for each row. */
const COSTLY = /^SCAN|TEMP B-TREE|CORRELATED/;

/** Those for which that is right. */
const ALLOWED = [
  // At the start, and where whoever runs a sandbox waits for all companies.
  /^SELECT id FROM companies/,
  // Of one row.
  /FROM settings$/,
  // The splits of one subscription.
  /json_each\(resource/,
  /pragma_/,
];

test("no call has the store walk through a table, or sort what it has found", async () => {
  const statements = new Map<string, DatabaseSync>();
  const { prepare } = DatabaseSync.prototype;
  vi.spyOn(DatabaseSync.prototype, "prepare").mockImplementation(function (
    this: DatabaseSync,
    sql,
  ) {
    statements.set(sql, this);
    return prepare.call(this, sql);
  });
  onTestFinished(() => void vi.restoreAllMocks());
  const shop = await openSandbox();
  const { centavo, control } = shop;
  const billingData = { postbackUrl: (await receive(503, 200)).url };
  const subaccountId = await shop.subaccount();
  const card = await shop.card();
  const { id } = await shop.pay("cardWithSplits", {
    ...{ billingData, splits: [{ subaccountId, splitPercentage: 10 }] },
  });
  await shop.subscription({ dueDate: "2026-03-03" }, card);
  await control.clock.advance({ days: 2 });
  await centavo.payments.refund({ transactionId: id });
  await shop.pay("card", { billingData: { amount: 5000 } });
  await control.clock.advance({ days: 40 });
  await shop.withdraw(1);
  await centavo.bankAccounts.create(body("bankAccounts.create", "checking"));
  const [{ eventId = "" } = {}] = (await control.postbacks.list({ status: "DELIVERED" })).data;
  await control.postbacks.redeliver(eventId);
  const { customerId } = card;
  await centavo.payments.list({ status: "SUCCEEDED", customerId });
  await centavo.subscriptions.list({ status: "ACTIVE", subaccountId });
  await centavo.subaccounts.list({ companyType: "PF" });
  await centavo.withdrawals.list();
  await centavo.bankAccounts.list();
  await centavo.customers.delete(customerId);
  await control.company.reset();

  const plans = [...statements].flatMap(([sql, sqlite]) =>
    /^(SELECT|UPDATE|DELETE)/.test(sql) && !ALLOWED.some((allowed) => allowed.test(sql))
      ? [{ sql, steps: prepare.call(sqlite, `EXPLAIN QUERY PLAN ${sql}`).all() }]
      : [],
  );
  expect(plans.length).toBeGreaterThan(30);
  const costly = plans.filter(({ steps }) => steps.some(({ detail }) => COSTLY.test(`${detail}`)));
  expect(costly.map(({ sql }) => sql)).toEqual([]);
});
