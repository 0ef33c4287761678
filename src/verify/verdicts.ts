import type { Cursor, JsonObject } from "../contract/cursor.ts";
import { callOf, isPublic, type Operation } from "../contract/operations.ts";
import type { CheckedAssumption } from "./checked-assumptions.ts";
import { assumedErrors, checkErrorResponse } from "./checks/error-response.ts";
import { checkList } from "./checks/list-response.ts";
import { checkRequestBody } from "./checks/request-body.ts";
import { checkResponseSchema } from "./checks/response-schema.ts";
import { checkTransitions } from "./checks/status-transition.ts";
import { type Exchange, isRefusal, isSuccess } from "./exchange.ts";
import {
  type Deviation,
  type Finding,
  isSandboxCode,
  KINDS,
  type Kind,
  kindOf,
  undecided,
  wordOrKind,
} from "./finding.ts";
import type { Unknown } from "./match-schema.ts";
import { createKnowledge, type Knowledge } from "./run-state.ts";

/** A request and its status, without a value of it. */
export interface ShownExchange {
  operationId: string;
  request: string;
  purpose: string;
  status: number;
}

/** A difference, and how often it was seen. */
export type Evidence = Deviation & ShownExchange & { times: number };

export interface Verdict {
  assumption: CheckedAssumption;
  verdict: "held" | "contradicted" | "not reached";
  /** How often an exchange agreed with it. */
  observations: number;
  /** What was seen: `refused 28 variants`, `17 of 17 payments had it`. */
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
  at: string;
  name: string;
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

/** What was seen of an assumption in one way. */
interface Seen {
  held: number;
  all: number;
  /** The resources that showed it. */
  things: Set<string>;
}

/** What refusals of our requests show, if the service accepts others of the same operation. */
interface Refusals {
  operation: Operation;
  findings: [Finding, ShownExchange][];
}

/** Collects what exchanges say about the contract. It keeps none of them. */
export class Verification {
  readonly knowledge: Knowledge;
  readonly #seen = new Map<string, Map<Kind, Seen>>();
  readonly #differences = new Map<string, Map<string, Evidence>>();
  readonly #novelties = new Map<string, Novelty>();
  /** Why exchanges about an assumption decided nothing. */
  readonly #reasons = new Map<string, string>();
  readonly #refusals = new Map<string, Refusals>();
  /** The statuses of control requests, by operation. Undefined if it is to come. */
  readonly #controls: Map<string, number | undefined>;
  /** The operations of which the service has accepted a request. */
  readonly #accepted = new Set<string>();
  #exchanges = 0;

  /** `controlled` are the operations whose refusals count only after a control request. */
  constructor(contract: Cursor, checks: JsonObject, controlled: readonly string[] = []) {
    this.knowledge = createKnowledge(contract, checks);
    this.#controls = new Map(controlled.map((id) => [id, undefined]));
  }

