const TEXT = 'text COLLATE "C"';
/** Only SQLite reads what is in such comments. */
const STRICT = " /* STRICT */";
/** Rows that SQLite keeps in the index of their keys. Larger ones would take pages of their own there. */
const SMALL_ROWS = " /* STRICT, WITHOUT ROWID */";
const OWNED = `company ${TEXT} NOT NULL, dataset bigint NOT NULL`;

/** The columns that a table of records has beside the record itself: the values of filters, and due times. */
const recordColumns = {
  customers: ["tax_number"],
  cards: ["customer_id"],
  payments: ["status", "payment_method", "amount", "customer_id", "subscription_id"],
  subaccounts: ["company_type", "tax_number"],
  subscriptions: [
    "status",
    "title",
    "amount",
    "setup_amount",
    "frequency",
    "due_date",
    "subaccount_id",
  ],
  bank_accounts: ["owner"],
  withdrawals: ["owner"],
  postbacks: ["status", "resource_id", "due"],
} satisfies Record<string, string[]>;

/** A text of JSON, whose items no index finds, and a number that the outbox has an index for. */
const NOT_INDEXED: readonly string[] = ["subaccount_id", "due"];
/** Columns that are looked up together too. */
const PAIR = ["status", "payment_method"];
/** What most records do not have. */
const RARE: readonly string[] = ["subscription_id"];

/**
 * The index of the ids is the last, and one that finds fewer records comes later: as long as PostgreSQL has no statistics of
 * a table, all indexes that begin with the company are the same to it, and it takes the latest. With another one, it would
 * read the whole company for a record.
 */
function records(table: string, columns: readonly string[]): string {
  const types = columns.map((name) => `${name} ${name === "due" ? "bigint NOT NULL" : TEXT}`);
  const indexes = columns
    .filter((name) => !NOT_INDEXED.includes(name))
    .flatMap((name) => (name === PAIR.at(-1) ? [name, PAIR.join()] : [name]))
    .map(
      (name) =>
        `CREATE INDEX ${table}_${name.replace(",", "_")} ON centavo.${table} (company, dataset, ${name}, sequence)${
          RARE.includes(name) ? ` WHERE ${name} IS NOT NULL` : ""
        };`,
    );
  return `CREATE TABLE centavo.${table} (
  ${OWNED}, sequence bigint NOT NULL, id ${TEXT} NOT NULL, resource text NOT NULL, internal text NOT NULL,
  ${types.join(", ")},
  PRIMARY KEY (company, dataset, sequence)
)${STRICT};
${indexes.join("\n")}
CREATE UNIQUE INDEX ${table}_id ON centavo.${table} (company, dataset, id);
`;
}

/**
 * The tables of layout 1. Every key begins with the company, so that the tables can be partitioned or distributed by it.
 * There are no triggers, no foreign keys and no sequences, which a distributed table may not have or which all companies
 * would share.
 *
 * A dataset has all that a reset replaces. `sequence` is the insertion order in it. A record is stored in two texts of
 * JSON, so that a response can contain the resource as stored, and the values of filters are columns. Texts compare by
 * their code points.
 */
