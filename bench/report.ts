/** What a part of the benchmark has found. */
export interface Section {
  title: string;
  /** How it was measured. */
  method: string;
  /** The first column has names, all others figures. */
  head: string[];
  rows: string[][];
  /** A diagram of Mermaid. */
  chart?: string;
  demands: Demand[];
}

/** A figure that has to reach bounds. Where the goal is greater than the other, a greater figure is better. */
export type Demand = [what: string, figure: number, unit: string, bounds: Bounds];
export type Bounds = { must: number; goal: number };

/** Formats a section as Markdown. */
export function describe({ title, method, head, rows, chart }: Section): string {
  const drawn = chart === undefined ? [] : [`\`\`\`mermaid\n${chart}\n\`\`\``];
  return [`## ${title}`, method, ...drawn, tableOf(head, rows)].join("\n\n");
}

/** Formats the demands of all sections as Markdown. */
export function describeDemands(sections: readonly Section[]): string {
  const rows = sections
    .flatMap(({ demands }) => demands)
    .map(([what, figure, unit, { must, goal }]) => {
      const isReached = (bound: number) => (goal > must ? figure >= bound : figure <= bound);
      const missed = Number.isNaN(figure) ? "not measured" : "**missed**";
      const reached = isReached(goal) ? "goal" : isReached(must) ? "must" : missed;
      const shown = [figure, must, goal].map((each) => `${significant(each)} ${unit}`);
      return [what, ...shown, reached];
    });
  return tableOf(["", "measured", "must", "goal", "reached"], rows);
}

function tableOf(head: string[], rows: string[][]): string {
  const rule = ["---", ...head.slice(1).map(() => "---:")];
  return [head, rule, ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

/** Formats a number with as many digits as tell something. */
function significant(value: number): string {
  return number(value, value >= 20 ? 0 : value >= 2 ? 1 : 2);
}

/** Formats a number with thousands separators. One that was not measured is a dash. */
export function number(value: number, digits = 0): string {
  if (!Number.isFinite(value)) return "–";
  return value.toLocaleString("en", {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
}
