import { type Cursor, isObject, isString, type JsonObject } from "../../contract/cursor.ts";
import {
  errorResponses,
  examples,
  httpMethodOf,
  isPublic,
  jsonContent,
  type Operation,
  operations,
  requestExamples,
  requestSchema,
  successSchema,
} from "../../contract/operations.ts";
import { fieldsIn, formsOf, variantsOf } from "../../contract/schema-fields.ts";
import type { CheckedAssumption, TestCard, WrittenRequest } from "../assumptions.ts";
import type { Expectation } from "../exchange.ts";
import { changedAt } from "../json-pointer.ts";
import type { Knowledge } from "../knowledge.ts";
import { matchSchema, type Visit } from "../match-schema.ts";
import { failing, pathValues, request } from "./plan-reads.ts";
import { planRejections } from "./plan-rejections.ts";
import type { PlannedRequest, Reference } from "./planned-request.ts";

type Operations = ReadonlyMap<string, Operation>;

interface WritePlan {
  /** Makes things. What comes later needs what comes earlier. */
  makes: PlannedRequest[];
  /** What the service should reject, or accept with less than an example has. */
  checks: PlannedRequest[];
}

/** The operations that make something new, in the order in which they need each other. */
const MAKES = [
  "subaccounts.createPf",
  "subaccounts.createPj",
  "cards.tokenize",
  "payments.create",
  "payments.refund",
  "bankAccounts.create",
];
/** These change a subscription that the user has named: to the values that it has already, and a split more. */
const CHANGES = ["subscriptions.update", "subscriptions.addSplit"];

/** What cannot be undone is never called, not even with an id that does not exist. */
export const NEVER: ReadonlySet<string> = new Set(["customers.delete", "subscriptions.cancel"]);

/** The requests that make or change something, or would if the service accepted what it should reject. */
export function planWrites(knowledge: Knowledge): WritePlan {
  const all = new Map(operations(knowledge.contract).map((each) => [each.id, each]));
  const named = (ids: readonly string[]) => ids.flatMap((id) => all.get(id) ?? []);
  const written = writtenRequests(knowledge, all);
  const own = new Set(written.map(({ as }) => as));
  const examplesOf = (operation: Operation) =>
    baselines(operation, knowledge, all).filter(({ as }) => !own.has(as));
  const writing = [...all.values()].filter(
    (each) => httpMethodOf(each) !== "GET" && !NEVER.has(each.id),
  );
  const changes = named(CHANGES).flatMap((operation) => examplesOf(operation).slice(0, 1));
  const makes = named(MAKES).flatMap(examplesOf);
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
      ...writing
        .filter(isPublic)
        .map((operation) =>
          failing(operation, "wrong-keys", "with wrong keys", { credentials: "wrong" }),
        ),
      // A variant without an optional field may have changed what that field said.
      ...changes
        .filter(({ operation }) => httpMethodOf(operation) === "PUT")
        .map((change) => ({ ...change, purpose: "with the values that it had before" })),
    ],
  };
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
    const body = example.at("value").value;
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

/** What the run itself has made, by what a field refers to. Everything else the user has named. */
const MADE: Readonly<Record<string, Reference>> = {
  card: { from: "cards.tokenize.card", at: "/data/id" },
  payment: { from: "payments.create.card", at: "/data/id" },
};

/**
 * The body of an example with ids that exist. A change gets the values that the resource has already, so that it changes
 * nothing. A stored card is used by its customer.
 */
function withReferences(
  operation: Operation,
  body: unknown,
  all: Operations,
  testCard: TestCard = "accepted",
): unknown {
  const { visits } = matchSchema(requestSchema(operation), body);
  const kinds = visits.map(({ schema }) => schema.at("x-refers-to").value);
  const resource = operation.id.split(".")[0];
  const current = new Map([
    ...(httpMethodOf(operation) === "PUT" ? currentValues(all.get(`${resource}.get`), "") : []),
    ...(kinds.includes("card") ? currentValues(all.get("customers.get"), "/customerData") : []),
  ]);
  const withIds = visits.reduce((changed, { schema, value, at }) => {
    if (value === undefined || isObject(value) || Array.isArray(value)) return changed;
    const kind = schema.at("x-refers-to").value;
    const id = kind === undefined ? undefined : (MADE[`${kind}`] ?? { known: `${kind}` });
    const reference = current.get(kind ?? at) ?? id;
    return reference ? changedAt(changed, at, reference) : changed;
  }, body);
  return withTestCards(withIds, visits, testCard);
}

/** Only test cards are sent. Which ones these are is up to the service. */
function withTestCards(body: unknown, visits: readonly Visit[], testCard: TestCard): unknown {
  const numbers = visits.filter(({ at, value }) => /\/cardNumber$/.test(at) && isString(value));
  return numbers.reduce(
    (changed, { at, value }) => changedAt(changed, at, { testCard, example: `${value}` }),
    body,
  );
}

/** Where to find what a resource has now: by the pointer of a field in a body, or by what the field refers to. */
function currentValues(get: Operation | undefined, within: string): [unknown, Reference][] {
  if (!get) return [];
  const from = get.id;
  const fields = fieldsIn(formsOf(successSchema(get).at("properties", "data")));
  return [...fields].map(([name, [field]]) => {
    const kind = field?.at("x-refers-to").value;
    return [kind ?? `${within}/${name}`, { from, at: `/data/${name}` }];
  });
}

/** The requests that are written beside assumptions: one for all that send the same. */
function writtenRequests(knowledge: Knowledge, all: Operations): PlannedRequest[] {
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
  const shown = requestExamples(operation)
    .find(({ key }) => key === example)
    ?.at("value").value;
  if (shown === undefined) return { path };
  const references = withReferences(operation, shown, all, testCard);
  const changed = inBody.reduce(
    (body, [place, value]) => changedAt(body, place, value),
    references,
  );
  const body = remove.reduce((rest, place) => changedAt(rest, place), changed);
  const name = `${operation.id}.${example}`;
  // A service that refuses the example says nothing of what is changed in it.
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

const UNKNOWN: Reference = { unknown: "id" };

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
  const [name] = fieldsIn(formsOf(requestSchema(operation))).keys();
  if (name === undefined) return [];
  return [failing(operation, "invalid-body", `with false as ${name}`, { body: { [name]: false } })];
}
