import { type Cursor, isObject, isString } from "../contract/cursor.ts";
import { jsonContent, operations, requestSchema, responses } from "../contract/operations.ts";
import { reachableSchemas } from "../contract/schema-fields.ts";
import type { CheckedAssumption } from "./assumptions.ts";
import type { Knowledge } from "./knowledge.ts";
import { matchSchema, type Visit } from "./match-schema.ts";
import { changedAt, type PlannedRequest, resolveReferences } from "./planned-request.ts";

/**
 * For each assumption about a body: each way to break it that the service should reject, and the body without what the
 * contract assumes to be optional, which it should accept. They vary a request that the service has accepted.
 */
export function planRejections(
  baselines: readonly PlannedRequest[],
  knowledge: Knowledge,
): PlannedRequest[] {
  const inResponses = responseSchemas(knowledge.contract);
  const bodies = baselines
    .filter(({ as, body }) => as !== undefined && body !== undefined)
    .map((baseline) => ({ baseline, ...shapeOf(baseline) }))
    // The smallest body is the cheapest one.
    .sort((a, b) => a.visits.length - b.visits.length);
  return [...knowledge.assumptions.values()]
    .filter(
      ({ element, check }) =>
        check?.by === "write" && !check.send && !check.when && !inResponses.has(element.value),
    )
    .flatMap((assumption) => {
      for (const { baseline, visits } of bodies) {
        const visit = visits.find(
          ({ schema, value }) => schema.pointer === assumption.pointer && value !== undefined,
        );
        if (visit) return variants(baseline, visit, visits, assumption);
      }
      return [];
    });
}

function responseSchemas(contract: Cursor): Set<unknown> {
  const bodies = operations(contract).flatMap((operation) =>
    responses(operation).map(({ cursor }) => jsonContent(cursor).at("schema")),
  );
  const reached = reachableSchemas(bodies, "base", "form", "field", "item");
  return new Set(reached.map(({ value }) => value));
}

function shapeOf({ operation, body }: PlannedRequest): { visits: Visit[] } {
  return matchSchema(requestSchema(operation), standIns(body));
}

/** A value of the right type for each reference, so that a body can be compared with its schema. */
function standIns(body: unknown): unknown {
  return resolveReferences(body, () => "00000000-0000-4000-8000-000000000000");
}

function variants(
  baseline: PlannedRequest,
  visit: Visit,
  visits: readonly Visit[],
  { pointer, check }: CheckedAssumption,
): PlannedRequest[] {
  const { operation, body } = baseline;
  const covered = visits.filter(
    ({ schema, at, value }) =>
      value !== undefined &&
      (check?.whole
        ? at.startsWith(visit.at)
        : schema.pointer === pointer || isOwnField(visit, schema)),
  );
  const own = covered.filter(
    ({ schema, at }) => check?.whole || (schema.pointer === pointer && at === visit.at),
  );
  const isValid = (changed: unknown) =>
    matchSchema(requestSchema(operation), standIns(changed)).faults.length === 0;
  const vary = (
    purpose: string,
    changed: unknown,
    outcome: "accepted" | "rejected",
  ): PlannedRequest[] =>
    isValid(changed) === (outcome === "accepted")
      ? [
          {
            ...baseline,
            purpose,
            about: [pointer],
            body: changed,
            expect: { outcome },
            after: baseline.as ?? "",
            as: "",
          },
        ]
      : [];
  const rejected = [
    ...own.flatMap(({ schema, at }) =>
      requiredOf(schema).flatMap((name) =>
        vary(`without ${place(at, name)}`, changedAt(body, `${at}/${name}`), "rejected"),
      ),
    ),
    ...covered.flatMap(({ schema, at, value }) =>
      beyondLimits(schema, value).flatMap((broken) =>
        vary(
          `with ${JSON.stringify(broken)} as ${place(at)}`,
          changedAt(body, at, broken),
          "rejected",
        ),
      ),
    ),
  ];
  const optional = optionalFields(visit);
  return [
    ...(optional.length === 0
      ? []
      : vary(
          `without ${optional.map((name) => place(visit.at, name)).join(", ")}`,
          optional.reduce<unknown>((rest, name) => changedAt(rest, `${visit.at}/${name}`), body),
          "accepted",
        )),
    ...(isNullable(visit.schema)
      ? vary(`with null as ${place(visit.at)}`, changedAt(body, visit.at, null), "accepted")
      : []),
    ...new Map(rejected.map((each) => [JSON.stringify(each.body), each])).values(),
  ];
}

function place(at: string, name?: string): string {
  return [at, ...(name === undefined ? [] : [name])]
    .join("/")
    .replace(/^\//, "")
    .replaceAll("/", ".");
}

function isOwnField({ schema }: Visit, other: Cursor): boolean {
  return schema
    .at("properties")
    .ownMembers()
    .some(({ pointer, value }) => pointer === other.pointer && !Object(value)["x-inferred"]);
}

function isNullable({ value }: Cursor): boolean {
  return isObject(value) && [value.type].flat().includes("null");
}

function requiredOf({ value }: Cursor): string[] {
  const required = isObject(value) ? value.required : undefined;
  return Array.isArray(required) ? required : [];
}

/** The fields of a body that its schema declares itself, and does not require. */
function optionalFields({ schema, value }: Visit): string[] {
  if (!isObject(value) || !isObject(schema.value)) return [];
  const required = requiredOf(schema);
  return Object.keys(Object(schema.value.properties)).filter(
    (name) => name in value && !required.includes(name),
  );
}

/** Values just beyond the limits of a schema. */
function beyondLimits({ value: schema }: Cursor, value: unknown): unknown[] {
  if (!isObject(schema)) return [];
  const { minimum, exclusiveMinimum, maximum, pattern, minLength, maxLength } = schema as Record<
    string,
    number | string
  >;
  const numbers = [
    ...(minimum === undefined ? [] : [Number(minimum) - 1]),
    ...(exclusiveMinimum === undefined ? [] : [Number(exclusiveMinimum)]),
    ...(maximum === undefined ? [] : [Number(maximum) + 1]),
  ];
  if (!isString(value)) return numbers;
  const hasLimit = [pattern, minLength, maxLength].some((limit) => limit !== undefined);
  return hasLimit ? [...numbers, tooLong(value), value.slice(0, 2)] : numbers;
}

/** Ten times the first character more, which for a card number makes none. */
function tooLong(text: string): string {
  return `${text}${text.slice(0, 1).repeat(10)}`;
}
