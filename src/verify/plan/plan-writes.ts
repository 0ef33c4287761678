import type { Cursor } from "../../contract/cursor.ts";
import { changedAt } from "../../contract/json-pointer.ts";
import {
  httpMethodOf,
  isPublic,
  type Operation,
  requestExamples,
  requestSchema,
} from "../../contract/operations.ts";
import { fieldsIn, formsOf, variantsOf } from "../../contract/schema-fields.ts";
import { groupBy } from "../../group-by.ts";
import { matchSchema } from "../match-schema.ts";
import type { Knowledge } from "../run-state.ts";
import { planRejections } from "./plan-rejections.ts";
import {
  failing,
  groupOf,
  type PlannedRequest,
  pathValues,
  request,
  UNKNOWN,
  withControl,
} from "./planned-request.ts";
import { currentBody, withAllFields, withReferences, writtenRequests } from "./request-bodies.ts";
import { EFFECTS, NEVER, type WriteEffect } from "./write-effects.ts";

interface WritePlan {
  /** Makes things. What comes later needs what comes earlier. */
  makes: PlannedRequest[];
  /** What the service should reject, or accept with less than an example has. */
  checks: PlannedRequest[];
}

/** The requests that make or change something, or would if the service accepted what it should reject. */
export function planWrites(knowledge: Knowledge): WritePlan {
  const { operations } = knowledge;
  const written = writtenRequests(knowledge);
  const own = new Set(written.map(({ as }) => as));
  const sent = (as: WriteEffect["sends"]) =>
    Object.keys(EFFECTS)
      .filter((id) => EFFECTS[id]?.sends === as)
      .map((id) => baselines(operations.get(id), knowledge).filter((each) => !own.has(each.as)));
  const writing = [...operations.values()].filter(
    (each) => httpMethodOf(each) !== "GET" && !NEVER.has(each.id),
  );
  const changes = sent("change").flatMap((of) => of.slice(0, 1));
  const makes = sent("new").flat();
  // The run has asked for a token already. The variants have the keys of the example, and not those of the user.
  const tokens = writing.filter(isPublic).flatMap((each) => baselines(each, knowledge));
  const valid = [...makes, ...changes, ...written];
  const checks = [
    ...written,
    ...planRejections([...tokens, ...valid], knowledge),
    ...secondRefund(makes, knowledge),
    ...writing.flatMap((operation) => unknownIds(operation, knowledge)),
    ...writing.flatMap(invalidBodies),
  ];
  const ids = new Set([...Object.keys(EFFECTS), ...writing.map(({ id }) => id)]);
  const inOrder = [...ids].flatMap((id) => checks.filter(({ operation }) => operation.id === id));
  const controlled = [...groupBy(inOrder, groupOf)].flatMap(([group, of]) =>
    withControl(group, of, controlsOf(of[0] as PlannedRequest, valid, knowledge)),
  );
  return { makes, checks: [...changes, ...controlled] };
}

/** An equally valid request as another, with values that the service has not seen, after what it needs. */
function controlsOf(
  of: PlannedRequest,
  valid: readonly PlannedRequest[],
  knowledge: Knowledge,
): PlannedRequest[] {
  const { operation } = of;
  if (isPublic(operation)) return [wrongKeys(operation)];
  // What a variant has changed gets its values back.
  if (httpMethodOf(operation) === "PUT") {
    const more = { body: currentBody(operation, knowledge), expect: ACCEPTED, isControl: true };
    return [request(operation, "with the values that it had before", more)];
  }
  const purpose = "valid again, to see whether the refusals before were for what they broke";
  const isLike = (each: PlannedRequest) =>
    each.example !== undefined && groupOf(each) === groupOf(of);
  const baseline = valid.find(isLike);
  if (!baseline) return [];
  const control = { ...baseline, purpose, about: [], as: "", isControl: true };
  if (operation.id !== "payments.refund") return [control];
  const body = { transactionId: { from: "payments.create.refundable", at: "/data/id" } };
  const payments = valid.filter(({ as }) => as === "payments.create.card");
  const more = { purpose: "to refund it", about: [], as: "payments.create.refundable" };
  return [...payments.map((each) => ({ ...each, ...more })), { ...control, body }];
}

