import { isObject, isString, type JsonObject } from "../../contract/cursor.ts";
import { changedAt } from "../../contract/json-pointer.ts";
import { requestSchema } from "../../contract/operations.ts";
import { ownerOf } from "../checks/response-schema.ts";
import type { Expectation } from "../exchange.ts";
import { matchSchema, type Visit } from "../match-schema.ts";
import type { Knowledge } from "../run-state.ts";
import { groupOf, type PlannedRequest } from "./planned-request.ts";

/** A request that the service accepts, and what the contract says of each part of its body. */
interface Baseline extends PlannedRequest {
  visits: readonly Visit[];
}

/**
 * Each way to break an assumption about a body, which the service should reject, and bodies without what the contract
 * assumes to be optional, which it should accept. They vary requests that the service accepts.
 */
export function planRejections(
  requests: readonly PlannedRequest[],
  knowledge: Knowledge,
): PlannedRequest[] {
  const baselines = requests
    .filter(({ example }) => example !== undefined)
    .map((each): Baseline => {
      const { visits } = matchSchema(requestSchema(each.operation), each.example);
      return { ...each, visits };
    })
    // The smallest body is the cheapest one.
    .sort((a, b) => a.visits.length - b.visits.length);
  const rejected = baselines.flatMap((each) => broken(each, knowledge).map(byForm(each)));
  // The last of an assumption leaves out the most.
  const accepted = baselines
    .flatMap((each) => acceptable(each, knowledge))
    .toReversed()
    .sort((a, b) => Number(a.differs?.length) - Number(b.differs?.length))
    .map((each) => [`${each.about}`, each] as const);
  return [...new Map(accepted).values(), ...new Map(rejected.toReversed()).values()];
}

/** A service may check one form of a body and not another, so each form is varied once. */
function byForm(baseline: Baseline) {
  const form = groupOf(baseline);
  return (each: PlannedRequest) =>
    [`${form} ${each.purpose.replaceAll(/\.\d+/g, "")}`, each] as const;
}

/** Without each field that is assumed to be required, and with a value beyond each assumed limit. */
function broken(baseline: Baseline, { aboutBodies }: Knowledge): PlannedRequest[] {
  return baseline.visits.flatMap(({ schema, schemas, value, at }) => {
    if (value === undefined || !isObject(schema.value)) return [];
    const required = [schema.value.required ?? []].flat().map((name) => `${at}/${name}`);
    const ways = [
      ...required.map((place) => ({ keyword: "required", at: place, purpose: "without" })),
      ...beyondLimits(schema.value, value).map((way) => ({ ...way, at })),
    ];
    return ways.flatMap(({ purpose, ...way }) => {
      const fault = { schemas, value: undefined, ...way };
      const about = ownerOf(fault, aboutBodies, "in place")?.pointer;
      const expect = { outcome: "rejected" } as const;
      return about ? vary(baseline, about, purpose, expect, [fault.at], fault.value) : [];
    });
  });
}

/** Without what is assumed to be optional, and with null where that is allowed. */
function acceptable(baseline: Baseline, { aboutBodies }: Knowledge): PlannedRequest[] {
  const accepted = { outcome: "accepted" } as const;
  return baseline.visits.flatMap(({ schema, at }) => {
    const { pointer } = schema;
    const check = aboutBodies.get(pointer)?.check;
    const isNullable = isObject(schema.value) && [schema.value.type].flat().includes("null");
    if (check && isNullable) return vary(baseline, pointer, "with null as", accepted, [at], null);
    if (!check || check.keywords) return [];
    const level = baseline.visits.filter((each) => each.at === at).map((each) => each.schema);
    const optional = baseline.visits.filter((field) => {
      const around = field.schemas.filter((each) => level.includes(each));
      const isIn = around.findLast((each) => aboutBodies.has(each.pointer)) === schema;
      const isHere =
        field.value !== undefined && field.at !== "" && field.at.replace(/\/[^/]+$/, "") === at;
      return isIn && isHere && vary(baseline, pointer, "", accepted, [field.at]).length > 0;
    });
    // The response repeats the body, and fills in the defaults of the fields that were left out.
    const values = Object.fromEntries(
      optional.flatMap((field) => {
        const fallback = field.schema.at("default");
        return fallback.exists ? [[`/data${field.at}`, fallback.value]] : [];
      }),
    );
    const expect = { ...accepted, ...(Object.keys(values).length > 0 && { values }) };
    const places = [...new Set(optional.map((field) => field.at))];
    return places.length > 0 ? vary(baseline, pointer, "without", expect, places) : [];
  });
}

/** A request with another value at some places, or without one, if the contract says of it what is expected. */
function vary(
  { visits: _, ...baseline }: Baseline,
  about: string,
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
  const varied = { about: [about], body: change(body), expect, differs, after };
  return [{ ...baseline, ...varied, purpose: `${purpose} ${names}`, as: "" }];
}

/** A value just beyond a limit, and what to call it. No text of a body is repeated: it may be a card number. */
interface Way {
  keyword: string;
  purpose: string;
  value: unknown;
}

function beyondLimits(schema: JsonObject, value: unknown): Way[] {
  const numbers = Object.entries(BEYOND).flatMap(([keyword, step]): Way[] => {
    const beyond = Number(schema[keyword]) + step;
    return Number.isNaN(beyond) ? [] : [{ keyword, purpose: `with ${beyond} as`, value: beyond }];
  });
  if (schema.pattern === undefined || !isString(value)) return numbers;
  // A longer card number is none, so that no real one is ever sent.
  const longer = `${value}${value.slice(0, 1).repeat(10)}`;
  return [
    { keyword: "pattern", purpose: "with a longer text as", value: longer },
    { keyword: "pattern", purpose: "with a shorter text as", value: value.slice(0, 2) },
  ];
}

const BEYOND = { minimum: -1, exclusiveMinimum: 0, maximum: 1 };
