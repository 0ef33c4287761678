import type { Cursor } from "../../contract/cursor.ts";
import { jsonContent } from "../../contract/operations.ts";
import { factIn, formsOf } from "../../contract/schema-fields.ts";
import type { Check, CheckedAssumption } from "../checked-assumptions.ts";
import { type Exchange, isSuccess, responseFor } from "../exchange.ts";
import { describeValue, type Finding, isSandboxCode, undecided } from "../finding.ts";
import { type Fault, type Match, matchSchema, type Unknown, type Visit } from "../match-schema.ts";
import type { Knowledge } from "../run-state.ts";

/** Compares a response with its schema: which assumptions hold, and what the contract does not know. */
export function checkResponseSchema(
  { status, body, operation, isTooLong, probe }: Exchange,
  knowledge: Knowledge,
): { findings: Finding[]; unknown: Unknown[] } {
  // What a service returns in place of an error is no resource.
  const isNone = isSuccess(status) && probe?.expect?.outcome === "error";
  if (isNone) return { findings: [], unknown: [] };
  if (body !== undefined) {
    const content = jsonContent(responseFor(operation, status));
    const match = matchSchema(content.at("schema"), body);
    return { findings: findingsOf(match, knowledge), unknown: match.unknown };
  }
  // What fails may be a gateway in front of the service, and a success without a content has another status.
  const isExplained = status >= 500 || (isSuccess(status) && status !== 200);
  const got = isTooLong ? "more than 10 MB" : "something else";
  const notJson: Finding = { holds: false, kind: "had", at: "", expected: "JSON", got };
  return { findings: isExplained ? [] : [notJson], unknown: [] };
}

function findingsOf({ visits, faults }: Match, knowledge: Knowledge): Finding[] {
  const contradictions = faults.map((fault): Finding => {
    const pointer = ownerOf(fault, knowledge.assumptions)?.pointer;
    const found = { holds: false, kind: "had", at: fault.at, ...describeFault(fault) } as const;
    return pointer === undefined ? found : { pointer, ...found };
  });
  const seen = visits.flatMap((visit): Finding[] => {
    const { schema, value, at } = visit;
    const { pointer } = schema;
    const check = knowledge.assumptions.get(pointer)?.check;
    const inside = contradictions.filter((each) => `${each.at}/`.startsWith(`${at}/`));
    const isContradicted = inside.some((each) => each.pointer === pointer);
    if (!check || check.send || check.when || check.order || isContradicted) return [];
    const isOther = check.whole && inside.length > 0;
    const reason = isOther ? "something inside is not as assumed" : whyNoEvidence(visit, check);
    if (reason !== undefined) return [undecided(pointer, reason)];
    const got = describeValue(schema, value);
    return [{ pointer, holds: true, kind: "had", at, expected: "as assumed", got }];
  });
  return [...contradictions, ...seen];
}

/** Why a value says nothing of the assumption about its schema: why it could be there if that were untrue. */
function whyNoEvidence({ schema, value }: Visit, { keywords, only }: Check): string | undefined {
  if (only !== undefined) return value === only ? undefined : "no response had such a value";
  if (isAboutAbsence(schema) && !keywords)
    return value === undefined || value === null ? undefined : "every response had a value";
  const known = "the service showed only values that the contract knows";
  if (isKnown(schema, value)) return known;
  const dependent = Object.keys(Object(schema.at("dependentRequired").value));
  const isOther = (name: string) =>
    name in Object(value) && !isKnown(schema.at("properties", name), Object(value)[name]);
  if (!dependent.every(isOther)) return known;
  return value === undefined ? "no response had the field" : undefined;
}

/** Whether a set that may have more values than are known has a value. */
function isKnown(schema: Cursor, value: unknown): boolean {
  const known = schema.at("x-extensible-enum").value;
  return Array.isArray(known) && (known.includes(value) || isSandboxCode(value));
}

/** Whether a field may be null. */
function isAboutAbsence(schema: Cursor): boolean {
  const types = formsOf(schema).flatMap((form) => form.at("type").value);
  return types.includes("null") && factIn([schema], "x-extensible-enum") === undefined;
}

/**
 * The assumption that a fault contradicts: the nearest that speaks of its keyword at its place. That is the one of its own
 * schema or field, or one about all that is inside of the fields which it declares, or about what it declares `in place`.
 */
export function ownerOf(
  { schemas, keyword, at }: Fault,
  assumptions: ReadonlyMap<string, CheckedAssumption>,
  reach: "own" | "in place" = "own",
): CheckedAssumption | undefined {
  const name = at.slice(at.lastIndexOf("/") + 1);
  const fields =
    keyword === "required" ? schemas.slice(-1).map((own) => own.at("properties", name)) : [];
  const around = [...schemas, ...fields];
  const isInside = (index: number) => {
    const { reference, target } = around[index] as Cursor;
    const inner = around[reference ? index + 2 : index + 1];
    return inner?.pointer.startsWith(`${target.pointer}/properties/`);
  };
  return around
    .map(({ pointer }) => assumptions.get(pointer))
    .findLast((assumption, index) => {
      const { check } = assumption ?? {};
      if (!check || !(check.keywords?.includes(keyword) ?? true)) return false;
      const isNear = reach === "in place" && index === schemas.length - 2;
      return index >= schemas.length - 1 || ((check.whole || isNear) && isInside(index));
    });
}

const EXPECTED: Readonly<Record<string, string>> = {
  required: "the field",
  dependentRequired: "the field, since another one is there",
  oneOf: "one of the forms that the contract lists",
  anyOf: "one of the forms that the contract lists",
  enum: "a value that the contract lists",
};

function describeFault({ schemas, keyword, value }: Fault): { expected: string; got: string } {
  const schema = schemas.at(-1) as Cursor;
  const limit = schema.at(keyword).value;
  const expected = EXPECTED[keyword] ?? `${keyword} ${[limit].flat().join(" or ")}`;
  return { expected, got: describeValue(schema, value) };
}