export const migration1 = `-- The layouts that the tables have had. The greatest is theirs.
CREATE TABLE centavo.layouts (number bigint PRIMARY KEY)${STRICT};

CREATE TABLE centavo.settings (
  id bigint PRIMARY KEY CHECK (id = 1), value text
)${STRICT};
INSERT INTO centavo.settings VALUES (1, NULL);

-- The latest commit of each process in a company, or in the settings. The company is "" there. SQLite leaves it empty.
CREATE TABLE centavo.commits (
  company ${TEXT} NOT NULL, process ${TEXT} NOT NULL, id ${TEXT} NOT NULL, at timestamptz NOT NULL,
  PRIMARY KEY (company, process)
);

-- Sessions of the inspector, until they expire.
CREATE TABLE centavo.ended_sessions (
  number bigint PRIMARY KEY, id ${TEXT} NOT NULL, exp bigint NOT NULL
)${STRICT};
CREATE INDEX ended_sessions_exp ON centavo.ended_sessions (exp);

-- A clock runs "clock_ahead" milliseconds ahead of the system, or is frozen at "clock_now". An advance goes on to "clock_to".
-- Until "worker_until", a process looks after the due work of the company.
CREATE TABLE centavo.companies (
  company ${TEXT} NOT NULL, number bigint NOT NULL, record text NOT NULL,
  dataset bigint NOT NULL, last_dataset bigint NOT NULL,
  clock_ahead bigint, clock_now bigint, clock_to bigint, worker_until bigint NOT NULL,
  PRIMARY KEY (company)
)${STRICT};
CREATE INDEX companies_number ON centavo.companies (number);

${Object.entries(recordColumns)
  .map(([table, columns]) => records(table, columns))
  .join("\n")}
CREATE INDEX postbacks_line ON centavo.postbacks (company, dataset, resource_id, sequence) WHERE status = 'PENDING';

-- The number of payments with each status and method, of records of each other kind, and of entries, and what buyers have
-- paid.
CREATE TABLE centavo.counts (
  ${OWNED}, kind ${TEXT} NOT NULL, status ${TEXT} NOT NULL, payment_method ${TEXT} NOT NULL, total bigint NOT NULL,
  PRIMARY KEY (company, dataset, kind, status, payment_method)
)${SMALL_ROWS};

-- The number of payments of each amount, of which there may be as many as payments.
CREATE TABLE centavo.amounts (
  ${OWNED}, amount ${TEXT} NOT NULL, total bigint NOT NULL, PRIMARY KEY (company, dataset, amount)
)${SMALL_ROWS};

-- The first pending postback of each line. Later ones wait in "postbacks", so that a claim does not scan them.
CREATE TABLE centavo.outbox (
  ${OWNED}, resource_id ${TEXT} NOT NULL, sequence bigint NOT NULL, due bigint NOT NULL,
  PRIMARY KEY (company, dataset, resource_id)
)${SMALL_ROWS};
CREATE INDEX outbox_due ON centavo.outbox (company, dataset, due, sequence);
-- The time until which a line is claimed.
CREATE TABLE centavo.leases (
  ${OWNED}, resource_id ${TEXT} NOT NULL, until bigint NOT NULL, PRIMARY KEY (company, dataset, resource_id)
)${SMALL_ROWS};

-- "place" is that of an entry in its posting. So an event of a subject is posted once. "sequence" sorts the few entries of
-- a subject.
CREATE TABLE centavo.entries (
  ${OWNED}, subject ${TEXT} NOT NULL, event ${TEXT} NOT NULL, place bigint NOT NULL, sequence bigint NOT NULL,
  account ${TEXT} NOT NULL, owner ${TEXT} NOT NULL, day ${TEXT} NOT NULL, amount bigint NOT NULL,
  PRIMARY KEY (company, dataset, subject, event, place)
)${SMALL_ROWS};
CREATE TABLE centavo.sums (
  ${OWNED}, account ${TEXT} NOT NULL, owner ${TEXT} NOT NULL, day ${TEXT} NOT NULL, total bigint NOT NULL,
  PRIMARY KEY (company, dataset, account, owner, day)
)${SMALL_ROWS};
CREATE INDEX entries_available ON centavo.entries (company, dataset, owner, day, sequence) WHERE account = 'available';

-- The key says what a job is about.
CREATE TABLE centavo.jobs (
  ${OWNED}, sequence bigint NOT NULL, kind ${TEXT} NOT NULL, due bigint NOT NULL, key ${TEXT} NOT NULL, record text NOT NULL,
  PRIMARY KEY (company, dataset, sequence), UNIQUE (company, dataset, kind, due, key)
)${SMALL_ROWS};
CREATE INDEX jobs_due ON centavo.jobs (company, dataset, due, sequence);

CREATE TABLE centavo.events (
  company ${TEXT} NOT NULL, id bigint NOT NULL, type ${TEXT} NOT NULL, at ${TEXT} NOT NULL,
  resource_id ${TEXT}, request_id ${TEXT}, operation_id ${TEXT}, status bigint, api ${TEXT}, record text NOT NULL,
  PRIMARY KEY (company, id)
)${STRICT};
-- The number of all events ever added, by type, including deleted ones.
CREATE TABLE centavo.event_totals (
  company ${TEXT} NOT NULL, type ${TEXT} NOT NULL, total bigint NOT NULL, PRIMARY KEY (company, type)
)${SMALL_ROWS};

-- A record is that of the company at that time. The rest is in the dataset.
CREATE TABLE centavo.snapshots (
  company ${TEXT} NOT NULL, sequence bigint NOT NULL, id ${TEXT} NOT NULL, created_at ${TEXT} NOT NULL,
  record text NOT NULL, dataset bigint NOT NULL, PRIMARY KEY (company, sequence), UNIQUE (company, id)
)${STRICT};

-- Datasets that no company and no snapshot has: until this time, in seconds, a restore fills it; then its rows are deleted.
CREATE TABLE centavo.spare_datasets (
  ${OWNED}, until bigint NOT NULL, PRIMARY KEY (company, dataset)
)${SMALL_ROWS};
`;
