import type { SQLInputValue } from "node:sqlite";
import { assertBalanced, type Entry } from "../../domain/ledger-balances.ts";
import type {
  Collection,
  CompanyData,
  Data,
  DaySum,
  Filters,
  JobQueue,
  Kind,
  Ledger,
  Outbox,
  Page,
  Records,
  Store,
} from "../store.ts";
import { UnparsedJson } from "../unparsed-json.ts";
import { IN_MEMORY, openFile } from "./database-file.ts";
import {
  parseCompany,
  parseJob,
  parseRecord,
  parseSettings,
  type RecordRow,
} from "./parse-record.ts";
import { PreparedStatements } from "./prepared-statements.ts";
import { ALL, conditionOf, isCounted, kinds } from "./schema.ts";
import { createQueue, runInTransaction } from "./transaction.ts";

/** A store in a SQLite file or in memory. */
export function openStore(file = IN_MEMORY): Store {
  const database = new PreparedStatements(openFile(file));
  // An in-memory database stays in one open transaction: at each commit, SQLite would walk all pages that
  // were ever written.
  if (file === IN_MEMORY) database.run("BEGIN");
  const data = dataIn(database);
  const enqueue = createQueue();
  return {
    transaction: (work) => enqueue(() => runInTransaction(database, () => work(data))),
    read: (work) => enqueue(() => work(data)),
    close: () => enqueue(async () => database.close()),
  };
}

function dataIn(database: PreparedStatements): Data {
  return {
    settings: settingsTable(database),
    companies: {
      get: async (id) =>
        parseCompany(database.one("SELECT record FROM companies WHERE id = ?", id)),
      ids: async () =>
        database
          .all<{ id: string }>("SELECT id FROM companies ORDER BY sequence")
          .map(({ id }) => id),
      save: async (company) =>
        database.run(
          "INSERT INTO companies (id, record) VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET record = excluded.record",
          company.id,
          JSON.stringify(company),
        ),
    },
    of: (companyId) => companyData(database, companyId),
  };
}

function settingsTable(database: PreparedStatements): Data["settings"] {
  return {
    get: async () => parseSettings(database.one("SELECT record FROM settings")),
    save: async (settings) =>
      database.run(
        "INSERT OR REPLACE INTO settings (id, record) VALUES (1, ?)",
        JSON.stringify(settings),
      ),
  };
}

function companyData(database: PreparedStatements, company: string): CompanyData {
  const collections = Object.fromEntries(
    kinds.map((kind) => [kind, new SqliteCollection(database, kind, company)]),
  ) as unknown as { [Name in Kind]: Collection<Name> };
  return {
    ...collections,
    ledger: ledger(database, company),
    jobQueue: jobQueue(database, company),
    outbox: outbox(database, company),
    async clear() {
      for (const table of [...kinds, "entries", "available", "received", "jobs"]) {
        database.run(`DELETE FROM ${table} WHERE company = ?`, company);
      }
    },
  };
}

/** The statements for single records, by kind. All companies share them. */
const statements = Object.fromEntries(kinds.map((kind) => [kind, statementsOf(kind)])) as Record<
  Kind,
  ReturnType<typeof statementsOf>
>;

function statementsOf(kind: Kind) {
  return {
    get: `SELECT resource, internal FROM ${kind} WHERE company = ? AND id = ?`,
    insert: `INSERT INTO ${kind} (resource, internal, company, id) VALUES (?, ?, ?, ?)`,
    update: `UPDATE ${kind} SET resource = ?, internal = ? WHERE company = ? AND id = ?`,
    delete: `DELETE FROM ${kind} WHERE company = ? AND id = ?`,
  };
}

/** A class, because collections are created for every request and should share their methods. */
class SqliteCollection<Name extends Kind> implements Collection<Name> {
  readonly #database: PreparedStatements;
  readonly #kind: Name;
  readonly #company: string;

  constructor(database: PreparedStatements, kind: Name, company: string) {
    this.#database = database;
    this.#kind = kind;
    this.#company = company;
  }

  async get(id: string): Promise<Records[Name] | undefined> {
    const row = this.#database.one<RecordRow>(statements[this.#kind].get, this.#company, id);
    return row && parseRecord(row, this.#kind);
  }

  async insert(record: Records[Name]): Promise<void> {
    this.#save(statements[this.#kind].insert, record);
  }

  async update(record: Records[Name]): Promise<void> {
    this.#save(statements[this.#kind].update, record);
  }

  #save(sql: string, { resource, ...internal }: Records[Name]): void {
    const columns = [JSON.stringify(resource), JSON.stringify(internal)];
    this.#database.run(sql, ...columns, this.#company, internal.id);
  }

  async delete(id: string): Promise<void> {
    this.#database.run(statements[this.#kind].delete, this.#company, id);
  }

