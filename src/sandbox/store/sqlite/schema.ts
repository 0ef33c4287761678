import type { Filters, Kind } from "../store.ts";

/**
 * How a filter matches: by the field of its name, in the resource or the internal fields, or by an SQL
 * condition. Triggers maintain the number of records for each value of a `counted` field, so that a list
 * does not have to count many records.
 */
type FilterTarget = { field: "resource" | "internal"; counted?: true } | { condition: string };

/** One table for each kind. A filter here gets its own column and index. */
export const filters: { [Name in Kind]: Record<keyof Filters[Name], FilterTarget> } = {
  customers: { taxNumber: { field: "internal" } },
  cards: { customerId: { field: "resource" } },
  payments: {
    status: { field: "resource", counted: true },
    paymentMethod: { field: "resource", counted: true },
    amount: { field: "resource" },
    customerId: { field: "internal" },
    subscriptionId: { field: "internal" },
  },
  subaccounts: {
    companyType: { field: "resource" },
    taxNumber: { field: "internal" },
  },
  subscriptions: {
    status: { field: "resource" },
    title: { field: "resource" },
    amount: { field: "resource" },
    setupAmount: { field: "resource" },
    frequency: { field: "resource" },
    dueDate: { field: "resource" },
    subaccountId: {
      condition:
        "EXISTS (SELECT 1 FROM json_each(resource, '$.splits') WHERE value ->> 'subaccountId' = ?)",
    },
  },
  bankAccounts: { owner: { field: "internal" } },
  withdrawals: { owner: { field: "internal" } },
  postbacks: {
    status: { field: "resource" },
    resourceId: { field: "resource" },
  },
};

export const kinds = Object.keys(filters) as Kind[];

/** The SQL condition of a filter, with a `?` for the value. */
export function conditionOf(kind: Kind, name: string): string {
  const target = (filters[kind] as Record<string, FilterTarget>)[name];
  if (!target) throw new Error(`${kind} cannot be filtered by ${name}.`);
  return "condition" in target ? target.condition : `${name} = ?`;
}

/** The field name under which `counts` has the number of all records of a kind. */
export const ALL = "";

/** Whether triggers maintain the number of records for each value of a field. */
export function isCounted(kind: Kind, name: string): boolean {
  return countedFields(kind).includes(name);
}

export const schema = [
  ...kinds.map(tableOf),
  ...ownTables(),
  ...kinds.flatMap(counters),
  ...outbox(),
].join("\n");

function countedFields(kind: Kind): string[] {
  const fields = Object.entries<FilterTarget>(filters[kind]);
  return fields.flatMap(([name, target]) => ("counted" in target ? [name] : []));
}

/** Triggers that maintain the counts of a kind. */
function counters(kind: Kind): string[] {
  const fields = countedFields(kind);
  const all = `'${ALL}'`;
  const changes = (row: "new" | "old", by: number) => [
    count(row, all, all, by),
    ...fields.map((name) => count(row, `'${name}'`, `${row}.${name}`, by)),
  ];
  const updates = fields.map((name) =>
    trigger(`UPDATE ON ${kind} WHEN old.${name} IS NOT new.${name}`, `${kind}_${name}_changed`, [
      count("old", `'${name}'`, `old.${name}`, -1),
      count("new", `'${name}'`, `new.${name}`, 1),
    ]),
  );
  return [
    trigger(`INSERT ON ${kind}`, `${kind}_added`, changes("new", 1)),
    trigger(`DELETE ON ${kind}`, `${kind}_deleted`, changes("old", -1)),
    ...updates,
  ];

  function count(row: "new" | "old", field: string, value: string, by: number): string {
    return `INSERT INTO counts VALUES (${row}.company, '${kind}', ${field}, ${value}, ${by})
      ON CONFLICT DO UPDATE SET total = total + ${by};`;
  }
}

/**
 * The outbox contains the first pending postback of each payment or withdrawal, and its due time. Later
 * ones wait in `postbacks`, so that a query for due postbacks does not scan them.
 */
