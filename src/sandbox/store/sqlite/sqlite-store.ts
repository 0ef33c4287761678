import type { DatabaseSync, SQLInputValue, StatementSync } from "node:sqlite";
import { assertBalanced, type Entry } from "../../domain/ledger.ts";
import type { Company, Job } from "../records.ts";
import { SerializedJson } from "../serialized-json.ts";
import type {
  Agenda,
  Collection,
  CompanyData,
  Data,
  DaySum,
  Filters,
  Kind,
  Ledger,
  Outbox,
  Page,
  Records,
  Settings,
  Store,
} from "../store.ts";
import { DamagedRecordError, IN_MEMORY, openFile } from "./database-file.ts";
import { ALL, conditionOf, isCounted, kinds } from "./schema.ts";

/** Keeps everything in a SQLite file, or in memory. */
export function openStore(file = IN_MEMORY): Store {
  const database = new Database(file);
  const data = dataIn(database);
  let last: Promise<unknown> = Promise.resolve();

  /** One at a time: the database has one connection, and between two awaits others would get in. */
  function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const done = last.then(work);
    last = done.catch(() => {});
    return done;
  }

  return {
    transaction: (work) => inTurn(() => database.inTransaction(() => work(data))),
    read: (work) => inTurn(() => work(data)),
    close: () => inTurn(async () => database.close()),
  };
}

/** A database whose statements are prepared once. */
class Database {
  readonly #sqlite: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();

  constructor(file: string) {
    this.#sqlite = openFile(file);
    // In memory it is one transaction that never ends: at the end of each SQLite looks at every page that
    // was ever written.
    if (file === IN_MEMORY) this.run("BEGIN");
  }

  async inTransaction<Result>(work: () => Promise<Result>): Promise<Result> {
    this.run("SAVEPOINT work");
    try {
      const result = await work();
      this.run("RELEASE work");
      return result;
    } catch (error) {
      this.#undo();
      throw error;
    }
  }

  #undo(): void {
    try {
      this.run("ROLLBACK TO work");
      this.run("RELEASE work");
    } catch {
      // Where it cannot write, as on a full disk, SQLite has undone it by itself.
    }
  }

  run(sql: string, ...values: SQLInputValue[]): void {
    this.#statement(sql).run(...values);
  }

  all<Row>(sql: string, ...values: SQLInputValue[]): Row[] {
    return this.#statement(sql).all(...values) as Row[];
  }

  one<Row>(sql: string, ...values: SQLInputValue[]): Row | undefined {
    return this.#statement(sql).get(...values) as Row | undefined;
  }

  close(): void {
    this.#sqlite.close();
  }

  #statement(sql: string): StatementSync {
    let statement = this.#statements.get(sql);
    if (!statement) {
      statement = this.#sqlite.prepare(sql);
      this.#statements.set(sql, statement);
    }
    return statement;
  }
}

