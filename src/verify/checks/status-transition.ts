import { type Cursor, isObject, isString } from "../../contract/cursor.ts";
import { valueAt } from "../../contract/json-pointer.ts";
import { httpMethodOf, successSchema } from "../../contract/operations.ts";
import { type Exchange, isSuccess } from "../exchange.ts";
import { describeValue, type Finding } from "../finding.ts";
import { matchSchema, type Unknown } from "../match-schema.ts";
import type { Change, Knowledge } from "../run-state.ts";

/**
 * Compares each change of a status that a response shows with the transitions of the contract. One that it does not list is
 * new, and contradicts only what our own request asked for.
 */
export function checkTransitions(
  { operation, body, status, probe }: Exchange,
  { statuses, awaited, assumptions }: Knowledge,
): { findings: Finding[]; unknown: Unknown[] } {
  const seen = { findings: [] as Finding[], unknown: [] as Unknown[] };
  if (!isSuccess(status)) return seen;
  const operationId = httpMethodOf(operation) === "GET" ? undefined : operation.id;
  for (const { schema, value, at } of matchSchema(successSchema(operation), body).visits) {
    const resource = valueAt(body, at.slice(0, at.lastIndexOf("/")));
    const transitions = schema.at("x-transitions").ownMembers();
    if (transitions.length === 0 || !isString(value) || !isObject(resource)) continue;
    const to = describeValue(schema, value);
    const from = statuses.get(`${resource.id}`) ?? null;
    if (isString(resource.id)) statuses.set(resource.id, to);
    if (from === to || (from === null && !operation.id.endsWith(".create"))) continue;
    // After a status that the contract does not have, a read shows what our request led to.
    const before = operationId === undefined ? awaited.get(`${resource.id}`) : undefined;
    const change = { from, operationId, about: probe?.about, ...before, to };
    const isOpen = to !== value && from !== null && (before ?? operationId) !== undefined;
    if (isOpen) awaited.set(`${resource.id}`, change);
    else awaited.delete(`${resource.id}`);
    const possible = transitions.filter((each) => isOf(each, resource.paymentMethod));
    for (const each of askedFor(change, possible, assumptions)) {
      const compared = { at, expected: `${each.at("to").value}`, got: to };
      const holds = compared.expected === to;
      const awaits = isOpen ? { awaits: `${resource.id}` } : {};
      seen.findings.push({ pointer: each.pointer, holds, kind: "changed", ...compared, ...awaits });
    }
    const shown = `${change.from ?? "creation"} → ${to}`;
    if (!leadsTo(possible, change)) seen.unknown.push({ schema, kind: "change", at, value: shown });
  }
  return seen;
}

function isOf(transition: Cursor, method: unknown): boolean {
  const methods = transition.at("paymentMethods").value;
  return !Array.isArray(methods) || methods.includes(method);
}

/** The assumed transitions that a change confirms, or that a request of ours has asked for by what triggers them. */
function askedFor(
  { from, to, operationId, about }: Change,
  possible: readonly Cursor[],
  assumptions: Knowledge["assumptions"],
): Cursor[] {
  const similar = possible.filter((each) => {
    const trigger = `${each.at("trigger").value}`;
    const isOperation = /^\w+\.\w+$/.test(trigger);
    const isTriggered = operationId === undefined || from === null;
    return startsAt(each, from) && (isOperation ? trigger === operationId : isTriggered);
  });
  const leadsThere = (each: Cursor) => each.at("to").value === to;
  const isListed = similar.some(leadsThere);
  return similar.filter((each) => {
    const { check } = assumptions.get(each.pointer) ?? {};
    const isOurs = check?.send || isListed ? about?.includes(each.pointer) : about && operationId;
    return check && (leadsThere(each) || isOurs);
  });
}

function startsAt(transition: Cursor, status: unknown): boolean {
  return [transition.at("from").value].flat().includes(status);
}

/** Whether one or several transitions lead from a status to another: a read may have missed those between. */
function leadsTo(transitions: readonly Cursor[], { from, to, operationId }: Change): boolean {
  const reached = new Set<unknown>([from]);
  for (const status of reached)
    for (const each of transitions)
      if (startsAt(each, status) && (operationId === undefined || status === from))
        reached.add(each.at("to").value);
  return reached.has(to);
}
