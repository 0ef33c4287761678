import type { Cursor, JsonObject } from "../contract/cursor.ts";
import { type CheckedAssumption, checkedAssumptions } from "./checked-assumptions.ts";

/** What the checks know: the assumptions, and what earlier exchanges have shown. No name, document or address is kept. */
export interface Knowledge {
  contract: Cursor;
  assumptions: ReadonlyMap<string, CheckedAssumption>;
  /** The number of items of a list without a filter, by operation. */
  totals: Map<string, number>;
  /** The last status of a resource by its id. */
  statuses: Map<string, string>;
  /** The operations of which the service has accepted a request. */
  accepted: Set<string>;
  /** The service returns a resource for any id, as a mock does. Nothing it says about its data can be checked. */
  isStateless: boolean;
}

export function createKnowledge(contract: Cursor, checks: JsonObject): Knowledge {
  return {
    contract,
    assumptions: checkedAssumptions(contract, checks),
    totals: new Map(),
    statuses: new Map(),
    accepted: new Set(),
    isStateless: false,
  };
}
