/** A value of a statement. Rows of values are one text of JSON. */
export type SqlValue = string | number | null;

/**
 * The statements of one transaction, which run in the order of the calls. They are written for PostgreSQL: the driver of
 * SQLite translates the few words that differ.
 */
export interface Session {
  /** Returns the rows, whose values are texts, numbers and nulls. */
  all<Row>(sql: string, ...values: SqlValue[]): Promise<Row[]>;
  /** Runs a statement without rows. If it fails, so does the transaction: at once, or at its commit. */
  run(sql: string, ...values: SqlValue[]): void;
}

/**
 * Texts in PostgreSQL hold no NUL. Only ids and filters of the timeline can have one: stored JSON has it escaped. What
 * is looked up with the replacement is not found, as with the NUL itself.
 */
export function withoutNul<Value extends SqlValue | undefined>(value: Value): Value {
  return typeof value === "string" ? (value.replaceAll("\0", "\uFFFD") as Value) : value;
}
