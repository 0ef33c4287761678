import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { percentageOf, shares } from "../../../src/sandbox/domain/percentage.ts";

/** As large as a barcode can say. */
const amounts = fc.integer({ min: 1, max: 9_999_999_999 });
const hundredths = fc.integer({ min: 1, max: 10_000 });

describe("share", () => {
  test.each([
    [10000, 33.33, 3333],
    [10000, 12.5, 1250],
    [1, 50, 1],
    [1, 49.99, 0],
    // As floats 0.285 × 1000 is 284.99999999999994, and 1.005 × 100 is 100.49999999999999.
    [1000, 0.285, 3],
    [100, 28.5, 29],
    [10000, 1.005, 101],
    [9_999_999_999, 99.99, 9_998_999_999],
    [9_999_999_999, 33.3333333333, 3_333_333_333],
    [9_999_999_999, 1e-7, 10],
    [10000, 1e-300, 0],
    [1234, 100, 1234],
    [1234, 0, 0],
  ])("of %i centavos, %f percent are %i", (amount, percentage, centavos) => {
    expect(percentageOf(amount, percentage)).toBe(centavos);
  });

  test("is exact for every percentage with two decimal places", () => {
    fc.assert(
      fc.property(amounts, hundredths, (amount, percentage) => {
        const doubled = BigInt(amount) * BigInt(percentage) * 2n + 10_000n;
        expect(percentageOf(amount, percentage / 100)).toBe(Number(doubled / 20_000n));
      }),
    );
  });
});

describe("shares", () => {
  test.each([
    [1, [50, 50], [1, 0]],
    [100, [33.33, 33.33, 33.34], [33, 34, 33]],
    [10000, [33.33, 33.33, 33.33], [3333, 3333, 3333]],
    [2, [25, 25, 25, 25], [1, 0, 1, 0]],
    [100, [], []],
  ])("of %i centavos, %j percent are %j", (amount, percentages, centavos) => {
    expect(shares(amount, percentages)).toEqual(centavos);
  });

  test("of 100 percent come to the amount, in however many pieces", () => {
    const cuts = fc.uniqueArray(fc.integer({ min: 1, max: 9_999 }), { maxLength: 30 });
    fc.assert(
      fc.property(amounts, cuts, (amount, inner) => {
        const ends = [0, ...inner.sort((one, other) => one - other), 10_000];
        const pieces = ends.slice(1).map((end, index) => (end - (ends[index] ?? 0)) / 100);
        const parts = shares(amount, pieces);
        expect(parts.reduce((sum, part) => sum + part)).toBe(amount);
        expect(Math.min(...parts)).toBeGreaterThanOrEqual(0);
      }),
    );
  });
});
