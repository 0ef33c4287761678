import type { Filters, Kind } from "../store.ts";

/**
 * Where a filter looks: at the field of its name in the resource or in what is beside it, or a condition.
 * A field that many records have the same value of is counted as they come and go, so that no list has to
 * count them.
 */
type Where = { field: "resource" | "internal"; counted?: true } | { condition: string };

/** A table a kind: adding a filter here adds its column and its index. */
export const filters: { [Name in Kind]: Record<keyof Filters[Name], Where> } = {
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

/** The condition of a filter, with a `?` for the value that is looked for. */
export function conditionOf(kind: Kind, name: string): string {
  const where = (filters[kind] as Record<string, Where>)[name];
  if (!where) throw new Error(`${kind} cannot be filtered by ${name}.`);
  return "condition" in where ? where.condition : `${name} = ?`;
}

/** The name under which all records of a kind are counted. */
export const ALL = "";

/** What is counted of a kind besides all of it. */
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
  const fields = Object.entries<Where>(filters[kind]);
  return fields.flatMap(([name, where]) => ("counted" in where ? [name] : []));
}

/** Keeps the counts of a kind as its records come, change and go. */
function counters(kind: Kind): string[] {
  const fields = countedFields(kind);
  const all = `'${ALL}'`;
  const changes = (row: "new" | "old", by: number) => [
    count(row, all, all, by),
    ...fields.map((name) => count(row, `'${name}'`, `${row}.${name}`, by)),
  ];
  const moves = fields.map((name) =>
    trigger(`UPDATE ON ${kind} WHEN old.${name} IS NOT new.${name}`, `${kind}_${name}_changed`, [
      count("old", `'${name}'`, `old.${name}`, -1),
      count("new", `'${name}'`, `new.${name}`, 1),
    ]),
  );
  return [
    trigger(`INSERT ON ${kind}`, `${kind}_added`, changes("new", 1)),
    trigger(`DELETE ON ${kind}`, `${kind}_deleted`, changes("old", -1)),
    ...moves,
  ];

  function count(row: "new" | "old", field: string, value: string, by: number): string {
    return `INSERT INTO counts VALUES (${row}.company, '${kind}', ${field}, ${value}, ${by})
      ON CONFLICT DO UPDATE SET total = total + ${by};`;
  }
}

/**
 * Of each payment or withdrawal the outbox has the first postback that is pending, and when it is due.
 * Those behind it wait in `postbacks`, so that nobody who looks for what is due has to pass them.
 */
function outbox(): string[] {
  const firstAnew = (row: "new" | "old") => [
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
    trigger(`INSERT ON postbacks WHEN ${isPending("new")}`, "outbox_added", firstAnew("new")),
    trigger(
      `UPDATE ON postbacks WHEN ${isPending("old")} OR ${isPending("new")}`,
      "outbox_changed",
      firstAnew("new"),
    ),
    trigger(`DELETE ON postbacks WHEN ${isPending("old")}`, "outbox_deleted", firstAnew("old")),
  ];
}

function trigger(when: string, name: string, statements: string[]): string {
  return `CREATE TRIGGER IF NOT EXISTS ${name} AFTER ${when} BEGIN
  ${statements.join("\n  ")}
END;`;
}

/**
 * `sequence` is the order in which things came. A record is kept in two columns of JSON, so that the
 * resource can be sent as it stands; fields of both become columns by themselves.
 */
function tableOf(kind: Kind): string {
  const fields = Object.entries<Where>(filters[kind]).flatMap(([name, where]) =>
    "field" in where ? [{ name, column: where.field }] : [],
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
    // An event happens once to whatever it happens to, and has one entry for an account, an owner and a day.
    `CREATE TABLE IF NOT EXISTS entries (
  company TEXT NOT NULL, subject TEXT NOT NULL, event TEXT NOT NULL,
  account TEXT NOT NULL, owner TEXT NOT NULL, day TEXT NOT NULL, amount INTEGER NOT NULL,
  PRIMARY KEY (company, subject, event, account, owner, day)
) STRICT, WITHOUT ROWID;`,
    // What is or becomes available on a day, so that no balance has to add up a history.
    `CREATE TABLE IF NOT EXISTS available (
  company TEXT NOT NULL, owner TEXT NOT NULL, day TEXT NOT NULL, amount INTEGER NOT NULL,
  PRIMARY KEY (company, owner, day)
) STRICT, WITHOUT ROWID;`,
    trigger("INSERT ON entries WHEN new.account = 'available'", "entries_added", [
      `INSERT INTO available VALUES (new.company, new.owner, new.day, new.amount)
    ON CONFLICT DO UPDATE SET amount = amount + new.amount;`,
    ]),
    // What a company's buyers have paid in all, whatever they got back.
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
