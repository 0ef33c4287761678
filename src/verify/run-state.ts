import type { Cursor, JsonObject } from "../contract/cursor.ts";
import { type CheckedAssumption, checkedAssumptions } from "./checked-assumptions.ts";

/** What the checks know: the assumptions, and what earlier exchanges have shown. */
export interface Knowledge {
  contract: Cursor;
  assumptions: ReadonlyMap<string, CheckedAssumption>;
  /** The last page of a list without a filter, by operation. */
  pages: Map<string, Page>;
  /** The last status of a resource by its id. */
  statuses: Map<string, string>;
  /** The filters that have found something, by list and parameter. */
  found: Set<string>;
  /** Whether the last filter found nothing, although an item has the value: the list may be late. */
  isMissing: boolean;
}

export interface Page {
  items: JsonObject[];
  meta: JsonObject;
}

export function createKnowledge(contract: Cursor, checks: JsonObject): Knowledge {
  return {
    contract,
    assumptions: checkedAssumptions(contract, checks),
    pages: new Map(),
    statuses: new Map(),
    found: new Set(),
    isMissing: false,
  };
}
