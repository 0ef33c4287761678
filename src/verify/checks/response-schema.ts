import { type Cursor, isObject } from "../../contract/cursor.ts";
import { jsonContent } from "../../contract/operations.ts";
import { factIn, formsOf } from "../../contract/schema-fields.ts";
import type { CheckedAssumption } from "../checked-assumptions.ts";
import type { Exchange } from "../exchange.ts";
import { type Deviation, type Finding, kindOf, wordOrKind } from "../finding.ts";
import { type Fault, type Match, matchSchema, type Unknown, type Visit } from "../match-schema.ts";
import type { Knowledge } from "../run-state.ts";

interface SchemaFindings {
  findings: Finding[];
  deviations: Deviation[];
  unknown: Unknown[];
}

/** Compares a response with its schema: which assumptions hold, and what the contract does not know. */
export function checkResponseSchema(exchange: Exchange, knowledge: Knowledge): SchemaFindings {
  const { status, body, operation } = exchange;
  const declared = operation.cursor.at("responses", `${status}`);
  const response = declared.exists ? declared : operation.cursor.at("responses", "default");
  // What fails may be a gateway in front of the service.
  const deviations = status >= 500 ? [] : [NOT_JSON];
  if (body === undefined) return { findings: [], deviations, unknown: [] };
  const match = matchSchema(jsonContent(response.target).at("schema"), body);
  return {
    findings: findingsOf(match, knowledge),
    deviations: match.faults
      .filter((fault) => !ownerOf(fault, knowledge))
      .map((fault) => ({ at: fault.at, ...describeFault(fault) })),
    unknown: match.unknown,
  };
}

const NOT_JSON: Deviation = { at: "", expected: "JSON", got: "something else" };

function findingsOf({ visits, faults }: Match, knowledge: Knowledge): Finding[] {
  const contradictions = faults.flatMap((fault) => {
    const pointer = ownerOf(fault, knowledge)?.pointer;
    return pointer ? [{ pointer, holds: false, at: fault.at, ...describeFault(fault) }] : [];
  });
  const isContradicted = ({ schema, at }: Visit) =>
    contradictions.some((each) => each.pointer === schema.pointer && each.at.startsWith(at));
  const held = visits.filter((visit) => isEvidence(visit, knowledge) && !isContradicted(visit));
  return [
    ...contradictions,
    ...held.map(({ schema, at, value }) => ({
      pointer: schema.pointer,
      holds: true,
      at,
      expected: "as assumed",
      got: describeValue(schema, value),
    })),
  ];
}

/**
 * Whether a value says something of the assumption about its schema. If that is about what a field is when it has no
 * value, a value says nothing.
 */
function isEvidence({ schema, value }: Visit, { assumptions }: Knowledge): boolean {
  const assumption = assumptions.get(schema.pointer);
  if (!assumption || !followsFromSchema(assumption)) return false;
  return isAboutAbsence(schema) && !assumption.check?.keywords
    ? value === undefined || value === null
    : value !== undefined;
}

function followsFromSchema({ check }: CheckedAssumption): boolean {
  return check !== undefined && !check.send && !check.when && !check.order;
}

/** Whether a field may be null. */
function isAboutAbsence(schema: Cursor): boolean {
  const types = formsOf(schema).flatMap((form) => form.at("type").value);
  return types.includes("null") && factIn([schema], "x-extensible-enum") === undefined;
}

/** The assumption that a fault contradicts: that of its own schema or field, or one about all that is inside. */
export function ownerOf(
  { schemas, keyword, at }: Fault,
  { assumptions }: Knowledge,
): CheckedAssumption | undefined {
  const own = schemas.at(-1);
  const field =
    keyword === "required" ? own?.at("properties", at.split("/").at(-1) ?? "") : undefined;
  for (const schema of [field, own]) {
    const assumption = schema && assumptions.get(schema.pointer);
    const { check } = assumption ?? {};
    if (check && (check.keywords?.includes(keyword) ?? true)) return assumption;
  }
  return schemas
    .map(({ pointer }) => assumptions.get(pointer))
    .findLast((assumption) => assumption?.check?.whole);
}

const EXPECTED: Readonly<Record<string, string>> = {
  required: "the field",
  dependentRequired: "the field, since another one is there",
  oneOf: "one of the forms that the contract lists",
  anyOf: "one of the forms that the contract lists",
};

function describeFault({ schemas, keyword, value }: Fault): { expected: string; got: string } {
  const schema = schemas.at(-1) as Cursor;
  const limit = schema.at(keyword).value;
  const expected = EXPECTED[keyword] ?? `${keyword} ${[limit].flat().join(" or ")}`;
  return { expected, got: describeValue(schema, value) };
}

/** A word of a set that the schema lists, or the kind of value. */
export function describeValue(schema: Cursor, value: unknown): string {
  const listed = ["enum", "const", "x-extensible-enum"];
  const isListed = isObject(schema.value) && listed.some((keyword) => schema.at(keyword).exists);
  return isListed ? wordOrKind(value) : kindOf(value);
}
