import { appendFileSync, mkdirSync } from "node:fs";
import { join } from "node:path";

/** What runs of a fault have shown of a promise. docs/sandbox/faults.md has one cell for it. */
export interface FaultOutcome {
  /** A row, as in `docs/sandbox/faults.json`. */
  fault: string;
  /** A column, as in the same file. */
  promise: string;
  runs: number;
  outcome: "held" | "broken";
}

/** All results since the folder was deleted, one in a line. scripts/docs/update-faults.ts adds them up. */
const FILE = join(import.meta.dirname, "../dist/faults.ndjson");

/** Keeps the result of a test that has brought about a fault. Several processes may do so at the same time. */
export function recordOutcome(...outcomes: FaultOutcome[]): void {
  mkdirSync(join(FILE, ".."), { recursive: true });
  for (const outcome of outcomes) appendFileSync(FILE, `${JSON.stringify(outcome)}\n`);
}
