import { expect, test } from "vitest";
import {
  assertBalanced,
  UnbalancedEntriesError,
} from "../../../src/sandbox/domain/ledger-balances.ts";
import { withdrawal } from "../../../src/sandbox/domain/ledger-entries.ts";

const entries = [...withdrawal("", 5_000, "2026-03-02"), ...withdrawal("ana", 700, "2026-03-03")];

test("entries that sum to zero on each day are balanced, and so are none", () => {
  expect(() => assertBalanced("withdrawal", entries)).not.toThrow();
  expect(() => assertBalanced("withdrawal", [])).not.toThrow();
});

test("others are not, even if they sum to zero over several days: the error names the first day", () => {
  const late = entries.map((entry, index) =>
    index === 0 ? { ...entry, on: "2026-03-03" } : entry,
  );
  expect(() => assertBalanced("withdrawal", late)).toThrow(
    new UnbalancedEntriesError(
      "The entries of withdrawal on 2026-03-03 sum to -5000, not to zero.",
    ),
  );
  expect(() => assertBalanced("refund", entries.slice(0, 3))).toThrow(
    expect.objectContaining({
      name: "UnbalancedEntriesError",
      message: "The entries of refund on 2026-03-03 sum to -700, not to zero.",
    }),
  );
});
