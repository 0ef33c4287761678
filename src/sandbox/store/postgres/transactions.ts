import { setTimeout } from "node:timers/promises";
import type { Pool, PoolClient, QueryResult } from "pg";
import { StoreError } from "../store-error.ts";
import { asStoreError, isConflict, isConnectionLoss, isTimeout } from "./database-errors.ts";
import { getTypeParser, Session, withoutNul } from "./session.ts";

/** How long to wait before each attempt of a transaction, in milliseconds. */
const ATTEMPTS = [0, 20, 100, 500, 1500];

/** How long to wait each time before asking whether a transaction was committed whose answer was lost. */
const INQUIRIES = [0, 50, 200, 500, 1000, 2000, 4000, 8000];

const UNKNOWN_OUTCOME =
  "the connection was lost during a commit, so the change may have been made or not";

export type Row = Record<string, string | number | null>;

/** The work of a transaction. It runs again if the server has ended the transaction before it was committed. */
export interface Transaction<Result> {
  mode: "READ WRITE" | "READ ONLY";
  /**
   * What the first statement locks until the transaction ends: the id of a company, or "" for the shared data.
   * A process runs one such transaction at a time. A transaction without one may be done twice if an answer is lost.
   */
  locked?: string;
  /** The first statement. It has no parameters, and shares its round trip with the begin. */
  first(quote: (text: string) => string): string;
  /** Gets the rows of the first statement. Without `keep`, all changes are undone. */
  work(session: Session, rows: Row[]): Promise<{ result: Result; keep: boolean }>;
}

/** Data belongs to one point in time in a read. In a transaction, the lock on the company keeps all others out. */
const MODES = { "READ WRITE": "READ COMMITTED", "READ ONLY": "REPEATABLE READ, READ ONLY" };

/** An attempt that the server or the connection ended. It has changed nothing. */
class EndedError extends Error {
  override readonly name = "EndedError";
}

/** Runs transactions on the connections of a pool. */
export class Transactions {
  /** Distinguishes this process from the others that use the database. Transactions without a lock do not need it. */
  processId = "";
  #attempts = 0;
  readonly #pool: Pool;
  readonly #statementTimeout: number;

  constructor(pool: Pool, statementTimeout: number) {
    this.#pool = pool;
    this.#statementTimeout = statementTimeout;
  }

  /** @throws {StoreError} if the server cannot be used, also after several attempts. */
  async run<Result>(transaction: Transaction<Result>): Promise<Result> {
    let cause: unknown;
    for (const delay of ATTEMPTS) {
      await setTimeout(delay);
      try {
        return await this.#attempt(transaction);
      } catch (error) {
        if (!(error instanceof EndedError)) throw asStoreError(error);
        cause = error.cause;
      }
    }
    throw asStoreError(cause);
  }

  async #attempt<Result>(transaction: Transaction<Result>): Promise<Result> {
    this.#attempts += 1;
    const commitId = `${this.#attempts}`;
    const { result, lostCommit } = await this.#runOnce(transaction, commitId);
    // The connection is released by now: the pool may have no other.
    if (lostCommit && !(await this.#wasCommitted(transaction, commitId)))
      throw new EndedError("not committed", { cause: lostCommit });
    return result;
  }

  async #runOnce<Result>({ mode, locked, first, work }: Transaction<Result>, commitId?: string) {
    const client = await this.#connect();
    const session = new Session(client);
    let isUsable = false;
    try {
      const rows = await this.#begin(client, mode, first);
      const { result, keep } = await work(session, rows);
      if (session.failure !== undefined) throw session.failure;
      const mark = commitId && locked !== undefined ? this.#mark(client, locked, commitId) : "";
      const lostCommit = keep ? await commit(client, mark) : await rollBack(client);
      isUsable = lostCommit === undefined;
      return { result, lostCommit };
    } catch (error) {
      isUsable = await hasRolledBack(client);
      throw asEnded(session.failure ?? error);
    } finally {
      session.hasEnded = true;
      client.release(!isUsable);
    }
  }

