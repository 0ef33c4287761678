import { type Cursor, isObject } from "../../contract/cursor.ts";
import {
  httpMethodOf,
  isPublic,
  type Operation,
  operations,
  requestExamples,
  requestSchema,
} from "../../contract/operations.ts";
import { fieldsIn, formsOf, variantsOf } from "../../contract/schema-fields.ts";
import { groupBy } from "../../group-by.ts";
import { changedAt } from "../json-pointer.ts";
import { matchSchema } from "../match-schema.ts";
import type { Knowledge } from "../run-state.ts";
import { currentBody, type Operations, withAllFields, withReferences } from "./example-bodies.ts";
import { planRejections } from "./plan-rejections.ts";
import { failing, type PlannedRequest, pathValues, request, UNKNOWN } from "./planned-request.ts";
import { writtenRequests } from "./requests-from-contract.ts";
import { EFFECTS, NEVER, type WriteEffect } from "./write-effects.ts";

interface WritePlan {
  /** Makes things. What comes later needs what comes earlier. */
  makes: PlannedRequest[];
  /** What the service should reject, or accept with less than an example has. */
  checks: PlannedRequest[];
}

/** The requests that make or change something, or would if the service accepted what it should reject. */
export function planWrites(knowledge: Knowledge): WritePlan {
  const all = new Map(operations(knowledge.contract).map((each) => [each.id, each]));
  const sent = (as: WriteEffect["sends"]) =>
    Object.keys(EFFECTS).flatMap((id) => (EFFECTS[id]?.sends === as && all.get(id)) || []);
  const written = writtenRequests(knowledge, all);
  const own = new Set(written.map(({ as }) => as));
  const examplesOf = (operation: Operation) =>
    baselines(operation, knowledge, all).filter(({ as }) => !own.has(as));
  const writing = [...all.values()].filter(
    (each) => httpMethodOf(each) !== "GET" && !NEVER.has(each.id),
  );
  const changes = sent("change").flatMap((operation) => examplesOf(operation).slice(0, 1));
  const makes = sent("new").flatMap(examplesOf);
  const names = new Set([...makes, ...changes, ...written].map(({ as }) => as));
  return {
    makes,
    checks: [
      ...changes,
      ...written.map(({ after, ...rest }) => (names.has(after) ? { ...rest, after } : rest)),
      ...planRejections([...tokens(all), ...makes, ...changes, ...written], knowledge),
      ...secondRefund(makes, knowledge),
      ...writing.flatMap((operation) => unknownIds(operation, all)),
      ...writing.flatMap((operation) => invalidBodies(operation)),
      ...controls([...makes, ...changes]),
      ...writing.filter(isPublic).map((operation) =>
        failing(operation, "wrong-keys", "with wrong keys", {
          isAnonymous: true,
          isControl: true,
          body: Object.fromEntries(fieldNames(operation).map((name) => [name, UNKNOWN])),
        }),
      ),
      ...restores(all),
    ],
  };
}

/** For each operation, a request as valid as those that were changed, with values that the service has not seen. */
function controls(baselines: readonly PlannedRequest[]): PlannedRequest[] {
  const bodies: Record<string, unknown> = {
    "payments.refund": { transactionId: { from: "payments.create.control", at: "/data/id" } },
  };
  const byOperation = groupBy(baselines, ({ operation }) => operation.id);
  return [...byOperation].flatMap(([id, of]) => {
    // A card payment can be refunded.
    const valid = of.find(({ as }) => as === "payments.create.card") ?? of[0];
    if (!valid || httpMethodOf(valid.operation) === "PUT") return [];
    const purpose = "valid again, to see whether the refusals before were for what they broke";
    const control = { purpose, about: [], isControl: true, as: `${id}.control` };
    return [{ ...valid, ...control, body: bodies[id] ?? valid.body }];
  });
}

/** What a variant has changed, although the service should have rejected it or as it may, gets its values back. */
function restores(all: Operations): PlannedRequest[] {
  return Object.keys(EFFECTS)
    .flatMap((id) => all.get(id) ?? [])
    .filter((operation) => httpMethodOf(operation) === "PUT")
    .map((operation) =>
      request(operation, "with the values that it had before", {
        body: currentBody(operation, all),
        expect: { outcome: "accepted" },
        isRestoring: true,
        isControl: true,
      }),
    );
}

/** The request for a token, which the run has sent already. Its variants have the keys of the example, and not those of the user. */
function tokens(all: Operations): PlannedRequest[] {
  return [...all.values()].filter(isPublic).flatMap((operation) =>
    requestExamples(operation).map((example) =>
      request(operation, "", {
        body: example.at("value").value,
        example: example.at("value").value,
        as: `${operation.id}.${example.key}`,
      }),
    ),
  );
}

/** A request for each example of an operation. */
function baselines(operation: Operation, knowledge: Knowledge, all: Operations): PlannedRequest[] {
  const schema = requestSchema(operation);
  return requestExamples(operation).map((example) => {
    const body = withAllFields(operation, example.at("value").value);
    const forms = formsWithAssumption(schema, body, knowledge);
    return request(operation, `as in the example "${example.key}"`, {
      about: forms,
      expect: { outcome: "accepted" },
      body: withReferences(operation, body, all),
      example: body,
      as: `${operation.id}.${example.key}`,
    });
  });
}

/** If the forms of a body are assumed, its example shows whether the service knows the form. */
function formsWithAssumption(schema: Cursor, body: unknown, { assumptions }: Knowledge): string[] {
  const choice = variantsOf(schema);
  if (!choice || !assumptions.has(schema.pointer) || !isObject(body)) return [];
  const form = choice.variants.get(`${body[choice.property]}`)?.target.pointer ?? "";
  return [schema.pointer, ...(assumptions.has(form) ? [form] : [])];
}

/** Only a payment that succeeded can be refunded, so not twice. */
function secondRefund(makes: readonly PlannedRequest[], { contract }: Knowledge): PlannedRequest[] {
  const transitions = contract
    .at("components", "schemas", "PaymentStatus", "x-transitions")
    .members();
  const about = transitions
    .filter((each) => each.at("trigger").value === "payments.refund")
    .map(({ pointer }) => pointer);
  return makes
    .filter(({ operation }) => operation.id === "payments.refund")
    .map(({ as = "", ...refund }) => ({
      ...refund,
      purpose: "of a payment that is refunded already",
      about,
      expect: { outcome: "rejected" },
      after: as,
    }));
}

/** With ids that do not exist, in the path and in the body. */
function unknownIds(operation: Operation, all: Operations): PlannedRequest[] {
  const path = pathValues(operation, () => UNKNOWN);
  const bodies = requestExamples(operation).map((example) => example.at("value").value);
  const body = bodies.find((each) => idsIn(operation, each).length > 0) ?? bodies[0];
  const ids = idsIn(operation, body);
  if (ids.length === 0 && Object.keys(path).length === 0) return [];
  const known = withReferences(operation, body, all);
  const unknown = ids.reduce((changed, at) => changedAt(changed, at, UNKNOWN), known);
  return [
    failing(operation, "unknown-id", "with ids that do not exist", {
      path,
      ...(body !== undefined && { body: unknown }),
    }),
  ];
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
