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
  /** A laxer bound, which must hold even while the goal is not met. */
  must?: { bound: string; isMet: boolean };
}

/** The bounds of a figure: how good it should be, and how good it must be. */
interface Bounds {
  is: "at least" | "at most";
  goal: number;
  must?: number;
}

/** A goal for a ratio, or for another figure with its format, e.g. "reads: at least 1/8 of another program". */
export function ratioGoal(
  what: string,
  figure: number,
  { is, goal, must }: Bounds,
  { of = "", detail = "", format = times } = {},
): Goal {
  const isWithin = (bound: number) => (is === "at least" ? figure >= bound : figure <= bound);
  return {
    goal: `${what}: ${is} ${format(goal)}${of}`,
    measured: `${format(figure)}${detail}`,
    isMet: isWithin(goal),
    ...(must !== undefined && { must: { bound: format(must), isMet: isWithin(must) } }),
  };
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

/** Formats a ratio below one, e.g. `1/12` or `1/9.68`. */
export function fraction(ratio: number): string {
  return `1/${Math.round(100 / ratio) / 100}`;
}

/** Formats a ratio, e.g. `2.50×`. */
export function times(ratio: number): string {
  return `${number(ratio, ratio < 10 ? 2 : 1)}×`;
}
