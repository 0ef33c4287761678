import { createHash } from "node:crypto";
import { globSync, readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { parseArgs } from "node:util";
import { Failure, runCommand, STATUS } from "../command.ts";
import { type Mutant, plantMutants } from "./mutants.ts";
import { type Lane, startTrials } from "./trials.ts";

const SOURCES = ["src/client/*.ts", "src/sandbox/domain/*.ts"];
const TESTS = {
  include: ["test/client/*.test.ts", "test/sandbox/domain/*.test.ts"],
  // What is there for the compiler notices nothing when it runs.
  exclude: ["**/*.slow.test.ts", "test/client/{examples,types}.test.ts"],
};

/** After so many mutants the tests of one run without it: one that fails by chance notices anything. */
const CONTROL_EVERY = 25;

/** What is printed with `--json`. */
export interface Report {
  outcomes: Outcome[];
  /** How often tests ran without a mutant between the others, and failed all the same. */
  controls: { run: number; failed: number };
}

/** What became of the mutants of a folder. */
interface Outcome {
  folder: string;
  mutants: number;
  tried: number;
  noticed: number;
}

await runCommand(async () => {
  const { values } = parseArgs({
    options: {
      sample: { type: "string" },
      seed: { type: "string", default: "" },
      json: { type: "boolean", default: false },
    },
  });
  const [mutants, sources] = plantAll();
  const tried = drawn(mutants, values.seed).slice(0, sizeOf(values.sample));
  await using trials = await startTrials(sources, TESTS);
  const noticed: Mutant[] = [];
  const controls = { run: 0, failed: 0 };
  const queue = tried.entries();
  await Promise.all(trials.lanes.map(tryNext));
  const outcomes = SOURCES.map(dirname).map((folder): Outcome => {
    const among = (all: Mutant[]) => all.filter(({ file }) => dirname(file) === folder).length;
    return { folder, mutants: among(mutants), tried: among(tried), noticed: among(noticed) };
  });
  const report: Report = { outcomes, controls };
  console.log(values.json ? JSON.stringify(report) : told(report));
  // The runner has set it because tests failed, which is what they are to do here.
  process.exitCode = 0;
  if (controls.failed > 0) {
    throw new Failure(
      STATUS.refused,
      "Tests failed without a mutant: what they notice says little.",
    );
  }

  /** Takes one mutant after the other out of the queue, which others do as well. */
  async function tryNext(lane: Lane): Promise<void> {
    for (const [index, mutant] of queue) {
      if (await lane.isNoticed(mutant.id)) noticed.push(mutant);
      else console.error(shown(mutant, lane.isReached(mutant.id)));
      if (index % CONTROL_EVERY !== 0) continue;
      controls.run += 1;
      if (await lane.failsWithout(mutant.id)) controls.failed += 1;
    }
  }
});

function plantAll(): [Mutant[], Map<string, string>] {
  const mutants: Mutant[] = [];
  const sources = new Map<string, string>();
  for (const file of SOURCES.flatMap((pattern) => globSync(pattern)).sort()) {
    const [found, planted] = plantMutants(file, readFileSync(file, "utf8"), mutants.length);
    mutants.push(...found);
    sources.set(resolve(file), planted);
  }
  return [mutants, sources];
}

/** In an order that follows from the seed. */
function drawn(mutants: readonly Mutant[], seed: string): Mutant[] {
  const lot = ({ id }: Mutant) => createHash("sha256").update(`${seed} ${id}`).digest("hex");
  const lots = new Map(mutants.map((mutant) => [lot(mutant), mutant]));
  return [...lots].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, mutant]) => mutant);
}

function sizeOf(sample: string | undefined): number | undefined {
  if (sample === undefined) return undefined;
  if (/^[1-9]\d*$/.test(sample)) return Number(sample);
  throw new Failure(STATUS.misused, "--sample takes how many mutants to try, drawn by the --seed.");
}

function shown({ file, line, from, to }: Mutant, isReached: boolean): string {
  const [one, other] = [from, to].map((text) => text.replaceAll(/\s+/g, " "));
  return `${isReached ? "survived" : "not reached"} ${file}:${line}  ${one}  →  ${other}`;
}

function told({ outcomes, controls }: Report): string {
  const lines = outcomes.map(({ folder, mutants, tried, noticed }) => {
    const share = ((100 * noticed) / tried).toFixed(1);
    return `${folder}: of ${mutants} mutants ${tried} tried, ${noticed} noticed, ${share} %`;
  });
  return [...lines, `without one: ${controls.failed} of ${controls.run} failed`].join("\n");
}
