import type { DatabaseSync, SQLInputValue, StatementSync } from "node:sqlite";

/** With a plain `LIMIT ?`, SQLite plans the query again each time it binds a value. */
export const LIMIT = "LIMIT +?";

/** A database connection that caches its prepared statements. */
export class PreparedStatements {
  readonly #sqlite: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();
  #isClosed = false;

  constructor(sqlite: DatabaseSync) {
    this.#sqlite = sqlite;
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

  dropCachedPages(): void {
    this.run("PRAGMA shrink_memory");
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
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