function dataIn(database: Database): Data {
  return {
    settings: singleRow(database),
    companies: {
      get: async (id) =>
        parsed(
          database.one("SELECT record FROM companies WHERE id = ?", id),
          "companies",
          isCompany,
        ),
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

function singleRow(database: Database): Data["settings"] {
  return {
    async get() {
      const row = database.one<{ record: string }>("SELECT record FROM settings");
      return parsed<Settings>(row, "settings", (value) => hasTypes(value, settingsTypes));
    },
    save: async (settings) =>
      database.run(
        "INSERT OR REPLACE INTO settings (id, record) VALUES (1, ?)",
        JSON.stringify(settings),
      ),
  };
}

function companyData(database: Database, company: string): CompanyData {
  const collections = Object.fromEntries(
    kinds.map((kind) => [kind, new KindOfCompany(database, kind, company)]),
  ) as unknown as { [Name in Kind]: Collection<Name> };
  return {
    ...collections,
    ledger: ledger(database, company),
    agenda: agenda(database, company),
    outbox: outbox(database, company),
    async clear() {
      for (const table of [...kinds, "entries", "available", "received", "jobs"]) {
        database.run(`DELETE FROM ${table} WHERE company = ?`, company);
      }
    },
  };
}

/** The statements about single records, by kind: they are the same for every company. */
const statements = Object.fromEntries(kinds.map((kind) => [kind, statementsOf(kind)])) as Record<
  Kind,
  ReturnType<typeof statementsOf>
>;

function statementsOf(kind: Kind) {
  return {
    get: `SELECT resource, beside FROM ${kind} WHERE company = ? AND id = ?`,
    insert: `INSERT INTO ${kind} (resource, beside, company, id) VALUES (?, ?, ?, ?)`,
    update: `UPDATE ${kind} SET resource = ?, beside = ? WHERE company = ? AND id = ?`,
    delete: `DELETE FROM ${kind} WHERE company = ? AND id = ?`,
  };
}

/** A class, since these are made for every call, and what it does is made once. */
class KindOfCompany<Name extends Kind> implements Collection<Name> {
  readonly #database: Database;
  readonly #kind: Name;
  readonly #company: string;

  constructor(database: Database, kind: Name, company: string) {
    this.#database = database;
    this.#kind = kind;
    this.#company = company;
  }

  async get(id: string): Promise<Records[Name] | undefined> {
    const row = this.#database.one<Row>(statements[this.#kind].get, this.#company, id);
    return row && recordOf(row, this.#kind);
  }

  async insert(record: Records[Name]): Promise<void> {
    this.#save(statements[this.#kind].insert, record);
  }

  async update(record: Records[Name]): Promise<void> {
    this.#save(statements[this.#kind].update, record);
  }

  #save(sql: string, { resource, ...beside }: Records[Name]): void {
    const columns = [JSON.stringify(resource), JSON.stringify(beside)];
    this.#database.run(sql, ...columns, this.#company, beside.id);
  }

  async delete(id: string): Promise<void> {
    this.#database.run(statements[this.#kind].delete, this.#company, id);
  }

  async find(filters: Filters[Name]): Promise<Records[Name][]> {
    const { where, values } = this.#matching(filters);
    const sql = `SELECT resource, beside FROM ${this.#kind} WHERE ${where} ORDER BY sequence DESC`;
    const rows = this.#database.all<Row>(sql, ...values);
    return rows.map((row) => recordOf<Records[Name]>(row, this.#kind));
  }

  async nextNumber(): Promise<number> {
    return this.#count(this.#matching({})) + 1;
  }

  async page(filters: Filters[Name], { page, limit }: Page) {
    const asked = this.#matching(filters);
    const total = this.#count(asked);
    const skipped = (page - 1) * limit;
    const left = Math.max(0, total - skipped);
    // What is skipped is walked over all the same, so it is counted from the nearer end.
    const fromTheEnd = skipped > left;
    const rows = this.#database.all<Pick<Row, "resource">>(
      `SELECT resource FROM ${this.#kind} WHERE ${asked.where}
       ORDER BY sequence ${fromTheEnd ? "ASC" : "DESC"} ${LIMIT} OFFSET +?`,
      ...asked.values,
      ...(fromTheEnd ? [Math.min(limit, left), Math.max(0, left - limit)] : [limit, skipped]),
    );
    if (fromTheEnd) rows.reverse();
    const texts = rows.map(({ resource }) => resource);
    return { resources: new SerializedJson<Records[Name]["resource"][]>(`[${texts}]`), total };
  }

  /** A filter that is undefined filters nothing. */
  #matching(filters: Filters[Name]): Matching {
    const given = Object.entries<SQLInputValue | undefined>(filters).filter(
      (filter): filter is [string, SQLInputValue] => filter[1] !== undefined,
    );
    const conditions = ["company = ?", ...given.map(([name]) => conditionOf(this.#kind, name))];
    return {
      given,
      where: conditions.join(" AND "),
      values: [this.#company, ...given.map(([, value]) => value)],
    };
  }

  #count({ given, where, values }: Matching): number {
    const [[field, value] = [ALL, ALL], ...others] = given;
    const isKept = others.length === 0 && (field === ALL || isCounted(this.#kind, field));
    const found = isKept
      ? this.#database.one<Total>(
          "SELECT total FROM counts WHERE company = ? AND kind = ? AND field = ? AND value = ?",
          ...[this.#company, this.#kind, field, value],
        )
      : this.#database.one<Total>(
          `SELECT count(*) AS total FROM ${this.#kind} WHERE ${where}`,
          ...values,
        );
    return found?.total ?? 0;
  }
}

/** With a bare `LIMIT ?`, SQLite plans the whole query anew whenever a value is given to it. */
const LIMIT = "LIMIT +?";
/** What SQLite takes as the limit where there is none. */
const NO_LIMIT = -1;

/** What a search asks for, in SQL, and by which names. */
interface Matching {
  given: [string, SQLInputValue][];
  where: string;
  values: SQLInputValue[];
}

type Total = { total: number };

function ledger(database: Database, company: string): Ledger {
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

function agenda(database: Database, company: string): Agenda {
  const first = "FROM jobs WHERE company = ? ORDER BY due, sequence LIMIT 1";
  return {
    add: async (job) =>
      database.run(
        "INSERT INTO jobs (company, due, record) VALUES (?, ?, ?)",
        ...[company, job.dueAt, JSON.stringify(job)],
      ),
    next: async () => database.one<{ due: number }>(`SELECT due ${first}`, company)?.due,
    take: async () =>
      parsed(
        database.one(
          `DELETE FROM jobs WHERE sequence = (SELECT sequence ${first}) RETURNING record`,
          company,
        ),
        "jobs",
        isJob,
      ),
  };
}

function outbox(database: Database, company: string): Outbox {
  const rows = "FROM outbox JOIN postbacks USING (sequence) WHERE outbox.company = ?";
  const inTurn = "ORDER BY outbox.due, sequence";
  return {
    async due(until, most = NO_LIMIT) {
      const sql = `SELECT resource, beside ${rows} AND due <= ? ${inTurn} ${LIMIT}`;
      return database.all<Row>(sql, company, until, most).map((row) => recordOf(row, "postbacks"));
    },
    async first(resourceId) {
      const sql = `SELECT resource, beside ${rows} AND outbox.resourceId = ?`;
      const row = database.one<Row>(sql, company, resourceId);
      return row && recordOf(row, "postbacks");
    },
    next: async () =>
      database.one<{ due: number }>(
        "SELECT due FROM outbox WHERE company = ? ORDER BY due LIMIT 1",
        company,
      )?.due,
  };
}

type Row = { resource: string; beside: string };

function recordOf<Record>({ resource, beside }: Row, table: string): Record {
  return { ...read<Record>(beside, table), resource: read(resource, table) };
}

function parsed<Value extends object>(
  row: { record: string } | undefined,
  table: string,
  isWhole: (value: object) => boolean,
): Value | undefined {
  if (!row) return undefined;
  const value = read<Value>(row.record, table);
  if (!isWhole(value)) throw new DamagedRecordError(table);
  return value;
}

/** The platform's own error would quote the text, and with it a secret. */
function read<Value>(text: string, table: string): Value {
  try {
    const value = JSON.parse(text);
    if (typeof value === "object" && value !== null) return value;
  } catch {}
  throw new DamagedRecordError(table);
}

const settingsTypes: Record<keyof Settings, string> = {
  secret: "string",
  seeded: "boolean",
  drawn: "number",
  id: "string",
};

const companyTypes: Record<keyof Company, string> = {
  id: "string",
  authorized: "boolean",
  feePercentage: "number",
  feeFixed: "number",
  lateFeeAmount: "number",
  interestAmount: "number",
  clock: "object",
  faults: "object",
  drawn: "number",
  tokens: "number",
};

const clockTypes = [{ ahead: "number" }, { startedAt: "number", now: "number" }];

function isCompany(value: object): boolean {
  if (!hasTypes(value, companyTypes)) return false;
  const { clock, faults } = value as Company;
  const isClock = clock !== null && clockTypes.some((types) => hasTypes(clock, types));
  return isClock && Array.isArray(faults);
}

const jobTypes: { [Kind in Job["kind"]]: Record<string, string> } = {
  payment: { dueAt: "number", paymentId: "string", status: "string" },
  subscription: { dueAt: "number", subscriptionId: "string", day: "string" },
};

function isJob(value: object): boolean {
  const types = new Map(Object.entries(jobTypes)).get((value as Job).kind);
  return types !== undefined && hasTypes(value, types);
}

function hasTypes(value: object, types: Record<string, string>): boolean {
  const fields = new Map(Object.entries(value));
  return Object.entries(types).every(([name, type]) => typeof fields.get(name) === type);
}
