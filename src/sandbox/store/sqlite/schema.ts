import { ALL, countedFields, type FilterTarget, filterTargets, kinds } from "../filters.ts";
import type { Kind } from "../records.ts";

/** The SQL condition of a filter, with a `?` for the value. */
export function conditionOf(kind: Kind, name: string): string {
  const target = (filterTargets[kind] as Record<string, FilterTarget>)[name];
  if (!target) throw new Error(`${kind} cannot be filtered by ${name}.`);
  if (typeof target === "string") return `${name} = ?`;
  return `EXISTS (SELECT 1 FROM json_each(resource, '$.${target.list}') WHERE value ->> '${name}' = ?)`;
}

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
  const fields = Object.entries<FilterTarget>(filterTargets[kind]).flatMap(([name, column]) =>
    typeof column === "string" ? [{ name, column }] : [],
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
    `CREATE TABLE IF NOT EXISTS entries (
  sequence INTEGER PRIMARY KEY, company TEXT NOT NULL, subject TEXT NOT NULL, event TEXT NOT NULL,
  account TEXT NOT NULL, owner TEXT NOT NULL, day TEXT NOT NULL, amount INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX IF NOT EXISTS entries_subject ON entries (company, subject, event, account, owner, day);`,
    // The sums per account, owner and day, so that a balance does not have to add up all entries.
    `CREATE TABLE IF NOT EXISTS sums (
  company TEXT NOT NULL, account TEXT NOT NULL, owner TEXT NOT NULL, day TEXT NOT NULL, amount INTEGER NOT NULL,
  PRIMARY KEY (company, account, owner, day)
) STRICT, WITHOUT ROWID;`,
    trigger("INSERT ON entries", "entries_added", [
      `INSERT INTO sums VALUES (new.company, new.account, new.owner, new.day, new.amount)
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
    // The time until which a line of the outbox is claimed.
    `CREATE TABLE IF NOT EXISTS leases (
  company TEXT NOT NULL, resourceId TEXT NOT NULL, until INTEGER NOT NULL,
  PRIMARY KEY (company, resourceId)
) STRICT, WITHOUT ROWID;`,
    `CREATE TABLE IF NOT EXISTS events (
  company TEXT NOT NULL, id INTEGER NOT NULL, record TEXT NOT NULL, PRIMARY KEY (company, id)
) STRICT, WITHOUT ROWID;`,
    // The number of all events ever added, by type, including deleted ones.
    `CREATE TABLE IF NOT EXISTS eventTotals (
  company TEXT NOT NULL, type TEXT NOT NULL, total INTEGER NOT NULL, PRIMARY KEY (company, type)
) STRICT, WITHOUT ROWID;`,
    `CREATE TABLE IF NOT EXISTS snapshots (
  sequence INTEGER PRIMARY KEY, company TEXT NOT NULL, id TEXT NOT NULL, createdAt TEXT NOT NULL, record TEXT NOT NULL
) STRICT;
CREATE UNIQUE INDEX IF NOT EXISTS snapshots_id ON snapshots (company, id);
CREATE INDEX IF NOT EXISTS snapshots_sequence ON snapshots (company, sequence);`,
  ];
}

/** The tables that `clear` empties for a company. The outbox and the counts follow by triggers. */
export const dataTables: readonly string[] = [
  ...kinds,
  ...["entries", "sums", "received", "jobs", "leases"],
];
