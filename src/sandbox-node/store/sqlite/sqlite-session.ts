import type { DatabaseSync, StatementSync } from "node:sqlite";
import type { Insertion, Row, Session, SqlValue } from "../sql/session.ts";

/** The words in which SQLite differs from PostgreSQL. It has no schemas, one type of integers, no casts and no LATERAL. */
const WORDS: readonly [RegExp, string][] = [
  [/LATERAL \(SELECT \* FROM (\S+) WHERE (.*) OFFSET 0\) AS found/g, "$1 WHERE $2"],
  [/\bcentavo\./g, ""],
  [/extract\(epoch FROM now\(\)\)/g, "unixepoch()"],
  [/::\w+/g, ""],
  [/\bjsonb_array_elements(_text)?\(/g, "json_each("],
  [/\bbigint\b/g, "INTEGER"],
  [/ COLLATE "C"/g, ""],
  [/\/\* (.*?) \*\//g, "$1"],
];

const PARAMETER = /\$(\d+)/g;

/**
 * A statement as SQLite takes it, but for its parameters.
 *
 * @example
 * inSqlite("SELECT $1::bigint FROM centavo.jobs"); // "SELECT $1 FROM jobs"
 */
export function inSqlite(sql: string): string {
  return WORDS.reduce((text, [word, replacement]) => text.replaceAll(word, replacement), sql);
}

interface Prepared {
  statement: StatementSync;
  /** The values of the parameters, in order: Node before 24.7 binds none to a parameter with a number. It refuses undefined. */
  bound(values: readonly SqlValue[]): SqlValue[];
}

/** The one connection to a file. It prepares each statement once. */
export class SqliteSession implements Session {
  readonly #sqlite: DatabaseSync;
  readonly #statements = new Map<string, Prepared>();
  #isClosed = false;

  constructor(sqlite: DatabaseSync) {
    this.#sqlite = sqlite;
  }

  async all<Row>(sql: string, ...values: SqlValue[]): Promise<Row[]> {
    const { statement, bound } = this.#prepared(sql);
    return statement.all(...bound(values)) as Row[];
  }

  run(sql: string, ...values: SqlValue[]): void {
    const { statement, bound } = this.#prepared(sql);
    statement.run(...bound(values));
  }

  insert({ each }: Insertion, owner: readonly SqlValue[], rows: readonly Row[]): void {
    for (const row of rows) this.run(each, ...owner, ...Object.values(row));
  }

  /** Keeps the changes of work, or rolls them back if it throws or does not want to keep them. */
  async transaction<Result>(
    work: () => Promise<{ result: Result; keep: boolean }>,
  ): Promise<Result> {
    this.run("BEGIN");
    try {
      const { result, keep } = await work();
      this.run(keep ? "COMMIT" : "ROLLBACK");
      return result;
    } catch (error) {
      this.#rollBack();
      throw error;
    }
  }

  #rollBack(): void {
    try {
      this.run("ROLLBACK");
    } catch {
      // If SQLite cannot write, e.g. because the disk is full, it has already rolled back.
    }
  }

  dropCachedPages(): void {
    this.run("PRAGMA shrink_memory");
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#sqlite.close();
  }

  #prepared(sql: string): Prepared {
    const existing = this.#statements.get(sql);
    if (existing) return existing;
    const text = inSqlite(sql);
    const numbers = [...text.matchAll(PARAMETER)].map(([, number]) => Number(number));
    const prepared: Prepared = {
      statement: this.#sqlite.prepare(text.replaceAll(PARAMETER, "?")),
      bound: (values) => numbers.map((number) => values[number - 1] as SqlValue),
    };
    this.#statements.set(sql, prepared);
    return prepared;
  }
}
