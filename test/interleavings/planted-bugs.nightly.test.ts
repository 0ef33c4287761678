import { expect, test } from "vitest";
import { firstOf } from "../nightly.ts";
import { run } from "../run-command-line.ts";
import { plantedBugs } from "./planted-bugs.ts";

// Vitest would load the sandbox as it was without the bug from its cache.
const SEARCH =
  "npx vitest run --project slow --fsModuleCache=false test/interleavings/interleavings.slow";

test.each(firstOf(2, Object.keys(plantedBugs)))("the search finds that %s", async (PLANT) => {
  const env = { PLANT, INTERLEAVINGS: "20000", SEED: "0", NO_COLOR: "1" };
  const { status, stdout, stderr } = await run(SEARCH.split(" "), { env });
  expect(status).toBe(1);
  const [, count] = /Interleaving (\d+) fails/.exec(stdout + stderr) ?? [];
  console.log(`${PLANT}: found by interleaving ${count}`);
  expect(Number(count), stdout + stderr).toBeGreaterThan(0);
  expect(stdout + stderr).toMatch(plantedBugs[PLANT]?.breaks as RegExp);
});
