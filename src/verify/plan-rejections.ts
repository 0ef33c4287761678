import { isMarked } from "../contract/assumptions.ts";
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
          ({ schema, value }) =>
            schema.pointer === assumption.pointer && (value !== undefined || isNullable(schema)),
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
  return new Set(reached.map(({ target }) => target.value));
}

function shapeOf({ operation, body }: PlannedRequest): { visits: Visit[] } {
  return matchSchema(requestSchema(operation), standIns(body));
}

/** A value of the right type for each reference, so that a body can be compared with its schema. */
function standIns(body: unknown): unknown {
  return resolveReferences(body, (reference) =>
    "testCard" in reference ? reference.example : "00000000-0000-4000-8000-000000000000",
  );
}

function variants(
  baseline: PlannedRequest,
  visit: Visit,
  visits: readonly Visit[],
  { pointer, check }: CheckedAssumption,
): PlannedRequest[] {
  const { operation, body, as: after = "" } = baseline;
  const isValid = (changed: unknown) =>
    matchSchema(requestSchema(operation), standIns(changed)).faults.length === 0;
  const vary = (purpose: string, changed: unknown, outcome: "accepted" | "rejected") =>
    isValid(changed) === (outcome === "accepted")
      ? [
          {
            ...baseline,
            purpose,
            about: [pointer],
            body: changed,
            expect: { outcome },
            after,
            as: "",
          },
        ]
      : [];
  const assumes = (keyword: string) => check?.keywords?.includes(keyword) ?? true;
  const places = visits.filter((each) => isAssumedAt(each, visit, check?.whole));
  const rejected = places.flatMap(({ schema, at, value }) => [
    ...(assumes("required") ? requiredOf(schema) : []).flatMap((name) =>
      vary(`without ${place(at, name)}`, changedAt(body, `${at}/${name}`), "rejected"),
    ),
    ...beyondLimits(schema, value, assumes).flatMap(([name, broken]) =>
      vary(`with ${name} as ${place(at)}`, changedAt(body, at, broken), "rejected"),
    ),
  ]);
  const optional = check?.keywords ? [] : optionalFields(visit);
  const without = optional.reduce((rest, name) => changedAt(rest, `${visit.at}/${name}`), body);
  const names = optional.map((name) => place(visit.at, name)).join(", ");
  return [
    ...(optional.length > 0 ? vary(`without ${names}`, without, "accepted") : []),
    ...(isNullable(visit.schema)
      ? vary(`with null as ${place(visit.at)}`, changedAt(body, visit.at, null), "accepted")
      : []),
    ...new Map(rejected.map((each) => [JSON.stringify(each.body), each])).values(),
  ];
}

/**
 * Whether an assumption is about a part of a body: its own schema, the fields that this declares in place, and, if it is
 * about the whole, everything in its fields.
 */
function isAssumedAt({ schema, at, value }: Visit, assumed: Visit, whole = false): boolean {
  if (value === undefined) return false;
  if (schema.pointer === assumed.schema.pointer) return at === assumed.at;
  const fields = assumed.schema.at("properties").ownMembers();
  if (whole) return fields.some(({ key }) => `${at}/`.startsWith(`${assumed.at}/${key}/`));
  return fields.some((field) => field.pointer === schema.pointer && !isMarked(field));
}

function place(at: string, name?: string): string {
  const pointer = name === undefined ? at : `${at}/${name}`;
  return pointer.slice(1).replaceAll("/", ".");
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
  if (!isObject(value)) return [];
  const required = requiredOf(schema);
  const names = schema
    .at("properties")
    .ownMembers()
    .map(({ key }) => key);
  return names.filter((name) => name in value && !required.includes(name));
}

/** A value just beyond a limit, and what to call it. No text of a body is repeated: it may be a card number. */
type Beyond = [name: string, value: unknown];

function beyondLimits(
  { value: schema }: Cursor,
  value: unknown,
  assumes: (keyword: string) => boolean,
): Beyond[] {
  if (!isObject(schema)) return [];
  return Object.entries(BEYOND).flatMap(([keyword, beyond]) =>
    schema[keyword] === undefined || !assumes(keyword) ? [] : beyond(schema[keyword], value),
  );
}

const BEYOND: Readonly<Record<string, (limit: unknown, value: unknown) => Beyond[]>> = {
  minimum: (limit) => numbered(Number(limit) - 1),
  exclusiveMinimum: (limit) => numbered(Number(limit)),
  maximum: (limit) => numbered(Number(limit) + 1),
  pattern: (_, value) => (isString(value) ? textsBeyond(value) : []),
};

function numbered(value: number): Beyond[] {
  return [[`${value}`, value]];
}

/** A longer card number is none, so that no real one is ever sent. */
function textsBeyond(text: string): Beyond[] {
  return [
    ["a longer text", `${text}${text.slice(0, 1).repeat(10)}`],
    ["a shorter text", text.slice(0, 2)],
  ];
}
