import { expect, test } from "vitest";
import { Clock } from "../../../src/sandbox/runtime/clock.ts";
import type { Store } from "../../../src/sandbox/store/store.ts";

/** Each row is a question: when it is asked and answered by the machine's clock, what the server shows, and the offset then. */
type Question = readonly [
  asked: number,
  answered: number,
  shown: number | undefined,
  behind: number,
];

test.each<[what: string, ...questions: Question[]]>([
  ["a store without a clock", [0, 10, undefined, 0]],
  ["a server whose clock may agree", [100, 200, 150, 0]],
  ["a server that is ahead", [100, 200, 1150, 950]],
  ["a server that is behind", [1100, 1200, 150, -950]],
  ["an answer that leaves open more than is known", [100, 200, 1150, 950], [300, 900, 1500, 950]],
  [
    "a clock that drifts, only as far as is certain",
    [100, 200, 1150, 950],
    [300, 310, 1270, 960],
    [400, 410, 1355, 955],
  ],
  ["a server that fails to say its time once", [100, 200, 1150, 950], [300, 310, undefined, 950]],
])("a clock follows %s", async (_, ...questions) => {
  let machine = 0;
  const clock = new Clock(() => machine);
  for (const [asked, answered, shown, behind] of questions) {
    machine = asked;
    const time = async () => {
      machine = answered;
      return shown;
    };
    await clock.follow({ time } as Partial<Store> as Store);
    expect(clock.systemTime() - machine).toBe(behind);
  }
});
