import type { Cursor, JsonObject } from "../../contract/cursor.ts";
import {
  errorResponses,
  examples,
  jsonContent,
  type Operation,
  requestExamples,
} from "../../contract/operations.ts";
import type { CheckedAssumption, WrittenRequest } from "../checked-assumptions.ts";
import type { Expectation } from "../exchange.ts";
import { changedAt } from "../json-pointer.ts";
import { matchSchema } from "../match-schema.ts";
import type { Knowledge } from "../run-state.ts";
import { type Operations, withAllFields, withReferences } from "./example-bodies.ts";
import { type PlannedRequest, request } from "./planned-request.ts";

/** The requests that are written beside assumptions: one for all that send the same. */
export function writtenRequests(knowledge: Knowledge, all: Operations): PlannedRequest[] {
  const groups = new Map<string, CheckedAssumption[]>();
  for (const assumption of knowledge.assumptions.values()) {
    const key = JSON.stringify(assumption.check?.send);
    if (key !== undefined) groups.set(key, [...(groups.get(key) ?? []), assumption]);
  }
  return [...groups.values()].flatMap((assumptions) => {
    const [first] = assumptions;
    const send = first?.check?.send;
    const operation = all.get(send?.operation ?? "");
    if (!send || !operation) return [];
    const pointers = assumptions.map(({ pointer }) => pointer);
    const derived = responsesWith(pointers, operation, knowledge);
    return [
      request(operation, send.purpose, {
        about: [...pointers, ...derived],
        expect: expectationOf(assumptions, operation),
        ...writtenBody(operation, send, all),
      }),
    ];
  });
}

function writtenBody(
  operation: Operation,
  { example, set = {}, remove = [], testCard }: WrittenRequest,
  all: Operations,
): Partial<PlannedRequest> {
  const isUnchanged = Object.keys(set).length === 0 && remove.length === 0;
  const inPath = Object.entries(set).filter(([place]) => !place.startsWith("/"));
  const inBody = Object.entries(set).filter(([place]) => place.startsWith("/"));
  const path = {
    ...request(operation, "").path,
    ...Object.fromEntries(inPath),
  } as PlannedRequest["path"];
  const written = requestExamples(operation).find(({ key }) => key === example);
  if (!written) return { path };
  const shown = withAllFields(operation, written.at("value").value);
  const references = withReferences(operation, shown, all, testCard);
  const changed = inBody.reduce(
    (body, [place, value]) => changedAt(body, place, value),
    references,
  );
  const body = remove.reduce((rest, place) => changedAt(rest, place), changed);
  const name = `${operation.id}.${example}`;
  // If the service rejects the example itself, its variant proves nothing.
  return { path, body, ...(isUnchanged ? { as: name, example: shown } : { after: name }) };
}

/** What the contract says of a written request: its values, those of the example of its response, or that it fails. */
function expectationOf(
  assumptions: readonly { element: Cursor; check?: { values?: JsonObject } }[],
  operation: Operation,
): Expectation {
  const success = jsonContent(operation.cursor.at("responses", "200"));
  const shown = examples(success).map(({ pointer }) => pointer);
  const values = assumptions.flatMap(({ element, check }) => {
    if (check?.values) return Object.entries(check.values);
    if (!shown.includes(element.pointer)) return [];
    return listedValues(success.at("schema"), element.at("value").value);
  });
  if (values.length > 0) return { outcome: "accepted", values: Object.fromEntries(values) };
  const isBody = assumptions.some(({ element }) => element.path[1] === "schemas");
  return { outcome: isBody ? "accepted" : "error" };
}

/** The values of an example that belong to a set. */
function listedValues(schema: Cursor, example: unknown): [string, unknown][] {
  return matchSchema(schema, example)
    .visits.filter(
      ({ schema: each }) => each.at("x-extensible-enum").exists || each.at("x-status").exists,
    )
    .map(({ at, value }) => [at, value]);
}

/** The assumed responses of an operation that follow from their examples. */
function responsesWith(
  pointers: readonly string[],
  operation: Operation,
  { assumptions }: Knowledge,
): string[] {
  return errorResponses(operation)
    .filter(({ cursor }) => {
      const { when, send } = assumptions.get(cursor.pointer)?.check ?? {};
      const shown = examples(jsonContent(cursor)).map(({ pointer }) => pointer);
      return !when && !send && shown.some((pointer) => pointers.includes(pointer));
    })
    .map(({ cursor }) => cursor.pointer);
}
