import { escapeControls } from "../../client/escape-controls.ts";
import { counted } from "../finding.ts";
import type { Report } from "./report.ts";
import { describeCounts, describeDate, sectionsOf } from "./sections.ts";

/** The report in lines for a terminal, without colors. A service cannot command the terminal with what it sent. */
export function describeReport(report: Report): string[] {
  const { source, write, stopped, counts, requests } = report;
  const sections = sectionsOf(report).flatMap(({ title, entries, isFolded }) => [
    "",
    title,
    ...entries.flatMap((entry) => [
      `  ${entry.title}`,
      ...(isFolded ? [] : entry.lines.map((line) => `    ${line.replaceAll("`", "")}`)),
    ]),
  ]);
  return [
    `${source} on ${describeDate(report)}${write ? ", with requests that change something" : ""}`,
    ...sections,
    ...(stopped === null ? [] : ["", `It ended early: ${stopped}.`]),
    "",
    `${describeCounts(counts)}, in ${counted(requests, "request")}.`,
  ].map(escapeControls);
}
