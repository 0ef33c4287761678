import fc from "fast-check";
import { expect, test, vi } from "vitest";
import { isNightly } from "../sample.ts";
import { type Command, runSchedule, type Scenario } from "./run-schedule.ts";
import { deliverInSimulation, SandboxProcess } from "./sandbox-process.ts";
import { simulateTimers } from "./simulated-timers.ts";
import { currentOwner, type Decision, type Mishap } from "./simulation.ts";

vi.mock("node:timers/promises", async () => {
  const { timersPromises } = await import("./simulated-timers.ts");
  return { ...timersPromises, default: timersPromises };
});
vi.mock("../../src/sandbox/postbacks/deliver.ts", async (original) => ({
  ...(await original<object>()),
  deliver: (_: string, body: string, options: never) => {
    const owner = currentOwner();
    if (!(owner instanceof SandboxProcess)) throw new Error("No simulated process delivers this.");
    return deliverInSimulation(owner, body, options);
  },
}));

simulateTimers();

const { SCHEDULES = isNightly ? "1000000" : "20000", SEED = "0" } = process.env;

/** Commands that have some fields, as often as they are listed. */
const commands: fc.Arbitrary<Command>[] = [
  ...["pix", "pix", "card", "cardLater"].map((kind) => ({ do: "pay", with: kind })),
  ...["read", "read", "refund", "decide", "decide"].map((what) => ({ do: what })),
  // A PIX expires after an hour.
  ...[60, 3_590, 3_700, 86_400].map((seconds) => ({ do: "advance", seconds })),
  ...["snapshot", "restore", "reset"].map((what) => ({ do: what })),
].map(
  (fixed) =>
    fc
      .record({ at: fc.nat(2), which: fc.nat(3) })
      .map((fields) => ({ ...fields, ...fixed })) as fc.Arbitrary<Command>,
);

/** One step in thirty goes wrong. */
const mishaps: readonly Mishap[] = [
  ...(["lost", "lost", "unanswered", "unanswered"] as const),
  ...(["crash", "pause", "pause", "pause"] as const),
];
const decisions: fc.Arbitrary<Decision[]> = fc
  .uint16Array({ maxLength: 300, size: "max" })
  .map((numbers) =>
    Array.from(numbers, (number) => ({
      pick: number & 0xff,
      mishap: mishaps[255 - (number >> 8)],
    })),
  );

/** Fast-check would make most lists short. */
const long = { size: "max" } as const;

const scenario: fc.Arbitrary<Scenario> = fc.record({
  isFrozen: fc.boolean(),
  processes: fc.integer({ min: 1, max: 3 }),
  clients: fc.array(fc.array(fc.oneof(...commands), { minLength: 1, maxLength: 5, ...long }), {
    ...{ minLength: 1, maxLength: 3 },
    ...long,
  }),
  answers: fc.array(fc.constantFrom("accepts", "fails", "hangs"), { maxLength: 4, ...long }),
  decisions,
});

test("no order of the steps of several processes breaks a promise", {
  timeout: 8 * 3_600_000,
}, async () => {
  let count = 0;
  const details = await fc.check(
    fc.asyncProperty(scenario, async (each) => {
      count += 1;
      const b = performance.now();
      let st = 0;
      try {
        st = (await runSchedule(each)).steps;
      } finally {
        const d = performance.now() - b;
        if (process.env.DBG) console.error(count, Math.round(d), st);
      }
    }),
    {
      endOnFailure: process.env.NOSHRINK !== undefined,
      numRuns: Number(SCHEDULES),
      seed: Number.parseInt(SEED.slice(0, 8), 16) | 0,
    },
  );
  const message = details.failed
    ? `after ${count}: ${fc.defaultReportMessage(details)}
${(details.errorInstance as Error)?.stack}`
    : "";
  expect(message).toBe("");
});
