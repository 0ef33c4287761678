import { type Cursor, isObject, isString } from "../../contract/cursor.ts";
import { httpMethodOf, successSchema } from "../../contract/operations.ts";
import type { Exchange } from "../exchange.ts";
import { type Finding, wordOrKind } from "../finding.ts";
import { valueAt } from "../json-pointer.ts";
import { matchSchema } from "../match-schema.ts";
import type { Knowledge } from "../run-state.ts";
import { isAccepted } from "./request-body.ts";

/** What happened to the status of a resource since the last exchange that showed it. */
interface Change {
  from: string | null;
  to: string;
  operationId: string | undefined;
  method: unknown;
  at: string;
}

/** Compares each change of a status that a response shows with the transitions of the contract. */
export function checkTransitions(exchange: Exchange, knowledge: Knowledge): Finding[] {
  const { operation, body } = exchange;
  if (!isAccepted(exchange) || knowledge.isStateless) return [];
  return matchSchema(successSchema(operation), body).visits.flatMap((visit) => {
    const transitions = visit.schema.at("x-transitions").ownMembers();
    if (transitions.length === 0 || !isString(visit.value)) return [];
    const resource = valueAt(body, visit.at.slice(0, visit.at.lastIndexOf("/")));
    if (!isObject(resource) || !isString(resource.id)) return [];
    const change = changeOf(exchange, resource, visit.value, visit.at, knowledge);
    knowledge.statuses.set(resource.id, visit.value);
    return change ? findingsOf(change, transitions, exchange, knowledge) : [];
  });
}

function changeOf(
  { operation }: Exchange,
  resource: Record<string, unknown>,
  to: string,
  at: string,
  { statuses }: Knowledge,
): Change | undefined {
  const before = statuses.get(`${resource.id}`);
  const operationId = httpMethodOf(operation) === "GET" ? undefined : operation.id;
  const isCreation = operation.id.endsWith(".create");
  const method = resource.paymentMethod;
  if (before === undefined)
    return isCreation ? { from: null, to, operationId, method, at } : undefined;
  return before === to ? undefined : { from: before, to, operationId, method, at };
}

/**
 * A change that the contract lists confirms its transition. One that it does not list contradicts those that begin in the
 * same way, unless the description states one of them.
 */
function findingsOf(
  { from, to, operationId, method, at }: Change,
  transitions: readonly Cursor[],
  { probe }: Exchange,
  { assumptions }: Knowledge,
): Finding[] {
  const possible = transitions.filter((each) => {
    const methods = each.at("paymentMethods").value;
    return !Array.isArray(methods) || methods.includes(method);
  });
  const similar = possible.filter((each) => {
    const trigger = each.at("trigger").value;
    const isOperation = /^\w+\.\w+$/.test(`${trigger}`);
    return (
      startsAt(each, from) &&
      (isOperation ? trigger === operationId : operationId === undefined || from === null)
    );
  });
  const matching = similar.filter((each) => each.at("to").value === to);
  const isAbout = ({ pointer }: Cursor) => probe?.about.includes(pointer) ?? false;
  const checkable = similar.filter(({ pointer }) => assumptions.get(pointer)?.check);
  // A read does not show what happened in between, nor who caused it: it may have been a request of somebody else.
  const isExplained = operationId === undefined && leadsTo(possible, from, to);
  const contradicted = (isExplained ? [] : checkable).filter((each) =>
    assumptions.get(each.pointer)?.check?.send || matching.length > 0 ? isAbout(each) : true,
  );
  const confirmed = checkable.filter((each) => matching.includes(each));
  const finding = (each: Cursor, holds: boolean): Finding => ({
    pointer: each.pointer,
    holds,
    at,
    expected: wordOrKind(each.at("to").value),
    got: wordOrKind(to),
  });
  return [
    ...confirmed.map((each) => finding(each, true)),
    ...contradicted.filter((each) => !confirmed.includes(each)).map((each) => finding(each, false)),
  ];
}

function startsAt(transition: Cursor, status: string | null): boolean {
  return [transition.at("from").value].flat().includes(status);
}

/** Whether one or several transitions lead from a status to another. */
function leadsTo(transitions: readonly Cursor[], from: string | null, to: string): boolean {
  const reached = new Set<unknown>([from]);
  for (const status of reached)
    for (const each of transitions)
      if (startsAt(each, status as string | null)) reached.add(each.at("to").value);
  return reached.has(to);
}
