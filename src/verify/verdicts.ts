import type { Cursor, JsonObject } from "../contract/cursor.ts";
import { callOf } from "../contract/operations.ts";
import type { CheckedAssumption } from "./checked-assumptions.ts";
import { checkErrorResponse, isSandboxCode } from "./checks/error-response.ts";
import { checkList } from "./checks/list-response.ts";
import { checkRequestBody, checkStatedRule } from "./checks/request-body.ts";
import { checkResponseSchema } from "./checks/response-schema.ts";
import { checkTransitions } from "./checks/status-transition.ts";
import type { Exchange } from "./exchange.ts";
import { type Deviation, type Finding, kindOf, wordOrKind } from "./finding.ts";
import type { Unknown } from "./match-schema.ts";
import { createKnowledge, type Knowledge } from "./run-state.ts";

/** A request and its status, without a value of it. */
export interface ShownExchange {
  operationId: string;
  request: string;
  purpose: string;
  status: number;
}

export type Evidence = Omit<Finding, "pointer" | "holds"> & ShownExchange;

export interface Verdict {
  assumption: CheckedAssumption;
  verdict: "held" | "contradicted" | "not reached";
  /** How often an exchange agreed with it. */
  observations: number;
  /** The first exchanges that contradicted it. */
  evidence: Evidence[];
  /** Why it was not reached. */
  reason?: string;
}

/** What the contract does not know: a field, a value of an open set, a status, or a return code. */
export interface Novelty {
  kind: "field" | "value" | "status";
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
  deviations: (Deviation & ShownExchange)[];
  novelties: Novelty[];
  exchanges: number;
}

const MAX_EVIDENCE = 3;
const MAX_LISTED = 1000;

/** Collects what exchanges say about the contract. It keeps none of them. */
export class Verification {
  readonly knowledge: Knowledge;
  readonly #observations = new Map<string, number>();
  readonly #evidence = new Map<string, Evidence[]>();
  readonly #deviations = new Map<string, Deviation & ShownExchange>();
  readonly #novelties = new Map<string, Novelty>();
  #exchanges = 0;

  constructor(contract: Cursor, checks: JsonObject) {
    this.knowledge = createKnowledge(contract, checks);
  }

  observe(exchange: Exchange): void {
    this.#exchanges++;
    const schema = checkResponseSchema(exchange, this.knowledge);
    const error = checkErrorResponse(exchange, this.knowledge);
    const findings = [
      ...schema.findings,
      ...error.findings,
      ...checkRequestBody(exchange, this.knowledge),
      ...checkList(exchange, this.knowledge),
      ...checkTransitions(exchange, this.knowledge),
    ];
    const shown = shownExchange(exchange);
    for (const finding of findings) this.#addFinding(finding, shown);
    const deviations = [
      ...schema.deviations,
      ...error.deviations,
      ...checkStatedRule(exchange, this.knowledge),
    ];
    for (const deviation of deviations) this.#addDeviation({ ...deviation, ...shown });
    for (const novelty of noveltiesOf(exchange, schema.unknown)) this.#addNovelty(novelty);
  }

  /** The verdicts so far. `whyNot` says why an assumption was not reached. */
  result(whyNot: (assumption: CheckedAssumption) => string): Result {
    return {
      verdicts: [...this.knowledge.assumptions.values()].map((each) => this.#verdict(each, whyNot)),
      deviations: [...this.#deviations.values()],
      novelties: [...this.#novelties.values()],
      exchanges: this.#exchanges,
    };
  }

  #verdict(
    assumption: CheckedAssumption,
    whyNot: (assumption: CheckedAssumption) => string,
  ): Verdict {
    const observations = this.#observations.get(assumption.pointer) ?? 0;
    const evidence = this.#evidence.get(assumption.pointer) ?? [];
    const common = { assumption, observations, evidence };
    if (evidence.length > 0) return { ...common, verdict: "contradicted" };
    if (observations > 0) return { ...common, verdict: "held" };
    return {
      ...common,
      verdict: "not reached",
      reason: assumption.unobservable ?? whyNot(assumption),
    };
  }

  #addFinding({ pointer, holds, ...rest }: Finding, shown: ShownExchange): void {
    if (holds) this.#observations.set(pointer, (this.#observations.get(pointer) ?? 0) + 1);
    else {
      const evidence = this.#evidence.get(pointer) ?? [];
      if (evidence.length < MAX_EVIDENCE) evidence.push({ ...rest, ...shown });
      this.#evidence.set(pointer, evidence);
    }
  }

  #addDeviation(deviation: Deviation & ShownExchange): void {
    const key = [deviation.operationId, withoutIndexes(deviation.at), deviation.expected].join(" ");
    if (this.#deviations.size < MAX_LISTED && !this.#deviations.has(key))
      this.#deviations.set(key, deviation);
  }

  #addNovelty(novelty: Novelty): void {
    const key = [novelty.pointer, novelty.name, novelty.kind === "field" ? "" : novelty.value].join(
      " ",
    );
    if (this.#novelties.size < MAX_LISTED && !this.#novelties.has(key))
      this.#novelties.set(key, novelty);
  }
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

/** A return code is a number, and names nobody. */
function listedValue(value: unknown): string {
  return typeof value === "number" ? `${value}` : wordOrKind(value);
}

/** A field's name may be a value of somebody, if a service uses values as names. */
const FIELD_NAME = /^[A-Za-z_]{1,40}\d{0,2}$/;

function noveltiesOf({ operation, status }: Exchange, unknown: Unknown[]): Novelty[] {
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
      value: kind === "field" ? kindOf(value) : listedValue(value),
    };
  });
  const responses = operation.cursor.at("responses");
  const isKnown = responses.at(`${status}`).exists;
  const { pointer } = responses;
  const unknownStatus: Novelty = {
    kind: "status",
    operationId,
    pointer,
    at: "status",
    name: "status",
    value: `${status}`,
  };
  return isKnown ? inBody : [...inBody, unknownStatus];
}
