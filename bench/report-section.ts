/** The results of one part of the benchmark, for the report. */
export interface Section {
  title: string;
  /** How it was measured. */
  text: string[];
  tables: Table[];
  goals: Goal[];
  /** The results to show in the chart. */
  bars?: Bars[];
}

export interface Table {
  head: string[];
  rows: string[][];
}

export interface Goal {
  goal: string;
  measured: string;
  isMet: boolean;
}

/** A group of bars in the chart. */
export interface Bars {
  title: string;
  bars: { name: string; value: number; label: string; isOwn: boolean }[];
}

/** Formats a number with thousands separators and a fixed number of decimals. */
export function number(value: number, digits = 0): string {
  if (!Number.isFinite(value)) return "–";
  return value.toLocaleString("en", {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
}

/** Formats a ratio, e.g. `2.50×`. */
export function times(ratio: number): string {
  return `${number(ratio, ratio < 10 ? 2 : 1)}×`;
}
