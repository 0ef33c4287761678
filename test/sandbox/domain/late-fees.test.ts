import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { BilletDetails } from "../../../generated/types.ts";
import { addDays } from "../../../src/sandbox/domain/calendar.ts";
import { amountDue } from "../../../src/sandbox/domain/late-fees.ts";

const inTime: BilletDetails = {
  ...{ barcode: "", digitableLine: "", pdfUrl: "" },
  expirationDate: "2026-03-05T23:59:59.000-03:00",
  paymentLimitDate: "2026-04-04T23:59:59.000-03:00",
  ...{ interestType: "DAILY_AMOUNT", interestAmount: 0, interestPercentage: "0.00" },
  ...{ lateFeeType: "FIXED", lateFeeAmount: 0, lateFeePercentage: "0.00" },
  ...{ interestStartDate: "2026-03-06", lateFeeStartDate: "2026-03-06" },
};

function due(details: Partial<BilletDetails>, day: string, amount = 10_000) {
  return amountDue({ amount, billetDetails: { ...inTime, ...details } }, day);
}

describe("amountDue", () => {
  test("is the amount without interest or fine", () => {
    expect(due({}, "2026-03-20")).toEqual({ interest: 0, lateFee: 0, total: 10_000 });
  });

  test.each([
    ["2026-03-05", 0],
    ["2026-03-06", 33],
    ["2026-03-07", 66],
    ["2026-04-04", 990],
  ])("has on %s an interest of %i, when it is 33 a day from March 6 on", (day, interest) => {
    expect(due({ interestAmount: 33 }, day)).toEqual({
      ...{ interest, lateFee: 0, total: 10_000 + interest },
    });
  });

  test.each([
    ["2026-03-09", 0],
    ["2026-03-10", 200],
    ["2026-03-11", 200],
    ["2026-04-04", 200],
  ])("has on %s a fine of %i, when it is 200 from March 10 on", (day, lateFee) => {
    expect(due({ lateFeeAmount: 200, lateFeeStartDate: "2026-03-10" }, day)).toEqual({
      ...{ interest: 0, lateFee, total: 10_000 + lateFee },
    });
  });

  test("has both", () => {
    expect(due({ interestAmount: 33, lateFeeAmount: 200 }, "2026-03-08")).toEqual({
      ...{ interest: 99, lateFee: 200, total: 10_299 },
    });
  });

  test("takes the percentage, a day of interest and once of a fine, where there is no amount", () => {
    const percentages = { interestPercentage: "0.033", lateFeePercentage: "2.00" };
    // 4.917 a day are 147.51 in thirty days: of a rounded 5 it would be 150.
    expect(due(percentages, "2026-04-04", 14_900)).toEqual({
      ...{ interest: 148, lateFee: 298, total: 15_346 },
    });
    const amounts = { interestAmount: 1, lateFeeAmount: 2 };
    expect(due({ ...percentages, ...amounts }, "2026-03-06")).toMatchObject({
      ...{ interest: 1, lateFee: 2 },
    });
  });

  test("computes an unknown kind like the known one", () => {
    const details = {
      interestType: "OTHER",
      interestAmount: 5,
      lateFeeType: "OTHER",
      lateFeeAmount: 7,
    };
    expect(due(details, "2026-03-06")).toEqual({ interest: 5, lateFee: 7, total: 10_012 });
  });

  test.each([
    ["2026-04-04T23:59:59.000-03:00", "2026-04-04", true],
    ["2026-04-04T23:59:59.000-03:00", "2026-04-05", false],
    // The day is that of São Paulo, however the moment is written.
    ["2026-04-05T02:59:59.000+00:00", "2026-04-05", false],
  ])(
    "of a billet that can be paid until %s: whether there is one on %s is %s",
    (limit, day, is) => {
      expect(due({ paymentLimitDate: limit }, day) !== undefined).toBe(is);
    },
  );

  test("never falls from one day to the next, and starts from the amount", () => {
    const some = fc.record({
      interestAmount: fc.nat({ max: 100 }),
      interestPercentage: fc.integer({ min: 0, max: 500 }).map((each) => (each / 1000).toFixed(3)),
      lateFeeAmount: fc.nat({ max: 1000 }),
      lateFeePercentage: fc.integer({ min: 0, max: 1000 }).map((each) => (each / 100).toFixed(2)),
    });
    fc.assert(
      fc.property(some, fc.integer({ min: 1, max: 9_999_999_999 }), (details, amount) => {
        const totals = Array.from({ length: 31 }, (_, later) => {
          const day = addDays("2026-03-05", later);
          return due(details, day, amount)?.total ?? Number.NaN;
        });
        expect(totals[0]).toBe(amount);
        expect(totals).toEqual(totals.toSorted((one, other) => one - other));
        expect(totals.every(Number.isSafeInteger)).toBe(true);
      }),
    );
  });
});
