/** What one part of the measurements found, as it is written down. */
export interface Section {
  title: string;
  /** How it was measured. */
  text: string[];
  tables: Table[];
  goals: Goal[];
  /** What the chart shows of it. */
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

/** Figures to compare as lengths. */
export interface Bars {
  title: string;
  bars: { name: string; value: number; label: string; isOwn: boolean }[];
}

/** A number with groups of three digits, and so many behind the point. */
export function number(value: number, digits = 0): string {
  if (!Number.isFinite(value)) return "–";
  return value.toLocaleString("en", {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
}

/** How many times as much it is. */
export function times(ratio: number): string {
  return `${number(ratio, ratio < 10 ? 2 : 1)}×`;
}
