import type { Goal, Section, Table } from "./report-section.ts";

/** Everything that was found, in Markdown. */
export function writeReport(parts: Section[], machine: [string, string][], day: string): string {
  const goals = parts.flatMap((part) => part.goals);
  const missed = goals.filter(({ isMet }) => !isMet).length;
  return [
    "# Measured",
    `Written by \`npm run bench\` on ${day}. To measure on another machine, run it there: the ratios should be alike, the figures need not be.`,
    table({ head: ["", "where and what"], rows: machine }),
    "## Goals",
    missed === 0 ? "All are met." : `Of ${goals.length}, ${missed} are not met.`,
    goalTable(goals),
    ...parts.flatMap(describe),
  ]
    .join("\n\n")
    .concat("\n");
}

/** One part, in Markdown. */
export function describe({ title, text, tables }: Section): string[] {
  return [`## ${title}`, ...text, ...tables.map(table)];
}

export function goalTable(goals: Goal[]): string {
  return table({
    head: ["goal", "measured", "met"],
    rows: goals.map(({ goal, measured, isMet }) => [goal, measured, isMet ? "yes" : "**no**"]),
  });
}

/** The first column has names, all others have figures. */
function table({ head, rows }: Table): string {
  const rule = head.map((_, index) => (index === 0 ? "---" : "---:"));
  return [head, rule, ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}
