import { kinds } from "../filters.ts";
import type { Kind } from "../records.ts";

/** The table of a kind. */
export function tableOf(kind: Kind): string {
  return `centavo.${columnOf(kind)}`;
}

/** The column of a field. PostgreSQL folds unquoted names to lower case. */
export function columnOf(field: string): string {
  return field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** The tables that `clear` empties for a company. */
export const dataTables: readonly string[] = [
  ...kinds.map(tableOf),
  ...["counts", "outbox", "leases", "entries", "sums", "received", "jobs"].map(
    (table) => `centavo.${table}`,
  ),
];

/** The next number in the insertion order of a table. The lock on the company keeps others from taking it. */
export function nextSequence(table: string): string {
  return `coalesce((SELECT max(sequence) FROM ${table} WHERE company = $1), 0)`;
}
