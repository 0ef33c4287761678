import fc from "fast-check";
import { expect, test } from "vitest";
import { isNightly, seedNumber } from "../nightly.ts";
import { runInterleaving, type Scenario } from "./run-interleaving.ts";
import { scenarios } from "./scenarios.ts";
import { simulateTimers } from "./simulated-timers.ts";

simulateTimers();

/** How many interleavings are tried, and the seed and the path of one that is to be replayed, as the failure shows them. */
const { INTERLEAVINGS = isNightly ? "50000" : "3000", REPLAY, PLANT } = process.env;
/** How long to look for a shorter interleaving that fails too, in milliseconds. */
const SHRINKING = 60_000;

test("no order of the steps of several processes breaks a promise", {
  timeout: 8 * 3_600_000,
  // A second search would begin with the same interleavings.
  retry: 0,
}, async () => {
  if (REPLAY !== undefined) {
    // Not by the property: once this interleaving passes, it would go on with all the shorter ones.
    const [replayed] = fc.sample(scenarios, { ...JSON.parse(REPLAY), numRuns: 1 });
    return runInterleaving(replayed as Scenario);
  }
  const property = fc.asyncProperty(scenarios, runInterleaving);
  const options = { numRuns: Number(INTERLEAVINGS), seed: seedNumber, endOnFailure: true };
  const first = await fc.check(property, options);
  const { failed, numRuns, counterexamplePath: path } = first;
  // A planted bug needs no short interleaving.
  const isShort = !failed || path === null || PLANT !== undefined;
  const details = isShort
    ? first
    : await fc.check(property, { seed: seedNumber, path, interruptAfterTimeLimit: SHRINKING });
  const replay = JSON.stringify({ seed: seedNumber, path: details.counterexamplePath });
  const found = failed
    ? `Interleaving ${numRuns} fails. ${fc.defaultReportMessage(details)}
${details.errorInstance}
To replay it: REPLAY='${replay}'`
    : "";
  expect(found).toBe("");
});