  async #connect(): Promise<PoolClient> {
    try {
      return await this.#pool.connect();
    } catch (error) {
      throw asEnded(error);
    }
  }

  /** `SET LOCAL` ends with the transaction, so it also holds behind a pooler that shares connections. */
  async #begin(client: PoolClient, mode: keyof typeof MODES, first: Transaction<unknown>["first"]) {
    const timeout = this.#statementTimeout;
    const statements = [
      `BEGIN ISOLATION LEVEL ${MODES[mode]}`,
      `SET LOCAL statement_timeout = ${timeout}`,
      // A process that hangs in the middle of a transaction must not keep the lock on a company.
      `SET LOCAL idle_in_transaction_session_timeout = ${3 * timeout}`,
      first((text) => client.escapeLiteral(withoutNul(text))),
    ];
    const query = { text: statements.join(";\n"), types: { getTypeParser } };
    const results = (await client.query(query)) as unknown as QueryResult<Row>[];
    return results[3]?.rows ?? [];
  }

  /**
   * A row that the transaction leaves behind, by which it is known afterwards. The server's own transaction id would
   * not do: a server that crashed, or a standby that took over, may give it to another transaction.
   */
  #mark(client: PoolClient, locked: string, commitId: string): string {
    const values = [locked, this.processId, commitId].map((text) => client.escapeLiteral(text));
    return `INSERT INTO centavo.commits VALUES (${values.join(", ")}, now())
      ON CONFLICT (company, process) DO UPDATE SET id = excluded.id, at = excluded.at;`;
  }

  /** Asks on another connection. The lock makes it wait until the server has ended the transaction. */
  async #wasCommitted({ locked, first }: Transaction<unknown>, commitId: string): Promise<boolean> {
    if (locked === undefined) return false;
    const work = async (session: Session) => {
      const row = await session.one<{ id: string }>(LATEST_COMMIT, locked, this.processId);
      return { result: row?.id === commitId, keep: false };
    };
    for (const delay of INQUIRIES) {
      await setTimeout(delay);
      try {
        return (await this.#runOnce({ mode: "READ WRITE", first, work })).result;
      } catch (error) {
        if (!(error instanceof EndedError) && !isTimeout(error as Error)) throw error;
      }
    }
    throw new StoreError(UNKNOWN_OUTCOME);
  }
}

const LATEST_COMMIT = "SELECT id FROM centavo.commits WHERE company = $1 AND process = $2";

/** Returns the error of the connection if it was lost before the answer. */
async function commit(client: PoolClient, mark: string): Promise<Error | undefined> {
  try {
    // A timeout would end the wait for a standby, and the server would answer as if the standby had the change.
    const statements = `SET LOCAL statement_timeout = 0; ${mark} COMMIT`;
    const results = (await client.query(statements)) as unknown as QueryResult[];
    // PostgreSQL answers a commit with a rollback, and no error, if a statement has failed.
    if (results.at(-1)?.command !== "COMMIT") throw new Error("The transaction was rolled back.");
    return undefined;
  } catch (error) {
    if (!isConnectionLoss(error as Error)) throw error;
    return error as Error;
  }
}

async function rollBack(client: PoolClient): Promise<undefined> {
  await client.query("ROLLBACK");
}

function asEnded(error: unknown): unknown {
  if (error instanceof EndedError || !(error instanceof Error)) return error;
  const mayRunAgain = isConflict(error) || isConnectionLoss(error);
  return mayRunAgain ? new EndedError("ended", { cause: error }) : error;
}

/** Ends the transaction, and returns whether the connection can be used again. */
async function hasRolledBack(client: PoolClient): Promise<boolean> {
  try {
    await rollBack(client);
    return true;
  } catch {
    return false;
  }
}
