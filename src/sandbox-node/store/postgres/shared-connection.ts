import type { Pool, PoolClient, QueryConfig, QueryResult } from "pg";
import { sendTogether } from "./postgres-session.ts";

interface Lent {
  client: Promise<PoolClient>;
  /** The statements without an answer. */
  running: number;
  isBroken: boolean;
}

/**
 * One connection of a pool for statements without a transaction, as long as there are any. They do not wait for each other's
 * answers, and those of one turn of the event loop are sent and answered together, which costs fewer system calls.
 */
export class SharedConnection {
  readonly #pool: Pool;
  #lent: Lent | undefined;

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  async query(query: QueryConfig): Promise<QueryResult> {
    this.#lent ??= { client: this.#pool.connect(), running: 0, isBroken: false };
    const lent = this.#lent;
    lent.running += 1;
    try {
      return await sendTogether(await lent.client, query);
    } catch (error) {
      // The others fail too. Those that come now get another connection.
      lent.isBroken = true;
      if (this.#lent === lent) this.#lent = undefined;
      throw error;
    } finally {
      lent.running -= 1;
      if (lent.running === 0) this.#release(lent);
    }
  }

  #release(lent: Lent): void {
    if (this.#lent === lent) this.#lent = undefined;
    lent.client.then((client) => client.release(lent.isBroken)).catch(() => {});
  }
}
