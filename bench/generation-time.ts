import { execFile } from "node:child_process";
import { cpSync, symlinkSync } from "node:fs";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { TOOL_INPUTS } from "../test/contract/repository-copy.ts";
import type { BenchEnvironment } from "./bench-environment.ts";
import { multiply } from "./large-contract.ts";
import { type Goal, number, type Section, times } from "./report-section.ts";
import { median, medianRatio, race } from "./stats.ts";

const ROUNDS = 3;
/**
 * The numbers of extra copies of the operations. With 35 there are a thousand, which Spectral lints in three
 * minutes, and reports an amount that is an integer as none.
 */
const COPIES = [0, 4, 8];
const QUICK_COPIES = [0, 1];

/** In this order, since the docs are built from the generated files. */
const allScripts = ["generate", "lint", "docs"] as const;
type Script = (typeof allScripts)[number];

/** A copy of the repository's contract with more operations. */
interface Copy {
  /** The number of operations. */
  name: number;
  folder: string;
}

type Durations = Record<Script, Map<number, number[]>>;

/** Measures how long the scripts take for this contract and for larger ones. */
export async function pipeline(bench: BenchEnvironment): Promise<Section> {
  const copies = (bench.isQuick ? QUICK_COPIES : COPIES).map((count) => copyOf(bench, count));
  const durations = {} as Durations;
  for (const script of allScripts) {
    const run = ({ folder }: Copy) => timeOf(script, folder);
    // No warm-up, since each run is a separate process.
    durations[script] = await race(copies, bench.rounds(ROUNDS), run, 0);
  }
  const sizes = copies.map(({ name }) => name);
  return {
    title: "The pipeline",
    text: [
      `The duration of \`npm run generate\`, \`lint\` and \`docs\` in seconds, with this contract and with larger ones; the median of ${ROUNDS} rounds. The larger contracts contain copies of all operations except the one that creates tokens. Each copy has its own paths, schemas, parameters, responses and examples. The scripts also process the control contract each time.`,
    ],
    tables: [
      {
        head: ["operations", ...allScripts],
        rows: [
          ...sizes.map((size) => [
            number(size),
            ...allScripts.map((script) => `${number(secondsOf(durations, script, size), 1)}`),
          ]),
          ...steps(sizes).map(([from, to]) => [
            `ms per operation, from ${number(from)} to ${number(to)}`,
            ...allScripts.map((script) => number(perOperation(durations, script, from, to), 1)),
          ]),
        ],
      },
    ],
    goals: allScripts.map((script) => evaluateGoal(durations, script, sizes)),
  };
}

function copyOf(bench: BenchEnvironment, copies: number): Copy {
  const folder = bench.file("copy");
  for (const name of TOOL_INPUTS) cpSync(name, join(folder, name), { recursive: true });
  symlinkSync(resolve("node_modules"), join(folder, "node_modules"));
  return { name: multiply(join(folder, "openapi"), copies), folder };
}

async function timeOf(script: Script, folder: string): Promise<number> {
  const start = performance.now();
  await run(script, folder);
  return performance.now() - start;
}

async function run(script: Script, folder: string): Promise<void> {
  await promisify(execFile)("npm", ["run", "--silent", script], { cwd: folder });
}

/** Each pair of consecutive numbers of operations. */
function steps(sizes: number[]): [number, number][] {
  return sizes.slice(1).map((size, index) => [sizes[index] as number, size]);
}

function secondsOf(durations: Durations, script: Script, size: number): number {
  return median(durations[script].get(size) ?? []) / 1000;
}

/** The milliseconds that each further operation adds. */
function perOperation(durations: Durations, script: Script, from: number, to: number): number {
  const added = secondsOf(durations, script, to) - secondsOf(durations, script, from);
  return (added * 1000) / (to - from);
}

/** Whether the duration never grows by a larger factor than the number of operations. */
function evaluateGoal(durations: Durations, script: Script, sizes: number[]): Goal {
  const factors = steps(sizes).map(([from, to]) => {
    const [before = [], after = []] = [from, to].map((size) => durations[script].get(size));
    return { from, to, time: medianRatio(after, before), operations: to / from };
  });
  return {
    goal: `\`npm run ${script}\` grows at most linearly with the number of operations`,
    measured: factors
      .map(
        ({ from, to, time, operations }) =>
          `${times(time)} for ${times(operations)} the operations (${number(from)} to ${number(to)})`,
      )
      .join("; "),
    isMet: factors.every(({ time, operations }) => time <= operations),
  };
}
