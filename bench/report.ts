import type { Goal, Section, Table } from "./report-section.ts";

/** Formats all results as Markdown. */
export function writeReport(sections: Section[], machine: [string, string][], day: string): string {
  const goals = sections.flatMap((section) => section.goals);
  const missed = goals.filter(({ isMet }) => !isMet).length;
  const failed = goals.filter(({ must }) => must && !must.isMet).length;
  return [
    "# Benchmark results",
    `Written by \`npm run bench\` on ${day}. On another machine the figures will differ, but the ratios should be similar.`,
    table({ head: ["", "machine and versions"], rows: machine }),
    "## Goals",
    missed === 0
      ? "All goals are met."
      : `${missed} of ${goals.length} goals are not met; ${failed} of these miss what must hold, too.`,
    goalTable(goals),
    ...sections.flatMap(describe),
  ]
    .join("\n\n")
    .concat("\n");
}

/** Formats a section as Markdown. */
export function describe({ title, text, tables }: Section): string[] {
  return [`## ${title}`, ...text, ...tables.map(table)];
}

export function goalTable(goals: Goal[]): string {
  return table({
    head: ["goal", "measured", "goal met", "must be", "must met"],
    rows: goals.map(({ goal, measured, isMet, must }) => [
      goal,
      measured,
      answer(isMet),
      must?.bound ?? "–",
      must ? answer(must.isMet) : "–",
    ]),
  });
}

function answer(isMet: boolean): string {
  return isMet ? "yes" : "**no**";
}

/** The first column has names and aligns left. All others have figures and align right. */
function table({ head, rows }: Table): string {
  const rule = ["---", ...head.slice(1).map(() => "---:")];
  return [head, rule, ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}
