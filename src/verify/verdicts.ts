import type { Cursor, JsonObject } from "../contract/cursor.ts";
import { callOf, nameOf, parametersIn } from "../contract/operations.ts";
import type { CheckedAssumption } from "./checked-assumptions.ts";
import { checkList } from "./checks/list-response.ts";
import { assumedErrors, checkOutcome } from "./checks/outcome.ts";
import { checkResponseSchema } from "./checks/response-schema.ts";
import { checkTransitions } from "./checks/status-transition.ts";
import { type Exchange, isRefusal, isSuccess } from "./exchange.ts";
import { type Finding, KINDS, type Kind, type ShownExchange, undecided } from "./finding.ts";
import type { Unknown } from "./match-schema.ts";
import { Refusals } from "./refusals.ts";
import { createKnowledge, type Knowledge } from "./run-state.ts";

/** A difference, and how often it was seen. */
export type Evidence = Pick<Finding, "at" | "expected" | "got"> & ShownExchange & { times: number };

export interface Verdict {
  assumption: CheckedAssumption;
  verdict: "held" | "contradicted" | "not reached";
  /** How often an exchange agreed with it. */
  observations: number;
  /** What was seen: `refused 28 variants`, `a response had it 17 times`. */
  seen: string;
  /** The first differences that contradict it. */
  evidence: Evidence[];
  /** Why it was not reached. */
  reason?: string;
}

/** What the contract does not know: a field, a value of an open set, a change of status, a status, or a return code. */
export interface Novelty {
  kind: "field" | "value" | "change" | "status";
  operationId: string;
  /** The JSON pointer of the schema or the operation in the contract. */
  pointer: string;
  /** Where it is, or, for a field, where the object is that has it. */
  at: string;
  value: string;
}

export interface Result {
  verdicts: Verdict[];
  /** What differs from the service's description itself. */
  deviations: Evidence[];
  novelties: Novelty[];
  exchanges: number;
}

const MAX_EVIDENCE = 3;
const MAX_LISTED = 200;

/** What the exchanges showed about an assumption, or about what the description states. */
class Mark {
  /** How often it held, by how that was seen. */
  readonly seen = new Map<Kind, number>();
  readonly differences = new Map<string, Evidence>();
  /** Why exchanges about it decided nothing. */
  reason: string | undefined;

  add({ holds, kind, at, expected, got }: Finding, shown: ShownExchange): void {
    if (holds === undefined) {
      this.reason = got;
      return;
    }
    if (holds) {
      this.seen.set(kind, (this.seen.get(kind) ?? 0) + 1);
      return;
    }
    const place = at.startsWith("/") ? placeOf(at) : `${shown.operationId} ${at}`;
    const key = `${place} ${expected}`;
    const known = this.differences.get(key);
    if (known) known.times++;
    else if (this.differences.size < MAX_LISTED)
      this.differences.set(key, { at, expected, got, ...shown, times: 1 });
  }

  verdict(assumption: CheckedAssumption, whyNot: string): Verdict {
    const observations = [...this.seen.values()].reduce((sum, times) => sum + times, 0);
    const evidence = [...this.differences.values()].slice(0, MAX_EVIDENCE);
    const described = [...this.seen].map(([kind, times]) => KINDS[kind](times));
    const common = { assumption, observations, seen: described.join(", "), evidence };
    if (evidence.length > 0) return { ...common, verdict: "contradicted" };
    if (observations > 0) return { ...common, verdict: "held" };
    const reason = assumption.unobservable ?? this.reason ?? whyNot;
    return { ...common, verdict: "not reached", reason };
  }
}

/** Collects what exchanges say about the contract. It keeps none of them. */
export class Verification {
  readonly knowledge: Knowledge;
  /** By pointer. What the description states has none. */
  readonly #marks = new Map<string, Mark>();
  readonly #novelties = new Map<string, Novelty>();
  readonly #refusals: Refusals;
  /** What statuses that the contract does not have show, if no others follow. */
  readonly #awaited: [Finding, ShownExchange][] = [];
  #exchanges = 0;

  constructor(contract: Cursor, checks: JsonObject) {
    this.knowledge = createKnowledge(contract, checks);
    this.#refusals = new Refusals(this.knowledge.open);
  }

