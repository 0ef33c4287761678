import { kinds } from "../../../sandbox/store/filters.ts";
import type { Kind } from "../../../sandbox/store/records.ts";
import { columnsOf } from "./filter-columns.ts";

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

const record = ["sequence", "id", "resource", "internal"];

/** The columns of the tables of a dataset, after those for the company and the dataset. */
const columns: Record<string, readonly string[]> = {
  ...Object.fromEntries(
    kinds.map((kind) => [
      nameOf(kind),
      [...record, ...columnsOf(kind).map(({ name }) => nameOf(name))],
    ]),
  ),
  entries: ["subject", "event", "place", "sequence", "account", "owner", "day", "amount"],
  jobs: ["sequence", "kind", "due", "key", "record"],
  counts: ["kind", "status", "payment_method", "total"],
  amounts: ["amount", "total"],
  sums: ["account", "owner", "day", "total"],
  outbox: ["resource_id", "sequence", "due"],
  leases: ["resource_id", "until"],
};

/** The tables with as many rows as a company has payments, by the column in whose order parts of them are copied or deleted. */
const large: Record<string, string> = {
  ...Object.fromEntries([...kinds.map(nameOf), "jobs"].map((table) => [table, "sequence"])),
  entries: "subject",
  amounts: "amount",
};

export interface DataTable {
  name: string;
  /** All but the company and the dataset. */
  columns: readonly string[];
  order: string | undefined;
}

/** The tables of a dataset. */
export const dataTables: readonly DataTable[] = Object.entries(columns).map(([name, names]) => {
  return { name, columns: names, order: large[name] };
});
