import { escapeControls } from "../../client/escape-controls.ts";
import type { Evidence } from "../verdicts.ts";
import {
  describeCounts,
  describeDate,
  describeExchange,
  groupedBy,
  type Report,
  type ReportedAssumption,
} from "./report.ts";

/** The report in lines for a terminal, without colors. A service cannot command the terminal with what it sent. */
export function describeReport(report: Report): string[] {
  const { source, write, assumptions } = report;
  const decided = assumptions.filter(({ verdict }) => verdict !== "not reached");
  const rest = assumptions.filter(({ verdict }) => verdict === "not reached");
  const contradicted = assumptions.filter(({ verdict }) => verdict === "contradicted");
  const sections = [
    ...groupedBy(decided, "group").map(([title, rows]) => section(title, rows.map(row))),
    section("Contradicted", contradicted.flatMap(inFull)),
    section("Not reached", groupedBy(rest, "reason").flatMap(withReason)),
    section(
      "Different from what the service's specification states",
      report.deviations.map(deviation),
    ),
    section("New: the contract does not know it", report.novelties.flatMap(novelty)),
    section("Made by this run", report.made.map(made)),
  ];
  const title = `${source} on ${describeDate(report)}${write ? ", with requests that change something" : ""}`;
  const stopped = report.stopped === null ? [] : ["", `It ended early: ${report.stopped}.`];
  return [title, ...sections.flat(), ...stopped, "", describeCounts(report)].map(escapeControls);
}

function section(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : ["", title, ...lines.map((line) => `  ${line}`.trimEnd())];
}

/** The width of the longest verdict, `contradicted`. */
const WIDTH = 12;

function row({ verdict, where, observations }: ReportedAssumption): string {
  return `${verdict.padEnd(WIDTH)}  ${`${observations}`.padStart(4)}  ${where}`;
}

function inFull({ where, text, pointer, evidence }: ReportedAssumption): string[] {
  return [where, `  ${text}`, `  in the contract: ${pointer}`, ...evidence.flatMap(proof), ""];
}

function proof(evidence: Evidence): string[] {
  const { expected, answer, place } = describeExchange(evidence);
  return [
    `  sent:      ${sent(evidence)}`,
    `  expected:  ${expected}${place && ` at ${place}`}`,
    `  came back: ${answer}`,
  ];
}

function withReason([reason, assumptions]: [string, ReportedAssumption[]]): string[] {
  return [`${reason.replace(/\.$/, "")}:`, ...assumptions.map(({ where }) => `  ${where}`)];
}

function sent({ request, purpose }: Evidence): string {
  return purpose ? `${request}, ${purpose}` : request;
}

function deviation(evidence: Evidence): string {
  const { expected, answer, place } = describeExchange(evidence);
  return `${sent(evidence)}: ${answer} instead of ${expected}${place && ` at ${place}`}`;
}

function novelty({ request, at, kind, name, value, pointer }: Report["novelties"][number]) {
  const what = kind === "field" ? `the field ${name}, ${value}` : `the ${kind} ${value}`;
  return [`${request}, ${at}: ${what}`, `  belongs to: ${pointer}`];
}

function made({ request, id, state }: Report["made"][number]): string {
  return [request.padEnd(28), id || "without an id", state].join("  ");
}
