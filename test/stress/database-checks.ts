import type { DatabaseSync } from "node:sqlite";
import { isAllowed } from "../../src/sandbox/domain/status-transitions.ts";
import { transitions } from "../../src/sandbox/openapi/index.ts";
import { openCopy } from "../sandbox/database-file.ts";

/** The first name of those who become customers by a payment; those who are made by a call have another. */
export const BUYER = "Comprador";

/** The fees of the companies. Without a fee, missing entries of it would go unnoticed. */
export const TERMS = { feePercentage: 2, feeFixed: 39 };

/** A postback as the file has it. */
export interface ReportedEvents {
  eventId: string;
  resourceId: string;
  status: string;
  delivered: string;
}

const noneIn = (table: string, where: string) =>
  `NOT EXISTS (SELECT 1 FROM ${table} AS other WHERE other.company = this.company AND ${where})`;
const events = (event: string) =>
  `(SELECT count(*) > 0 FROM entries AS other WHERE other.company = this.company
    AND other.subject = this.id AND other.event = '${event}')`;
const sums = (condition: string) =>
  `(SELECT coalesce(sum(amount), 0) FROM entries AS other WHERE other.company = this.company
    AND other.subject = this.id AND other.event = 'sale' AND ${condition})`;
const field = (path: string) => `(resource ->> '$.${path}')`;
const OUTBOX = "SELECT company, resourceId, sequence, due FROM outbox";
const FIRST = `SELECT company, resourceId, min(sequence) AS sequence, internal ->> 'due' AS due
  FROM postbacks WHERE status = 'PENDING' GROUP BY company, resourceId`;
const SOLD = "('SUCCEEDED', 'PAID', 'DISPUTED', 'CHARGEBACK', 'REFUNDED')";

/** What a transaction writes, and what must not be there without the rest of it. */
const broken: Record<string, string> = {
  "a payment without its customer": `SELECT id FROM payments AS this
    WHERE ${noneIn("customers", "other.id = this.customerId")}`,
  "a buyer without a payment": `SELECT id FROM customers AS this
    WHERE ${field("firstName")} = '${BUYER}' AND ${noneIn("payments", "other.customerId = this.id")}`,
  "a customer without an address": `SELECT id FROM customers WHERE ${field("address.street")} IS NULL`,
  "a card without its customer": `SELECT id FROM cards AS this
    WHERE ${noneIn("customers", "other.id = this.customerId")}`,
  "a subscription without its customer": `SELECT id FROM subscriptions AS this
    WHERE ${noneIn("customers", `other.id = this.resource ->> '$.customerId'`)}`,
  "a subscription without its card": `SELECT id FROM subscriptions AS this
    WHERE ${noneIn("cards", `other.id = this.resource ->> '$.cardId'`)}`,
  "a charge of no subscription": `SELECT id FROM payments AS this WHERE subscriptionId IS NOT NULL
    AND ${noneIn("subscriptions", "other.id = this.subscriptionId")}`,
  "a subscription that has charged otherwise than it counts": `SELECT id FROM subscriptions AS this
    WHERE internal ->> '$.billing.cycles' <> (SELECT count(*) FROM payments AS other
    WHERE other.company = this.company AND other.subscriptionId = this.id)`,

  "books that do not sum to zero": `SELECT subject || ' ' || event || ' ' || day AS id FROM entries
    GROUP BY company, subject, event, day HAVING sum(amount) <> 0`,
  "a sum that is not the sum of its entries": `SELECT account || ' ' || owner || ' ' || day AS id FROM sums
    JOIN (SELECT company, account, owner, day, sum(amount) AS total FROM entries
    GROUP BY company, account, owner, day) USING (company, account, owner, day) WHERE amount <> total`,
  "a company that has received another sum than its sales": `SELECT company AS id FROM received AS this
    WHERE amount <> (SELECT -sum(amount) FROM entries AS other WHERE other.company = this.company
    AND event = 'sale' AND account = 'buyers')`,
  "payments that are counted otherwise than they are": `SELECT field || ' ' || value AS id FROM counts AS this
    WHERE kind = 'payments' AND field = 'status' AND total <> (SELECT count(*) FROM payments AS other
    WHERE other.company = this.company AND other.status = this.value)`,
  "an entry about nothing": `SELECT subject AS id FROM entries AS this
    WHERE ${noneIn("payments", "other.id = this.subject")}
    AND ${noneIn("withdrawals", "other.id = this.subject")}`,
  "a sale without its entries, or entries of none": `SELECT id FROM payments AS this
    WHERE (status IN ${SOLD}) <> ${events("sale")}`,
  "a refund without its entries, or entries of none": `SELECT id FROM payments AS this
    WHERE (status = 'REFUNDED') <> ${events("refund")}`,
  "a chargeback without its entries, or entries of none": `SELECT id FROM payments AS this
    WHERE (status = 'CHARGEBACK') <> ${events("chargeback")}`,
  "an anticipation without its entries, or entries of none": `SELECT id FROM payments AS this
    WHERE (internal ->> '$.anticipated') <> ${events("anticipation")}`,
  "a withdrawal without its entries": `SELECT id FROM withdrawals AS this
    WHERE NOT ${events("withdrawal")}`,
  "a failed withdrawal without its return, or a return of none": `SELECT id FROM withdrawals AS this
    WHERE (${field("status")} = 'FAILED') <> ${events("return")}`,
  "a sale of another amount": `SELECT id FROM payments AS this WHERE status IN ${SOLD}
    AND ${sums("account = 'buyers'")} <> -amount`,
  "a sale without its fee": `SELECT id FROM payments AS this WHERE status IN ${SOLD}
    AND ${sums("account = 'fees'")} <= 0`,
  "a split without its share": `SELECT this.id FROM payments AS this,
    json_each(this.resource, '$.splits') AS split WHERE status IN ${SOLD}
    AND ${sums("account = 'available' AND owner = split.value ->> 'subaccountId'")} <>
    (SELECT sum(value ->> 'liquidAmount') FROM json_each(this.resource, '$.splits') AS part
    WHERE part.value ->> 'subaccountId' = split.value ->> 'subaccountId')`,

  "a job about nothing": `SELECT sequence AS id FROM jobs AS this
    WHERE ${noneIn("payments", "other.id = this.record ->> '$.paymentId'")}
    AND ${noneIn("subscriptions", "other.id = this.record ->> '$.subscriptionId'")}
    AND ${noneIn("entries", "other.owner = this.record ->> '$.owner' AND other.day = this.record ->> '$.day'")}`,
  "a payment that waits without end": `SELECT id FROM payments AS this WHERE status = 'PENDING'
    AND ${noneIn("jobs", "other.record ->> '$.paymentId' = this.id AND other.record ->> '$.status' = 'CANCELED'")}`,
  "an active subscription that nothing is planned for": `SELECT id FROM subscriptions AS this
    WHERE status = 'ACTIVE' AND ${noneIn(
      "jobs",
      `other.record ->> '$.subscriptionId' = this.id
      AND other.record ->> '$.day' = this.internal ->> '$.billing.next.day'`,
    )}`,

  "a postback about nothing": `SELECT id FROM postbacks AS this
    WHERE ${noneIn("payments", "other.id = this.resourceId")}
    AND ${noneIn("withdrawals", "other.id = this.resourceId")}`,
  "a postback that overtook an earlier one": `SELECT id FROM postbacks AS this
    WHERE status <> 'PENDING' AND ${`NOT ${noneIn(
      "postbacks",
      "other.resourceId = this.resourceId AND other.sequence < this.sequence AND other.status = 'PENDING'",
    )}`}`,
  "an outbox that has others than the first pending of each resource": `SELECT sequence AS id
    FROM (SELECT * FROM (${OUTBOX} EXCEPT ${FIRST}) UNION ALL SELECT * FROM (${FIRST} EXCEPT ${OUTBOX}))`,
};

