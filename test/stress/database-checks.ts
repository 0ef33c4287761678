import { dataTables } from "../../src/sandbox-node/store/sql/dataset-tables.ts";
import type { PostgresServer } from "../postgres/postgres-server.ts";
import { openCopy } from "../sandbox/database-file.ts";

/** Returns the rows of a query, each with an `id`. */
type Query = (sql: string) => Promise<{ id: string }[]>;

/** The first name of those who become customers by a payment; those who are made by a call have another. */
export const BUYER = "Comprador";

/** The fees of the companies. Without a fee, missing entries of it would go unnoticed. */
export const TERMS = { feePercentage: 2, feeFixed: 39 };

const withEvent = (event: string) => `(SELECT subject FROM entries WHERE event = '${event}')`;
const sold = (condition: string) => `(SELECT coalesce(sum(amount), 0) FROM entries
  WHERE entries.company = this.company AND subject = this.id AND event = 'sale' AND ${condition})`;
const OUTBOX = "SELECT company, resource_id, sequence, due FROM outbox";
const FIRST = `SELECT company, resource_id, sequence, due FROM postbacks AS this
  WHERE status = 'PENDING' AND NOT EXISTS (SELECT 1 FROM postbacks AS other
  WHERE other.company = this.company AND other.resource_id = this.resource_id
  AND other.status = 'PENDING' AND other.sequence < this.sequence)`;
const SOLD = "('SUCCEEDED', 'PAID', 'DISPUTED', 'CHARGEBACK', 'REFUNDED')";

/** What belongs to each event of the ledger: without it there is no such entry, and not it without one. */
const booked = {
  sale: `payments WHERE (status IN ${SOLD})`,
  refund: "payments WHERE (status = 'REFUNDED')",
  chargeback: "payments WHERE (status = 'CHARGEBACK')",
  anticipation: `payments WHERE (internal LIKE '%"anticipated":true%')`,
  withdrawal: "withdrawals WHERE (true)",
  return: "withdrawals WHERE (resource ->> 'status' = 'FAILED')",
};

