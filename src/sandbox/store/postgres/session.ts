import type { PoolClient } from "pg";

/** A value of a statement. A list is an array of the database. */
export type SqlValue = string | number | null | readonly (string | number | null)[];

/** The statements of one transaction. Each is one round trip to the server. */
export class Session {
  readonly #client: PoolClient;
  /** The first error of the server. PostgreSQL then refuses all other statements of the transaction. */
  failure: unknown;
  hasEnded = false;

  constructor(client: PoolClient) {
    this.#client = client;
  }

  async all<Row>(sql: string, ...values: SqlValue[]): Promise<Row[]> {
    if (this.hasEnded) throw new Error("The transaction of this data has ended.");
    try {
      const { rows } = await this.#client.query({
        text: sql,
        values: values.map(withoutNul),
        types: { getTypeParser },
      });
      return rows;
    } catch (error) {
      this.failure ??= error;
      throw error;
    }
  }

  async one<Row>(sql: string, ...values: SqlValue[]): Promise<Row | undefined> {
    return (await this.all<Row>(sql, ...values))[0];
  }

  async run(sql: string, ...values: SqlValue[]): Promise<void> {
    await this.all(sql, ...values);
  }
}

/**
 * Texts in PostgreSQL hold no NUL. Only ids and filters of the timeline can have one: stored JSON has it escaped. What
 * is looked up with the replacement is not found, as with the NUL itself.
 */
export function withoutNul<Value extends SqlValue>(value: Value): Value {
  return typeof value === "string" ? (value.replaceAll("\0", "\uFFFD") as Value) : value;
}

const BIGINT = 20;

/** The engine selects texts and `bigint`s alone, all of which are exact as numbers. */
export function getTypeParser(oid: number): (text: string) => unknown {
  return oid === BIGINT ? Number : (text) => text;
}
