import type { Column } from "../contract-facts/report-columns.ts";

/** A row of a report, with amounts in centavos. */
export type Row = Readonly<Record<string, string | number | boolean | null>>;

/** How a file writes amounts: with a decimal point, or as Excel in Brazil reads them. */
export type Decimal = "point" | "comma";

interface Dialect {
  separator: string;
  decimal: string;
  /** What the file begins with. Excel takes a file without a byte order mark for one in Windows-1252. */
  begin: string;
}

const dialects: Record<Decimal, Dialect> = {
  point: { separator: ",", decimal: ".", begin: "" },
  comma: { separator: ";", decimal: ",", begin: "\uFEFF" },
};

/**
 * The first line of a CSV file (RFC 4180): the names of the columns.
 *
 * @example
 * csvHeader([{ name: "day", isAmount: false }, { name: "net", isAmount: true }], "point"); // "day,net\r\n"
 */
export function csvHeader(columns: readonly Column[], decimal: Decimal): string {
  const { separator, begin } = dialects[decimal];
  return `${begin}${columns.map(({ name }) => name).join(separator)}\r\n`;
}

/**
 * Rows as lines of a CSV file.
 *
 * @example
 * csvLines(columns, [{ day: "2026-04-01", net: 3851 }], "comma"); // "2026-04-01;38,51\r\n"
 */
export function csvLines(
  columns: readonly Column[],
  rows: readonly Row[],
  decimal: Decimal,
): string {
  const dialect = dialects[decimal];
  return rows
    .map((row) => {
      const cells = columns.map(({ name, isAmount }) => cellOf(row[name], isAmount, dialect));
      return `${cells.join(dialect.separator)}\r\n`;
    })
    .join("");
}

function cellOf(value: Row[string] | undefined, isAmount: boolean, dialect: Dialect): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "number") return isAmount ? inReais(value, dialect.decimal) : `${value}`;
  return quoted(harmless(`${value}`), dialect.separator);
}

/** Whole centavos, so that no amount is rounded. */
function inReais(centavos: number, decimal: string): string {
  const digits = `${Math.abs(centavos)}`.padStart(3, "0");
  return `${centavos < 0 ? "-" : ""}${digits.slice(0, -2)}${decimal}${digits.slice(-2)}`;
}

/** A spreadsheet would run such a text as a formula. */
function harmless(text: string): string {
  return /^[=+\-@\t\r\n]/.test(text) ? `'${text}` : text;
}

function quoted(text: string, separator: string): string {
  return text.includes(separator) || /["\r\n]/.test(text)
    ? `"${text.replaceAll('"', '""')}"`
    : text;
}