  observe(exchange: Exchange): void {
    const { operation, probe, status } = exchange;
    this.#exchanges++;
    const shown = shownExchange(exchange);
    if (probe?.isControl) this.#controls.set(operation.id, status);
    if (isSuccess(status)) this.#accepted.add(operation.id);
    const schema = checkResponseSchema(exchange, this.knowledge);
    const transitions = checkTransitions(exchange, this.knowledge);
    const answered = [
      ...checkErrorResponse(exchange, this.knowledge),
      ...checkRequestBody(exchange, this.knowledge),
      ...checkList(exchange, this.knowledge),
    ];
    const findings = [...answered, ...schema.findings, ...transitions.findings];
    for (const finding of [...findings, ...this.#undecided(exchange, findings)])
      if (probe && !probe.isControl && isRefusal(status) && answered.includes(finding))
        this.#refusalsOf(operation).push([finding, shown]);
      else this.#add(finding, shown);
    for (const novelty of noveltiesOf(exchange, [...schema.unknown, ...transitions.unknown]))
      this.#addNovelty(novelty);
  }

  /** The verdicts so far. `whyNot` says why an assumption was not reached. */
  result(whyNot: (assumption: CheckedAssumption) => string): Result {
    for (const each of this.#refusals.values()) this.#settle(each);
    this.#refusals.clear();
    return {
      verdicts: [...this.knowledge.assumptions.values()].map((each) => this.#verdict(each, whyNot)),
      deviations: [...(this.#differences.get("")?.values() ?? [])],
      novelties: [...this.#novelties.values()],
      exchanges: this.#exchanges,
    };
  }

  #refusalsOf(operation: Operation): Refusals["findings"] {
    const refusals = this.#refusals.get(operation.id) ?? { operation, findings: [] };
    this.#refusals.set(operation.id, refusals);
    return refusals.findings;
  }

  /** A service that refuses a valid request too refuses for a reason of its own. Only wrong keys are expected to fail. */
  #settle({ operation, findings }: Refusals): void {
    const hasControl = this.#controls.has(operation.id);
    const control = this.#controls.get(operation.id);
    for (const [finding, shown] of findings) {
      const { status } = shown;
      const isBelieved = hasControl
        ? control !== undefined &&
          (isSuccess(control) || (isPublic(operation) && control !== status))
        : status !== 403 || this.#accepted.has(operation.id);
      if (isBelieved) this.#add(finding, shown);
      else if (finding.pointer !== undefined)
        this.#add(undecided(finding.pointer, whyUnbelieved(control ?? status)), shown);
    }
  }

  /** An answer of which no check knows what it means decides nothing about what our request is about. */
  #undecided(exchange: Exchange, findings: readonly Finding[]): Finding[] {
    const { operation, probe, status, body } = exchange;
    if (!probe) return [];
    const content = body === undefined ? " without JSON" : "";
    const isKnown = operation.cursor.at("responses", `${status}`).exists;
    const unknown = isKnown || isSuccess(status) ? "" : ", which the contract does not have";
    return [...probe.about, ...assumedErrors(exchange, this.knowledge)]
      .filter((pointer) => findings.every((each) => each.pointer !== pointer))
      .map((pointer) => undecided(pointer, `the service answered ${status}${content}${unknown}`));
  }

  #verdict(
    assumption: CheckedAssumption,
    whyNot: (assumption: CheckedAssumption) => string,
  ): Verdict {
    const { pointer, unobservable } = assumption;
    const kinds = [...(this.#seen.get(pointer) ?? [])].filter(([, { held }]) => held > 0);
    const observations = kinds.reduce((sum, [, { held }]) => sum + held, 0);
    const seen = kinds
      .map(([kind, { held, all, things }]) => KINDS[kind](held, all, named(things)))
      .join(", ");
    const evidence = [...(this.#differences.get(pointer)?.values() ?? [])].slice(0, MAX_EVIDENCE);
    const common = { assumption, observations, seen, evidence };
    if (evidence.length > 0) return { ...common, verdict: "contradicted" };
    if (observations > 0) return { ...common, verdict: "held" };
    const reason = unobservable ?? this.#reasons.get(pointer) ?? whyNot(assumption);
    return { ...common, verdict: "not reached", reason };
  }

  #add({ pointer = "", holds, kind, at, expected, got }: Finding, shown: ShownExchange): void {
    if (holds === undefined) {
      this.#reasons.set(pointer, got);
      return;
    }
    this.#count(pointer, kind, holds, shown.operationId);
    if (holds) return;
    const differences = this.#differences.get(pointer) ?? new Map<string, Evidence>();
    this.#differences.set(pointer, differences);
    const key = [shown.operationId, withoutIndexes(at), expected].join(" ");
    const known = differences.get(key);
    if (known) known.times++;
    else if (differences.size < MAX_LISTED)
      differences.set(key, { at, expected, got, ...shown, times: 1 });
  }

  #count(pointer: string, kind: Kind, holds: boolean, operationId: string): void {
    const kinds = this.#seen.get(pointer) ?? new Map<Kind, Seen>();
    const seen = kinds.get(kind) ?? { held: 0, all: 0, things: new Set() };
    seen.all++;
    if (holds) seen.held++;
    seen.things.add(operationId.split(".")[0] ?? "");
    this.#seen.set(pointer, kinds.set(kind, seen));
  }

  #addNovelty(novelty: Novelty): void {
    const { kind, pointer, name, value } = novelty;
    const key = [pointer, name, kind === "field" ? "" : value].join(" ");
    if (this.#novelties.size < MAX_LISTED && !this.#novelties.has(key))
      this.#novelties.set(key, novelty);
  }
}

function whyUnbelieved(status: number): string {
  return `the service answered ${status} to a valid request of the same operation`;
}

function named(things: ReadonlySet<string>): string {
  const [thing = "", ...others] = things;
  return others.length > 0 ? "responses" : thing;
}

function withoutIndexes(pointer: string): string {
  return pointer.replaceAll(/\/\d+/g, "/0");
}

function shownExchange({ operation, query, probe, status }: Exchange): ShownExchange {
  const names = Object.keys(query).filter((name) => /^\w{1,40}$/.test(name));
  const search = names.length > 0 ? `?${names.map((name) => `${name}=…`).join("&")}` : "";
  return {
    operationId: operation.id,
    request: `${callOf(operation)}${search}`,
    purpose: probe?.purpose ?? "",
    status,
  };
}

/** How the value of a novelty is shown. A return code is a number, and names nobody. */
const SHOWN: Readonly<Record<Unknown["kind"], (value: unknown) => string>> = {
  field: kindOf,
  value: (value) => (typeof value === "number" ? `${value}` : wordOrKind(value)),
  change: String,
};

/** A field's name may be a value of somebody, if a service uses values as names. */
const FIELD_NAME = /^[A-Za-z_]{1,40}\d{0,2}$/;

function noveltiesOf({ operation, status }: Exchange, unknown: readonly Unknown[]): Novelty[] {
  const operationId = operation.id;
  const known = unknown.filter(({ value }) => !isSandboxCode(value));
  const inBody = known.map(({ schema, kind, at, value }) => {
    const name = at.split("/").at(-1) ?? "";
    const isShown = FIELD_NAME.test(name);
    return {
      kind,
      operationId,
      pointer: schema.pointer,
      at: withoutIndexes(isShown ? at : `${at.slice(0, -name.length)}…`),
      name: isShown ? name : "a field whose name is no word",
      value: SHOWN[kind](value),
    };
  });
  const { pointer } = operation.cursor.at("responses");
  const isKnown = operation.cursor.at("responses", `${status}`).exists;
  const where = { operationId, pointer, at: "status", name: "status" };
  return isKnown ? inBody : [...inBody, { kind: "status", ...where, value: `${status}` }];
}
