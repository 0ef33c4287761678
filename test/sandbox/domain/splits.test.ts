import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { divide, feeOf, type Split } from "../../../src/sandbox/domain/splits.ts";

const [ana, bia, caio] = ["ana", "bia", "caio"] as const;

function liquid(amount: number, available: number, splits: Split[]): number[] | undefined {
  return divide(amount, available, splits)?.map(({ liquidAmount }) => liquidAmount);
}

describe("divide", () => {
  test("gives each subaccount its part as a payment shows it", () => {
    expect(
      divide(10000, 9700, [
        { subaccountId: ana, splitPercentage: 12.5, chargebackLiable: true },
        { subaccountId: bia, splitAmount: 3333 },
      ]),
    ).toEqual([
      {
        subaccountId: ana,
        splitType: "percentage",
        splitPercentage: 12.5,
        liquidAmount: 1250,
        chargebackLiable: true,
      },
      {
        subaccountId: bia,
        splitType: "amount",
        splitPercentage: 33.33,
        liquidAmount: 3333,
        chargebackLiable: false,
      },
    ]);
  });

  test("shows a fixed amount in percent with two decimal places", () => {
    const [part] = divide(300, 300, [{ subaccountId: ana, splitAmount: 200 }]) ?? [];
    expect(part?.splitPercentage).toBe(66.67);
    const [whole] = divide(300, 300, [{ subaccountId: ana, splitAmount: 300 }]) ?? [];
    expect(whole?.splitPercentage).toBe(100);
  });

  test("takes the percentages of the whole amount, not of what the fee leaves", () => {
    expect(liquid(10000, 9000, [{ subaccountId: ana, splitPercentage: 50 }])).toEqual([5000]);
  });

  test("lets a fixed amount move no percentage", () => {
    const half = (subaccountId: string) => ({ subaccountId, splitPercentage: 50 });
    const fixed = { subaccountId: caio, splitAmount: 0 };
    expect(liquid(1, 1, [half(ana), fixed, half(bia)])).toEqual([1, 0, 0]);
    expect(liquid(3, 3, [fixed, half(ana), half(bia)])).toEqual([0, 2, 1]);
  });

  test("gives away all that is available, and not a centavo more", () => {
    const all = (splitAmount: number) => [
      { subaccountId: ana, splitPercentage: 50 },
      { subaccountId: bia, splitAmount },
    ];
    expect(liquid(100, 97, all(47))).toEqual([50, 47]);
    expect(liquid(100, 97, all(48))).toBeUndefined();
    expect(liquid(100, 99, [{ subaccountId: ana, splitPercentage: 100 }])).toBeUndefined();
  });

  test.each([
    // A percentage takes precedence, whatever the amount beside it.
    ...[1234, 0, -1, null].map((splitAmount) => [{ splitAmount, splitPercentage: 10 }, 1000]),
    ...[0, null, undefined].map((splitPercentage) => [
      { splitAmount: 1234, splitPercentage },
      1234,
    ]),
  ] as [Omit<Split, "subaccountId">, number][])("of %j takes %i", (split, centavos) => {
    expect(liquid(10_000, 10_000, [{ subaccountId: ana, ...split }])).toEqual([centavos]);
  });

  test("needs no splits", () => {
    expect(divide(100, 97, [])).toEqual([]);
  });

  test("comes to the same total in any order, never above what is available, no part negative", () => {
    const percentage = fc.record({
      subaccountId: fc.uuid(),
      splitPercentage: fc.integer({ min: 1, max: 4000 }).map((hundredths) => hundredths / 100),
    });
    const fixed = fc.record({
      subaccountId: fc.uuid(),
      splitAmount: fc.integer({ min: 1, max: 500 }),
    });
    const splits = fc.array(fc.oneof(percentage, fixed), { maxLength: 6 });
    const amounts = fc.integer({ min: 1, max: 100_000 });
    fc.assert(
      fc.property(amounts, fc.nat({ max: 500 }), splits, (amount, fee, given) => {
        const available = Math.max(0, amount - fee);
        const parts = liquid(amount, available, given);
        const mirrored = liquid(amount, available, given.toReversed());
        const hundredths = given.map((split) =>
          "splitPercentage" in split ? Math.round(split.splitPercentage * 100) : 0,
        );
        const amountsGiven = given.map((split) => ("splitAmount" in split ? split.splitAmount : 0));
        const sum = (numbers: number[]) => numbers.reduce((one, other) => one + other, 0);
        const total =
          Math.floor((2 * amount * sum(hundredths) + 10_000) / 20_000) + sum(amountsGiven);
        expect(parts && sum(parts)).toBe(total > available ? undefined : total);
        expect(mirrored && sum(mirrored)).toBe(parts && sum(parts));
        expect(parts?.every((part) => part >= 0)).not.toBe(false);
      }),
    );
  });
});

describe("feeOf", () => {
  test.each([
    [10000, 2.99, 39, 338],
    // 0.5 of a centavo is one.
    [50, 1, 0, 1],
    [49, 1, 0, 0],
    [10000, 0, 0, 0],
    [30, 2.99, 39, 30],
    [40, 2.99, 39, 40],
    [41, 2.99, 39, 40],
  ])("of %i centavos, at %f percent and %i, is %i", (amount, feePercentage, feeFixed, fee) => {
    expect(feeOf(amount, { feePercentage, feeFixed })).toBe(fee);
  });
});
