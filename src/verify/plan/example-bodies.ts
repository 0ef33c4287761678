import { isObject, isString } from "../../contract/cursor.ts";
import {
  httpMethodOf,
  type Operation,
  requestExamples,
  requestSchema,
  successSchema,
} from "../../contract/operations.ts";
import { fieldsIn, formsOf } from "../../contract/schema-fields.ts";
import type { TestCard } from "../checked-assumptions.ts";
import { changedAt, valueAt } from "../json-pointer.ts";
import { matchSchema, type Visit } from "../match-schema.ts";
import type { FreshKind, Reference } from "./planned-request.ts";

/** The operations of the contract by their ids. */
export type Operations = ReadonlyMap<string, Operation>;

/** What the run itself has made, by what a field refers to. Everything else the user has named. */
const MADE: Readonly<Record<string, Reference>> = {
  card: { from: "cards.tokenize.card", at: "/data/id" },
  payment: { from: "payments.create.card", at: "/data/id" },
};

/**
 * The body of an example with ids that exist. A change gets the values that the resource has already, so that it changes
 * nothing. A stored card is used by its customer.
 */
export function withReferences(
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
  const withCards = withTestCards(withIds, visits, testCard);
  return httpMethodOf(operation) === "POST" ? withFreshValues(withCards, visits) : withCards;
}

/** What a service may refuse if it has seen it before. */
const FRESH: readonly [FreshKind, isOne: (visit: Visit) => boolean][] = [
  ["tax id", ({ schema }) => schema.at("x-tax-id").exists],
  ["e-mail", ({ at }) => at.endsWith("/email")],
  ["amount", ({ at }) => at === "/billingData/amount"],
  ["text", ({ at }) => at.endsWith("/reference")],
];

/** New values, if those of the example are still there, so that no request repeats another. */
function withFreshValues(body: unknown, visits: readonly Visit[]): unknown {
  return visits.reduce((changed, visit) => {
    const [fresh] = FRESH.find(([, isOne]) => isOne(visit)) ?? [];
    const example = valueAt(changed, visit.at);
    const isValue = isString(example) || typeof example === "number";
    return fresh && isValue ? changedAt(changed, visit.at, { fresh, example }) : changed;
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
export function currentBody(operation: Operation, all: Operations): Record<string, Reference> {
  const current = new Map(currentValues(all.get(`${operation.id.split(".")[0]}.get`), ""));
  return Object.fromEntries(
    [...fieldsIn(formsOf(requestSchema(operation)))].flatMap(([name, schemas]) => {
      const kind = schemas[0]?.at("x-refers-to").value;
      const reference = current.get(kind ?? `/${name}`);
      const isScalar = fieldsIn(schemas.flatMap(formsOf)).size === 0;
      return reference && isScalar ? [[name, reference] as const] : [];
    }),
  );
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
