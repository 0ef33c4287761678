import { type Cursor, isString } from "../../contract/cursor.ts";
import {
  nameOf,
  type Operation,
  parametersIn,
  requestExamples,
  requestSchema,
} from "../../contract/operations.ts";
import { variantsOf } from "../../contract/schema-fields.ts";
import type { TestCard } from "../checked-assumptions.ts";
import { type Cause, keyOf, type Probe } from "../exchange.ts";

/**
 * A value that only the run knows: the id of a resource that the user named or a list showed, a value of an earlier
 * response, a value that an item of a list shows at one of several places, or the first half of it, an id that does not
 * exist, a new value in place of that of an example, or the number of a test card that the service accepts or declines, by
 * default that of the example.
 */
export type Reference =
  | { known: string }
  | { from: string; at: string }
  | { items: string; fields: readonly string[]; part: FilterPart; beside: readonly string[] }
  | { unknown: "id" }
  | { fresh: FreshKind; example: string | number }
  | { testCard: TestCard; example: string };

/**
 * Which value a filter gets: the most frequent one that not all items have, one beside which other items have another, or the
 * first half of one.
 */
export type FilterPart = "distinct" | "together" | "half";

/** What a service may want to see only once. */
export type FreshKind = "tax id" | "e-mail" | "amount" | "text";

/** The id of a resource that does not exist. */
export const UNKNOWN: Reference = { unknown: "id" };

export interface PlannedRequest extends Probe {
  operation: Operation;
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
  /** The name by which others refer to the response. */
  as?: string;
  /** The name of a request that the service must have accepted before, if it is one of the run. */
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
  return request(operation, purpose, { expect: { outcome: "rejected", cause }, ...more });
}

/** The operation and the form of the body: a service may check, limit or lack each form. */
export function groupOf({ operation, body, example }: PlannedRequest): string {
  const property = variantsOf(requestSchema(operation))?.property ?? "";
  const first = requestExamples(operation)[0]?.target.at("value").value;
  const form = [body, example, first].map((each) => Object(each)[property]).find(isString);
  return [operation.id, form].join(" ");
}

/**
 * The requests of a group and its controls, which decide about their refusals. A service may limit how much it takes in a
 * while, so what it refuses without a reason is sent again after the controls, and before the last ones.
 */
export function withControl(
  group: string,
  requests: readonly PlannedRequest[],
  controls: readonly PlannedRequest[],
): PlannedRequest[] {
  if (controls.length === 0) return [...requests];
  const grouped = requests.map((each) => ({ ...each, group }));
  const last = controls.map((each) => ({ ...each, group }));
  return [
    ...grouped,
    ...last,
    ...grouped.map((each) => ({ ...each, again: keyOf(each) })),
    ...last.map((each) => ({ ...each, again: group })),
  ];
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
