import { isObject, type JsonObject } from "../../contract/cursor.ts";
import { requestSchema } from "../../contract/operations.ts";
import type { Exchange, Expectation } from "../exchange.ts";
import { type Deviation, type Finding, wordOrKind } from "../finding.ts";
import { valueAt } from "../json-pointer.ts";
import type { Knowledge } from "../knowledge.ts";
import { matchSchema } from "../match-schema.ts";
import { ownerOf } from "./response-schema.ts";

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
  const holds = outcome === expect.outcome;
  const findings = about.map((pointer) => ({
    pointer,
    holds,
    at: "status",
    expected: expect.outcome,
    got: `${status}`,
  }));
  return expect.outcome === "accepted" && expect.values && holds
    ? about.flatMap((pointer) => checkValues(pointer, exchange.body, expect.values ?? {}))
    : findings;
}

/** What a status says of the request, if it says anything. */
function outcomeOf(status: number): "accepted" | "rejected" | undefined {
  if (status >= 200 && status < 300) return "accepted";
  return status === 400 || status === 409 || status === 422 ? "rejected" : undefined;
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

function checkValues(pointer: string, body: unknown, values: JsonObject): Finding[] {
  return Object.entries(values).map(([at, value]) => {
    const got = valueAt(body, at);
    return { pointer, holds: got === value, at, expected: wordOrKind(value), got: wordOrKind(got) };
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
