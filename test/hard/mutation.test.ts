import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import type { Report } from "../../scripts/mutate/run.ts";
import { seed } from "./chance.ts";

/** As many as there is time for. `npm run mutate` tries them all. */
const SAMPLE = 250;
const LEAST = 0.85;
/** Of a hundred samples, the bound is wrong for five. */
const DEVIATIONS = 1.645;

test("a mistake put into the client, or into the sandbox's rules, makes a test fail", async (context) => {
  const command = ["scripts/mutate/run.ts", "--json", "--sample", `${SAMPLE}`, "--seed", seed];
  const { stdout, stderr } = await promisify(execFile)(process.execPath, command, {
    maxBuffer: 2 ** 26,
  });
  const { outcomes, controls }: Report = JSON.parse(stdout);
  const all = sum(outcomes.map(({ mutants }) => mutants));
  const tried = sum(outcomes.map((outcome) => outcome.tried));
  const noticed = sum(outcomes.map((outcome) => outcome.noticed));
  const least = leastShare(noticed, tried, all);
  const byFolder = outcomes.map((outcome) => [
    outcome.folder,
    `${outcome.noticed} of ${outcome.tried} noticed`,
  ]);
  context.task.meta.figures = {
    mutants: all,
    "tried, at random": `${tried}, with SEED=${seed}`,
    noticed: `${noticed}, ${percent(noticed / tried)}`,
    ...Object.fromEntries(byFolder),
    "of all mutants, then": `at least ${percent(least)}`,
    "runs without one": `${controls.run}, of which ${controls.failed} failed`,
  };
  console.log(stderr);
  expect(least).toBeGreaterThanOrEqual(LEAST);
});

/**
 * What share of all at least has a property that so many of a sample have, with 95 percent certainty:
 * the lower end of Wilson's interval. The larger a part of all the sample is, the less is left open.
 */
function leastShare(found: number, sample: number, all: number): number {
  if (sample === all) return found / all;
  const share = found / sample;
  const size = (sample * (all - 1)) / (all - sample);
  const spread = DEVIATIONS ** 2 / size;
  const middle = share + spread / 2;
  const reach = DEVIATIONS * Math.sqrt((share * (1 - share)) / size + spread / size / 4);
  return (middle - reach) / (1 + spread);
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}