  async find(filters: Filters[Name]): Promise<Records[Name][]> {
    const { where, values } = this.#queryFor(filters);
    const sql = `SELECT resource, internal FROM ${this.#kind} WHERE ${where} ORDER BY sequence DESC`;
    const rows = this.#database.all<RecordRow>(sql, ...values);
    return rows.map((row) => parseRecord<Records[Name]>(row, this.#kind));
  }

  async nextNumber(): Promise<number> {
    return this.#count(this.#queryFor({})) + 1;
  }

  async page(filters: Filters[Name], { page, limit }: Page) {
    const query = this.#queryFor(filters);
    const total = this.#count(query);
    const offset = (page - 1) * limit;
    const remaining = Math.max(0, total - offset);
    // SQLite walks over the rows that an offset skips, so the query starts at the nearer end.
    const fromTheEnd = offset > remaining;
    const rows = this.#database.all<Pick<RecordRow, "resource">>(
      `SELECT resource FROM ${this.#kind} WHERE ${query.where}
       ORDER BY sequence ${fromTheEnd ? "ASC" : "DESC"} ${LIMIT} OFFSET +?`,
      ...query.values,
      ...(fromTheEnd
        ? [Math.min(limit, remaining), Math.max(0, remaining - limit)]
        : [limit, offset]),
    );
    if (fromTheEnd) rows.reverse();
    const texts = rows.map(({ resource }) => resource);
    return { resources: new UnparsedJson<Records[Name]["resource"][]>(`[${texts}]`), total };
  }

  #queryFor(filters: Filters[Name]): Query {
    const conditions = Object.entries<SQLInputValue | undefined>(filters).filter(
      (filter): filter is [string, SQLInputValue] => filter[1] !== undefined,
    );
    const sql = ["company = ?", ...conditions.map(([name]) => conditionOf(this.#kind, name))];
    return {
      conditions,
      where: sql.join(" AND "),
      values: [this.#company, ...conditions.map(([, value]) => value)],
    };
  }

  #count({ conditions, where, values }: Query): number {
    const [[field, value] = [ALL, ALL], ...others] = conditions;
    const hasMaintainedCount =
      others.length === 0 && (field === ALL || isCounted(this.#kind, field));
    const row = hasMaintainedCount
      ? this.#database.one<Total>(
          "SELECT total FROM counts WHERE company = ? AND kind = ? AND field = ? AND value = ?",
          ...[this.#company, this.#kind, field, value],
        )
      : this.#database.one<Total>(
          `SELECT count(*) AS total FROM ${this.#kind} WHERE ${where}`,
          ...values,
        );
    return row?.total ?? 0;
  }
}

/** With a plain `LIMIT ?`, SQLite plans the query again each time it binds a value. */
const LIMIT = "LIMIT +?";
/** SQLite treats a negative limit as no limit. */
const NO_LIMIT = -1;

/** Filters as a WHERE clause with its values, and the filters themselves as `conditions`. */
interface Query {
  conditions: [string, SQLInputValue][];
  where: string;
  values: SQLInputValue[];
}

type Total = { total: number };

function ledger(database: PreparedStatements, company: string): Ledger {
  return {
    async post(event, subject, entries) {
      assertBalanced(event, entries);
      for (const { account, owner, on, amount } of entries) {
        database.run(
          "INSERT INTO entries (company, subject, event, account, owner, day, amount) VALUES (?, ?, ?, ?, ?, ?, ?)",
          ...[company, subject, event, account, owner, on, amount],
        );
      }
    },
    entriesOf: async (subject) =>
      database.all<Entry>(
        'SELECT account, owner, day AS "on", amount FROM entries WHERE company = ? AND subject = ?',
        company,
        subject,
      ),
    available: async (owner) =>
      database.all<DaySum>(
        `SELECT owner, day AS "on", amount FROM available
         WHERE company = ? AND owner = coalesce(?, owner) ORDER BY owner, day`,
        company,
        owner ?? null,
      ),
    received: async () =>
      database.one<{ amount: number }>("SELECT amount FROM received WHERE company = ?", company)
        ?.amount ?? 0,
  };
}

function jobQueue(database: PreparedStatements, company: string): JobQueue {
  const first = "FROM jobs WHERE company = ? ORDER BY due, sequence LIMIT 1";
  return {
    add: async (job) =>
      database.run(
        "INSERT INTO jobs (company, due, record) VALUES (?, ?, ?)",
        ...[company, job.dueAt, JSON.stringify(job)],
      ),
    nextDueAt: async () => database.one<{ due: number }>(`SELECT due ${first}`, company)?.due,
    takeNext: async () =>
      parseJob(
        database.one(
          `DELETE FROM jobs WHERE sequence = (SELECT sequence ${first}) RETURNING record`,
          company,
        ),
      ),
  };
}

function outbox(database: PreparedStatements, company: string): Outbox {
  const rows = "FROM outbox JOIN postbacks USING (sequence) WHERE outbox.company = ?";
  const earliestFirst = "ORDER BY outbox.due, sequence";
  return {
    async due(until, limit = NO_LIMIT) {
      const sql = `SELECT resource, internal ${rows} AND due <= ? ${earliestFirst} ${LIMIT}`;
      return database
        .all<RecordRow>(sql, company, until, limit)
        .map((row) => parseRecord(row, "postbacks"));
    },
    async first(resourceId) {
      const sql = `SELECT resource, internal ${rows} AND outbox.resourceId = ?`;
      const row = database.one<RecordRow>(sql, company, resourceId);
      return row && parseRecord(row, "postbacks");
    },
    nextDueAt: async () =>
      database.one<{ due: number }>(
        "SELECT due FROM outbox WHERE company = ? ORDER BY due LIMIT 1",
        company,
      )?.due,
  };
}
