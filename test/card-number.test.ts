import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { noCardNumber } from "../lint/spectral/responses/response-example-has-no-card-number.js";
import { brandOf, hideCardNumbers, isCardNumber } from "../src/card-number.ts";

test("isCardNumber notices one wrong digit at any position", () => {
  const digit = fc.integer({ min: 0, max: 9 });
  const digits = fc.array(digit, { minLength: 12, maxLength: 18 });
  fc.assert(
    fc.property(digits, fc.nat(), fc.integer({ min: 1, max: 9 }), (front, place, change) => {
      const right = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]
        .map((check) => [...front, check])
        .filter((number) => isCardNumber(number.join("")));
      expect(right).toHaveLength(1);
      const wrong = [...(right[0] ?? [])];
      const at = place % wrong.length;
      wrong[at] = ((wrong[at] ?? 0) + change) % 10;
      expect(isCardNumber(wrong.join(""))).toBe(false);
    }),
  );
});

/** The beginnings of numbers, by their brand: those at both ends of a range, and beside them. */
const BEGINNINGS: Record<string, number[]> = {
  VISA: [411111, 401177, 401180],
  ELO: [509999, 401178, 401179, 506699, 506778, 504175, 509000, 627780, 636297, 636368, 650035],
  MASTERCARD: [510000, 559999, 222100, 272099],
  UNKNOWN: [
    560000, 222099, 272100, 350000, 506698, 506779, 606283, 306000, 309400, 309600, 622125, 622926,
    660000, 352700, 359000, 900000,
  ],
  AMEX: [340000, 370000],
  DISCOVER: [650034, 601100, 622126, 622925, 644000, 649999, 650000],
  HIPERCARD: [606282, 384100],
  DINERS: [384200, 300000, 305000, 309500, 360000, 380000, 390000],
  JCB: [352800, 358900],
};

test.each(Object.entries(BEGINNINGS))("the beginnings of %s are known", (brand, beginnings) => {
  const brandAt = (beginning: number) => brandOf(`${beginning}`.padEnd(16, "0"));
  expect(beginnings.map((each) => [each, brandAt(each)])).toEqual(
    beginnings.map((each) => [each, brand]),
  );
});

describe("hideCardNumbers", () => {
  const hide = (text: string, own: string[] = []) => hideCardNumbers(text, "…", new Set(own));

  test.each([
    ["4111111111111111", "…"],
    ["30569309025904", "…"],
    ["4000 0000 0000 0000 006", "…"],
    ["6500000000000000003", "…"],
    ["4111111 111 111111", "…"],
    ["4111\u20131111\u20141111\u20151111", "…"],
    ["4111\u00a01111\u2009 1111  1111", "…"],
    ["4\u200b111\u20601111\ufeff1111\u00ad1111", "…"],
    ["\uff14\uff11\uff11\uff11111111111111", "…"],
    [
      "\u0664\u0661\u0661\u0661\u0661\u0661\u0661\u0661\u0661\u0661\u0661\u0661\u0661\u0661\u0661\u0661",
      "…",
    ],
    ["\u{1d7d8}\u{1d7e5}\u{1d7d9} 4111 1111 1111 1111", "\u{1d7d8}\u{1d7e5}\u{1d7d9} …"],
    ["1235 4111 1111 1111 1111 2026", "1235 … 2026"],
    ["2026-11-20 4111-1111-1111-1111", "2026-11-20 …"],
    ["x4111111111111111y", "x…y"],
    ["4111111111111111, 5555555555554444", "…, …"],
    ["4111+1111+1111+1111", "…"],
  ])("of %s leaves %s", (text, shown) => {
    expect(hide(text)).toBe(shown);
  });

  test.each([
    "4111111111111112",
    "94111111111111111",
    "41111111111111111",
    "411111111111116",
    "+5511987654323",
    "6f4e0d7a-4111-4111-8111-1111a0000000",
    "41111111-1111-1111-8111-111111111111",
    "4111, 1111, 1111, 1111",
    "4111 ---- 1111 1111 1111",
  ])("leaves %s", (text) => {
    expect(hide(text)).toBe(text);
  });

  test("hides a number that is known wherever its digits are, whatever its check digit", () => {
    const own = ["9111111111112"];
    expect(hide("no 9111 1111 11112, x39111111111112", own)).toBe("no …, x3…");
    expect(hide("no 9111 1111 11112")).toBe("no 9111 1111 11112");
    expect(hide("no 9111111111112", [...own, "4111111111111111222"])).toBe("no …");
  });

  test("hides numbers that overlap as one", () => {
    expect(hide("4111111111111111 111111111111", ["1111111111111"])).toBe("…");
  });

  test("knows a card of every brand with every length, in whatever groups", () => {
    const cards = fc.constantFrom(
      "4222222222222",
      "378282246310005",
      "5555555555554444",
      "6062828888666688",
      "3530111333300000",
      "6011000990139424",
      "2223003122003222",
    );
    const separator = fc.constantFrom("", " ", "-", ".", "\u200b", "\u2013", " - ");
    fc.assert(
      fc.property(
        cards,
        fc.array(separator, { minLength: 19, maxLength: 19 }),
        (number, between) => {
          const written = [...number]
            .map((digit, at) => (between[at] ?? "") + digit)
            .join("")
            .replace(/^\D+/, "");
          expect(hide(`(${written})`)).toBe("(…)");
        },
      ),
    );
  });
});

// Spectral loads no TypeScript, so the rule of the linter has a check of its own.
test("the linter recognizes the same card numbers", () => {
  const digits = fc.stringMatching(/^\d{13,19}$/);
  fc.assert(
    fc.property(digits, (number) => {
      const problems = noCardNumber(number, null, {} as never);
      expect(problems).toHaveLength(isCardNumber(number) ? 1 : 0);
    }),
    { numRuns: 1000 },
  );
});
