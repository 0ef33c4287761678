import { isMarked } from "../../contract/assumptions.ts";
import { type Cursor, isObject, isString, type JsonObject } from "../../contract/cursor.ts";
import { jsonContent, operations, requestSchema, responses } from "../../contract/operations.ts";
import {
  fieldsIn,
  partsOf,
  reachableSchemas,
  requiredIn,
  variantsOf,
} from "../../contract/schema-fields.ts";
import type { CheckedAssumption } from "../checked-assumptions.ts";
import type { Expectation } from "../exchange.ts";
import { changedAt } from "../json-pointer.ts";
import { matchSchema, type Visit } from "../match-schema.ts";
import type { Knowledge } from "../run-state.ts";
import type { PlannedRequest } from "./planned-request.ts";

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
    .filter(({ example }) => example !== undefined)
    .map((baseline) => ({
      baseline,
      visits: matchSchema(requestSchema(baseline.operation), baseline.example).visits,
    }))
    // The smallest body is the cheapest one.
    .sort((a, b) => a.visits.length - b.visits.length);
  return [...knowledge.assumptions.values()]
    .filter(
      ({ element, check }) =>
        check?.by === "write" && !check.send && !check.when && !inResponses.has(element.value),
    )
    .flatMap((assumption) => {
      const candidates = bodies.flatMap(({ baseline, visits }) => {
        const visit = visits.find(
          ({ schema, value }) =>
            schema.pointer === assumption.pointer && (value !== undefined || isNullable(schema)),
        );
        return visit
          ? [{ baseline, visits, visit, optional: optionalFields(visit, knowledge) }]
          : [];
      });
      const [fullest] = candidates.toSorted((a, b) => b.optional.length - a.optional.length);
      // A service may check one form of a body and not another.
      const smallest = new Map(candidates.toReversed().map((each) => [formOf(each), each]));
      return [
        ...(fullest ? acceptable(fullest, assumption) : []),
        ...[...smallest.values()].flatMap((each) => broken(each, assumption)),
      ];
    });
}

/** A request that the service has accepted, and the part of its body that an assumption is about. */
interface Candidate {
  baseline: PlannedRequest;
  visits: readonly Visit[];
  visit: Visit;
  /** The fields that are assumed to be optional. */
  optional: readonly string[];
}

/** The operation, and the value that decides about the form of its body. */
function formOf({ baseline: { operation, example } }: Candidate): string {
  const property = variantsOf(requestSchema(operation))?.property ?? "";
  return `${operation.id} ${Object(example)[property]}`;
}

function responseSchemas(contract: Cursor): Set<unknown> {
  const bodies = operations(contract).flatMap((operation) =>
    responses(operation).map(({ cursor }) => jsonContent(cursor).at("schema")),
  );
  const reached = reachableSchemas(bodies, "base", "form", "field", "item");
  return new Set(reached.map(({ target }) => target.value));
}

/** Without what is assumed to be optional, and with null where that is allowed. */
function acceptable(candidate: Candidate, assumption: CheckedAssumption): PlannedRequest[] {
  const { visit, optional } = candidate;
  const places = optional.map((name) => `${visit.at}/${name}`);
  const isAboutAll = assumption.check?.keywords === undefined && optional.length > 0;
  const values = isAboutAll ? defaultsOf(visit, optional) : {};
  const expect = {
    outcome: "accepted",
    ...(Object.keys(values).length > 0 && { values }),
  } as const;
  return [
    ...(isAboutAll ? vary(candidate, assumption, "without", expect, places) : []),
    ...(isNullable(visit.schema)
      ? vary(candidate, assumption, "with null as", expect, [visit.at], null)
      : []),
  ];
}

/** The defaults of fields that are left out, where the response repeats the body. */
function defaultsOf({ schema, at }: Visit, names: readonly string[]): JsonObject {
  const fields = fieldsIn(partsOf(schema));
  return Object.fromEntries(
    names.flatMap((name) => {
      const { value } = fields.get(name)?.[0]?.at("default") ?? {};
      return value === undefined ? [] : [[`/data${at}/${name}`, value]];
    }),
  );
}

/** Without each field that is assumed to be required, and with a value beyond each assumed limit. */
function broken(candidate: Candidate, assumption: CheckedAssumption): PlannedRequest[] {
  const { visit, visits } = candidate;
  const { keywords, whole } = assumption.check ?? {};
  const assumes = (keyword: string) => keywords?.includes(keyword) ?? true;
  const reject = (purpose: string, at: string, value?: unknown) =>
    vary(candidate, assumption, purpose, { outcome: "rejected" }, [at], value);
  const places = visits.filter((each) => isAssumedAt(each, visit, whole));
  const requests = places.flatMap(({ schema, at, value }) => [
    ...(assumes("required") ? requiredOf(schema) : []).flatMap((name) =>
      reject("without", `${at}/${name}`),
    ),
    ...beyondLimits(schema, value, assumes).flatMap(([name, beyond]) =>
      reject(`with ${name} as`, at, beyond),
    ),
  ]);
  return [...new Map(requests.map((each) => [JSON.stringify(each.body), each])).values()];
}

/** A request with another value at some places, or without one, if the contract says of it what is expected. */
function vary(
  { baseline }: Candidate,
  { pointer }: CheckedAssumption,
  purpose: string,
  expect: Expectation,
  differs: readonly string[],
  value?: unknown,
): PlannedRequest[] {
  const { operation, body, example, as: after = "" } = baseline;
  const change = (whole: unknown) =>
    differs.reduce((changed, at) => changedAt(changed, at, value), whole);
  const { faults } = matchSchema(requestSchema(operation), change(example));
  if ((faults.length === 0) !== (expect.outcome === "accepted")) return [];
  const names = differs.map((at) => at.slice(1).replaceAll("/", ".")).join(", ");
  const varied = { about: [pointer], body: change(body), expect, differs, after };
  return [{ ...baseline, ...varied, purpose: `${purpose} ${names}`, as: "" }];
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

function isNullable({ value }: Cursor): boolean {
  return isObject(value) && [value.type].flat().includes("null");
}

function requiredOf({ value }: Cursor): string[] {
  const required = isObject(value) ? value.required : undefined;
  return Array.isArray(required) ? required : [];
}

/** The fields of a body that are assumed to be optional. Those of a base about which there is another assumption are not. */
function optionalFields({ schema, value }: Visit, { assumptions }: Knowledge): string[] {
  if (!isObject(value)) return [];
  const parts = partsOf(schema);
  const own = parts.filter(
    ({ target }) =>
      target.pointer === schema.pointer || assumptions.get(target.pointer)?.check?.by !== "write",
  );
  const required = requiredIn(parts);
  return [...fieldsIn(own).keys()].filter((name) => name in value && !required.includes(name));
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
