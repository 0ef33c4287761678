import type { Pool, PoolClient } from "pg";
import { StoreError } from "../../../sandbox/store/store-error.ts";
import { nodeTimers } from "../../node-timers.ts";
import { lock } from "./company-lock.ts";
import { asStoreError, isConflict, isConnectionLoss, isTimeout } from "./database-errors.ts";
import { PostgresSession, type StatementNames } from "./postgres-session.ts";

/** How long to wait before each attempt of a transaction, in milliseconds. */
const ATTEMPTS = [0, 20, 100, 500, 1500];

/** How long to wait each time before asking whether a transaction was committed whose answer was lost. */
const INQUIRIES = [0, 50, 200, 500, 1000, 2000, 4000, 8000];

const UNKNOWN_OUTCOME =
  "the connection was lost during a commit, so the change may have been made or not";

/** The work of a transaction. It runs again if the server has ended the transaction before it was committed. */
export interface Transaction<Result> {
  mode: keyof typeof MODES;
  /**
   * What the transaction locks until its end: the id of a company, or "" for the shared data. A process runs one such
   * transaction at a time. A transaction without a lock may be done twice if an answer is lost.
   */
  locked?: string;
  /** Without `keep`, all changes are undone. `hasLock` is false if there is nothing to lock. */
  work(
    session: PostgresSession,
    hasLock: Promise<boolean>,
  ): Promise<{ result: Result; keep: boolean }>;
}

/** Data belongs to one point in time in a read or a copy. In a transaction, the lock on the company keeps all others out. */
const MODES = {
  "READ WRITE": "READ COMMITTED",
  COPY: "REPEATABLE READ",
  "READ ONLY": "REPEATABLE READ, READ ONLY",
};

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
  readonly #names: StatementNames;
  readonly #statementTimeout: number;

  constructor(pool: Pool, names: StatementNames, statementTimeout: number) {
    this.#pool = pool;
    this.#names = names;
    this.#statementTimeout = statementTimeout;
  }

  /** @throws {StoreError} if the server cannot be used, also after several attempts. */
  async run<Result>(transaction: Transaction<Result>): Promise<Result> {
    let cause: unknown;
    for (const delay of ATTEMPTS) {
      // A timer takes a millisecond at least.
      if (delay > 0) await nodeTimers.sleep(delay);
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

  async #runOnce<Result>({ mode, locked, work }: Transaction<Result>, commitId?: string) {
    const client = await this.#connect();
    const session = new PostgresSession(client, this.#names);
    let isUsable = false;
    try {
      const begun = this.#begin(session, mode);
      // The session keeps the first error, which says why the others failed.
      begun.catch(() => {});
      const hasLock = locked === undefined ? Promise.resolve(false) : lock(session, locked);
      hasLock.catch(() => {});
      const { result, keep } = await work(session, hasLock);
      await begun;
      if (keep && commitId !== undefined && locked !== undefined)
        session.run(MARK, locked, this.processId, commitId);
      session.hasEnded = true;
      const lostCommit = await end(session, keep);
      isUsable = lostCommit === undefined;
      return { result, lostCommit };
    } catch (error) {
      session.hasEnded = true;
      isUsable = await hasRolledBack(session);
      throw this.#asEnded(session.failure ?? error);
    } finally {
      client.release(!isUsable);
    }
  }

  async #connect(): Promise<PoolClient> {
    try {
      return await this.#pool.connect();
    } catch (error) {
      throw this.#asEnded(error);
    }
  }

  /** `SET LOCAL` ends with the transaction, so it also holds behind a pooler that shares connections. */
  #begin(session: PostgresSession, mode: Transaction<unknown>["mode"]): Promise<unknown> {
    const timeout = this.#statementTimeout;
    // A process that hangs in the middle of a transaction must not keep the lock on a company.
    // The plan of a page does not know its limit: with a million records, its compilation takes 15 milliseconds or more.
    return session.script(`BEGIN ISOLATION LEVEL ${MODES[mode]};
SET LOCAL jit = off;
SET LOCAL statement_timeout = ${timeout};
SET LOCAL idle_in_transaction_session_timeout = ${3 * timeout}`);
  }

  #asEnded(error: unknown): unknown {
    if (error instanceof EndedError || !(error instanceof Error)) return error;
    const mayRunAgain =
      isConflict(error) || isConnectionLoss(error) || this.#names.hasFailed(error);
    return mayRunAgain ? new EndedError("ended", { cause: error }) : error;
  }

  /** Asks on another connection. The lock makes it wait until the server has ended the transaction. */
  async #wasCommitted({ locked }: Transaction<unknown>, commitId: string): Promise<boolean> {
    if (locked === undefined) return false;
    const work = async (session: PostgresSession) => {
      const [row] = await session.all<{ id: string }>(LATEST_COMMIT, locked, this.processId);
      return { result: row?.id === commitId, keep: false };
    };
    for (const delay of INQUIRIES) {
      await nodeTimers.sleep(delay);
      try {
        return (await this.#runOnce({ mode: "READ WRITE", locked, work })).result;
      } catch (error) {
        if (!(error instanceof EndedError) && !isTimeout(error as Error)) break;
      }
    }
    throw new StoreError(UNKNOWN_OUTCOME, { mayBeCommitted: true });
  }
}

/**
 * A row that a transaction leaves behind, by which it is known afterwards. The server's own transaction id would not do: a
 * server that crashed, or a standby that took over, may give it to another transaction.
 */
const MARK = `INSERT INTO centavo.commits (company, process, id, at) VALUES ($1, $2, $3, now())
ON CONFLICT (company, process) DO UPDATE SET id = excluded.id, at = excluded.at`;

const LATEST_COMMIT = "SELECT id FROM centavo.commits WHERE company = $1 AND process = $2";

/** Returns the error of the connection if it was lost before the answer to the commit. */
async function end(session: PostgresSession, keep: boolean): Promise<Error | undefined> {
  if (!keep) {
    await session.script("ROLLBACK");
    return undefined;
  }
  try {
    // A timeout would end the wait for a standby, and the server would answer as if the standby had the change.
    const command = await session.script("SET LOCAL statement_timeout = 0; COMMIT");
    // PostgreSQL answers a commit with a rollback, and no error, if a statement has failed.
    if (command !== "COMMIT") throw new Error("The transaction was rolled back.");
    return undefined;
  } catch (error) {
    if (!isConnectionLoss(error as Error)) throw error;
    return error as Error;
  } finally {
    await session.idle();
  }
}

/** Ends the transaction, and returns whether the connection can be used again. */
async function hasRolledBack(session: PostgresSession): Promise<boolean> {
  try {
    await session.script("ROLLBACK");
    return true;
  } catch {
    return false;
  } finally {
    await session.idle();
  }
}
