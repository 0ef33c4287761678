import { columnsOf } from "../columns.ts";
import { kinds } from "../filters.ts";
import type { Kind } from "../records.ts";

/** The name of a table or column, which both engines keep in lower case. */
export function nameOf(kindOrField: string): string {
  return kindOrField.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** The condition of a filter, with the key of its value in a place such as `$3`. */
export function conditionOf(kind: Kind, filter: string, place: string): string {
  const column = columnsOf(kind).find(({ name }) => name === filter);
  if (!column) throw new Error(`${kind} cannot be filtered by ${filter}.`);
  if (column.type !== "list") return `${nameOf(filter)} = ${place}`;
  return `EXISTS (SELECT 1 FROM jsonb_array_elements_text(${nameOf(filter)}::jsonb) AS item WHERE value = ${place})`;
}

/** The tables of a dataset. */
export const dataTables: readonly string[] = [
  ...kinds.map(nameOf),
  ...["counts", "outbox", "leases", "entries", "sums", "received", "jobs"],
];
