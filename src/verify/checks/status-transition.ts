import { type Cursor, isObject, isString } from "../../contract/cursor.ts";
import { httpMethodOf, successSchema } from "../../contract/operations.ts";
import { type Exchange, isSuccess } from "../exchange.ts";
import { describeValue, type Finding } from "../finding.ts";
import { valueAt } from "../json-pointer.ts";
import { matchSchema, type Unknown } from "../match-schema.ts";
import type { Knowledge } from "../run-state.ts";

/** What happened to the status of a resource since the last exchange that showed it. */
interface Change {
  from: string | null;
  to: string;
  /** Undefined for a read. It does not show what happened in between, nor who caused it. */
  operationId: string | undefined;
  method: unknown;
  at: string;
}

/**
 * Compares each change of a status that a response shows with the transitions of the contract. One that it does not list is
 * new, and contradicts only what our own request asked for.
 */
export function checkTransitions(
  exchange: Exchange,
  knowledge: Knowledge,
): { findings: Finding[]; unknown: Unknown[] } {
  const { operation, body, status } = exchange;
  const seen = { findings: [] as Finding[], unknown: [] as Unknown[] };
  if (!isSuccess(status)) return seen;
  for (const { schema, value, at } of matchSchema(successSchema(operation), body).visits) {
    const transitions = schema.at("x-transitions").ownMembers();
    const resource = valueAt(body, at.slice(0, at.lastIndexOf("/")));
    if (transitions.length === 0 || !isString(value) || !isObject(resource)) continue;
    if (!isString(resource.id)) continue;
    const word = describeValue(schema, value);
    const change = changeOf(exchange, resource, word, at, knowledge);
    knowledge.statuses.set(resource.id, word);
    if (!change) continue;
    const possible = transitions.filter((each) => isOf(each, change.method));
    seen.findings.push(...findingsOf(change, possible, exchange, knowledge));
    if (!leadsTo(possible, change))
      seen.unknown.push({ schema, kind: "change", at, value: describe(change) });
  }
  return seen;
}

function changeOf(
  { operation }: Exchange,
  resource: Record<string, unknown>,
  to: string,
  at: string,
  { statuses }: Knowledge,
): Change | undefined {
  const from = statuses.get(`${resource.id}`) ?? null;
  const operationId = httpMethodOf(operation) === "GET" ? undefined : operation.id;
  if (from === to || (from === null && !operation.id.endsWith(".create"))) return undefined;
  return { from, to, operationId, method: resource.paymentMethod, at };
}

function isOf(transition: Cursor, method: unknown): boolean {
  const methods = transition.at("paymentMethods").value;
  return !Array.isArray(methods) || methods.includes(method);
}

/** A change that the contract lists confirms its transition. A request of ours asks for the one that it triggers. */
function findingsOf(
  { from, to, operationId, at }: Change,
  possible: readonly Cursor[],
  { probe }: Exchange,
  { assumptions }: Knowledge,
): Finding[] {
  const similar = possible.filter((each) => {
    const trigger = each.at("trigger").value;
    const isOperation = /^\w+\.\w+$/.test(`${trigger}`);
    return (
      startsAt(each, from) &&
      (isOperation ? trigger === operationId : operationId === undefined || from === null)
    );
  });
  const isAsWell = similar.some((each) => each.at("to").value === to);
  const isAskedFor = (each: Cursor) =>
    assumptions.get(each.pointer)?.check?.send || isAsWell
      ? probe?.about.includes(each.pointer)
      : probe !== undefined && operationId !== undefined;
  return similar
    .filter(({ pointer }) => assumptions.get(pointer)?.check)
    .filter((each) => each.at("to").value === to || isAskedFor(each))
    .map((each) => ({
      pointer: each.pointer,
      holds: each.at("to").value === to,
      kind: "changed",
      at,
      expected: `${each.at("to").value}`,
      got: to,
    }));
}

function describe({ from, to }: Change): string {
  return `${from ?? "creation"} → ${to}`;
}

function startsAt(transition: Cursor, status: string | null): boolean {
  return [transition.at("from").value].flat().includes(status);
}

/** Whether one or several transitions lead from a status to another: a read may have missed those between. */
function leadsTo(transitions: readonly Cursor[], { from, to, operationId }: Change): boolean {
  const reached = new Set<unknown>([from]);
  for (const status of reached)
    for (const each of transitions)
      if (startsAt(each, status as string | null) && (operationId === undefined || status === from))
        reached.add(each.at("to").value);
  return reached.has(to);
}
