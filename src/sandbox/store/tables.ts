import type { Filters, Kind } from "./store.ts";

/** Where in a record a filter looks: an indexed field of its JSON, or a condition on it. */
type Where = { field: string } | { condition: string };

/** A table a kind: adding a filter here adds its column and its index. */
export const filters: { [Name in Kind]: Record<keyof Filters[Name], Where> } = {
  customers: { taxNumber: { field: "$.taxNumber" } },
  cards: { customerId: { field: "$.resource.customerId" } },
  payments: {
    status: { field: "$.resource.status" },
    paymentMethod: { field: "$.resource.paymentMethod" },
    amount: { field: "$.resource.amount" },
    customerId: { field: "$.customerId" },
    subscriptionId: { field: "$.subscriptionId" },
  },
  subaccounts: {
    companyType: { field: "$.resource.companyType" },
    taxNumber: { field: "$.taxNumber" },
  },
  subscriptions: {
    status: { field: "$.resource.status" },
    title: { field: "$.resource.title" },
    amount: { field: "$.resource.amount" },
    setupAmount: { field: "$.resource.setupAmount" },
    frequency: { field: "$.resource.frequency" },
    dueDate: { field: "$.resource.dueDate" },
    subaccountId: {
      condition:
        "EXISTS (SELECT 1 FROM json_each(record, '$.resource.splits') WHERE value ->> 'subaccountId' = ?)",
    },
  },
  bankAccounts: { owner: { field: "$.owner" } },
  withdrawals: { owner: { field: "$.owner" } },
  postbacks: {
    status: { field: "$.resource.status" },
    resourceId: { field: "$.resource.resourceId" },
  },
};

export const kinds = Object.keys(filters) as Kind[];

/** The condition of a filter, with a `?` for the value that is looked for. */
export function conditionOf(kind: Kind, name: string): string {
  const where = (filters[kind] as Record<string, Where>)[name];
  if (!where) throw new Error(`${kind} cannot be filtered by ${name}.`);
  return "condition" in where ? where.condition : `${name} = ?`;
}

export const schema = [...kinds.map(tableOf), ...ownTables()].join("\n");

/** `sequence` is the order in which things came; a record's fields become columns by themselves. */
function tableOf(kind: Kind): string {
  const fields = Object.entries<Where>(filters[kind]).flatMap(([name, where]) =>
    "field" in where ? [{ name, path: where.field }] : [],
  );
  const columns = fields.map(({ name, path }) => `, ${name} ANY AS (record ->> '${path}')`);
  const indexes = fields.map(
    ({ name }) =>
      `CREATE INDEX IF NOT EXISTS ${kind}_${name} ON ${kind} (company, ${name}, sequence);`,
  );
  return `CREATE TABLE IF NOT EXISTS ${kind} (
  sequence INTEGER PRIMARY KEY, company TEXT NOT NULL, id TEXT NOT NULL, record TEXT NOT NULL
  ${columns.join("")}
) STRICT;
CREATE UNIQUE INDEX IF NOT EXISTS ${kind}_id ON ${kind} (company, id);
CREATE INDEX IF NOT EXISTS ${kind}_sequence ON ${kind} (company, sequence);
${indexes.join("\n")}`;
}

function ownTables(): string[] {
  return [
    `CREATE TABLE IF NOT EXISTS settings (id INTEGER PRIMARY KEY CHECK (id = 1), record TEXT NOT NULL) STRICT;`,
    `CREATE TABLE IF NOT EXISTS companies (
  sequence INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, record TEXT NOT NULL
) STRICT;`,
    `CREATE TABLE IF NOT EXISTS entries (
  sequence INTEGER PRIMARY KEY, company TEXT NOT NULL, subject TEXT NOT NULL, event TEXT NOT NULL,
  account TEXT NOT NULL, owner TEXT NOT NULL, day TEXT NOT NULL, amount INTEGER NOT NULL
) STRICT;
CREATE INDEX IF NOT EXISTS entries_subject ON entries (company, subject);
CREATE INDEX IF NOT EXISTS entries_balance ON entries (company, account, owner, day, amount);`,
    `CREATE TABLE IF NOT EXISTS jobs (
  sequence INTEGER PRIMARY KEY, company TEXT NOT NULL, due INTEGER NOT NULL, record TEXT NOT NULL
) STRICT;
CREATE INDEX IF NOT EXISTS jobs_due ON jobs (company, due, sequence);`,
  ];
}
