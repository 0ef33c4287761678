import type { Cursor, JsonObject } from "../contract/cursor.ts";
import { jsonContent, type Operation, operations, responses } from "../contract/operations.ts";
import { reachableSchemas } from "../contract/schema-fields.ts";
import { type CheckedAssumption, checkedAssumptions } from "./checked-assumptions.ts";

/** What the checks know: the assumptions, and what earlier exchanges have shown. */
export interface Knowledge {
  /** By their ids. */
  operations: ReadonlyMap<string, Operation>;
  assumptions: ReadonlyMap<string, CheckedAssumption>;
  /** Those about the bodies of requests, from whose schemas follows what to send. */
  aboutBodies: ReadonlyMap<string, CheckedAssumption>;
  /** The last page of a list without a filter, by operation. */
  pages: Map<string, Page>;
  /** The last status of a resource by its id, as a report shows it. */
  statuses: Map<string, string>;
  /** By ids, the changes to a status that the contract does not have, and of which the last is not known. */
  awaited: Map<string, Change>;
  /** The filters that have found something, by list and parameter. */
  found: Set<string>;
  /**
   * What to send again: the keys of filters that found nothing, although an item has the value, and of requests that were
   * refused without a reason. The groups with refusals that a control has to decide.
   */
  open: Set<string>;
}

export interface Page {
  items: JsonObject[];
  meta: JsonObject;
}

/** What happened to the status of a resource since the last exchange that showed it. */
export interface Change {
  from: string | null;
  to: string;
  /** Undefined for a read. It does not show what happened in between, nor who caused it. */
  operationId: string | undefined;
  /** What our own request was about. */
  about: readonly string[] | undefined;
}

export function createKnowledge(contract: Cursor, checks: JsonObject): Knowledge {
  const assumptions = checkedAssumptions(contract, checks);
  const all = operations(contract);
  const bodies = all.flatMap((operation) =>
    responses(operation).map(({ cursor }) => jsonContent(cursor).at("schema")),
  );
  const reached = reachableSchemas(bodies, "base", "form", "field", "item");
  const inResponses = new Set(reached.map(({ target }) => target.value));
  const isAboutBody = ({ element, check }: CheckedAssumption) =>
    check?.by === "write" && !check.send && !check.when && !inResponses.has(element.value);
  return {
    operations: new Map(all.map((each) => [each.id, each])),
    assumptions,
    aboutBodies: new Map([...assumptions].filter(([, each]) => isAboutBody(each))),
    pages: new Map(),
    statuses: new Map(),
    awaited: new Map(),
    found: new Set(),
    open: new Set(),
  };
}
