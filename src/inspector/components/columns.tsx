import type { ComponentChildren } from "preact";
import type { Form } from "../contract.ts";
import { labelOf } from "../labels.ts";
import { inLanguage, texts } from "../language.ts";
import type { Column } from "./table.tsx";
import { FieldValue } from "./values.tsx";

/** Cells that the contract does not describe, by the name of their column. */
export type Cells<Row> = Record<string, (row: Row) => ComponentChildren>;

/** The columns of what an operation returns: those of its `x-summary`, unless others are named. */
export function columnsOf<Row extends object>(
  { returns, columns = [] }: Form,
  cells: Cells<Row> = {},
  names: readonly string[] = columns,
): Column<Row>[] {
  return names.map((name) => ({
    title: titleOf(name),
    isNumber: returns[name] === "money",
    cell: (row) =>
      cells[name]?.(row) ?? (
        <FieldValue value={row[name as keyof Row]} kinds={returns} path={name} />
      ),
  }));
}

/** What a column or a filter is called. */
export function titleOf(name: string): string {
  const titles: Partial<Record<string, string>> = texts.columns;
  return titles[name] ?? inLanguage(labelOf(name));
}
