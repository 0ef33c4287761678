import { isString, type JsonObject } from "../../contract/cursor.ts";
import { changedAt, valueAt } from "../../contract/json-pointer.ts";
import {
  httpMethodOf,
  type Operation,
  requestExamples,
  requestSchema,
  successSchema,
} from "../../contract/operations.ts";
import { fieldsIn, formsOf } from "../../contract/schema-fields.ts";
import { groupBy } from "../../group-by.ts";
import type { CheckedAssumption, TestCard, WrittenRequest } from "../checked-assumptions.ts";
import type { Expectation } from "../exchange.ts";
import { matchSchema, type Visit } from "../match-schema.ts";
import type { Knowledge } from "../run-state.ts";
import { type FreshKind, type PlannedRequest, type Reference, request } from "./planned-request.ts";

/** What the run itself has made, by what a field refers to. Everything else the user has named. */
const MADE: Readonly<Record<string, Reference>> = {
  card: { from: "cards.tokenize.card", at: "/data/id" },
  payment: { from: "payments.create.card", at: "/data/id" },
};

/** What a service may refuse if it has seen it before. */
const FRESH: readonly [FreshKind, isOne: (visit: Visit) => boolean][] = [
  ["tax id", ({ schema }) => schema.at("x-tax-id").exists],
  ["e-mail", ({ at }) => at.endsWith("/email")],
  ["amount", ({ at }) => at === "/billingData/amount"],
  ["text", ({ at }) => at.endsWith("/reference")],
];

/**
 * The body of an example with ids that exist, test cards, and new values where a service may want them. A change gets the
 * values that the resource has already, so that it changes nothing. A stored card is used by its customer.
 */
export function withReferences(
  operation: Operation,
  body: unknown,
  knowledge: Knowledge,
  testCard: TestCard = "accepted",
): unknown {
  const { visits } = matchSchema(requestSchema(operation), body);
  const hasCard = visits.some(({ schema }) => schema.at("x-refers-to").value === "card");
  const isChange = httpMethodOf(operation) === "PUT";
  const current = new Map([
    ...(isChange ? currentValues(operation, knowledge) : []),
    ...(hasCard ? valuesOf("customers.get", "/customerData", knowledge) : []),
  ]);
  const referenceTo = (visit: Visit, example: string | number): Reference | undefined => {
    const kind = visit.schema.at("x-refers-to").value;
    const known = current.get(kind ?? visit.at);
    if (known) return known;
    if (kind !== undefined) return MADE[`${kind}`] ?? { known: `${kind}` };
    if (visit.at.endsWith("/cardNumber")) return { testCard, example: `${example}` };
    const [fresh] = FRESH.find(([, isOne]) => isOne(visit)) ?? [];
    return fresh && !isChange ? { fresh, example } : undefined;
  };
  return visits.reduce((changed, visit) => {
    const value = valueAt(changed, visit.at);
    const isScalar = isString(value) || typeof value === "number";
    const reference = isScalar ? referenceTo(visit, value) : undefined;
    return reference ? changedAt(changed, visit.at, reference) : changed;
  }, body);
}

/** An example with the fields that only others show: whoever requires more than the contract accepts it too. */
export function withAllFields(operation: Operation, body: unknown): unknown {
  const others = requestExamples(operation).map((example) => example.at("value").value);
  const { visits } = matchSchema(requestSchema(operation), body);
  return visits.reduce((changed, { at }) => {
    const shown = others.map((other) => valueAt(other, at)).find((value) => value !== undefined);
    const isAbsent = valueAt(changed, at) === undefined;
    return isAbsent && isString(shown) ? changedAt(changed, at, shown) : changed;
  }, body);
}

/** The body that sets a resource to the values that it has already, as far as these are no objects. */
export function currentBody(operation: Operation, knowledge: Knowledge): JsonObject {
  const current = new Map(currentValues(operation, knowledge));
  return Object.fromEntries(
    [...fieldsIn(formsOf(requestSchema(operation)))].flatMap(([name, schemas]) => {
      const reference = current.get(schemas[0]?.at("x-refers-to").value ?? `/${name}`);
      const isScalar = fieldsIn(schemas.flatMap(formsOf)).size === 0;
      return reference && isScalar ? [[name, reference] as const] : [];
    }),
  );
}

function currentValues({ id }: Operation, knowledge: Knowledge): [unknown, Reference][] {
  return valuesOf(`${id.split(".")[0]}.get`, "", knowledge);
}

/** Where to find what a resource has now: by the pointer of a field in a body, or by what the field refers to. */
function valuesOf(from: string, within: string, { operations }: Knowledge): [unknown, Reference][] {
  const get = operations.get(from);
  const fields = get ? fieldsIn(formsOf(successSchema(get).at("properties", "data"))) : [];
  return [...fields].map(([name, [field]]) => {
    const kind = field?.at("x-refers-to").value;
    return [kind ?? `${within}/${name}`, { from, at: `/data/${name}` }];
  });
}

/** The requests that are written beside assumptions: one for all that send the same. */
export function writtenRequests(knowledge: Knowledge): PlannedRequest[] {
  const written = [...knowledge.assumptions.values()].filter(({ check }) => check?.send);
  const groups = groupBy(written, ({ check }) => JSON.stringify(check?.send));
  return [...groups.values()].flatMap((assumptions) => {
    const send = assumptions[0]?.check?.send;
    const operation = knowledge.operations.get(send?.operation ?? "");
    if (!send || !operation) return [];
    return [
      request(operation, send.purpose, {
        about: assumptions.map(({ pointer }) => pointer),
        expect: expectationOf(assumptions),
        ...writtenBody(operation, send, knowledge),
      }),
    ];
  });
}

function writtenBody(
  operation: Operation,
  { example, set = {}, remove = [], testCard }: WrittenRequest,
  knowledge: Knowledge,
): Partial<PlannedRequest> {
  const inBody = Object.entries(set).filter(([place]) => place.startsWith("/"));
  const inPath = Object.entries(set).filter(([place]) => !place.startsWith("/"));
  const path = { ...request(operation, "").path, ...Object.fromEntries(inPath) };
  const written = requestExamples(operation).find(({ key }) => key === example);
  if (!written) return { path } as Partial<PlannedRequest>;
  const shown = withAllFields(operation, written.at("value").value);
  const changes = [...inBody, ...remove.map((place) => [place, undefined] as const)];
  const body = changes.reduce(
    (changed, [place, value]) => changedAt(changed, place, value),
    withReferences(operation, shown, knowledge, testCard),
  );
  const name = `${operation.id}.${example}`;
  const isUnchanged = Object.keys(set).length === 0 && remove.length === 0;
  // If the service rejects the example itself, its variant proves nothing.
  const names = isUnchanged ? { as: name, example: shown } : { after: name };
  return { path, body, ...names } as Partial<PlannedRequest>;
}

/** What the contract says of a written request: the values of its response, or that it fails. */
function expectationOf(assumptions: readonly CheckedAssumption[]): Expectation {
  const values = assumptions.flatMap(({ check }) => Object.entries(check?.values ?? {}));
  if (values.length > 0) return { outcome: "accepted", values: Object.fromEntries(values) };
  const isBody = assumptions.some(({ element }) => element.path[1] === "schemas");
  return { outcome: isBody ? "accepted" : "rejected" };
}
