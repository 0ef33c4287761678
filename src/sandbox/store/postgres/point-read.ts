import { createHash } from "node:crypto";
import type { Pool } from "pg";
import { kinds } from "../filters.ts";
import { parseCompany, parseRecord, type RecordRow } from "../parse-record.ts";
import type { Kind } from "../records.ts";
import type { CompanyData, RecordKey } from "../store.ts";
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

/** A pooler lets connections share a server that has not prepared the statement, or has done so for another. */
const NOT_PREPARED = new Set(["26000", "42P05"]);

/**
 * Reads a company and one of its records by a single statement on any connection of a pool. It waits for no lock and no
 * other read.
 */
export class PointReads {
  readonly #pool: Pool;
  #mayPrepare = true;

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  /** Runs work on them. Returns undefined if the work reads something else too, or if the server fails. */
  async read<Result>(
    companyId: string,
    key: RecordKey,
    work: (data: CompanyData) => Promise<Result>,
  ): Promise<{ result: Result } | undefined> {
    const row = await this.#select(companyId, key);
    if (row === "failed") return undefined;
    const point = new Point(row, key);
    try {
      const result = await work(point.data);
      return point.isExceeded ? undefined : { result };
    } catch (error) {
      if (point.isExceeded) return undefined;
      throw error;
    }
  }

  /** Undefined if there is no such company. */
  async #select(
    companyId: string,
    { kind, id }: RecordKey,
  ): Promise<PointRow | undefined | "failed"> {
    const { name, text } = statements[kind];
    const query = { text, values: [companyId, id].map(withoutNul), types: { getTypeParser } };
    try {
      const { rows } = await this.#pool.query<PointRow>(
        this.#mayPrepare ? { name, ...query } : query,
      );
      return rows[0];
    } catch (error) {
      if (NOT_PREPARED.has(`${(error as { code?: string }).code}`)) this.#mayPrepare = false;
      // A read in a transaction follows, which tries several times, and knows what the errors of a server mean.
      return "failed";
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
    const known = {
      company: { get: async () => parseCompany(company ? { record: company } : undefined) },
      jobQueue: { nextDueAt: async () => job ?? undefined },
      [kind]: {
        get: async (wanted: string) => {
          if (wanted !== id) return this.#exceed();
          return resource && internal ? parseRecord({ resource, internal }, kind) : undefined;
        },
      },
    };
    const exceed = async () => this.#exceed();
    const partOf = (methods: object) =>
      new Proxy(methods, { get: (_, name) => Reflect.get(methods, name) ?? exceed });
    this.data = new Proxy(known, {
      get: (_, name) => partOf(Reflect.get(known, name) ?? exceed),
    }) as unknown as CompanyData;
  }

  #exceed(): never {
    this.isExceeded = true;
    throw new Error("This read needs a transaction.");
  }
}
