import { groupAssumptions } from "../../contract/assumptions.ts";
import type { Cursor } from "../../contract/cursor.ts";
import { callOf, operations } from "../../contract/operations.ts";
import type { CheckedAssumption } from "../checked-assumptions.ts";
import type { MadeResource, ServiceResult } from "../service/verify-service.ts";
import { type Evidence, type Novelty, placeOf, type Result, type Verdict } from "../verdicts.ts";

/** Everything that a run found out. With `--json` it is printed as it is, and its fields keep their names. */
export interface Report {
  /** The version of Centavo. */
  version: string;
  /** In UTC. */
  date: string;
  /** The address of the service, or the file of the recorded traffic. */
  source: string;
  /** Whether requests were sent that make or change something. */
  write: boolean;
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
  deviations: Difference[];
  /** What the contract does not know. */
  novelties: (Novelty & Summarized & { request: string })[];
  /** What the run has made. */
  made: (MadeResource & { request: string })[];
}

/** `where` has requests instead of the ids of operations. */
interface ReportedAssumption
  extends Omit<Verdict, "assumption" | "evidence">,
    Pick<CheckedAssumption, "id" | "where" | "text" | "pointer"> {
  /** The resource that it affects, in words. */
  group: string;
  /** The first differences that contradict it. */
  evidence: Difference[];
}

interface Summarized {
  /** In a sentence: "Payments: `splits` is missing, 4 of 8 times". */
  summary: string;
}

export type Difference = Evidence & Summarized;

export function createReport(
  contract: Cursor,
  subject: Pick<Report, "version" | "date" | "source" | "write">,
  result: Result & Partial<Pick<ServiceResult, "made" | "stopped" | "isMock">>,
): Report {
  const { verdicts, deviations, novelties, made = [], exchanges } = result;
  const calls = new Map(operations(contract).map((each) => [each.id, callOf(each)]));
  const requestOf = (operationId: string) => calls.get(operationId) ?? operationId;
  const tags = contract.at("tags").members();
  const summarized = <T extends { operationId: string }>(about: T, summary: string) => {
    const tag = tags.find((each) => each.at("name").value === about.operationId.split(".")[0]);
    return { ...about, summary: `${tag?.at("x-displayName").value}: ${summary}` };
  };
  const reported = (group: string, verdict: Verdict): ReportedAssumption => {
    const { assumption, evidence, ...rest } = verdict;
    const { id, where, text, pointer } = assumption;
    const place = where.replace(/^[\w.]+(?=:)/, requestOf);
    const sentences = evidence.map((each) =>
      summarized(each, describeDifference(each, totalOf(verdict))),
    );
    return { id, group, where: place, text, pointer, ...rest, evidence: sentences };
  };
  const count = (verdict: Verdict["verdict"]) =>
    verdicts.filter((each) => each.verdict === verdict).length;
  return {
    ...subject,
    requests: exchanges,
    stopped: result.stopped ?? null,
    isMock: result.isMock ?? false,
    counts: {
      held: count("held"),
      contradicted: count("contradicted"),
      notReached: count("not reached"),
    },
    assumptions: groupAssumptions(contract).flatMap(({ title, assumptions }) =>
      assumptions
        .flatMap(({ id }) => verdicts.filter(({ assumption }) => assumption.id === id))
        .map((verdict) => reported(title, verdict)),
    ),
    deviations: deviations.map((each) => summarized(each, describeDifference(each))),
    novelties: novelties.map((each) => ({
      ...summarized(each, `${NEW[each.kind]} that the contract does not have: ${each.value}`),
      request: requestOf(each.operationId),
    })),
    made: made.map((each) => ({
      ...each,
      id: ID.test(each.id) ? each.id : "",
      request: requestOf(each.operationId),
    })),
  };
}

/** What is no id could be anything. */
const ID = /^[\w-]{1,64}$/;

const NEW: Readonly<Record<Novelty["kind"], string>> = {
  field: "a field",
  value: "a value",
  change: "a change of status",
  status: "a status of a response",
};

/** How often it could have differed, if it differed in one way only. */
function totalOf({ assumption, observations, evidence }: Verdict): number | undefined {
  const [only, ...others] = evidence;
  if (!only || others.length > 0 || assumption.check?.whole) return undefined;
  return only.times + observations;
}

/** `splits` is missing, 4 of 8 times. */
function describeDifference(difference: Evidence, of?: number): string {
  const { at, expected, got, times } = difference;
  const instead = expected === "" ? got : `${got} instead of ${expected}`;
  const often = times === 1 ? "" : `, ${times} times`;
  if (at === "status") return `${sentRequest(difference)}: the response was ${instead}${often}`;
  if (!at.startsWith("/")) return `${sentRequest(difference)}: ${instead}${often}`;
  const share = of === undefined || of === 1 ? often : `, ${times} of ${of} times`;
  return `\`${placeOf(at)}\` is ${got === "nothing" ? "missing" : instead}${share}`;
}

/** A request and what is special about it. */
export function sentRequest({ request, purpose }: Pick<Evidence, "request" | "purpose">): string {
  return purpose ? `${request}, ${purpose}` : request;
}
