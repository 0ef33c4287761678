/**
 * Version 1 of the tables, which never changes. Every key begins with the company, so that they can be partitioned or
 * distributed by it. There are no triggers, no foreign keys and no sequences, which a distributed table may not have or
 * which all companies would share.
 *
 * `sequence` is the insertion order. A record is stored in two texts of JSON, so that a response can contain the resource
 * as stored. The values of filters are columns. Texts compare by their code points, in every locale.
 */
export const firstTables = `
CREATE TABLE centavo.settings (
  id integer PRIMARY KEY CHECK (id = 1), record text, company_count bigint NOT NULL
);
INSERT INTO centavo.settings VALUES (1, NULL, 0);

-- A clock runs \`clock_ahead\` milliseconds ahead of the system, or is frozen at \`clock_now\`.
-- Until \`worker_until\`, a process looks after the due work of the company.
CREATE TABLE centavo.companies (
  id text COLLATE "C" PRIMARY KEY, number bigint NOT NULL, record text NOT NULL,
  clock_ahead bigint, clock_now bigint, worker_until bigint NOT NULL DEFAULT 0
);

-- The latest commit of each process in a company, or in the settings. The company is "" there.
CREATE TABLE centavo.commits (
  company text COLLATE "C" NOT NULL, process text COLLATE "C" NOT NULL, id text COLLATE "C" NOT NULL, at timestamptz NOT NULL,
  PRIMARY KEY (company, process)
);

CREATE TABLE centavo.customers (
  company text COLLATE "C" NOT NULL, sequence bigint NOT NULL, id text COLLATE "C" NOT NULL,
  resource text NOT NULL, internal text NOT NULL,
  tax_number text COLLATE "C",
  PRIMARY KEY (company, sequence), UNIQUE (company, id)
);
CREATE INDEX ON centavo.customers (company, tax_number, sequence);
CREATE TABLE centavo.cards (
  company text COLLATE "C" NOT NULL, sequence bigint NOT NULL, id text COLLATE "C" NOT NULL,
  resource text NOT NULL, internal text NOT NULL,
  customer_id text COLLATE "C",
  PRIMARY KEY (company, sequence), UNIQUE (company, id)
);
CREATE INDEX ON centavo.cards (company, customer_id, sequence);
CREATE TABLE centavo.payments (
  company text COLLATE "C" NOT NULL, sequence bigint NOT NULL, id text COLLATE "C" NOT NULL,
  resource text NOT NULL, internal text NOT NULL,
  status text COLLATE "C", payment_method text COLLATE "C", amount text COLLATE "C", customer_id text COLLATE "C", subscription_id text COLLATE "C",
  PRIMARY KEY (company, sequence), UNIQUE (company, id)
);
CREATE INDEX ON centavo.payments (company, status, sequence);
CREATE INDEX ON centavo.payments (company, payment_method, sequence);
CREATE INDEX ON centavo.payments (company, amount, sequence);
CREATE INDEX ON centavo.payments (company, customer_id, sequence);
CREATE INDEX ON centavo.payments (company, subscription_id, sequence);
CREATE TABLE centavo.subaccounts (
  company text COLLATE "C" NOT NULL, sequence bigint NOT NULL, id text COLLATE "C" NOT NULL,
  resource text NOT NULL, internal text NOT NULL,
  company_type text COLLATE "C", tax_number text COLLATE "C",
  PRIMARY KEY (company, sequence), UNIQUE (company, id)
);
CREATE INDEX ON centavo.subaccounts (company, company_type, sequence);
CREATE INDEX ON centavo.subaccounts (company, tax_number, sequence);
CREATE TABLE centavo.subscriptions (
  company text COLLATE "C" NOT NULL, sequence bigint NOT NULL, id text COLLATE "C" NOT NULL,
  resource text NOT NULL, internal text NOT NULL,
  status text COLLATE "C", title text COLLATE "C", amount text COLLATE "C", setup_amount text COLLATE "C", frequency text COLLATE "C", due_date text COLLATE "C", subaccount_id text[] COLLATE "C",
  PRIMARY KEY (company, sequence), UNIQUE (company, id)
);
CREATE INDEX ON centavo.subscriptions (company, status, sequence);
CREATE INDEX ON centavo.subscriptions (company, title, sequence);
CREATE INDEX ON centavo.subscriptions (company, amount, sequence);
CREATE INDEX ON centavo.subscriptions (company, setup_amount, sequence);
CREATE INDEX ON centavo.subscriptions (company, frequency, sequence);
CREATE INDEX ON centavo.subscriptions (company, due_date, sequence);
CREATE TABLE centavo.bank_accounts (
  company text COLLATE "C" NOT NULL, sequence bigint NOT NULL, id text COLLATE "C" NOT NULL,
  resource text NOT NULL, internal text NOT NULL,
  owner text COLLATE "C",
  PRIMARY KEY (company, sequence), UNIQUE (company, id)
);
CREATE INDEX ON centavo.bank_accounts (company, owner, sequence);
CREATE TABLE centavo.withdrawals (
  company text COLLATE "C" NOT NULL, sequence bigint NOT NULL, id text COLLATE "C" NOT NULL,
  resource text NOT NULL, internal text NOT NULL,
  owner text COLLATE "C",
  PRIMARY KEY (company, sequence), UNIQUE (company, id)
);
CREATE INDEX ON centavo.withdrawals (company, owner, sequence);
CREATE TABLE centavo.postbacks (
  company text COLLATE "C" NOT NULL, sequence bigint NOT NULL, id text COLLATE "C" NOT NULL,
  resource text NOT NULL, internal text NOT NULL,
  status text COLLATE "C", resource_id text COLLATE "C",
  PRIMARY KEY (company, sequence), UNIQUE (company, id)
);
CREATE INDEX ON centavo.postbacks (company, status, sequence);
CREATE INDEX ON centavo.postbacks (company, resource_id, sequence);

-- The number of records of a kind for each value of some fields.
CREATE TABLE centavo.counts (
  company text COLLATE "C" NOT NULL, kind text COLLATE "C" NOT NULL, field text COLLATE "C" NOT NULL, value text COLLATE "C" NOT NULL,
  total bigint NOT NULL, PRIMARY KEY (company, kind, field, value)
);

-- The first pending postback of each line. Later ones wait in \`postbacks\`, so that a claim does not scan them.
CREATE TABLE centavo.outbox (
  company text COLLATE "C" NOT NULL, resource_id text COLLATE "C" NOT NULL, sequence bigint NOT NULL, due bigint NOT NULL,
  PRIMARY KEY (company, resource_id)
);
CREATE INDEX ON centavo.outbox (company, due, sequence);
CREATE INDEX ON centavo.postbacks (company, resource_id, sequence) WHERE status = 'PENDING';
-- The time until which a line is claimed.
CREATE TABLE centavo.leases (
  company text COLLATE "C" NOT NULL, resource_id text COLLATE "C" NOT NULL, until bigint NOT NULL,
  PRIMARY KEY (company, resource_id)
);

CREATE TABLE centavo.entries (
  company text COLLATE "C" NOT NULL, sequence bigint NOT NULL, subject text COLLATE "C" NOT NULL, event text COLLATE "C" NOT NULL,
  account text COLLATE "C" NOT NULL, owner text COLLATE "C" NOT NULL, day text COLLATE "C" NOT NULL, amount bigint NOT NULL,
  PRIMARY KEY (company, sequence), UNIQUE (company, subject, event, account, owner, day)
);
CREATE TABLE centavo.sums (
  company text COLLATE "C" NOT NULL, account text COLLATE "C" NOT NULL, owner text COLLATE "C" NOT NULL, day text COLLATE "C" NOT NULL,
  amount bigint NOT NULL, PRIMARY KEY (company, account, owner, day)
);
CREATE TABLE centavo.received (company text COLLATE "C" PRIMARY KEY, amount bigint NOT NULL);

CREATE TABLE centavo.jobs (
  company text COLLATE "C" NOT NULL, sequence bigint NOT NULL, due bigint NOT NULL, record text NOT NULL,
  PRIMARY KEY (company, sequence)
);
CREATE INDEX ON centavo.jobs (company, due, sequence);

-- \`record\` is the event without its id.
CREATE TABLE centavo.events (
  company text COLLATE "C" NOT NULL, id bigint NOT NULL, type text COLLATE "C" NOT NULL, at text COLLATE "C" NOT NULL,
  resource_id text COLLATE "C", request_id text COLLATE "C", operation_id text COLLATE "C", status bigint, record text NOT NULL,
  PRIMARY KEY (company, id)
);
-- The number of all events ever added, by type, including deleted ones.
CREATE TABLE centavo.event_totals (
  company text COLLATE "C" NOT NULL, type text COLLATE "C" NOT NULL, total bigint NOT NULL, PRIMARY KEY (company, type)
);

CREATE TABLE centavo.snapshots (
  company text COLLATE "C" NOT NULL, sequence bigint NOT NULL, id text COLLATE "C" NOT NULL, created_at text COLLATE "C" NOT NULL,
  record text NOT NULL, PRIMARY KEY (company, sequence), UNIQUE (company, id)
);
`;
