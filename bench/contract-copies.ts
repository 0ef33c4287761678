import { execFile } from "node:child_process";
import { cpSync, symlinkSync } from "node:fs";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { TOOL_INPUTS } from "../test/contract/repository-copy.ts";
import type { BenchEnvironment } from "./bench-environment.ts";
import { multiply } from "./large-contract.ts";
import { type Goal, number, type Table, times } from "./report-section.ts";
import { median, medianRatio } from "./stats.ts";

/** How the larger contracts are made, for the report. */
export const ABOUT_COPIES =
  "The larger contracts contain copies of all operations except the one that creates tokens. Each copy has its own paths, schemas, parameters, responses and examples.";

/** A copy of the repository whose contract has more operations. */
export interface ContractCopy {
  /** The number of operations. */
  name: number;
  folder: string;
}

/** The milliseconds of each round by the number of operations, which increases. */
export type DurationsBySize = Map<number, number[]>;

/** Copies the repository, and adds copies of the operations to its contract. */
export function copyOf(bench: BenchEnvironment, copies: number): ContractCopy {
  const folder = bench.file("copy");
  for (const name of TOOL_INPUTS) cpSync(name, join(folder, name), { recursive: true });
  symlinkSync(resolve("node_modules"), join(folder, "node_modules"));
  return { name: multiply(join(folder, "openapi"), copies), folder };
}

/** Runs an npm script in a copy, and returns how many milliseconds it took. */
export async function timeOf(script: string, { folder }: ContractCopy): Promise<number> {
  const start = performance.now();
  await promisify(execFile)("npm", ["run", "--silent", script], { cwd: folder });
  return performance.now() - start;
}

/** The median durations by the number of operations, and what each further operation adds. */
export function growthTable(columns: Readonly<Record<string, DurationsBySize>>): Table {
  const all = Object.values(columns);
  const sizes = [...(all[0]?.keys() ?? [])];
  return {
    head: ["operations", ...Object.keys(columns).map((name) => `${name}, ms`)],
    rows: [
      ...sizes.map((size) => [
        number(size),
        ...all.map((durations) => number(medianAt(durations, size))),
      ]),
      ...steps(sizes).map(([from, to]) => [
        `for each further one, from ${number(from)} to ${number(to)}`,
        ...all.map((durations) => {
          const added = medianAt(durations, to) - medianAt(durations, from);
          return number(added / (to - from), 1);
        }),
      ]),
    ],
  };
}

/** Whether the durations never grow by a larger factor than the number of operations. */
export function linearGoal(what: string, durations: DurationsBySize): Goal {
  const factors = steps([...durations.keys()]).map(([from, to]) => {
    const [before = [], after = []] = [from, to].map((size) => durations.get(size));
    return { from, to, time: medianRatio(after, before), operations: to / from };
  });
  return {
    goal: `${what} grows at most linearly with the number of operations`,
    measured: factors
      .map(
        ({ from, to, time, operations }) =>
          `${times(time)} for ${times(operations)} the operations (${number(from)} to ${number(to)})`,
      )
      .join("; "),
    isMet: factors.every(({ time, operations }) => time <= operations),
  };
}

function medianAt(durations: DurationsBySize, size: number): number {
  return median(durations.get(size) ?? []);
}

/** Each pair of consecutive numbers of operations. */
function steps(sizes: readonly number[]): [number, number][] {
  return sizes.slice(1).map((size, index) => [sizes[index] as number, size]);
}
