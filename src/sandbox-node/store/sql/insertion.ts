import { OWN } from "./dataset.ts";
import type { Insertion } from "./session.ts";

interface InsertionOptions {
  /** Whether the rows belong to a dataset. */
  inDataset?: boolean;
  /** Whether the rows get the next numbers in the insertion order of the table. */
  isNumbered?: boolean;
  onConflict?: string;
}

/** Not by `max`: as long as PostgreSQL has no statistics of a table, it would read all rows for that. */
export function selectLastNumber(table: string): string {
  return `SELECT sequence FROM centavo.${table} WHERE ${OWN} ORDER BY sequence DESC LIMIT 1`;
}

/** The insertion of rows with these columns. */
export function insertionInto(
  table: string,
  columns: readonly string[],
  { inDataset = true, isNumbered = false, onConflict = "" }: InsertionOptions = {},
): Insertion {
  const owner = { company: "$1", ...(inDataset && { dataset: "$2::bigint" }) };
  const first = Object.keys(owner).length + 1;
  const rows = `jsonb_populate_recordset(NULL::centavo.${table}, $${first}::jsonb)`;
  const places = columns.map((_, index) => `$${first + index}`);
  // The lock on the company keeps others from adding to the table.
  const last = `coalesce((${selectLastNumber(table)}), 0)`;
  const names = [...Object.keys(owner), ...(isNumbered ? ["sequence"] : []), ...columns];
  const into = `INSERT INTO centavo.${table} (${names})`;
  const values = (number: string, others: readonly string[]) => [
    ...Object.values(owner),
    ...(isNumbered ? [`${last} + ${number}`] : []),
    ...others,
  ];
  return {
    table: `centavo.${table}`,
    isUpsert: onConflict.includes("DO UPDATE"),
    all: `${into} SELECT ${values("ordinality", columns)} FROM ROWS FROM (${rows}) WITH ORDINALITY ${onConflict}`,
    // For a SELECT, SQLite would keep all pages that it changes, in case a later row fails.
    each: `${into} VALUES (${values("1", places)}) ${onConflict}`,
  };
}
