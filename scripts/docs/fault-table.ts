import { readFileSync } from "node:fs";
import { table } from "./markdown-table.ts";

/** What runs of a fault have shown of a promise. */
export interface FaultOutcome {
  fault: string;
  promise: string;
  runs: number;
  outcome: "held" | "broken";
}

export interface FaultResults {
  /** The names of the columns. */
  promises: Record<string, string>;
  /** The rows. */
  faults: readonly string[];
  results: readonly FaultOutcome[];
}

export const FAULT_RESULTS = "docs/sandbox/faults.json";

export function readFaultResults(): FaultResults {
  return JSON.parse(readFileSync(FAULT_RESULTS, "utf8"));
}

/** A row for each fault, and a column for each promise, with what the tests' latest results say. */
export function faultTable({ promises, faults, results }: FaultResults): string {
  const rows = faults.map((fault) => [
    fault,
    ...Object.keys(promises).map((promise) => {
      const found = results.find((each) => each.fault === fault && each.promise === promise);
      return found ? `${found.runs} × ${found.outcome}` : "*not run*";
    }),
  ]);
  return table(["Fault", ...Object.values(promises)], rows);
}

/**
 * The results of tests, each of a line of JSON, in place of those before.
 * @throws {Error} if a test has a fault or a promise that the page does not know.
 */
export function withResults(known: FaultResults, lines: string): FaultResults {
  const outcomes: FaultOutcome[] = lines
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  const results = known.faults.flatMap((fault) =>
    Object.keys(known.promises).flatMap((promise) => {
      const all = outcomes.filter((each) => each.fault === fault && each.promise === promise);
      if (all.length === 0) return [];
      const runs = all.reduce((sum, each) => sum + each.runs, 0);
      const isBroken = all.some(({ outcome }) => outcome === "broken");
      return { fault, promise, runs, outcome: isBroken ? ("broken" as const) : ("held" as const) };
    }),
  );
  for (const { fault, promise } of outcomes)
    if (!results.some((each) => each.fault === fault && each.promise === promise))
      throw new Error(`${FAULT_RESULTS} has no fault "${fault}" or no promise "${promise}".`);
  return { ...known, results };
}