/** An index for the queries below, which a sandbox itself never makes. */
const sought = ["paymentId", "subscriptionId"]
  .map((name) => `CREATE INDEX jobs_${name} ON jobs (company, record ->> '$.${name}');`)
  .join("\n");

/**
 * The resources whose changes are sent as postbacks, and their possible steps. How a withdrawal starts
 * is in no table.
 */
const told = {
  payments: transitions.payment,
  withdrawals: [{ from: null, to: "PENDING" }, ...transitions.withdrawal],
};

/** What is half there in the file of a sandbox that does not run. */
export function brokenIn(db: string): string[] {
  using file = openCopy(db);
  const { sqlite } = file;
  // A sandbox that was killed at its first start has made nothing yet.
  if (sqlite.prepare("SELECT 1 FROM sqlite_schema").all().length === 0) return [];
  sqlite.exec(sought);
  const integrity = sqlite.prepare("PRAGMA integrity_check").all() as { integrity_check: string }[];
  const problems = integrity.map((row) => row.integrity_check).filter((text) => text !== "ok");
  const halves = Object.entries(broken).flatMap(([what, sql]) =>
    (sqlite.prepare(sql).all() as { id: string }[]).map(({ id }) => `${what}: ${id}`),
  );
  return [
    ...problems,
    ...halves,
    ...Object.keys(told).flatMap((table) => unreported(sqlite, table)),
  ];
}

/** The postbacks of a file, in the order of the changes. */
export function reportedIn(db: string): ReportedEvents[] {
  using file = openCopy(db);
  const sql = `SELECT id AS eventId, resourceId, internal ->> '$.body.status' AS status,
    status AS delivered FROM postbacks ORDER BY sequence`;
  return file.sqlite.prepare(sql).all() as unknown as ReportedEvents[];
}

/** Every change of a resource with a receiver has a postback, from its creation to its current status. */
function unreported(sqlite: DatabaseSync, table: string): string[] {
  const sql = `SELECT id, ${field("status")} AS status, ${field("paymentMethod")} AS method,
    (SELECT group_concat(internal ->> '$.body.status', ' ' ORDER BY sequence) FROM postbacks AS other
    WHERE other.company = this.company AND other.resourceId = this.id) AS told
    FROM ${table} AS this WHERE ${field("postbackUrl")} <> ''`;
  const rows = sqlite.prepare(sql).all() as unknown as Row[];
  return rows
    .filter((row) => !leads(row, table as keyof typeof told))
    .map(({ id, status, told }) => `${table} ${id} is ${status}, and told was ${told}`);
}

interface Row {
  id: string;
  status: string;
  method: "card" | "pix" | "billet" | null;
  told: string | null;
}

function leads(row: Row, table: keyof typeof told): boolean {
  const steps = row.told?.split(" ") ?? [];
  const legal = steps.every((step, index) =>
    isAllowed(told[table], steps[index - 1] ?? null, step, row.method ?? undefined),
  );
  return legal && steps.at(-1) === row.status;
}
