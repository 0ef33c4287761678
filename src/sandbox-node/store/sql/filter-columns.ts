import {
  type FilterTarget,
  filteredValues,
  filterTargets,
  kinds,
} from "../../../sandbox/store/filters.ts";
import type { Kind, Records } from "../../../sandbox/store/records.ts";
import { filterKey } from "./filter-key.ts";

/** What a database has beside the JSON of a record, to find the record by. */
export interface Column {
  /** The name of a filter or of an internal field. */
  name: string;
  type: "text" | "list" | "number";
  valueIn(record: Records[Kind]): string | number | null | (string | null)[];
}

/** Internal numbers that are columns, although nobody filters by them. */
const NUMBERS: { [Name in Kind]?: (keyof Records[Name])[] } = { postbacks: ["due"] };

const columns = Object.fromEntries(kinds.map((kind) => [kind, allOf(kind)])) as Record<
  Kind,
  Column[]
>;

/** The columns of a kind: those of its filters, and its numbers. */
export function columnsOf(kind: Kind): readonly Column[] {
  return columns[kind];
}

function allOf(kind: Kind): Column[] {
  const filters = Object.entries<FilterTarget>(filterTargets[kind]).map(([name, target]) =>
    typeof target === "string" ? textColumn(name, target) : listColumn(name, target),
  );
  return [...filters, ...(NUMBERS[kind] ?? []).map(numberColumn)];
}

function textColumn(name: string, target: FilterTarget): Column {
  const valueIn: Column["valueIn"] = (record) => filterKey(filteredValues(record, name, target)[0]);
  return { name, type: "text", valueIn };
}

function listColumn(name: string, target: FilterTarget): Column {
  const valueIn: Column["valueIn"] = (record) =>
    filteredValues(record, name, target).map(filterKey);
  return { name, type: "list", valueIn };
}

function numberColumn(name: string): Column {
  return { name, type: "number", valueIn: (record) => Number(record[name as keyof typeof record]) };
}
