import { type Cursor, isString } from "../../contract/cursor.ts";
import { jsonContent } from "../../contract/operations.ts";
import { factIn, formsOf } from "../../contract/schema-fields.ts";
import type { Check, CheckedAssumption } from "../checked-assumptions.ts";
import { type Exchange, isSuccess, responseFor } from "../exchange.ts";
import {
  contradicted,
  describeValue,
  type Finding,
  held,
  isSandboxCode,
  kindOf,
  TYPES,
  undecided,
} from "../finding.ts";
import { type Fault, type Match, matchSchema, type Unknown, type Visit } from "../match-schema.ts";
import type { Knowledge } from "../run-state.ts";

/** Compares a response with its schema: which assumptions hold, and what the contract does not know. */
export function checkResponseSchema(
  { status, body, operation, isTooLong, probe }: Exchange,
  knowledge: Knowledge,
): { findings: Finding[]; unknown: Unknown[] } {
  // What a service makes of an invalid request is no resource.
  const isNone = isSuccess(status) && probe?.expect?.outcome === "rejected";
  if (isNone) return { findings: [], unknown: [] };
  if (body !== undefined) {
    const content = jsonContent(responseFor(operation, status));
    const match = matchSchema(content.at("schema"), body);
    return { findings: findingsOf(match, knowledge), unknown: match.unknown };
  }
  // What fails may be a gateway in front of the service, and a success without a content has another status.
  const isExplained = status >= 500 || (isSuccess(status) && status !== 200);
  const got = `the response ${isTooLong ? "has more than 10 MB" : "is not JSON"}`;
  return { findings: isExplained ? [] : [contradicted(undefined, { at: "", got })], unknown: [] };
}

function findingsOf({ visits, faults }: Match, knowledge: Knowledge): Finding[] {
  const contradictions = faults.map((fault) =>
    contradicted(ownerOf(fault, knowledge.assumptions)?.pointer, describeFault(fault)),
  );
  const seen = visits.flatMap((visit): Finding[] => {
    const { pointer } = visit.schema;
    const check = knowledge.assumptions.get(pointer)?.check;
    const inside = contradictions.filter((each) => `${each.at}/`.startsWith(`${visit.at}/`));
    const isContradicted = inside.some((each) => each.pointer === pointer);
    if (!check || check.send || check.when || check.order || isContradicted) return [];
    const isOther = check.whole && inside.length > 0;
    const reason = isOther ? "something inside is not as assumed" : whyNoEvidence(visit, check);
    return [reason === undefined ? held(pointer, "had") : undecided(pointer, reason)];
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

/** What a value should be that breaks a keyword, and, unless its kind says it, what it is instead. */
const FAULTS: Readonly<Record<string, [expected: string, got?: string]>> = {
  const: ["$"],
  enum: ["one that the contract lists"],
  oneOf: ["one that the contract lists", "of another form"],
  anyOf: ["one that the contract lists", "of another form"],
  format: ["one in the format $"],
  pattern: ["one like $"],
  maxItems: ["one of at most $", "a longer list"],
  minimum: ["at least $", "a smaller number"],
  exclusiveMinimum: ["more than $", "a smaller number"],
  maximum: ["at most $", "a greater number"],
};

function describeFault({ schemas, keyword, at, value }: Fault) {
  const schema = schemas.at(-1) as Cursor;
  const limit = schema.at(keyword).value;
  if (keyword === "type") {
    const types = [limit].flat().map((type) => TYPES[`${type}`]?.[0]);
    return { at, expected: types.join(" or "), got: kindOf(value) };
  }
  const [expected, got] = FAULTS[keyword] ?? ["the field"];
  const kind = isString(value) ? "another string" : describeValue(schema, value);
  return { at, expected: expected.replace("$", () => `${limit}`), got: got ?? kind };
}
