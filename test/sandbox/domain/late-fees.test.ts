import { describe, expect, test } from "vitest";
import type { BilletDetails } from "../../../generated/types.ts";
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
  const daily = { interestAmount: 33 };
  const fine = { lateFeeAmount: 200, lateFeeStartDate: "2026-03-10" };
  const percentages = { interestPercentage: "0.033", lateFeePercentage: "2.00" };

  test.each<[Partial<BilletDetails>, string, [interest: number, lateFee: number]]>([
    [{}, "2026-03-20", [0, 0]],
    [daily, "2026-03-05", [0, 0]],
    [daily, "2026-03-06", [33, 0]],
    [daily, "2026-03-07", [66, 0]],
    [daily, "2026-04-04", [990, 0]],
    [fine, "2026-03-09", [0, 0]],
    [fine, "2026-03-10", [0, 200]],
    [fine, "2026-03-11", [0, 200]],
    [fine, "2026-04-04", [0, 200]],
    [{ ...daily, lateFeeAmount: 200 }, "2026-03-08", [99, 200]],
    // 3.3 a day are 99 in thirty days: of a rounded 3 it would be 90.
    [percentages, "2026-04-04", [99, 200]],
    // An amount counts before a percentage.
    [{ ...percentages, interestAmount: 1, lateFeeAmount: 2 }, "2026-03-06", [1, 2]],
    // An unknown kind is computed like the known one.
    [{ interestType: "OTHER", interestAmount: 5 }, "2026-03-06", [5, 0]],
    [{ lateFeeType: "OTHER", lateFeeAmount: 7 }, "2026-03-06", [0, 7]],
  ])("with %j has on %s an interest and a fine of %j", (details, day, [interest, lateFee]) => {
    expect(due(details, day)).toEqual({ interest, lateFee, total: 10_000 + interest + lateFee });
  });

  test.each([
    ["2026-04-04T23:59:59.000-03:00", "2026-04-04", true],
    ["2026-04-04T23:59:59.000-03:00", "2026-04-05", false],
    // The day is that of São Paulo, however the moment is written.
    ["2026-04-05T02:59:59.000+00:00", "2026-04-05", false],
  ])("of a billet that is payable until %s: on %s, %s", (paymentLimitDate, day, is) => {
    expect(due({ paymentLimitDate }, day) !== undefined).toBe(is);
  });
});
