import { expect, test } from "vitest";
import {
  assertBalanced,
  UnbalancedEntriesError,
} from "../../../src/sandbox/domain/ledger-balances.ts";
import { withdrawal } from "../../../src/sandbox/domain/ledger-entries.ts";

const entries = [
  ...withdrawal("", 5_000, "2026-03-02"),
  ...withdrawal("a-subaccount", 700, "2026-03-03"),
];

test("entries that sum to zero on each day are balanced, and so are none", () => {
  expect(() => assertBalanced("withdrawal", entries)).not.toThrow();
  expect(() => assertBalanced("withdrawal", [])).not.toThrow();
});

test("entries that sum to zero only over several days are not balanced", () => {
  const [first, ...others] = entries;
  if (!first) throw new Error("A withdrawal has two entries.");
  const late = [{ ...first, on: "2026-03-03" }, ...others];
  expect(() => assertBalanced("withdrawal", late)).toThrow(
    new UnbalancedEntriesError(
      "The entries of withdrawal on 2026-03-03 sum to -5000, not to zero.",
    ),
  );
});

test("the error has a name of its own, and names the first day that is not balanced", () => {
  const short = entries.slice(0, 3);
  expect(() => assertBalanced("refund", short)).toThrow(
    expect.objectContaining({
      name: "UnbalancedEntriesError",
      message: "The entries of refund on 2026-03-03 sum to -700, not to zero.",
    }),
  );
});
