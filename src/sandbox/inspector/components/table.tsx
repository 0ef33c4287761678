import type { ComponentChildren } from "preact";
import { addressOf, type Place } from "../router.ts";

/** A column of a table. */
export interface Column<Row> {
  title: string;
  /** Numbers stand on the right. */
  isNumber?: boolean;
  cell: (row: Row) => ComponentChildren;
}

interface TableProps<Row> {
  label: string;
  columns: Column<Row>[];
  rows: Row[];
  keyOf: (row: Row) => string | number;
  /** Shown without rows. */
  empty: ComponentChildren;
}

export function Table<Row>({ label, columns, rows, keyOf, empty }: TableProps<Row>) {
  if (rows.length === 0) return <p class="muted">{empty}</p>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table scrolls, which needs the keyboard's focus
    <section class="scroll" tabIndex={0} aria-label={label}>
      <table>
        <thead>
          <tr>
            {columns.map(({ title, isNumber }) => (
              <th key={title} scope="col" class={isNumber ? "number" : ""}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)}>
              {columns.map(({ title, isNumber, cell }) => (
                <td key={title} class={isNumber ? "number" : ""}>
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

export const PAGE_SIZE = 20;

/** The page of a list in its address, and links to its neighbours. */
export function Pager({ place, total }: { place: Place; total: number }) {
  const page = pageOf(place);
  const last = Math.max(1, Math.ceil(total / PAGE_SIZE));
  const linkTo = (to: number, label: string) =>
    to >= 1 && to <= last ? (
      <a href={addressOf({ ...place, filters: { ...place.filters, page: `${to}` } })}>{label}</a>
    ) : (
      <span class="muted">{label}</span>
    );
  return (
    <nav class="pager" aria-label="Pages">
      {linkTo(1, "First")}
      {linkTo(page - 1, "Previous")}
      <span>
        page {page} of {last}, {total} in all
      </span>
      {linkTo(page + 1, "Next")}
      {linkTo(last, "Last")}
    </nav>
  );
}

export function pageOf({ filters }: Place): number {
  return Math.max(1, Number(filters.page) || 1);
}

interface FilterProps {
  place: Place;
  name: string;
  label: string;
  /** The allowed values. Without them, any text. */
  values?: readonly unknown[];
}

/** A filter of a list, kept in its address. */
export function Filter({ place, name, label, values }: FilterProps) {
  const value = place.filters[name] ?? "";
  const change = (next: string) => {
    // Another filter begins again at the first page.
    const { page: _, ...filters } = place.filters;
    location.hash = addressOf({ ...place, filters: { ...filters, [name]: next } });
  };
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: each branch has one
    <label>
      {label}
      {values ? (
        <select value={value} onChange={({ currentTarget }) => change(currentTarget.value)}>
          <option value="">any</option>
          {values.map((each) => (
            <option key={`${each}`} value={`${each}`}>
              {`${each}`}
            </option>
          ))}
        </select>
      ) : (
        <input value={value} onChange={({ currentTarget }) => change(currentTarget.value.trim())} />
      )}
    </label>
  );
}
