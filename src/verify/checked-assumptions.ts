import {
  type Assumption,
  assumptionId,
  findAssumptions,
  isMarked,
} from "../contract/assumptions.ts";
import { type Cursor, isObject, isString, type JsonObject } from "../contract/cursor.ts";
import type { Cause } from "./exchange.ts";

/** What reaches an assumption: a GET, a request that changes something, or only the traffic of an application. */
export type Reach = "read" | "write" | "traffic";

/** What the service does with a payment by a test card. */
export type TestCard = "accepted" | "declined";

/** A request that is written beside an assumption: that of an example, with changes. */
export interface WrittenRequest {
  operation: string;
  example?: string;
  /** In a few words, what it is about. */
  purpose: string;
  /** New values by JSON pointer into the body, or by the name of a parameter in the path. */
  set?: JsonObject;
  /** The JSON pointers of the fields to remove from the body. */
  remove?: string[];
  testCard?: TestCard;
}

/** How an assumption is checked. Without further fields, the check follows from its element. */
export interface Check {
  by: Reach;
  /** What makes the service answer with the response. */
  when?: Cause;
  send?: WrittenRequest;
  /** The values of the response to `send`, by JSON pointer. */
  values?: JsonObject;
  /** The field by which a list is sorted, the greatest first. */
  order?: string;
  /** Whether it is also about all filters of the list: that they match a whole value, and that items match each of them. */
  filters?: boolean;
  /** The JSON pointers at which an item shows the value of a filter, if that is not the field of the same name. */
  fields?: string[];
  /** Only a field with this value, or with one of these, shows it. */
  only?: unknown;
  /** The rule whose breach the response answers is assumed too, so that the service may not accept it. */
  rule?: boolean;
  /** The response has no return code. */
  withoutCode?: boolean;
  /** Only these keywords are assumed. */
  keywords?: string[];
  /** The assumption is about everything inside of its element. */
  whole?: boolean;
}

/** An assumption of the contract, and how it is checked. */
export interface CheckedAssumption extends Assumption {
  pointer: string;
  element: Cursor;
  /** Undefined if nobody can observe it from outside. */
  check?: Check;
  /** Why nobody can observe it. */
  unobservable?: string;
}

/** All assumptions of a contract, by their JSON pointers. `checks` has what the contract says of their checks. */
export function checkedAssumptions(
  contract: Cursor,
  checks: JsonObject,
): ReadonlyMap<string, CheckedAssumption> {
  const described = new Map(findAssumptions(contract).map((each) => [each.id, each]));
  const marked = [...contract.descendants()].filter(isMarked);
  return new Map(
    marked.map((element) => {
      const { pointer } = element;
      const assumption = described.get(assumptionId(contract, element));
      if (!assumption || !(pointer in checks))
        throw new Error(`${pointer} has an x-inferred without an x-verify: add one.`);
      return [pointer, { ...assumption, pointer, element, ...readCheck(checks[pointer]) }];
    }),
  );
}

function readCheck(written: unknown): Pick<CheckedAssumption, "check" | "unobservable"> {
  if (isString(written)) return { check: { by: written as Reach } };
  if (!isObject(written)) return {};
  if (isString(written.unobservable)) return { unobservable: written.unobservable };
  return { check: written as unknown as Check };
}
