/**
 * Version 16 of the tables, the first that is upgraded, which never changes.
 *
 * `sequence` is the insertion order. A record is stored in two columns of JSON, so that a response can contain the resource
 * as stored. The outbox has the first pending postback of each payment or withdrawal, and its due time: later ones wait in
 * `postbacks`, so that a query for due postbacks does not scan them. `sums` has the sums per account, owner and day, so that
 * a balance does not have to add up all entries, `received` what a company's buyers have paid, without refunds, and
 * `eventTotals` the number of all events ever added, by type, including deleted ones. A lease lasts until its time.
 */
export const firstTables = `CREATE TABLE IF NOT EXISTS customers (
  sequence INTEGER PRIMARY KEY, company TEXT NOT NULL, id TEXT NOT NULL,
  resource TEXT NOT NULL, internal TEXT NOT NULL
  , taxNumber ANY AS (internal ->> 'taxNumber')
) STRICT;
CREATE UNIQUE INDEX IF NOT EXISTS customers_id ON customers (company, id);
CREATE INDEX IF NOT EXISTS customers_sequence ON customers (company, sequence);
CREATE INDEX IF NOT EXISTS customers_taxNumber ON customers (company, taxNumber, sequence);
CREATE TABLE IF NOT EXISTS cards (
  sequence INTEGER PRIMARY KEY, company TEXT NOT NULL, id TEXT NOT NULL,
  resource TEXT NOT NULL, internal TEXT NOT NULL
  , customerId ANY AS (resource ->> 'customerId')
) STRICT;
CREATE UNIQUE INDEX IF NOT EXISTS cards_id ON cards (company, id);
CREATE INDEX IF NOT EXISTS cards_sequence ON cards (company, sequence);
CREATE INDEX IF NOT EXISTS cards_customerId ON cards (company, customerId, sequence);
CREATE TABLE IF NOT EXISTS payments (
  sequence INTEGER PRIMARY KEY, company TEXT NOT NULL, id TEXT NOT NULL,
  resource TEXT NOT NULL, internal TEXT NOT NULL
  , status ANY AS (resource ->> 'status'), paymentMethod ANY AS (resource ->> 'paymentMethod'), amount ANY AS (resource ->> 'amount'), customerId ANY AS (internal ->> 'customerId'), subscriptionId ANY AS (internal ->> 'subscriptionId')
) STRICT;
CREATE UNIQUE INDEX IF NOT EXISTS payments_id ON payments (company, id);
CREATE INDEX IF NOT EXISTS payments_sequence ON payments (company, sequence);
CREATE INDEX IF NOT EXISTS payments_status ON payments (company, status, sequence);
CREATE INDEX IF NOT EXISTS payments_paymentMethod ON payments (company, paymentMethod, sequence);
CREATE INDEX IF NOT EXISTS payments_amount ON payments (company, amount, sequence);
CREATE INDEX IF NOT EXISTS payments_customerId ON payments (company, customerId, sequence);
CREATE INDEX IF NOT EXISTS payments_subscriptionId ON payments (company, subscriptionId, sequence);
CREATE TABLE IF NOT EXISTS subaccounts (
  sequence INTEGER PRIMARY KEY, company TEXT NOT NULL, id TEXT NOT NULL,
  resource TEXT NOT NULL, internal TEXT NOT NULL
  , companyType ANY AS (resource ->> 'companyType'), taxNumber ANY AS (internal ->> 'taxNumber')
) STRICT;
CREATE UNIQUE INDEX IF NOT EXISTS subaccounts_id ON subaccounts (company, id);
CREATE INDEX IF NOT EXISTS subaccounts_sequence ON subaccounts (company, sequence);
CREATE INDEX IF NOT EXISTS subaccounts_companyType ON subaccounts (company, companyType, sequence);
CREATE INDEX IF NOT EXISTS subaccounts_taxNumber ON subaccounts (company, taxNumber, sequence);
CREATE TABLE IF NOT EXISTS subscriptions (
  sequence INTEGER PRIMARY KEY, company TEXT NOT NULL, id TEXT NOT NULL,
  resource TEXT NOT NULL, internal TEXT NOT NULL
  , status ANY AS (resource ->> 'status'), title ANY AS (resource ->> 'title'), amount ANY AS (resource ->> 'amount'), setupAmount ANY AS (resource ->> 'setupAmount'), frequency ANY AS (resource ->> 'frequency'), dueDate ANY AS (resource ->> 'dueDate')
) STRICT;
CREATE UNIQUE INDEX IF NOT EXISTS subscriptions_id ON subscriptions (company, id);
CREATE INDEX IF NOT EXISTS subscriptions_sequence ON subscriptions (company, sequence);
CREATE INDEX IF NOT EXISTS subscriptions_status ON subscriptions (company, status, sequence);
CREATE INDEX IF NOT EXISTS subscriptions_title ON subscriptions (company, title, sequence);
CREATE INDEX IF NOT EXISTS subscriptions_amount ON subscriptions (company, amount, sequence);
CREATE INDEX IF NOT EXISTS subscriptions_setupAmount ON subscriptions (company, setupAmount, sequence);
CREATE INDEX IF NOT EXISTS subscriptions_frequency ON subscriptions (company, frequency, sequence);
CREATE INDEX IF NOT EXISTS subscriptions_dueDate ON subscriptions (company, dueDate, sequence);
CREATE TABLE IF NOT EXISTS bankAccounts (
  sequence INTEGER PRIMARY KEY, company TEXT NOT NULL, id TEXT NOT NULL,
  resource TEXT NOT NULL, internal TEXT NOT NULL
  , owner ANY AS (internal ->> 'owner')
) STRICT;
CREATE UNIQUE INDEX IF NOT EXISTS bankAccounts_id ON bankAccounts (company, id);
CREATE INDEX IF NOT EXISTS bankAccounts_sequence ON bankAccounts (company, sequence);
CREATE INDEX IF NOT EXISTS bankAccounts_owner ON bankAccounts (company, owner, sequence);
CREATE TABLE IF NOT EXISTS withdrawals (
  sequence INTEGER PRIMARY KEY, company TEXT NOT NULL, id TEXT NOT NULL,
  resource TEXT NOT NULL, internal TEXT NOT NULL
  , owner ANY AS (internal ->> 'owner')
) STRICT;
CREATE UNIQUE INDEX IF NOT EXISTS withdrawals_id ON withdrawals (company, id);
CREATE INDEX IF NOT EXISTS withdrawals_sequence ON withdrawals (company, sequence);
CREATE INDEX IF NOT EXISTS withdrawals_owner ON withdrawals (company, owner, sequence);
CREATE TABLE IF NOT EXISTS postbacks (
  sequence INTEGER PRIMARY KEY, company TEXT NOT NULL, id TEXT NOT NULL,
  resource TEXT NOT NULL, internal TEXT NOT NULL
  , status ANY AS (resource ->> 'status'), resourceId ANY AS (resource ->> 'resourceId')
) STRICT;
CREATE UNIQUE INDEX IF NOT EXISTS postbacks_id ON postbacks (company, id);
CREATE INDEX IF NOT EXISTS postbacks_sequence ON postbacks (company, sequence);
CREATE INDEX IF NOT EXISTS postbacks_status ON postbacks (company, status, sequence);
CREATE INDEX IF NOT EXISTS postbacks_resourceId ON postbacks (company, resourceId, sequence);
CREATE TABLE IF NOT EXISTS settings (id INTEGER PRIMARY KEY CHECK (id = 1), record TEXT NOT NULL) STRICT;
CREATE TABLE IF NOT EXISTS companies (
  sequence INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, record TEXT NOT NULL
) STRICT;
CREATE TABLE IF NOT EXISTS entries (
  sequence INTEGER PRIMARY KEY, company TEXT NOT NULL, subject TEXT NOT NULL, event TEXT NOT NULL,
  account TEXT NOT NULL, owner TEXT NOT NULL, day TEXT NOT NULL, amount INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX IF NOT EXISTS entries_subject ON entries (company, subject, event, account, owner, day);
CREATE TABLE IF NOT EXISTS sums (
  company TEXT NOT NULL, account TEXT NOT NULL, owner TEXT NOT NULL, day TEXT NOT NULL, amount INTEGER NOT NULL,
  PRIMARY KEY (company, account, owner, day)
) STRICT, WITHOUT ROWID;
CREATE TRIGGER IF NOT EXISTS entries_added AFTER INSERT ON entries BEGIN
  INSERT INTO sums VALUES (new.company, new.account, new.owner, new.day, new.amount)
    ON CONFLICT DO UPDATE SET amount = amount + new.amount;
END;
CREATE TABLE IF NOT EXISTS received (
  company TEXT PRIMARY KEY, amount INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TRIGGER IF NOT EXISTS entries_received AFTER INSERT ON entries WHEN new.account = 'buyers' AND new.amount < 0 BEGIN
  INSERT INTO received VALUES (new.company, -new.amount)
    ON CONFLICT DO UPDATE SET amount = amount - new.amount;
END;
CREATE TABLE IF NOT EXISTS counts (
  company TEXT NOT NULL, kind TEXT NOT NULL, field TEXT NOT NULL, value TEXT NOT NULL, total INTEGER NOT NULL,
  PRIMARY KEY (company, kind, field, value)
) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS jobs (
  sequence INTEGER PRIMARY KEY, company TEXT NOT NULL, due INTEGER NOT NULL, record TEXT NOT NULL
) STRICT;
CREATE INDEX IF NOT EXISTS jobs_due ON jobs (company, due, sequence);
CREATE TABLE IF NOT EXISTS leases (
  company TEXT NOT NULL, resourceId TEXT NOT NULL, until INTEGER NOT NULL,
  PRIMARY KEY (company, resourceId)
) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS events (
  company TEXT NOT NULL, id INTEGER NOT NULL, record TEXT NOT NULL, PRIMARY KEY (company, id)
) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS eventTotals (
  company TEXT NOT NULL, type TEXT NOT NULL, total INTEGER NOT NULL, PRIMARY KEY (company, type)
) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS snapshots (
  sequence INTEGER PRIMARY KEY, company TEXT NOT NULL, id TEXT NOT NULL, createdAt TEXT NOT NULL, record TEXT NOT NULL
) STRICT;
CREATE UNIQUE INDEX IF NOT EXISTS snapshots_id ON snapshots (company, id);
CREATE INDEX IF NOT EXISTS snapshots_sequence ON snapshots (company, sequence);
CREATE TRIGGER IF NOT EXISTS customers_added AFTER INSERT ON customers BEGIN
  INSERT INTO counts VALUES (new.company, 'customers', '', '', 1)
      ON CONFLICT DO UPDATE SET total = total + 1;
END;
CREATE TRIGGER IF NOT EXISTS customers_deleted AFTER DELETE ON customers BEGIN
  INSERT INTO counts VALUES (old.company, 'customers', '', '', -1)
      ON CONFLICT DO UPDATE SET total = total + -1;
END;
CREATE TRIGGER IF NOT EXISTS cards_added AFTER INSERT ON cards BEGIN
  INSERT INTO counts VALUES (new.company, 'cards', '', '', 1)
      ON CONFLICT DO UPDATE SET total = total + 1;
END;
CREATE TRIGGER IF NOT EXISTS cards_deleted AFTER DELETE ON cards BEGIN
  INSERT INTO counts VALUES (old.company, 'cards', '', '', -1)
      ON CONFLICT DO UPDATE SET total = total + -1;
END;
CREATE TRIGGER IF NOT EXISTS payments_added AFTER INSERT ON payments BEGIN
  INSERT INTO counts VALUES (new.company, 'payments', '', '', 1)
      ON CONFLICT DO UPDATE SET total = total + 1;
  INSERT INTO counts VALUES (new.company, 'payments', 'status', new.status, 1)
      ON CONFLICT DO UPDATE SET total = total + 1;
  INSERT INTO counts VALUES (new.company, 'payments', 'paymentMethod', new.paymentMethod, 1)
      ON CONFLICT DO UPDATE SET total = total + 1;
END;
CREATE TRIGGER IF NOT EXISTS payments_deleted AFTER DELETE ON payments BEGIN
  INSERT INTO counts VALUES (old.company, 'payments', '', '', -1)
      ON CONFLICT DO UPDATE SET total = total + -1;
  INSERT INTO counts VALUES (old.company, 'payments', 'status', old.status, -1)
      ON CONFLICT DO UPDATE SET total = total + -1;
  INSERT INTO counts VALUES (old.company, 'payments', 'paymentMethod', old.paymentMethod, -1)
      ON CONFLICT DO UPDATE SET total = total + -1;
END;
CREATE TRIGGER IF NOT EXISTS payments_status_changed AFTER UPDATE ON payments WHEN old.status IS NOT new.status BEGIN
  INSERT INTO counts VALUES (old.company, 'payments', 'status', old.status, -1)
      ON CONFLICT DO UPDATE SET total = total + -1;
  INSERT INTO counts VALUES (new.company, 'payments', 'status', new.status, 1)
      ON CONFLICT DO UPDATE SET total = total + 1;
END;
CREATE TRIGGER IF NOT EXISTS payments_paymentMethod_changed AFTER UPDATE ON payments WHEN old.paymentMethod IS NOT new.paymentMethod BEGIN
  INSERT INTO counts VALUES (old.company, 'payments', 'paymentMethod', old.paymentMethod, -1)
      ON CONFLICT DO UPDATE SET total = total + -1;
  INSERT INTO counts VALUES (new.company, 'payments', 'paymentMethod', new.paymentMethod, 1)
      ON CONFLICT DO UPDATE SET total = total + 1;
END;
CREATE TRIGGER IF NOT EXISTS subaccounts_added AFTER INSERT ON subaccounts BEGIN
  INSERT INTO counts VALUES (new.company, 'subaccounts', '', '', 1)
      ON CONFLICT DO UPDATE SET total = total + 1;
END;
CREATE TRIGGER IF NOT EXISTS subaccounts_deleted AFTER DELETE ON subaccounts BEGIN
  INSERT INTO counts VALUES (old.company, 'subaccounts', '', '', -1)
      ON CONFLICT DO UPDATE SET total = total + -1;
END;
CREATE TRIGGER IF NOT EXISTS subscriptions_added AFTER INSERT ON subscriptions BEGIN
  INSERT INTO counts VALUES (new.company, 'subscriptions', '', '', 1)
      ON CONFLICT DO UPDATE SET total = total + 1;
END;
CREATE TRIGGER IF NOT EXISTS subscriptions_deleted AFTER DELETE ON subscriptions BEGIN
  INSERT INTO counts VALUES (old.company, 'subscriptions', '', '', -1)
      ON CONFLICT DO UPDATE SET total = total + -1;
END;
CREATE TRIGGER IF NOT EXISTS bankAccounts_added AFTER INSERT ON bankAccounts BEGIN
  INSERT INTO counts VALUES (new.company, 'bankAccounts', '', '', 1)
      ON CONFLICT DO UPDATE SET total = total + 1;
END;
CREATE TRIGGER IF NOT EXISTS bankAccounts_deleted AFTER DELETE ON bankAccounts BEGIN
  INSERT INTO counts VALUES (old.company, 'bankAccounts', '', '', -1)
      ON CONFLICT DO UPDATE SET total = total + -1;
END;
CREATE TRIGGER IF NOT EXISTS withdrawals_added AFTER INSERT ON withdrawals BEGIN
  INSERT INTO counts VALUES (new.company, 'withdrawals', '', '', 1)
      ON CONFLICT DO UPDATE SET total = total + 1;
END;
CREATE TRIGGER IF NOT EXISTS withdrawals_deleted AFTER DELETE ON withdrawals BEGIN
  INSERT INTO counts VALUES (old.company, 'withdrawals', '', '', -1)
      ON CONFLICT DO UPDATE SET total = total + -1;
END;
CREATE TRIGGER IF NOT EXISTS postbacks_added AFTER INSERT ON postbacks BEGIN
  INSERT INTO counts VALUES (new.company, 'postbacks', '', '', 1)
      ON CONFLICT DO UPDATE SET total = total + 1;
END;
CREATE TRIGGER IF NOT EXISTS postbacks_deleted AFTER DELETE ON postbacks BEGIN
  INSERT INTO counts VALUES (old.company, 'postbacks', '', '', -1)
      ON CONFLICT DO UPDATE SET total = total + -1;
END;
CREATE TABLE IF NOT EXISTS outbox (
  company TEXT NOT NULL, resourceId TEXT NOT NULL, sequence INTEGER NOT NULL, due INTEGER NOT NULL,
  PRIMARY KEY (company, resourceId)
) STRICT, WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS outbox_due ON outbox (company, due, sequence);
CREATE INDEX IF NOT EXISTS postbacks_line ON postbacks (company, resourceId, status, sequence);
CREATE TRIGGER IF NOT EXISTS outbox_added AFTER INSERT ON postbacks WHEN new.status = 'PENDING' BEGIN
  DELETE FROM outbox WHERE company = new.company AND resourceId = new.resourceId;
  INSERT INTO outbox SELECT company, resourceId, sequence, internal ->> 'due' FROM postbacks
    WHERE company = new.company AND resourceId = new.resourceId AND status = 'PENDING'
    ORDER BY sequence LIMIT 1;
END;
CREATE TRIGGER IF NOT EXISTS outbox_changed AFTER UPDATE ON postbacks WHEN old.status = 'PENDING' OR new.status = 'PENDING' BEGIN
  DELETE FROM outbox WHERE company = new.company AND resourceId = new.resourceId;
  INSERT INTO outbox SELECT company, resourceId, sequence, internal ->> 'due' FROM postbacks
    WHERE company = new.company AND resourceId = new.resourceId AND status = 'PENDING'
    ORDER BY sequence LIMIT 1;
END;
CREATE TRIGGER IF NOT EXISTS outbox_deleted AFTER DELETE ON postbacks WHEN old.status = 'PENDING' BEGIN
  DELETE FROM outbox WHERE company = old.company AND resourceId = old.resourceId;
  INSERT INTO outbox SELECT company, resourceId, sequence, internal ->> 'due' FROM postbacks
    WHERE company = old.company AND resourceId = old.resourceId AND status = 'PENDING'
    ORDER BY sequence LIMIT 1;
END;`;
