import { DatabaseSync } from "node:sqlite";
import { expect, onTestFinished, test, vi } from "vitest";
import { fetch, openSandbox } from "../company-fixture.ts";
import { body } from "../contract-examples.ts";
import { newFile } from "../database-file.ts";
import { receive } from "../receiver.ts";

/** What SQLite does for a statement where it would walk through a table, or sort, or search for each row. */
const COSTLY = /^SCAN|TEMP B-TREE|CORRELATED/;

/** Those for which that is right. */
const ALLOWED = [
  // At the start, and in settled(), which waits for all companies.
  /^SELECT company FROM companies/,
  // The subqueries search by the key of the one company.
  /^SELECT \w+, record, dataset, \(/,
  // Of one row, and of the few datasets that are left.
  /(FROM|UPDATE) spare_datasets/,
  /(FROM|UPDATE) settings/,
  // The few entries of one payment.
  /FROM entries WHERE company = \? AND dataset = \?( AND subject = \?)? ORDER BY sequence/,
  // The splits of one subscription.
  /json_each\(/,
  /pragma_/,
  // In the migrations.
  /FROM (sqlite_schema|layouts)/,
];

test("no call makes the store scan a table or sort rows", async () => {
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
  const shop = await openSandbox({ db: newFile() });
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
  await control.snapshots.list();
  await control.search.find({ q: id.slice(-8) });
  const { customerId } = card;
  await centavo.payments.list({ status: "SUCCEEDED", customerId });
  await centavo.subscriptions.list({ status: "ACTIVE", subaccountId });
  await centavo.subaccounts.list({ companyType: "PF" });
  await centavo.withdrawals.list();
  await centavo.bankAccounts.list();
  const session = `${shop.url}/_sandbox/inspector/session`;
  const headers = { "content-type": "application/json" };
  const opened = await fetch(session, { method: "POST", headers, body: JSON.stringify(shop.keys) });
  const cookie = `${opened.headers.get("set-cookie")}`;
  await fetch(session, { method: "DELETE", headers: { cookie } });
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
