import { isObject, type JsonObject } from "../../contract/cursor.ts";
import { requestSchema, successSchema } from "../../contract/operations.ts";
import type { Exchange, Expectation } from "../exchange.ts";
import { type Deviation, type Finding, kindOf } from "../finding.ts";
import { valueAt } from "../json-pointer.ts";
import { matchSchema } from "../match-schema.ts";
import type { Knowledge } from "../run-state.ts";
import { isAboutSomethingElse } from "./error-response.ts";
import { describeValue, ownerOf } from "./response-schema.ts";

/** Whether the service accepts what the contract accepts, and rejects what it rejects. */
export function checkRequestBody(exchange: Exchange, knowledge: Knowledge): Finding[] {
  const { probe, status } = exchange;
  const outcome = outcomeOf(status);
  const { id } = exchange.operation;
  if (outcome === "accepted") knowledge.accepted.add(id);
  const { about, expect } = probe ?? expectationOf(exchange, knowledge);
  if (outcome === undefined || !expect || expect.outcome === "error") return [];
  if (knowledge.isStateless && dependsOnState(exchange, expect)) return [];
  // A service may refuse the people of an example. So a refusal counts only if it accepts other requests.
  if (expect.outcome === "accepted" && !knowledge.accepted.has(id)) return [];
  if (outcome === "rejected" && isAboutSomethingElse(exchange)) return [];
  // A conflict is with what exists already, and says nothing of a body that breaks a rule or leaves something out.
  if (status === 409 && !isConflictExpected(exchange, expect)) return [];
  const holds = outcome === expect.outcome;
  const findings = about.map((pointer) => ({
    pointer,
    holds,
    at: "status",
    expected: expect.outcome,
    got: `${status}`,
  }));
  return expect.outcome === "accepted" && expect.values && holds
    ? about.flatMap((pointer) => checkValues(pointer, exchange, expect.values ?? {}))
    : findings;
}

/** What a status says of the request, if it says anything. */
export function outcomeOf(status: number): "accepted" | "rejected" | undefined {
  if (status >= 200 && status < 300) return "accepted";
  return status === 400 || status === 409 || status === 422 ? "rejected" : undefined;
}

/** A valid body may be rejected for what it refers to, such as a payment that is refunded already. */
function isConflictExpected({ operation, requestBody }: Exchange, expect: Expectation): boolean {
  const { faults } = matchSchema(requestSchema(operation), requestBody);
  return expect.outcome === "rejected" && faults.length === 0;
}

/** A recorded body that breaks one assumption, and nothing else, should have been rejected. */
function expectationOf(
  { operation, requestBody }: Exchange,
  knowledge: Knowledge,
): { about: readonly string[]; expect?: Expectation } {
  const schema = requestSchema(operation);
  if (!schema.exists || requestBody === undefined) return { about: [] };
  const owners = matchSchema(schema, requestBody).faults.map(
    (fault) => ownerOf(fault, knowledge)?.pointer,
  );
  const [only] = owners;
  const isOne = only !== undefined && owners.every((each) => each === only);
  return isOne ? { about: [only], expect: { outcome: "rejected" } } : { about: [] };
}

/** Whether more than the body decides about the response. */
function dependsOnState({ operation, requestBody }: Exchange, expect: Expectation): boolean {
  if (expect.outcome === "accepted") return expect.values !== undefined;
  return matchSchema(requestSchema(operation), requestBody).faults.length === 0;
}

/** A value that belongs to no set may be a name or a date of birth, so only its kind is shown. */
function checkValues(
  pointer: string,
  { operation, body }: Exchange,
  values: JsonObject,
): Finding[] {
  const { visits } = matchSchema(successSchema(operation), body);
  return Object.entries(values).map(([at, value]) => {
    const got = valueAt(body, at);
    const holds = got === value;
    const schema = visits.findLast((visit) => visit.at === at)?.schema;
    const shown = (each: unknown) => (schema ? describeValue(schema, each) : kindOf(each));
    const isHidden = !holds && shown(got) === shown(value);
    return {
      pointer,
      holds,
      at,
      expected: shown(value),
      got: isHidden ? `${shown(got)} with another value` : shown(got),
    };
  });
}

/** What our own request broke and the service accepted, although the description states that it is not allowed. */
export function checkStatedRule(
  { probe, status }: Exchange,
  { isStateless }: Knowledge,
): Deviation[] {
  if (isStateless) return [];
  const isError = probe?.expect?.outcome === "error" && probe.expect.cause === undefined;
  return isError && outcomeOf(status) === "accepted"
    ? [{ at: "status", expected: `a rejection, ${probe.purpose}`, got: `${status}` }]
    : [];
}

export function isAccepted({ status, body }: Exchange): boolean {
  return outcomeOf(status) === "accepted" && isObject(body);
}
