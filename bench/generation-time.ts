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
/** How often the operations are there once more. With the last there are a thousand. */
const COPIES = [0, 8, 35];
const QUICK_COPIES = [0, 1];

/** In this order: the docs are made of what is generated. */
const allScripts = ["generate", "lint", "docs"] as const;
type Script = (typeof allScripts)[number];

/** A copy of the repository's contract with more operations. */
interface Copy {
  /** How many operations it has. */
  name: number;
  folder: string;
}

type Taken = Record<Script, Map<number, number[]>>;

/** What the scripts take for a contract of a thousand operations. */
export async function pipeline(bench: BenchEnvironment): Promise<Section> {
  const copies = (bench.isQuick ? QUICK_COPIES : COPIES).map((count) => copyOf(bench, count));
  const taken = {} as Taken;
  for (const script of allScripts) {
    const run = ({ folder }: Copy) => timeOf(script, folder);
    // Each is a process of its own, and none is warmer than another.
    taken[script] = await race(copies, bench.rounds(ROUNDS), run, 0);
  }
  const sizes = copies.map(({ name }) => name);
  return {
    title: "The pipeline",
    text: [
      `What \`npm run generate\`, \`lint\` and \`docs\` take, in seconds, with this contract and with contracts that have copies of all its operations but the one that hands out tokens, each copy with paths, schemas, parameters, answers and examples of its own; the median of ${ROUNDS} rounds. The control interface is generated, linted and shown with each of them.`,
    ],
    tables: [
      {
        head: ["operations", ...allScripts],
        rows: [
          ...sizes.map((size) => [
            number(size),
            ...allScripts.map((script) => `${number(secondsOf(taken, script, size), 1)}`),
          ]),
          ...steps(sizes).map(([from, to]) => [
            `each from ${number(from)} to ${number(to)}, ms`,
            ...allScripts.map((script) => number(perOperation(taken, script, from, to), 1)),
          ]),
        ],
      },
    ],
    goals: allScripts.map((script) => judge(taken, script, sizes)),
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

/** From each number of operations to the next. */
function steps(sizes: number[]): [number, number][] {
  return sizes.slice(1).map((size, index) => [sizes[index] as number, size]);
}

function secondsOf(taken: Taken, script: Script, size: number): number {
  return median(taken[script].get(size) ?? []) / 1000;
}

/** Milliseconds that each further operation takes. */
function perOperation(taken: Taken, script: Script, from: number, to: number): number {
  const more = secondsOf(taken, script, to) - secondsOf(taken, script, from);
  return (more * 1000) / (to - from);
}

/** Whether the time grows nowhere by a larger factor than the operations. */
function judge(taken: Taken, script: Script, sizes: number[]): Goal {
  const factors = steps(sizes).map(([from, to]) => {
    const [less = [], more = []] = [from, to].map((size) => taken[script].get(size));
    return { from, to, time: medianRatio(more, less), operations: to / from };
  });
  return {
    goal: `\`npm run ${script}\` takes no more than in proportion to the operations`,
    measured: factors
      .map(
        ({ from, to, time, operations }) =>
          `${times(time)} for ${times(operations)} the operations (${number(from)} to ${number(to)})`,
      )
      .join("; "),
    isMet: factors.every(({ time, operations }) => time <= operations),
  };
}