function wrongKeys(operation: Operation): PlannedRequest {
  const body = Object.fromEntries(fieldNames(operation).map((name) => [name, UNKNOWN]));
  const more = { isAnonymous: true, isControl: true, body };
  return failing(operation, "wrong-keys", "with wrong keys", more);
}

const ACCEPTED = { outcome: "accepted" } as const;

/** A request for each example of an operation. */
function baselines(operation: Operation | undefined, knowledge: Knowledge): PlannedRequest[] {
  if (!operation) return [];
  const forms = new Set<string>();
  return requestExamples(operation).map(({ key, target }) => {
    const example = withAllFields(operation, target.at("value").value);
    // The first example of a form shows whether the service knows it.
    const assumed = formsWithAssumption(requestSchema(operation), example, knowledge);
    const about = forms.has(`${assumed}`) ? [] : assumed;
    forms.add(`${assumed}`);
    const body = withReferences(operation, example, knowledge);
    const more = { about, expect: ACCEPTED, body, example, as: `${operation.id}.${key}` };
    return request(operation, `as in the example "${key}"`, more);
  });
}

/** If the form of a body is assumed, its example shows whether the service knows the form. */
function formsWithAssumption(schema: Cursor, body: unknown, { assumptions }: Knowledge): string[] {
  const choice = variantsOf(schema);
  const value = choice && Object(body)[choice.property];
  const { only } = assumptions.get(schema.pointer)?.check ?? {};
  if (!choice || ![only].flat().includes(value)) return [];
  const form = `${choice.variants.get(value)?.target.pointer}`;
  return [schema.pointer, form].filter((each) => assumptions.has(each));
}

/** Only a payment that succeeded can be refunded, so not twice. */
function secondRefund(makes: readonly PlannedRequest[], knowledge: Knowledge): PlannedRequest[] {
  const about = [...knowledge.assumptions.values()]
    .filter(({ element }) => element.at("trigger").value === "payments.refund")
    .map(({ pointer }) => pointer);
  const purpose = "of a payment that is refunded already";
  return makes
    .filter(({ operation }) => operation.id === "payments.refund")
    .map(({ as: after = "", ...refund }) => ({
      ...refund,
      ...{ purpose, about, expect: { outcome: "rejected" }, after },
    }));
}

/** With ids that do not exist, in the path and in the body. */
function unknownIds(operation: Operation, knowledge: Knowledge): PlannedRequest[] {
  const path = pathValues(operation, () => UNKNOWN);
  const bodies = requestExamples(operation).map(({ key, target }) => [
    key,
    target.at("value").value,
  ]);
  const [key, example] =
    bodies.find(([, each]) => idsIn(operation, each).length > 0) ?? bodies[0] ?? [];
  const ids = idsIn(operation, example);
  if (ids.length === 0 && Object.keys(path).length === 0) return [];
  const known = withReferences(operation, example, knowledge);
  const body = ids.reduce((changed, at) => changedAt(changed, at, UNKNOWN), known);
  const more = { path, ...(body !== undefined && { body }), after: `${operation.id}.${key}` };
  return [failing(operation, "unknown-id", "with ids that do not exist", more)];
}

/** The JSON pointers of the ids in a body. */
function idsIn(operation: Operation, body: unknown): string[] {
  return matchSchema(requestSchema(operation), body)
    .visits.filter(({ schema, value }) => value !== undefined && schema.at("x-refers-to").exists)
    .map(({ at }) => at);
}

function invalidBodies(operation: Operation): PlannedRequest[] {
  const [name] = fieldNames(operation);
  if (name === undefined) return [];
  return [failing(operation, "invalid-body", `with false as ${name}`, { body: { [name]: false } })];
}

function fieldNames(operation: Operation): string[] {
  return [...fieldsIn(formsOf(requestSchema(operation))).keys()];
}
