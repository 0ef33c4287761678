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
  /** The cells of each row, by their promises: how often, and with what outcome. */
  faults: Record<string, Record<string, string>>;
}

export const FAULT_RESULTS = "docs/sandbox/faults.json";

export function readFaultResults(): FaultResults {
  return JSON.parse(readFileSync(FAULT_RESULTS, "utf8"));
}

/** A row for each fault, and a column for each promise, with what the tests' latest results say. */
export function faultTable({ promises, faults }: FaultResults): string {
  const rows = Object.entries(faults).map(([fault, cells]) => [
    fault,
    ...Object.keys(promises).map((promise) => cells[promise] ?? "*not run*"),
  ]);
  return table(["Fault", ...Object.values(promises)], rows);
}

/**
 * The results of tests, each in a line of JSON, in place of those before.
 * @throws {Error} if a test has a fault or a promise that the page does not know.
 */
export function withResults({ promises, faults }: FaultResults, lines: string): FaultResults {
  const outcomes: FaultOutcome[] = lines
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  for (const { fault, promise } of outcomes)
    if (!faults[fault] || !promises[promise])
      throw new Error(`${FAULT_RESULTS} has no fault "${fault}" or no promise "${promise}".`);
  const cellOf = (fault: string, promise: string): [string, string][] => {
    const all = outcomes.filter((each) => each.fault === fault && each.promise === promise);
    const runs = all.reduce((sum, each) => sum + each.runs, 0);
    const isBroken = all.some(({ outcome }) => outcome === "broken");
    return all.length > 0 ? [[promise, `${runs} ${isBroken ? "✗" : "✓"}`]] : [];
  };
  const rows = Object.keys(faults).map((fault) => [
    fault,
    Object.fromEntries(Object.keys(promises).flatMap((promise) => cellOf(fault, promise))),
  ]);
  return { promises, faults: Object.fromEntries(rows) };
}
