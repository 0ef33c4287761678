import { type FilterTarget, filterTargets, kinds } from "../filters.ts";
import type { Kind } from "../records.ts";

/** Texts compare by their code points, in every locale. */
const TEXT = 'text COLLATE "C"';
const LIST = 'text[] COLLATE "C"';

/** The filters of a kind, and what each compares. */
export function filtersOf(kind: Kind): [name: string, target: FilterTarget][] {
  return Object.entries<FilterTarget>(filterTargets[kind]);
}

/** The table of a kind, with its schema. */
export function tableOf(kind: Kind): string {
  return `centavo.${columnOf(kind)}`;
}

/** The column of a field. PostgreSQL folds unquoted names to lower case. */
export function columnOf(field: string): string {
  return field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/**
 * `sequence` is the insertion order. A record is stored in two texts of JSON, so that a response can contain the
 * resource as stored. The values of filters are columns: PostgreSQL never looks into the JSON.
 */
function recordTable(kind: Kind): string {
  const table = tableOf(kind);
  const filters = filtersOf(kind);
  const columns = filters.map(
    ([name, target]) => `${columnOf(name)} ${typeof target === "string" ? TEXT : LIST},`,
  );
  const indexes = filters
    .filter(([, target]) => typeof target === "string")
    .map(([name]) => `CREATE INDEX ON ${table} (company, ${columnOf(name)}, sequence);`);
  return `CREATE TABLE ${table} (
  company ${TEXT} NOT NULL, sequence bigint NOT NULL, id ${TEXT} NOT NULL,
  resource text NOT NULL, internal text NOT NULL,
  ${columns.join(" ")}
  PRIMARY KEY (company, sequence), UNIQUE (company, id)
);
${indexes.join("\n")}`;
}

/**
 * The first version of the tables. Every key begins with the company, so that they can be partitioned or distributed
 * by it. There are no triggers, no foreign keys and no sequences, which a distributed table may not have or which all
 * companies would share.
 */
export const firstTables = `
CREATE TABLE centavo.settings (
  id integer PRIMARY KEY CHECK (id = 1), record text, company_count bigint NOT NULL
);
INSERT INTO centavo.settings VALUES (1, NULL, 0);

-- A clock runs \`clock_ahead\` milliseconds ahead of the system, or is frozen at \`clock_now\`.
-- Until \`worker_until\`, a process looks after the due work of the company.
CREATE TABLE centavo.companies (
  id ${TEXT} PRIMARY KEY, number bigint NOT NULL, record text NOT NULL,
  clock_ahead bigint, clock_now bigint, worker_until bigint NOT NULL DEFAULT 0
);

-- The latest commit of each process in a company, or in the settings. The company is "" there.
CREATE TABLE centavo.commits (
  company ${TEXT} NOT NULL, process ${TEXT} NOT NULL, id ${TEXT} NOT NULL, at timestamptz NOT NULL,
  PRIMARY KEY (company, process)
);

${kinds.map(recordTable).join("\n")}

-- The number of records of a kind for each value of some fields.
CREATE TABLE centavo.counts (
  company ${TEXT} NOT NULL, kind ${TEXT} NOT NULL, field ${TEXT} NOT NULL, value ${TEXT} NOT NULL,
  total bigint NOT NULL, PRIMARY KEY (company, kind, field, value)
);

-- The first pending postback of each line. Later ones wait in \`postbacks\`, so that a claim does not scan them.
CREATE TABLE centavo.outbox (
  company ${TEXT} NOT NULL, resource_id ${TEXT} NOT NULL, sequence bigint NOT NULL, due bigint NOT NULL,
  PRIMARY KEY (company, resource_id)
);
CREATE INDEX ON centavo.outbox (company, due, sequence);
CREATE INDEX ON centavo.postbacks (company, resource_id, sequence) WHERE status = 'PENDING';
-- The time until which a line is claimed.
CREATE TABLE centavo.leases (
  company ${TEXT} NOT NULL, resource_id ${TEXT} NOT NULL, until bigint NOT NULL,
  PRIMARY KEY (company, resource_id)
);

CREATE TABLE centavo.entries (
  company ${TEXT} NOT NULL, sequence bigint NOT NULL, subject ${TEXT} NOT NULL, event ${TEXT} NOT NULL,
  account ${TEXT} NOT NULL, owner ${TEXT} NOT NULL, day ${TEXT} NOT NULL, amount bigint NOT NULL,
  PRIMARY KEY (company, sequence), UNIQUE (company, subject, event, account, owner, day)
);
CREATE TABLE centavo.sums (
  company ${TEXT} NOT NULL, account ${TEXT} NOT NULL, owner ${TEXT} NOT NULL, day ${TEXT} NOT NULL,
  amount bigint NOT NULL, PRIMARY KEY (company, account, owner, day)
);
CREATE TABLE centavo.received (company ${TEXT} PRIMARY KEY, amount bigint NOT NULL);

CREATE TABLE centavo.jobs (
  company ${TEXT} NOT NULL, sequence bigint NOT NULL, due bigint NOT NULL, record text NOT NULL,
  PRIMARY KEY (company, sequence)
);
CREATE INDEX ON centavo.jobs (company, due, sequence);

-- \`record\` is the event without its id.
CREATE TABLE centavo.events (
  company ${TEXT} NOT NULL, id bigint NOT NULL, type ${TEXT} NOT NULL, at ${TEXT} NOT NULL,
  resource_id ${TEXT}, request_id ${TEXT}, operation_id ${TEXT}, status bigint, record text NOT NULL,
  PRIMARY KEY (company, id)
);
-- The number of all events ever added, by type, including deleted ones.
CREATE TABLE centavo.event_totals (
  company ${TEXT} NOT NULL, type ${TEXT} NOT NULL, total bigint NOT NULL, PRIMARY KEY (company, type)
);

CREATE TABLE centavo.snapshots (
  company ${TEXT} NOT NULL, sequence bigint NOT NULL, id ${TEXT} NOT NULL, created_at ${TEXT} NOT NULL,
  record text NOT NULL, PRIMARY KEY (company, sequence), UNIQUE (company, id)
);
`;

/** An advance that a process has left is work for the others. The company's time in it is `clock_now`. */
export const advances = "ALTER TABLE centavo.companies ADD COLUMN clock_to bigint;";

/** The tables that `clear` empties for a company. */
export const dataTables: readonly string[] = [
  ...kinds.map(tableOf),
  ...["counts", "outbox", "leases", "entries", "sums", "received", "jobs"].map(
    (table) => `centavo.${table}`,
  ),
];

/** The next number in the insertion order of a table. The lock on the company keeps others from taking it. */
export function nextSequence(table: string): string {
  return `coalesce((SELECT max(sequence) FROM ${table} WHERE company = $1), 0)`;
}
