import type { ComponentChildren } from "preact";

/** A column of a table. */
export interface Column<Row> {
  title: string;
  /** Numbers are aligned to the right. */
  isNumber?: boolean;
  cell: (row: Row) => ComponentChildren;
}

export interface TableProps<Row> {
  label: string;
  columns: Column<Row>[];
  rows: Row[];
  keyOf: (row: Row) => string | number;
  /** Shown without rows. */
  empty: ComponentChildren;
}

export function Table<Row>(props: TableProps<Row>) {
  const { label, columns, rows, keyOf, empty } = props;
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
                <td key={title} class={isNumber ? "number" : ""} data-title={title}>
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