/** What a transaction writes, and what must not be there without the rest of it, of the companies' datasets. */
const broken: Record<string, string> = {
  "a payment without its customer": `SELECT id FROM payments
    WHERE customer_id NOT IN (SELECT id FROM customers)`,
  "a buyer without a payment": `SELECT id FROM customers
    WHERE resource ->> 'firstName' = '${BUYER}' AND id NOT IN (SELECT customer_id FROM payments)`,
  "a card without its customer": `SELECT id FROM cards
    WHERE resource ->> 'customerId' NOT IN (SELECT id FROM customers)`,
  "a subscription without its customer or its card": `SELECT id FROM subscriptions
    WHERE resource ->> 'customerId' NOT IN (SELECT id FROM customers)
    OR resource ->> 'cardId' NOT IN (SELECT id FROM cards)`,
  "a charge of no subscription": `SELECT id FROM payments
    WHERE subscription_id IS NOT NULL AND subscription_id NOT IN (SELECT id FROM subscriptions)`,
  "a subscription that has charged otherwise than it counts": `SELECT id FROM subscriptions AS this
    WHERE CAST(internal -> 'billing' ->> 'cycles' AS integer) <>
    (SELECT count(*) FROM payments WHERE payments.company = this.company AND subscription_id = this.id)`,
  ...Object.fromEntries(
    Object.entries(booked).map(([event, rows]) => [
      `no ${event}, or entries of none`,
      `SELECT id FROM ${rows} <> (id IN ${withEvent(event)})`,
    ]),
  ),
  "books that do not sum to zero": `SELECT subject || ' ' || event || ' ' || day AS id FROM entries
    GROUP BY company, subject, event, day HAVING sum(amount) <> 0`,
  "a sum that is not the sum of its entries": `SELECT account || ' ' || owner || ' ' || day AS id
    FROM sums JOIN (SELECT company, account, owner, day, sum(amount) AS total FROM entries
    GROUP BY company, account, owner, day) AS added USING (company, account, owner, day)
    WHERE sums.total <> added.total`,
  "a company that has received another sum than its sales": `SELECT company AS id FROM counts AS this
    WHERE kind = 'received' AND total <> (SELECT -sum(amount) FROM entries WHERE entries.company = this.company
    AND event = 'sale' AND account = 'buyers')`,
  "payments that are counted otherwise than they are": `SELECT status || ' ' || payment_method AS id
    FROM counts AS this WHERE kind = 'payments' AND total <> (SELECT count(*) FROM payments
    WHERE payments.company = this.company AND status = this.status AND payment_method = this.payment_method)`,
  "amounts that are counted otherwise than they are": `SELECT amount AS id FROM amounts AS this
    WHERE total <> (SELECT count(*) FROM payments
    WHERE payments.company = this.company AND amount = this.amount)`,
  "a sale of another amount": `SELECT id FROM payments AS this WHERE status IN ${SOLD}
    AND ${sold("account = 'buyers'")} <> -CAST(resource ->> 'amount' AS integer)`,
  "a sale without its fee": `SELECT id FROM payments AS this WHERE status IN ${SOLD}
    AND ${sold("account = 'fees'")} <= 0`,
  "a payment that waits without end": `SELECT id FROM payments WHERE status = 'PENDING'
    AND id NOT IN (SELECT key FROM jobs WHERE kind = 'expiry')`,
  "an active subscription that nothing is planned for": `SELECT id FROM subscriptions
    WHERE status = 'ACTIVE' AND id NOT IN (SELECT key FROM jobs WHERE kind IN ('charge', 'end'))`,
  "a job that will find nothing to do": `SELECT record AS id FROM jobs
    WHERE kind = 'payment' AND record ->> 'paymentId' NOT IN (SELECT id FROM payments)
    OR kind = 'expiry' AND key NOT IN (SELECT id FROM payments WHERE status = 'PENDING')
    OR kind IN ('charge', 'end') AND key NOT IN (SELECT id FROM subscriptions WHERE status = 'ACTIVE')`,
  "a change without its postback": `SELECT id FROM (SELECT * FROM
    (SELECT id, resource FROM payments UNION ALL SELECT id, resource FROM withdrawals) AS every) AS this
    WHERE resource ->> 'postbackUrl' <> '' AND NOT EXISTS (SELECT 1 FROM postbacks
    WHERE resource_id = this.id AND internal -> 'body' ->> 'status' = this.resource ->> 'status')`,
  "a postback that overtook an earlier one": `SELECT id FROM postbacks AS this
    WHERE status <> 'PENDING' AND EXISTS (SELECT 1 FROM postbacks AS other
    WHERE other.company = this.company AND other.resource_id = this.resource_id
    AND other.sequence < this.sequence AND other.status = 'PENDING')`,
  "an outbox that has others than the first pending of each resource": `SELECT resource_id AS id
    FROM (SELECT * FROM (${OUTBOX} EXCEPT ${FIRST}) AS more
    UNION ALL SELECT * FROM (${FIRST} EXCEPT ${OUTBOX}) AS less) AS difference`,
  "events whose ids are not consecutive": `SELECT company AS id FROM events
    GROUP BY company HAVING max(id) - min(id) + 1 <> count(*)`,
};

async function brokenIn(schema: string, query: Query): Promise<string[]> {
  const current = dataTables.map(
    ({ name }) => `${name} AS (SELECT * FROM ${schema}.${name}
    WHERE (company, dataset) IN (SELECT company, dataset FROM ${schema}.companies))`,
  );
  const found: string[] = [];
  for (const [what, sql] of Object.entries(broken))
    found.push(...(await query(`WITH ${current} ${sql}`)).map(({ id }) => `${what}: ${id}`));
  return found;
}

/** What is half there in the file of a sandbox, which may be running. */
export async function brokenInFile(db: string): Promise<string[]> {
  using file = openCopy(db);
  const { sqlite } = file;
  // A sandbox that was killed at its first start has made nothing yet.
  if (sqlite.prepare("SELECT 1 FROM sqlite_schema").all().length === 0) return [];
  const [integrity] = sqlite.prepare("PRAGMA integrity_check").all();
  const problem = `${integrity?.integrity_check}`;
  const halves = await brokenIn(
    "main",
    async (sql) => sqlite.prepare(sql).all() as { id: string }[],
  );
  return problem === "ok" ? halves : [problem, ...halves];
}

/** What is half there in a database of a server, whose JSON is in columns of text. */
export function brokenInDatabase(server: PostgresServer, address: string): Promise<string[]> {
  return brokenIn("centavo", (sql) =>
    server.query(
      sql.replaceAll(/\b(resource|internal|record)(?= ->)/g, "$1::json"),
      `${address}?options=-csearch_path%3Dcentavo`,
    ),
  );
}
