import { appendFileSync, mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { type FaultOutcome, readFaultResults } from "../scripts/docs/fault-table.ts";

/** All results since it was deleted, one in a line. `scripts/docs/update-fault-results.ts` takes them into the docs. */
const FILE = join(import.meta.dirname, "../dist/faults.ndjson");

/**
 * Keeps what a test has seen of promises while it brought about a fault. The names are those of docs/sandbox/faults.json.
 * Several processes may do so at the same time.
 * @throws {Error} if that file has no such fault.
 *
 * @example
 * recordOutcome("SQLite: a full disk", ["kept", "whole"]);
 */
export function recordOutcome(
  fault: string,
  promises: readonly string[],
  { runs = 1, outcome = "held" }: Partial<Pick<FaultOutcome, "runs" | "outcome">> = {},
): void {
  if (!readFaultResults().faults[fault]) throw new Error(`The page of faults has no "${fault}".`);
  mkdirSync(dirname(FILE), { recursive: true });
  for (const promise of promises)
    appendFileSync(FILE, `${JSON.stringify({ fault, promise, runs, outcome })}\n`);
}