  observe(exchange: Exchange): void {
    const { probe, status } = exchange;
    const { knowledge } = this;
    this.#exchanges++;
    const shown = shownExchange(exchange);
    const schema = checkResponseSchema(exchange, knowledge);
    const transitions = checkTransitions(exchange, knowledge);
    const answers = [...checkOutcome(exchange, knowledge), ...checkList(exchange, knowledge)];
    const isOpen = probe && !probe.isControl && isRefusal(status);
    if (isOpen) this.#refusals.add(exchange, probe, answers, shown);
    this.#refusals.learn(exchange);
    const changes = transitions.findings.filter(({ awaits }) => awaits === undefined);
    for (const each of transitions.findings) if (each.awaits) this.#awaited.push([each, shown]);
    const others = [...schema.findings, ...changes];
    const decided = [...answers, ...others].map(({ pointer }) => pointer);
    const known = isOpen ? others : [...answers, ...others];
    for (const each of [...known, ...undecidedBy(exchange, decided, knowledge)])
      this.#add(each, shown);
    for (const novelty of noveltiesOf(exchange, [...schema.unknown, ...transitions.unknown])) {
      const { kind, pointer, value } = novelty;
      const key = `${pointer} ${kind} ${value}`;
      if (this.#novelties.size < MAX_LISTED && !this.#novelties.has(key))
        this.#novelties.set(key, novelty);
    }
  }

  /** The verdicts so far. `whyNot` says why an assumption was not reached. */
  result(whyNot: (assumption: CheckedAssumption) => string): Result {
    for (const each of this.#refusals.decided()) this.#add(...each);
    for (const [finding, shown] of this.#awaited.splice(0))
      if (this.knowledge.awaited.has(`${finding.awaits}`)) this.#add(finding, shown);
    const assumptions = [...this.knowledge.assumptions.values()];
    return {
      verdicts: assumptions.map((each) => this.#mark(each.pointer).verdict(each, whyNot(each))),
      deviations: [...this.#mark("").differences.values()],
      novelties: [...this.#novelties.values()],
      exchanges: this.#exchanges,
    };
  }

  #add(finding: Finding, shown: ShownExchange): void {
    this.#mark(finding.pointer ?? "").add(finding, shown);
  }

  #mark(pointer: string): Mark {
    const mark = this.#marks.get(pointer) ?? new Mark();
    this.#marks.set(pointer, mark);
    return mark;
  }
}

/** An answer of which no check knows what it means decides nothing about what our request is about. */
function undecidedBy(
  exchange: Exchange,
  decided: readonly unknown[],
  knowledge: Knowledge,
): Finding[] {
  const { operation, probe, status, body } = exchange;
  if (!probe) return [];
  const content = body === undefined ? " without JSON" : "";
  const isKnown = isSuccess(status) || operation.cursor.at("responses", `${status}`).exists;
  const unknown = isKnown ? "" : ", which the contract does not have";
  return [...probe.about, ...assumedErrors(exchange, knowledge)]
    .filter((pointer) => !decided.includes(pointer))
    .map((pointer) => undecided(pointer, `the service answered ${status}${content}${unknown}`));
}

/** A place in a body without indexes: `customer.name` for `/data/3/customer/name`. One fault may be at several. */
export function placeOf(at: string): string {
  const keys = at.split("/").filter((key) => !/^\d*$/.test(key));
  return (keys.length > 1 && keys[0] === "data" ? keys.slice(1) : keys).join(".");
}

function shownExchange({ operation, query, probe, status }: Exchange): ShownExchange {
  const declared = parametersIn(operation, "query").map(nameOf);
  const names = declared.filter((name) => Object.hasOwn(query, name));
  const search = names.length > 0 ? `?${names.map((name) => `${name}=…`).join("&")}` : "";
  const request = `${callOf(operation)}${search}`;
  return { operationId: operation.id, request, purpose: probe?.purpose ?? "", status };
}

function noveltiesOf({ operation, status }: Exchange, unknown: readonly Unknown[]): Novelty[] {
  const operationId = operation.id;
  const responses = operation.cursor.at("responses");
  const { pointer } = responses;
  const isKnown = responses.at(`${status}`).exists;
  // Nothing says what a response of another status has.
  const novelties = (isKnown || isSuccess(status) ? unknown : []).map(
    ({ schema, kind, at, value }): Novelty => {
      return { kind, operationId, pointer: schema.pointer, at: placeOf(at), value };
    },
  );
  if (!isKnown)
    novelties.push({ kind: "status", operationId, pointer, at: "status", value: `${status}` });
  return novelties;
}
