import type { Pool } from "pg";
import { kinds } from "../filters.ts";
import { parseCompany, parseRecord, type RecordRow } from "../parse-record.ts";
import type { Kind } from "../records.ts";
import { nameOf } from "../sql/schema.ts";
import type { Collection, CompanyData, JobQueue, RecordKey } from "../store.ts";
import { asStoreError, isConnectionLoss } from "./database-errors.ts";
import type { StatementNames } from "./postgres-session.ts";

/** The company, the time of its next job, and one record, all as they are at one point in time. */
type PointRow = { company: string; job: number | null } & {
  [Name in keyof RecordRow]: string | null;
};

const statements = Object.fromEntries(kinds.map((kind) => [kind, statementOf(kind)])) as Record<
  Kind,
  string
>;

function statementOf(kind: Kind): string {
  return `SELECT companies.record AS company, found.resource, found.internal, (
  SELECT due FROM centavo.jobs WHERE jobs.company = $1 AND jobs.dataset = companies.dataset ORDER BY due, sequence LIMIT 1
) AS job
FROM centavo.companies
LEFT JOIN centavo.${nameOf(kind)} AS found ON found.company = $1 AND found.dataset = companies.dataset AND found.id = $2
WHERE companies.company = $1`;
}

/**
 * Reads a company and one of its records by a single statement on any connection of a pool. It waits for no lock and no
 * other read.
 */
export class PointReads {
  readonly #pool: Pool;
  readonly #names: StatementNames;
  readonly #timeout: number;

  constructor(pool: Pool, names: StatementNames, timeout: number) {
    this.#pool = pool;
    this.#names = names;
    this.#timeout = timeout;
  }

  /**
   * Runs work on the company and the record. Returns undefined if the work reads anything else, or the connection was
   * lost: then the caller reads in a transaction.
   * @throws {StoreError} if the server cannot be used.
   */
  async read<Result>(
    companyId: string,
    key: RecordKey,
    work: (data: CompanyData) => Promise<Result>,
  ): Promise<{ result: Result } | undefined> {
    const rows = await this.#select(companyId, key);
    if (!rows) return undefined;
    const point = new Point(rows[0], key);
    try {
      const result = await work(point.data);
      return point.isExceeded ? undefined : { result };
    } catch (error) {
      if (point.isExceeded) return undefined;
      throw asStoreError(error);
    }
  }

  /** No row if there is no such company. */
  async #select(companyId: string, { kind, id }: RecordKey): Promise<PointRow[] | undefined> {
    const statement = this.#names.queryOf(statements[kind], [companyId, id]);
    const query = { ...statement, query_timeout: this.#timeout };
    try {
      return (await this.#pool.query<PointRow>(query)).rows;
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

  constructor(row: PointRow | undefined, { kind, id }: RecordKey) {
    const { company, job, resource, internal } = row ?? {};
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
      [kind]: only<Collection<Kind>>({
        async get(wanted) {
          if (wanted !== id) return exceed();
          return resource && internal ? parseRecord({ resource, internal }, kind) : undefined;
        },
      }),
      recordCount: exceed,
      clear: exceed,
    };
    this.data = new Proxy(parts, {
      get: (_, name) => Reflect.get(parts, name) ?? only({}),
    }) as CompanyData;
  }
}