function outbox(): string[] {
  const replaceFirst = (row: "new" | "old") => [
    `DELETE FROM outbox WHERE company = ${row}.company AND resourceId = ${row}.resourceId;`,
    `INSERT INTO outbox SELECT company, resourceId, sequence, internal ->> 'due' FROM postbacks
    WHERE company = ${row}.company AND resourceId = ${row}.resourceId AND status = 'PENDING'
    ORDER BY sequence LIMIT 1;`,
  ];
  const isPending = (row: "new" | "old") => `${row}.status = 'PENDING'`;
  return [
    `CREATE TABLE IF NOT EXISTS outbox (
  company TEXT NOT NULL, resourceId TEXT NOT NULL, sequence INTEGER NOT NULL, due INTEGER NOT NULL,
  PRIMARY KEY (company, resourceId)
) STRICT, WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS outbox_due ON outbox (company, due, sequence);
CREATE INDEX IF NOT EXISTS postbacks_line ON postbacks (company, resourceId, status, sequence);`,
    trigger(`INSERT ON postbacks WHEN ${isPending("new")}`, "outbox_added", replaceFirst("new")),
    trigger(
      `UPDATE ON postbacks WHEN ${isPending("old")} OR ${isPending("new")}`,
      "outbox_changed",
      replaceFirst("new"),
    ),
    trigger(`DELETE ON postbacks WHEN ${isPending("old")}`, "outbox_deleted", replaceFirst("old")),
  ];
}

function trigger(when: string, name: string, statements: string[]): string {
  return `CREATE TRIGGER IF NOT EXISTS ${name} AFTER ${when} BEGIN
  ${statements.join("\n  ")}
END;`;
}

/**
 * `sequence` is the insertion order. A record is stored in two JSON columns, so that a response can
 * contain the resource as stored. Filtered fields of both are generated columns.
 */
function tableOf(kind: Kind): string {
  const fields = Object.entries<FilterTarget>(filters[kind]).flatMap(([name, target]) =>
    "field" in target ? [{ name, column: target.field }] : [],
  );
  const columns = fields.map(({ name, column }) => `, ${name} ANY AS (${column} ->> '${name}')`);
  const indexes = fields.map(
    ({ name }) =>
      `CREATE INDEX IF NOT EXISTS ${kind}_${name} ON ${kind} (company, ${name}, sequence);`,
  );
  return `CREATE TABLE IF NOT EXISTS ${kind} (
  sequence INTEGER PRIMARY KEY, company TEXT NOT NULL, id TEXT NOT NULL,
  resource TEXT NOT NULL, internal TEXT NOT NULL
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
    // The primary key makes each event unique for its subject, with one entry per account, owner and day.
    `CREATE TABLE IF NOT EXISTS entries (
  company TEXT NOT NULL, subject TEXT NOT NULL, event TEXT NOT NULL,
  account TEXT NOT NULL, owner TEXT NOT NULL, day TEXT NOT NULL, amount INTEGER NOT NULL,
  PRIMARY KEY (company, subject, event, account, owner, day)
) STRICT, WITHOUT ROWID;`,
    // The sums per day of the account "available", so that a balance does not have to add up all entries.
    `CREATE TABLE IF NOT EXISTS available (
  company TEXT NOT NULL, owner TEXT NOT NULL, day TEXT NOT NULL, amount INTEGER NOT NULL,
  PRIMARY KEY (company, owner, day)
) STRICT, WITHOUT ROWID;`,
    trigger("INSERT ON entries WHEN new.account = 'available'", "entries_added", [
      `INSERT INTO available VALUES (new.company, new.owner, new.day, new.amount)
    ON CONFLICT DO UPDATE SET amount = amount + new.amount;`,
    ]),
    // The total that a company's buyers have paid. Refunds do not reduce it.
    `CREATE TABLE IF NOT EXISTS received (
  company TEXT PRIMARY KEY, amount INTEGER NOT NULL
) STRICT, WITHOUT ROWID;`,
    trigger(
      "INSERT ON entries WHEN new.account = 'buyers' AND new.amount < 0",
      "entries_received",
      [
        `INSERT INTO received VALUES (new.company, -new.amount)
    ON CONFLICT DO UPDATE SET amount = amount - new.amount;`,
      ],
    ),
    `CREATE TABLE IF NOT EXISTS counts (
  company TEXT NOT NULL, kind TEXT NOT NULL, field TEXT NOT NULL, value TEXT NOT NULL, total INTEGER NOT NULL,
  PRIMARY KEY (company, kind, field, value)
) STRICT, WITHOUT ROWID;`,
    `CREATE TABLE IF NOT EXISTS jobs (
  sequence INTEGER PRIMARY KEY, company TEXT NOT NULL, due INTEGER NOT NULL, record TEXT NOT NULL
) STRICT;
CREATE INDEX IF NOT EXISTS jobs_due ON jobs (company, due, sequence);`,
  ];
}
