import type { BenchEnvironment } from "./bench-environment.ts";
import {
  ABOUT_COPIES,
  copyOf,
  type DurationsBySize,
  growthTable,
  linearGoal,
  timeOf,
} from "./contract-copies.ts";
import type { Section } from "./report-section.ts";
import { race } from "./stats.ts";

const ROUNDS = 3;
/**
 * The numbers of extra copies of the operations. With 35 there are a thousand, which Spectral lints in three
 * minutes, and reports an amount that is an integer as none.
 */
const COPIES = [0, 4, 8];
const QUICK_COPIES = [0, 1];

/** In this order, since the generated files are linted. */
const SCRIPTS = ["generate", "lint"];

/** Measures how long the scripts take for this contract and for larger ones. */
export async function pipeline(bench: BenchEnvironment): Promise<Section> {
  const copies = (bench.isQuick ? QUICK_COPIES : COPIES).map((count) => copyOf(bench, count));
  const durations: Record<string, DurationsBySize> = {};
  for (const script of SCRIPTS) {
    // No warm-up, since each run is a separate process.
    durations[script] = await race(copies, bench.rounds(ROUNDS), (copy) => timeOf(script, copy), 0);
  }
  return {
    title: "The pipeline",
    text: [
      `The duration of \`npm run generate\` and \`lint\`, with this contract and with larger ones; the median of ${ROUNDS} rounds. ${ABOUT_COPIES} The scripts also process the control contract each time.`,
    ],
    tables: [growthTable(durations)],
    goals: Object.entries(durations).map(([script, each]) =>
      linearGoal(`\`npm run ${script}\``, each),
    ),
  };
}
