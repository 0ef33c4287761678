import { type Cursor, isObject, isString } from "../../contract/cursor.ts";
import { nameOf, type Operation, parametersIn } from "../../contract/operations.ts";
import type { TestCard } from "../checked-assumptions.ts";
import type { Cause, Expectation } from "../exchange.ts";

/**
 * A value that only the run knows: the id of a resource that the user named or a list showed, a value of an earlier
 * response, the value of a field in a list that not all items have, an id that does not exist, or the number of a test
 * card that the service accepts or declines, by default that of the example.
 */
export type Reference =
  | { known: string }
  | { from: string; at: string }
  | { items: string; field: string }
  | { unknown: "id" }
  | { testCard: TestCard; example: string };

/** The id of a resource that does not exist. */
export const UNKNOWN: Reference = { unknown: "id" };

export interface PlannedRequest {
  operation: Operation;
  purpose: string;
  /** The pointers of the assumptions that it is about. */
  about: readonly string[];
  expect?: Expectation;
  /** Values by the name of the parameter. */
  path: Record<string, string | Reference>;
  query: Record<string, string | Reference>;
  subaccountId?: Reference;
  /** May contain references. */
  body?: unknown;
  /** The body as the contract shows it, with a value in the place of each reference. */
  example?: unknown;
  /** Whether it is sent without the token of the run. */
  isAnonymous?: boolean;
  /** Whether it gives a resource the values back that it had before the run. */
  isRestoring?: boolean;
  /** The name by which others refer to the response. */
  as?: string;
  /** The name of a request that the service must have accepted before. */
  after?: string;
}

/** A request with the ids that are known. */
export function request(
  operation: Operation,
  purpose: string,
  more: Partial<PlannedRequest> = {},
): PlannedRequest {
  return { operation, purpose, about: [], path: knownIds(operation), query: {}, ...more };
}

/** A request that the service should reject. */
export function failing(
  operation: Operation,
  cause: Cause,
  purpose: string,
  more: Partial<PlannedRequest> = {},
): PlannedRequest {
  return request(operation, purpose, { expect: { outcome: "error", cause }, ...more });
}

/** The resources that the parameters in the path refer to. */
function knownIds(operation: Operation): Record<string, Reference> {
  return pathValues(operation, (parameter) => ({
    known: `${parameter.at("schema", "x-refers-to").value ?? nameOf(parameter)}`,
  }));
}

export function pathValues<Value>(
  operation: Operation,
  make: (parameter: Cursor) => Value,
): Record<string, Value> {
  const parameters = parametersIn(operation, "path");
  return Object.fromEntries(parameters.map((each) => [nameOf(each), make(each)]));
}

function isReference(value: unknown): value is Reference {
  if (!isObject(value)) return false;
  const keys = Object.keys(value).sort().join();
  return (
    ["known", "at,from", "field,items", "unknown", "example,testCard"].includes(keys) &&
    Object.values(value).every(isString)
  );
}

/** A copy of a value with its references resolved. @throws whatever `resolve` throws. */
export function resolveReferences(
  value: unknown,
  resolve: (reference: Reference) => unknown,
): unknown {
  if (isReference(value)) return resolve(value);
  if (Array.isArray(value)) return value.map((each) => resolveReferences(each, resolve));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [key, resolveReferences(each, resolve)]),
  );
}
