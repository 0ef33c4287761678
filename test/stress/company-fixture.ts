import type { DatabaseSync } from "node:sqlite";
import type { Sandbox } from "../../src/sandbox/index.ts";
import { Shop, START } from "../sandbox/company-fixture.ts";
import { body } from "../sandbox/contract-examples.ts";
import { openCopy } from "../sandbox/database-file.ts";

/** A company that has one of everything, and of most things in more than one state. */
export interface Company {
  shop: Shop;
  token: string;
  /** What requests can name, by the names under which they do. */
  has: Record<string, string[]>;
  /** The paths of its files. */
  files: string[];
}

/** Makes a company of a sandbox, and gives it everything; `mark` is in the names of its people. */
export async function furnishedCompany(sandbox: Sandbox, mark: string): Promise<Company> {
  const { data: keys } = await sandbox.control.companies.create();
  const shop = new Shop(sandbox.url, keys);
  const { centavo, control } = shop;

  const card = await shop.card({ holderName: mark });
  const seller = await shop.subaccount();
  const { data: applicant } = await centavo.subaccounts.createPj(
    body("subaccounts.createPj", "pj", { name: mark }),
  );
  const splits = [{ subaccountId: seller, splitPercentage: 50 }];
  const postbackUrl = "https://loja.exemplo.com.br/notificacoes";
  const change = { customerData: { firstName: mark }, billingData: { postbackUrl } };

  const charged = await shop.pay("cardWithSplits", { ...change, splits });
  const billet = await shop.pay("billet", change);
  const paid = await shop.pay("pix", { billingData: { amount: 1_000_000, postbackUrl }, splits });
  await shop.decide(paid.id, "PAID");
  const waiting = await shop.pay("pix", change);

  const active = await shop.subscription({ title: mark, dueDate: START.slice(0, 10) }, card);
  const suspended = await shop.subscription({ title: mark }, card);
  await centavo.subscriptions.suspend(suspended.id);
  const { data: split } = await centavo.subscriptions.addSplit(
    body("subscriptions.addSplit", "percentage", {
      subscriptionId: active.id,
      subaccountId: seller,
    }),
  );
  const account = body("bankAccounts.create", "checking", { holderName: mark });
  await centavo.bankAccounts.create(account);
  await centavo.bankAccounts.create(account, { subaccountId: seller });
  const withdrawal = await shop.withdraw(100);
  const ofSeller = await shop.withdraw(100, seller);
  await sandbox.settled();
  const { data: postbacks } = await control.postbacks.list();
  const { data: snapshot } = await control.snapshots.create();
  const { data: requests } = await control.requests.list({ limit: 2 });

  const payments = [charged.id, paid.id, waiting.id, billet.id];
  return {
    shop,
    token: await shop.token(),
    has: {
      customerId: [card.customerId],
      cardId: [card.id],
      tokenizedCardId: [card.id],
      subaccountId: [seller, applicant.id],
      "x-subaccount-id": [seller],
      paymentId: payments,
      transactionId: payments,
      resourceId: payments,
      subscriptionId: [active.id, suspended.id],
      splitId: [split.id],
      withdrawalId: [withdrawal.id, ofSeller.id],
      eventId: postbacks.map(({ eventId }) => eventId),
      snapshotId: [snapshot.snapshotId],
      requestId: requests.map(({ id }) => id),
    },
    files: [billet, waiting].flatMap(
      (payment) =>
        JSON.stringify(payment)
          .match(/\/_sandbox\/files\/[\w./-]+/g)
          ?.map(String) ?? [],
    ),
  };
}

/**
 * Everything that a file has, to the letter, or only what it has of one company. That a sandbox has the
 * file open does no harm. Of timelines it shows nothing: requests are added to them a little later.
 */
export function rowsIn(db: string, companyId?: string): Record<string, unknown[]> {
  using file = openCopy(db);
  const { sqlite } = file;
  const tables = sqlite.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all();
  const names = tables.map(({ name }) => `${name}`).filter((name) => !TIMELINE.includes(name));
  return Object.fromEntries(names.map((name) => [name, rowsOf(sqlite, name, companyId)]));
}

/** The tables of the timelines. */
const TIMELINE = ["events", "eventTotals"];

function rowsOf(sqlite: DatabaseSync, table: string, companyId?: string): unknown[] {
  if (companyId === undefined) return sqlite.prepare(`SELECT * FROM ${table}`).all();
  const columns = sqlite.prepare(`PRAGMA table_info(${table})`).all();
  const owner = columns.some(({ name }) => name === "company") ? "company" : "id";
  return sqlite.prepare(`SELECT * FROM ${table} WHERE ${owner} = ?`).all(companyId);
}
