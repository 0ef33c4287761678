import { createHash } from "node:crypto";
import type { Pool } from "pg";
import { kinds } from "../filters.ts";
import { parseCompany, parseRecord, type RecordRow } from "../parse-record.ts";
import type { Kind } from "../records.ts";
import type { Collection, CompanyData, JobQueue, RecordKey } from "../store.ts";
import { asStoreError, isConnectionLoss } from "./database-errors.ts";
import { tableOf } from "./schema.ts";
import { getTypeParser, withoutNul } from "./session.ts";

/** The company, the time of its next job, and one record, all as they are at one point in time. */
type PointRow = { company: string; job: number | null } & {
  [Name in keyof RecordRow]: string | null;
};

const statements = Object.fromEntries(kinds.map((kind) => [kind, statementOf(kind)])) as Record<
  Kind,
  { name: string; text: string }
>;

function statementOf(kind: Kind) {
  const text = `SELECT companies.record AS company, found.resource, found.internal,
  (SELECT due FROM centavo.jobs WHERE company = companies.id ORDER BY due, sequence LIMIT 1) AS job
FROM centavo.companies
LEFT JOIN ${tableOf(kind)} AS found ON found.company = companies.id AND found.id = $2
WHERE companies.id = $1`;
  // Behind a pooler, another version of the sandbox may have prepared its statement on the same connection.
  return { name: createHash("sha256").update(text).digest("hex").slice(0, 32), text };
}

/**
 * The server has no such statement, has another one of this name, or has changed its tables. Behind a pooler, which lets
 * connections share a server, it may go on so.
 */
const CANNOT_REUSE = new Set(["26000", "42P05", "0A000"]);

/**
 * Reads a company and one of its records by a single statement on any connection of a pool. It waits for no lock and no
 * other read.
 */
export class PointReads {
  readonly #pool: Pool;
  readonly #timeout: number;
  #mayPrepare = true;

  constructor(pool: Pool, timeout: number) {
    this.#pool = pool;
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
    const { name, text } = statements[kind];
    const query = {
      ...(this.#mayPrepare && { name }),
      text,
      values: [companyId, id].map(withoutNul),
      types: { getTypeParser },
      query_timeout: this.#timeout,
    };
    try {
      return (await this.#pool.query<PointRow>(query)).rows;
    } catch (error) {
      const { code = "" } = error as { code?: string };
      if (CANNOT_REUSE.has(code)) this.#mayPrepare = false;
      else if (!isConnectionLoss(error as Error)) throw asStoreError(error);
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
