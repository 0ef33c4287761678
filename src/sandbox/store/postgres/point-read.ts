import type { Pool } from "pg";
import { kinds } from "../filters.ts";
import type { Kind } from "../records.ts";
import { parseCompany, parseRecord, type RecordRow } from "../sql/parse-record.ts";
import { LAYOUT, nameOf } from "../sql/schema.ts";
import type { Collection, CompanyData, JobQueue, Outbox, ReadHint } from "../store.ts";
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
    const point = new Point(rows[0], hint);
    try {
      const result = await work(point.data);
      return point.isExceeded ? undefined : { result };
    } catch (error) {
      if (point.isExceeded) return undefined;
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

/** What a row has of a company's data. */
class Point {
  /** Whether something else was asked for. The work then runs again in a transaction, whatever it has returned. */
  isExceeded = false;
  readonly data: CompanyData;

  constructor(row: PointRow | undefined, hint: ReadHint) {
    const { company, job, postback, resource, internal } = row ?? {};
    const exceed = async (): Promise<never> => {
      this.isExceeded = true;
      throw new Error("This read needs a transaction.");
    };
    const only = <Part extends object>(methods: Partial<Part>) =>
      new Proxy(methods, { get: (_, name) => Reflect.get(methods, name) ?? exceed }) as Part;
    const parts: Partial<CompanyData> = {
      company: only<CompanyData["company"]>({
        get: async () => parseCompany(company ? { record: company } : undefined),
      }),
      jobQueue: only<JobQueue>({ nextDueAt: async () => job ?? undefined }),
      recordCount: exceed,
      clear: exceed,
    };
    if (hint === "schedule")
      parts.outbox = only<Outbox>({
        // Without a postback, no filter finds any.
        nextDueAt: async (lines) => (lines && postback ? exceed() : (postback ?? undefined)),
      });
    else
      Object.assign(parts, {
        [hint.kind]: only<Collection<Kind>>({
          async get(id) {
            if (id !== hint.id) return exceed();
            return resource && internal
              ? parseRecord({ resource, internal }, hint.kind)
              : undefined;
          },
        }),
      });
    this.data = new Proxy(parts, {
      get: (_, name) => Reflect.get(parts, name) ?? only({}),
    }) as CompanyData;
  }
}
