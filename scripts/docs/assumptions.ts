import { type Cursor, isObject, isString } from "../../src/contract/cursor.ts";
import { operations } from "../../src/contract/operations.ts";

/** What the contract assumes at a place, and which operations it touches. */
export type Assumption = { where: string; text: string; operationIds: string[] };

/** A heading and the assumptions under it. */
export type AssumptionGroup = { title: string; assumptions: Assumption[] };

/** Every `x-inferred` of the contract, under the resource it touches, or under what several share. */
export function groupAssumptions(contract: Cursor): AssumptionGroup[] {
  const assumptions = findAssumptions(contract);
  const tags = contract.at("tags").members();
  const groups = tags.map((tag) => ({
    title: String(tag.at("x-displayName").value),
    assumptions: assumptions.filter((one) => tagOf(one) === tag.at("name").value),
  }));
  const shared = assumptions.filter((one) => tagOf(one) === "shared");
  const general = assumptions.filter((one) => tagOf(one) === "general");
  return [
    ...groups,
    { title: "Shared by several resources", assumptions: shared },
    { title: "The interface as a whole", assumptions: general },
  ].filter((group) => group.assumptions.length > 0);
}

function findAssumptions(contract: Cursor): Assumption[] {
  const found = new Map<string, Assumption>();
  const note = (cursor: Cursor, operationId?: string) => {
    const text = String(cursor.at("x-inferred").value);
    const where = describe(contract, cursor);
    const key = `${where}: ${text}`;
    const one = found.get(key) ?? { where, text, operationIds: [] };
    if (operationId && !one.operationIds.includes(operationId)) one.operationIds.push(operationId);
    found.set(key, one);
  };
  for (const { id, cursor, pathItem } of operations(contract)) {
    const marks = [cursor, pathItem.at("parameters")].flatMap(marksFrom);
    for (const mark of marks) note(mark, id);
  }
  for (const cursor of contract.descendants()) {
    if (isMarked(cursor)) note(cursor);
  }
  return [...found.values()];
}

/** The marks at a place and at everything it leads to. */
function marksFrom(start: Cursor): Cursor[] {
  const seen = new Set<unknown>();
  const marks: Cursor[] = [];
  const visit = (cursor: Cursor): void => {
    if (typeof cursor.value !== "object" || cursor.value === null || seen.has(cursor.value)) return;
    seen.add(cursor.value);
    if (isMarked(cursor)) marks.push(cursor);
    if (cursor.reference) visit(cursor.target);
    for (const key of Object.keys(cursor.value)) visit(cursor.at(key));
  };
  visit(start);
  return marks;
}

function isMarked({ value }: Cursor): boolean {
  return isObject(value) && typeof value["x-inferred"] === "string";
}

function tagOf({ operationIds }: Assumption): string {
  const tags = new Set(operationIds.map((id) => id.split(".")[0] ?? ""));
  if (tags.size === 0) return "general";
  return tags.size === 1 ? ([...tags][0] ?? "") : "shared";
}

/** A place in words: `Payment.amount`, `parameter status`, `payments.create: callback statusChanged`. */
function describe(contract: Cursor, cursor: Cursor): string {
  const [, kind, name, ...inside] = cursor.path.map(String);
  if (cursor.at("to").exists && cursor.at("trigger").exists)
    return `${name}: ${describeStep(cursor)}`;
  const parameter = cursor.at("in").exists ? cursor : contract.at(...cursor.path.slice(0, 3));
  if (parameter.at("in").exists) return `parameter ${parameter.at("name").value}`;
  if (kind === "schemas") return [name, ...inside.filter(isName)].join(".");
  if (kind === "responses") return `answer ${name}`;
  if (kind === "examples") return `example ${name}`;
  const operationId = contract.at(...cursor.path.slice(0, 3), "operationId").value;
  const [part, key] = inside;
  if (part === "callbacks") return `${operationId}: callback ${key}`;
  if (part === "responses") return `${operationId}: answer ${key}`;
  return cursor.path.filter(isString).join(".");
}

/** A transition in words: `PENDING to PAID`. */
export function describeStep(transition: Cursor): string {
  const from = [transition.at("from").value ?? "creation"].flat().join(", ");
  return `${from} to ${transition.at("to").value}`;
}

const keywords = new Set(["properties", "items", "allOf", "oneOf", "anyOf", "schema"]);

function isName(key: string): boolean {
  return !keywords.has(key) && !/^\d+$/.test(key);
}
