import { escapeControls } from "../../client/escape-controls.ts";
import { counted } from "../finding.ts";
import {
  type Difference,
  describeDate,
  groupedBy,
  type Report,
  type ReportedAssumption,
  sentRequest,
} from "./report.ts";

/** The report in lines for a terminal, without colors. A service cannot command the terminal with what it sent. */
export function describeReport(report: Report): string[] {
  const { source, write, assumptions, deviations, novelties, made, counts, requests } = report;
  const stopped = report.stopped === null ? [] : ["", `It ended early: ${report.stopped}.`];
  return [
    `${source} on ${describeDate(report)}${write ? ", with requests that change something" : ""}`,
    ...section("Contradicted", assumptions.flatMap(inFull)),
    ...section("Different from what the service's specification states", deviations.flatMap(proof)),
    ...section(
      "New",
      novelties.flatMap(({ summary, pointer }) => [summary, `  in the contract: ${pointer}`]),
    ),
    ...section(
      "Made by this run",
      made.map(({ request, id, state }) =>
        [request.padEnd(30), id || "without an id", state].join("  "),
      ),
    ),
    ...section("Held", numbers(assumptions, "held", "group")),
    ...section("Not reached", numbers(assumptions, "not reached", "reason")),
    ...stopped,
    "",
    `${counts.held} held, ${counts.contradicted} contradicted, ${counts.notReached} not reached, in ${counted(requests, "request")}.`,
  ].map(escapeControls);
}

function section(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : ["", title, ...lines.map((line) => `  ${line}`)];
}

function inFull({ text, pointer, evidence }: ReportedAssumption): string[] {
  if (evidence.length === 0) return [];
  return [...evidence.flatMap(proof), `  ${text}`, `  in the contract: ${pointer}`];
}

function proof(difference: Difference): string[] {
  const { summary, status, at } = difference;
  if (!at.startsWith("/")) return [summary];
  return [
    summary,
    `  first seen at ${at}, in the response (${status}) to ${sentRequest(difference)}`,
  ];
}

/** How many assumptions of each group, or with each reason, have a verdict. */
function numbers(
  assumptions: readonly ReportedAssumption[],
  verdict: ReportedAssumption["verdict"],
  key: "group" | "reason",
): string[] {
  const chosen = assumptions.filter((each) => each.verdict === verdict);
  return groupedBy(chosen, (each) => `${each[key]}`).map(
    ([title, { length }]) => `${`${length}`.padStart(4)}  ${title}`,
  );
}
