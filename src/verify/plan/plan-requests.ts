import type { Cursor, JsonObject } from "../../contract/cursor.ts";
import { createKnowledge } from "../run-state.ts";
import { planReads } from "./plan-reads.ts";
import { planWrites } from "./plan-writes.ts";
import type { PlannedRequest } from "./planned-request.ts";

export interface PlanOptions {
  contract: Cursor;
  checks: JsonObject;
  write: boolean;
}

/** What a run of these options sends, in its order. */
export function planRequests({ contract, checks, write }: PlanOptions): PlannedRequest[] {
  const knowledge = createKnowledge(contract, checks);
  const reads = planReads(knowledge);
  const [list, ...others] = reads.data;
  // A list always exists: what answers it is the service.
  const first = [...(list ? [list] : []), ...reads.unknownIds, ...others];
  if (!write) return [...first, ...reads.checks];
  const writes = planWrites(knowledge);
  // What was made is read too.
  return [...first, ...writes.makes, ...reads.data, ...reads.checks, ...writes.checks];
}
