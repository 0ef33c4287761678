import { columnsOf } from "../columns.ts";
import { countedFields, kinds } from "../filters.ts";
import type { Kind } from "../records.ts";

/** The SQL condition of a filter, with a `?` for the key of its value. */
export function conditionOf(kind: Kind, name: string): string {
  const column = columnsOf(kind).find((each) => each.name === name);
  if (!column) throw new Error(`${kind} cannot be filtered by ${name}.`);
  if (column.type !== "list") return `${name} = ?`;
  return `EXISTS (SELECT 1 FROM json_each(${name}) WHERE value = ?)`;
}

/** Whether triggers maintain the number of records for each value of a field. */
export function isCounted(kind: Kind, name: string): boolean {
  return countedFields(kind).includes(name);
}

/** The tables that `clear` empties for a company. The outbox and the counts follow by triggers. */
export const dataTables: readonly string[] = [
  ...kinds,
  ...["entries", "sums", "received", "jobs", "leases"],
];
