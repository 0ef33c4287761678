import { groupAssumptions } from "../../contract/assumptions.ts";
import type { Cursor } from "../../contract/cursor.ts";
import { callOf, operations } from "../../contract/operations.ts";
import type { Deviation } from "../finding.ts";
import type { MadeResource, ServiceResult } from "../service/verify-service.ts";
import type { Evidence, Novelty, Result, ShownExchange, Verdict } from "../verdicts.ts";

/** What was checked, and when. */
interface Subject {
  /** The version of Centavo. */
  version: string;
  /** In UTC. */
  date: string;
  /** The address of the service, or the file of the recorded traffic. */
  source: string;
  /** Whether requests were sent that make or change something. */
  write: boolean;
}

/** Everything that a run found out. With `--json` it is printed as it is, and its fields keep their names. */
export interface Report extends Subject {
  /** How many requests were sent, or read from the recorded traffic. */
  requests: number;
  /** Why the run ended early, or null. */
  stopped: string | null;
  /** Whether it ended because the service is a mock. */
  isMock: boolean;
  counts: Record<"held" | "contradicted" | "notReached", number>;
  /** In the order of the documentation. */
  assumptions: ReportedAssumption[];
  /** What differs from what the service's description states. */
  deviations: Evidence[];
  /** What the contract does not know. */
  novelties: (Novelty & { request: string })[];
  /** What the run has made. */
  made: (MadeResource & { request: string })[];
}

export interface ReportedAssumption {
  id: string;
  /** The resource that it affects, in words. */
  group: string;
  /** Its place in words, with requests instead of the ids of operations. */
  where: string;
  /** What is assumed, and why. */
  text: string;
  /** Its place in the bundled contract, as a JSON pointer. */
  pointer: string;
  verdict: Verdict["verdict"];
  /** How often a response agreed with it. */
  observations: number;
  /** What was seen: `refused 28 variants`, `17 of 17 payments had it`. */
  seen: string;
  /** Why it was not reached, or null. */
  reason: string | null;
  /** The first exchanges that contradict it. */
  evidence: Evidence[];
}

export function createReport(
  contract: Cursor,
  subject: Subject,
  result: Result & Partial<Pick<ServiceResult, "made" | "stopped" | "isMock">>,
): Report {
  const requests = new Map(operations(contract).map((each) => [each.id, callOf(each)]));
  const requestOf = (operationId: string) => requests.get(operationId) ?? operationId;
  const assumptions = reportedAssumptions(contract, result.verdicts, requestOf);
  const count = (verdict: Verdict["verdict"]) =>
    assumptions.filter((each) => each.verdict === verdict).length;
  return {
    ...subject,
    requests: result.exchanges,
    stopped: result.stopped ?? null,
    isMock: result.isMock ?? false,
    counts: {
      held: count("held"),
      contradicted: count("contradicted"),
      notReached: count("not reached"),
    },
    assumptions,
    deviations: result.deviations,
    novelties: result.novelties.map((each) => ({ ...each, request: requestOf(each.operationId) })),
    made: (result.made ?? []).map((each) => ({ ...each, request: requestOf(each.operationId) })),
  };
}

function reportedAssumptions(
  contract: Cursor,
  verdicts: readonly Verdict[],
  requestOf: (operationId: string) => string,
): ReportedAssumption[] {
  return groupAssumptions(contract).flatMap(({ title, assumptions }) =>
    assumptions.flatMap(({ id, where, text }) =>
      verdicts
        .filter(({ assumption }) => assumption.id === id)
        .map(({ assumption, verdict, observations, seen, reason = null, evidence }) => ({
          id,
          group: title,
          where: where.replace(/^[\w.]+(?=:)/, requestOf),
          text,
          pointer: assumption.pointer,
          verdict,
          observations,
          seen,
          reason,
          evidence,
        })),
    ),
  );
}

/** What was expected and what came back, in words, and where in the body, if it is in the body. */
export function describeExchange({ status, at, expected, got }: Deviation & ShownExchange) {
  if (at === "status" || at === "")
    return { expected: withStatus(expected), answer: withStatus(got), place: "" };
  return { expected, answer: `status ${status}, ${got}`, place: at };
}

function withStatus(text: string): string {
  return /^\d/.test(text) ? `status ${text}` : text;
}

/** `2026-11-25 14:05 UTC` */
export function describeDate({ date }: Report): string {
  return `${date.slice(0, 16).replace("T", " ")} UTC`;
}

/** The last line: `132 held, 0 contradicted, 41 not reached, in 248 requests.` */
export function describeCounts({ counts, requests }: Report): string {
  const { held, contradicted, notReached } = counts;
  return `${held} held, ${contradicted} contradicted, ${notReached} not reached, in ${counted(requests, "request")}.`;
}

/** `1 request`, `2 requests`. */
export function counted(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}

/** The assumptions of each group, or those with each reason, in the order in which they come. */
export function groupedBy(
  assumptions: readonly ReportedAssumption[],
  key: "group" | "reason",
): [title: string, assumptions: ReportedAssumption[]][] {
  const titles = new Set(assumptions.map((each) => each[key] ?? ""));
  return [...titles].map((title) => [
    title,
    assumptions.filter((each) => (each[key] ?? "") === title),
  ]);
}
