import { type Cursor, isObject, isString } from "./cursor.ts";
import { type Operation, operations } from "./operations.ts";

/** An assumption of the contract: its address, its place, its text, and the operations that it affects. */
export type Assumption = { id: string; where: string; text: string; operationIds: string[] };

type AssumptionGroup = { title: string; assumptions: Assumption[] };

/** Every `x-inferred` of the contract, grouped by the resource that it affects. */
export function groupAssumptions(contract: Cursor): AssumptionGroup[] {
  const assumptions = findAssumptions(contract);
  const tags = contract.at("tags").members();
  const groups = tags.map((tag) => ({
    title: String(tag.at("x-displayName").value),
    assumptions: assumptions.filter((each) => tagOf(each) === tag.at("name").value),
  }));
  const shared = assumptions.filter((each) => tagOf(each) === "shared");
  const general = assumptions.filter((each) => tagOf(each) === "general");
  return [
    ...groups,
    { title: "Shared by several resources", assumptions: shared },
    { title: "The API as a whole", assumptions: general },
  ].filter((group) => group.assumptions.length > 0);
}

/**
 * The id of the assumption that `marked` carries: its anchor in docs/assumptions.md. It follows from the place
 * alone, so that an address stays the same when other assumptions come and go.
 * @example
 * assumptionId(contract, contract.at("components", "schemas", "Withdrawal", "properties", "pixKey")); // withdrawal-pixkey
 */
export function assumptionId(contract: Cursor, marked: Cursor): string {
  const cursor = isMarked(marked) ? marked : marked.target;
  const [, kind, name] = cursor.path;
  // Several shared parameters have the same name, but each has a key of its own.
  const place = kind === "parameters" ? `parameter ${name}` : describe(contract, cursor);
  return place
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-|-$/g, "");
}

/** The ids of all assumptions. */
export function assumptionIds(contract: Cursor): ReadonlySet<string> {
  return new Set(findAssumptions(contract).map(({ id }) => id));
}

export function findAssumptions(contract: Cursor): Assumption[] {
  const assumptions = new Map<string, Assumption>();
  const add = (cursor: Cursor, operationId?: string) => {
    const text = String(cursor.at("x-inferred").value);
    const id = assumptionId(contract, cursor);
    // Places with one id, such as the two servers, share their text.
    const key = `${id}: ${text}`;
    const assumption = assumptions.get(key) ?? {
      id,
      where: describe(contract, cursor),
      text,
      operationIds: [],
    };
    const { operationIds } = assumption;
    if (operationId && !operationIds.includes(operationId)) operationIds.push(operationId);
    assumptions.set(key, assumption);
  };
  for (const operation of operations(contract)) {
    for (const mark of marksOf(operation)) add(mark, operation.id);
  }
  for (const cursor of contract.descendants()) {
    if (isMarked(cursor)) add(cursor);
  }
  return [...assumptions.values()];
}

/** All values with an `x-inferred` that affect an operation. */
export function marksOf({ cursor, pathItem }: Operation): Cursor[] {
  return [cursor, pathItem.at("parameters")].flatMap(marksFrom);
}

/** All marked values below a value, including those behind a `$ref`. */
export function marksFrom(start: Cursor): Cursor[] {
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

/** Whether a value itself carries an assumption, rather than its target. */
export function isMarked({ value }: Cursor): boolean {
  return isObject(value) && typeof value["x-inferred"] === "string";
}

function tagOf({ operationIds }: Assumption): string {
  const tags = new Set(operationIds.map((id) => id.split(".")[0] ?? ""));
  if (tags.size === 0) return "general";
  return tags.size === 1 ? ([...tags][0] ?? "") : "shared";
}

/** Describes a place: `Withdrawal.pixKey`, `payments.list: parameter status`, `PaymentStatus: PENDING to PAID (pix)`. */
function describe(contract: Cursor, cursor: Cursor): string {
  const [, kind, name, ...inside] = cursor.path.map(String);
  if (cursor.at("to").exists && cursor.at("trigger").exists)
    return `${name}: ${describeTransition(cursor)}${methodsOf(cursor)}`;
  if (kind === "parameters")
    return `parameter ${contract.at(...cursor.path.slice(0, 3), "name").value}`;
  if (kind === "schemas") return [name, ...inside.filter(isName)].join(".");
  if (kind === "responses") return `response ${name}`;
  if (kind === "examples") return `example ${name}`;
  const operationId = contract.at(...cursor.path.slice(0, 3), "operationId").value;
  const [part, key] = inside;
  if (part === "parameters") {
    return `${operationId}: parameter ${contract.at(...cursor.path.slice(0, 5), "name").value}`;
  }
  if (part === "callbacks") return `${operationId}: callback ${key}`;
  if (part === "responses") return `${operationId}: response ${key}`;
  return cursor.path.filter(isString).join(".");
}

/** Describes a transition: `PENDING to PAID`. */
export function describeTransition(transition: Cursor): string {
  const from = [transition.at("from").value ?? "creation"].flat().join(", ");
  return `${from} to ${transition.at("to").value}`;
}

/** The payment methods of a transition. It may exist twice, once for each method. */
function methodsOf(transition: Cursor): string {
  const methods = transition
    .at("paymentMethods")
    .members()
    .map(({ value }) => value);
  // Sorted, since the id of an assumption contains them.
  return methods.length > 0 ? ` (${methods.sort().join(", ")})` : "";
}

const keywords = new Set(["properties", "items", "allOf", "oneOf", "anyOf", "schema"]);

function isName(key: string): boolean {
  return !keywords.has(key) && !/^\d+$/.test(key);
}
