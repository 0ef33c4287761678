import type { Pool } from "pg";
import { kinds } from "../../../sandbox/store/filters.ts";
import type { Kind } from "../../../sandbox/store/records.ts";
import type { CompanyData, ReadHint } from "../../../sandbox/store/store.ts";
import { selectById } from "../sql/collection.ts";
import { READ_COMPANY, withCompanyData } from "../sql/company-data.ts";
import { nameOf } from "../sql/dataset-tables.ts";
import { LAYOUT } from "../sql/migrations.ts";
import { NEXT_POSTBACK } from "../sql/outbox.ts";
import type { RecordRow } from "../sql/parse-record.ts";
import type { Session, SqlValue } from "../sql/session.ts";
import { asStoreError, isConnectionLoss } from "./database-errors.ts";
import type { StatementNames } from "./postgres-session.ts";
import { SharedConnection } from "./shared-connection.ts";

/** The company, the time of its next job, and a record or the time of the first postback, all at one point in time. */
type PointRow = { company: string; job: number | null; postback?: number | null } & {
  [Name in keyof RecordRow]?: string | null;
};

/** The due time of the first row of a table. */
const firstDue = (table: string) => `(
  SELECT due FROM centavo.${table} WHERE ${table}.company = $1 AND ${table}.dataset = companies.dataset
  ORDER BY due, sequence LIMIT 1
)`;

const RECORD = Object.fromEntries(kinds.map((kind) => [kind, statementOf(kind)])) as Record<
  Kind,
  string
>;

function statementOf(kind: Kind): string {
  // PostgreSQL looks at the tables from left to right, so it first sees that a newer version has changed them.
  return `SELECT companies.record AS company, found.resource, found.internal, ${firstDue("jobs")} AS job
FROM (SELECT ${LAYOUT}, dataset, record FROM centavo.companies WHERE company = $1) AS companies
LEFT JOIN centavo.${nameOf(kind)} AS found ON found.company = $1 AND found.dataset = companies.dataset AND found.id = $2`;
}

const SCHEDULE = `SELECT ${LAYOUT}, record AS company, ${firstDue("jobs")} AS job, ${firstDue("outbox")} AS postback
FROM centavo.companies WHERE company = $1`;

/**
 * Reads what a hint names by a single statement, on a connection that such reads share. It waits for no lock.
 */
export class PointReads {
  readonly #connection: SharedConnection;
  readonly #names: StatementNames;
  readonly #timeout: number;

  constructor(pool: Pool, names: StatementNames, timeout: number) {
    this.#connection = new SharedConnection(pool);
    this.#names = names;
    this.#timeout = timeout;
  }

  /**
   * Runs work on what the hint names. Returns undefined if the work reads anything else, or the connection was lost: then
   * the caller reads in a transaction.
   * @throws {StoreError} if the server cannot be used.
   */
  async read<Result>(
    companyId: string,
    hint: ReadHint,
    work: (data: CompanyData) => Promise<Result>,
  ): Promise<{ result: Result } | undefined> {
    const rows = await this.#select(companyId, hint);
    if (!rows) return undefined;
    const session = new PointSession(rows[0], hint);
    try {
      const { result } = await withCompanyData(session, companyId, work, { isRead: true });
      return session.isExceeded ? undefined : { result };
    } catch (error) {
      if (session.isExceeded) return undefined;
      throw asStoreError(error);
    }
  }

  /** No row if there is no such company. */
  async #select(companyId: string, hint: ReadHint): Promise<PointRow[] | undefined> {
    const statement =
      hint === "schedule"
        ? this.#names.queryOf(SCHEDULE, [companyId])
        : this.#names.queryOf(RECORD[hint.kind], [companyId, hint.id]);
    const query = { ...statement, query_timeout: this.#timeout };
    try {
      return (await this.#connection.query(query)).rows;
    } catch (error) {
      if (!this.#names.hasFailed(error) && !isConnectionLoss(error as Error))
        throw asStoreError(error);
      return undefined;
    }
  }
}

/** Answers the statements whose rows are in a row. */
class PointSession implements Session {
  readonly #row: PointRow | undefined;
  readonly #hint: ReadHint;
  /** Whether something else was asked for. The work then runs again in a transaction, whatever it has returned. */
  isExceeded = false;

  constructor(row: PointRow | undefined, hint: ReadHint) {
    this.#row = row;
    this.#hint = hint;
  }

  async all<Row>(sql: string, ...values: SqlValue[]): Promise<Row[]> {
    const rows = this.#rowsOf(sql, values);
    if (rows) return rows as Row[];
    this.isExceeded = true;
    throw new Error("This read needs a transaction.");
  }

  run(): never {
    throw new Error("A read changes nothing.");
  }

  insert(): never {
    return this.run();
  }

  #rowsOf(sql: string, values: readonly SqlValue[]): unknown[] | undefined {
    const { company: record, job: nextDue, postback, resource, internal } = this.#row ?? {};
    if (sql === READ_COMPANY) return record ? [{ record, nextDue, dataset: 0 }] : [];
    // Without a postback, no filter finds any.
    if (this.#hint === "schedule") return sql === NEXT_POSTBACK && !postback ? [] : undefined;
    const { kind, id } = this.#hint;
    if (sql !== selectById(kind) || values[2] !== id) return undefined;
    return resource ? [{ resource, internal }] : [];
  }
}
