import fc from "fast-check";
import type { Command } from "./clients.ts";
import type { Scenario } from "./run-interleaving.ts";
import type { Decision, Mishap } from "./simulation.ts";

/** The commands, as often as they are listed, and any place and payment for each. */
const command = fc
  .record({
    at: fc.nat(2),
    which: fc.nat(3),
    fixed: fc.constantFrom<object[]>(
      ...["pix", "pix", "card", "cardLater"].map((kind) => ({ do: "pay", with: kind })),
      ...["read", "wait", "get", "refund", "decide", "decide", "listen", "listen", "stop"].map(
        (what) => ({ do: what }),
      ),
      // A retry comes after a minute, the acquirer's answer after an hour, and the end of a PIX after a day.
      ...[60, 3_600, 86_390, 90_000].map((seconds) => ({ do: "advance", seconds })),
      ...["snapshot", "restore", "reset"].map((what) => ({ do: what })),
    ),
  })
  .map(({ fixed, ...fields }) => ({ ...fields, ...fixed }) as Command);

/** One step in thirty goes wrong. */
const MISHAPS: Mishap[] = [
  ...(["lost", "lost", "unanswered", "late"] as const),
  ...(["crash", "pause", "pause", "pause"] as const),
];

/** One byte says whose turn it is, the other what goes wrong. Zeros are the order without any decision. */
const decisions: fc.Arbitrary<Decision[]> = fc
  .uint16Array({ maxLength: 300, size: "max" })
  .map((numbers) =>
    Array.from(numbers, (number) => ({
      pick: number & 0xff,
      mishap: MISHAPS[255 - (number >> 8)],
    })),
  );

/** Fast-check would make most lists short. */
const long = { size: "max" } as const;

export const scenarios: fc.Arbitrary<Scenario> = fc.record({
  isFrozen: fc.boolean(),
  processes: fc.integer({ min: 1, max: 3 }),
  clients: fc.array(fc.array(command, { minLength: 1, maxLength: 5, ...long }), {
    ...{ minLength: 1, maxLength: 3 },
    ...long,
  }),
  answers: fc.array(fc.constantFrom("accepts", "fails", "hangs"), { maxLength: 4, ...long }),
  decisions,
});
