/** A value of a statement. */
export type SqlValue = string | number | null;

/** The columns of a row by their names, in the order of the insertion. */
export type Row = Readonly<Record<string, SqlValue>>;

/**
 * The statements that insert rows of a company or of a dataset. PostgreSQL inserts all rows by one, from JSON, since each
 * statement has its price there. SQLite inserts them one by one, since reading JSON costs more.
 */
export interface Insertion {
  /** With the schema, as statements name it. */
  table: string;
  /** Whether it changes rows of the same keys. One statement does so once for each. */
  isUpsert: boolean;
  all: string;
  each: string;
}

/**
 * The statements of one transaction, which run in the order of the calls. They are written for PostgreSQL: the driver of
 * SQLite translates the few words that differ.
 */
export interface Session {
  /** Returns the rows, whose values are texts, numbers and nulls. */
  all<Row>(sql: string, ...values: SqlValue[]): Promise<Row[]>;
  /** Runs a statement without rows. If it fails, so does the transaction: at once, or at its commit. */
  run(sql: string, ...values: SqlValue[]): void;
  /** Inserts rows that belong to an owner: a company, or a company and its dataset. */
  insert(insertion: Insertion, owner: readonly SqlValue[], rows: readonly Row[]): void;
}

/**
 * Texts in PostgreSQL hold no NUL. Only ids and filters of the timeline can have one: stored JSON has it escaped. What
 * is looked up with the replacement is not found, as with the NUL itself.
 */
export function withoutNul<Value extends SqlValue | undefined>(value: Value): Value {
  return typeof value === "string" ? (value.replaceAll("\0", "\uFFFD") as Value) : value;
}
