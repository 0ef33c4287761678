import { isPublic } from "../contract/operations.ts";
import { namedIn, wordsOf } from "./checks/outcome.ts";
import { type Exchange, isRefusal, isSuccess, keyOf, type Probe } from "./exchange.ts";
import { type Finding, type ShownExchange, undecided } from "./finding.ts";

interface Refusal {
  findings: readonly Finding[];
  shown: ShownExchange;
  probe: Probe;
  key: string;
  answer: string;
  /** Whether it may be for something else. */
  isUnclear: boolean;
  /** Why it counts for nothing. */
  reason: string | undefined;
}

const OPEN = "no valid request like it followed";

/** The refusals of our requests. They count only if the service accepts valid ones, which is known at the end of a run. */
export class Refusals {
  readonly #all: Refusal[] = [];
  /** How the service has refused valid requests, and what it accepted later. */
  readonly #excuses = new Set<string>();
  /** The operations of which the service has accepted a request. */
  readonly #accepted = new Set<string>();
  readonly #open: Set<string>;

  /** `open` gets the groups that need a control, and the keys of what has to be sent again. */
  constructor(open: Set<string>) {
    this.#open = open;
  }

  add(exchange: Exchange, probe: Probe, findings: readonly Finding[], shown: ShownExchange): void {
    if (findings.length === 0) return;
    const { group } = probe;
    if (group !== undefined) this.#open.add(group);
    this.#all.push({
      ...{ findings, shown, probe },
      key: keyOf({ ...exchange, ...probe }),
      answer: answerOf(exchange),
      isUnclear: mayBeForAnother(exchange, findings),
      reason: group === undefined ? undefined : OPEN,
    });
  }

  /** Learns from each exchange what the service accepts. What it refuses a valid request for, others may be refused for too. */
  learn(exchange: Exchange): void {
    const { operation, probe, status } = exchange;
    const isValid = probe?.isControl || (!probe?.group && probe?.expect?.outcome === "accepted");
    if (probe?.isControl) this.#settle(exchange);
    if (isRefusal(status) && isValid) this.#excuses.add(answerOf(exchange));
    if (!isSuccess(status)) return;
    this.#accepted.add(operation.id);
    for (const { key, answer } of this.#all) if (key === probe?.again) this.#excuses.add(answer);
  }

  /** What counts, and why the rest does not. */
  decided(): [Finding, ShownExchange][] {
    return this.#all.splice(0).flatMap(({ findings, shown, isUnclear, answer, ...refusal }) => {
      const isExcused = isUnclear && this.#excuses.has(answer);
      const reason =
        refusal.reason ??
        (isExcused ? "the service refused a valid request with the same answer" : undefined) ??
        (this.#accepted.has(shown.operationId)
          ? undefined
          : "the service accepted no request of this operation");
      return findings.flatMap((each): [Finding, ShownExchange][] => {
        if (reason === undefined) return [[each, shown]];
        return each.pointer ? [[undecided(each.pointer, reason), shown]] : [];
      });
    });
  }

  /**
   * Decides about the refusals of a group by a control. A service that refuses a valid request too refuses for a reason of
   * its own. Only wrong keys are expected to fail.
   */
  #settle({ operation, probe, status }: Exchange): void {
    this.#open.delete(`${probe?.group}`);
    for (const each of this.#all) {
      if (each.reason !== OPEN || each.probe.group !== probe?.group) continue;
      const isOther = isPublic(operation) && status !== each.shown.status;
      const isOnce = each.isUnclear && each.probe.again === undefined;
      each.reason = undefined;
      if (!isSuccess(status) && !isOther)
        each.reason = `the service answered ${status} to a valid request like it`;
      else if (isOnce) {
        this.#open.add(each.key);
        each.reason = "the service refused it once, and did not say why";
      }
    }
  }
}

/**
 * Whether a refusal may be for something else: it names no field that the request is about, and would contradict something,
 * or be one of a variant.
 */
function mayBeForAnother(exchange: Exchange, findings: readonly Finding[]): boolean {
  const { differs, expect } = exchange.probe ?? {};
  const isAboutBody = differs !== undefined || expect?.outcome === "accepted";
  const isNamed = isAboutBody && namedIn(exchange).length > 0;
  return !isNamed && findings.some(({ holds }) => holds === false || (holds && differs));
}

/** The status and the words of an answer. */
function answerOf(exchange: Exchange): string {
  return `${exchange.operation.id} ${exchange.status} ${wordsOf(exchange)}`;
}
