import fc from "fast-check";
import { expect, test, vi } from "vitest";
import { isNightly } from "../sample.ts";
import { runSchedule } from "./run-schedule.ts";
import { deliverInSimulation } from "./sandbox-process.ts";
import { scenarios } from "./scenarios.ts";
import { simulateTimers } from "./simulated-timers.ts";

vi.mock("node:timers/promises", async () => {
  const { timersPromises } = await import("./simulated-timers.ts");
  return { ...timersPromises, default: timersPromises };
});
vi.mock("../../src/sandbox/postbacks/deliver.ts", async (original) => ({
  ...(await original<object>()),
  deliver: (_: string, ...rest: Parameters<typeof deliverInSimulation>) =>
    deliverInSimulation(...rest),
}));

simulateTimers();

/** How many schedules are tried, and the seed and the path of one that is to be replayed, as the failure shows them. */
const { SCHEDULES = isNightly ? "1000000" : "20000", SEED = "0", REPLAY, PLANT } = process.env;
const replayed = REPLAY === undefined ? {} : JSON.parse(REPLAY);
/** Looking for a shorter schedule takes minutes. A planted bug needs none, and what is replayed is short. */
const endOnFailure = REPLAY !== undefined || PLANT !== undefined;

test("no order of the steps of several processes breaks a promise", {
  timeout: 8 * 3_600_000,
}, async () => {
  const property = fc.asyncProperty(scenarios, runSchedule);
  const seed = Number.parseInt(SEED.slice(0, 8), 16) | 0;
  const details = await fc.check(property, {
    numRuns: Number(SCHEDULES),
    seed,
    endOnFailure,
    ...replayed,
  });
  const found = details.failed
    ? `Schedule ${details.numRuns} fails. ${fc.defaultReportMessage(details)}
${details.errorInstance}
To replay it: REPLAY='${JSON.stringify({ seed: details.seed, path: details.counterexamplePath })}'`
    : "";
  expect(found).toBe("");
});
