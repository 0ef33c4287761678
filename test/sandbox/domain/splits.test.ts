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
        ...{ subaccountId: ana, splitType: "percentage", splitPercentage: 12.5 },
        ...{ liquidAmount: 1250, chargebackLiable: true },
      },
      {
        ...{ subaccountId: bia, splitType: "amount", splitPercentage: 33.33 },
        ...{ liquidAmount: 3333, chargebackLiable: false },
      },
    ]);
  });

  test("shows a fixed amount in percent with two decimal places, and needs no splits", () => {
    const shown = [200, 300].map((splitAmount) =>
      divide(300, 300, [{ subaccountId: ana, splitAmount }])?.map((part) => part.splitPercentage),
    );
    expect(shown).toEqual([[66.67], [100]]);
    expect(divide(100, 97, [])).toEqual([]);
  });

  const half = (subaccountId: string) => ({ subaccountId, splitPercentage: 50 });
  const fixed = (splitAmount: number) => ({ subaccountId: caio, splitAmount });

  test.each<[amount: number, available: number, Split[], number[] | undefined]>([
    // The percentages are of the whole amount, not of what the fee leaves.
    [10_000, 9000, [half(ana)], [5000]],
    // A fixed amount moves no percentage.
    [1, 1, [half(ana), fixed(0), half(bia)], [1, 0, 0]],
    [3, 3, [fixed(0), half(ana), half(bia)], [0, 2, 1]],
    // All that is available is given away, and not a centavo more.
    [100, 97, [half(ana), fixed(47)], [50, 47]],
    [100, 97, [half(ana), fixed(48)], undefined],
    [100, 99, [{ subaccountId: ana, splitPercentage: 100 }], undefined],
  ])("of %i centavos, %i of them available, to %j gives %j", (amount, available, splits, parts) => {
    expect(liquid(amount, available, splits)).toEqual(parts);
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
});

test.each([
  [10000, 2.99, 39, 338],
  // 0.5 of a centavo is one.
  [50, 1, 0, 1],
  [49, 1, 0, 0],
  [10000, 0, 0, 0],
  [30, 2.99, 39, 30],
  [40, 2.99, 39, 40],
  [41, 2.99, 39, 40],
])("the fee of %i centavos, at %f percent and %i, is %i", (amount, percent, feeFixed, fee) => {
  expect(feeOf(amount, { feePercentage: percent, feeFixed })).toBe(fee);
});
