import { describe, expect, test } from "vitest";
import type { Balance, Entry } from "../../../src/sandbox/domain/ledger-balances.ts";
import { sale, settlementDays } from "../../../src/sandbox/domain/ledger-entries.ts";
import { type Refund, violatedRefundRule } from "../../../src/sandbox/domain/refund-eligibility.ts";

const day = "2026-03-05";

/** A card payment of this amount, of which Ana has a part. */
function sold(amount: number, fee: number, installments: number, anas = 0): Entry[] {
  const parts = anas === 0 ? [] : [{ subaccountId: "ana", liquidAmount: anas }];
  const days = settlementDays("card", installments, day);
  return sale({ amount, fee, parts, day, settlementDays: days });
}

function balances(company: number, ana: number, receivable = 0): Map<string, Balance> {
  const later = receivable === 0 ? [] : [{ date: "2026-06-03", amount: receivable }];
  return new Map([
    ["", { available: company, receivable: later }],
    ["ana", { available: ana, receivable: later }],
  ]);
}

/**
 * The rule that a refund breaks. It is one of R$ 100,00 in three instalments, R$ 67,00 for the company, R$
 * 30,00 for Ana and R$ 3,00 for the service. The first has settled: R$ 22,34 and R$ 10,00.
 */
function violated(change: Partial<Refund> = {}) {
  return violatedRefundRule({
    ...{ method: "card", status: "SUCCEEDED", installments: 3, anticipated: false },
    ...{ entries: sold(10_000, 300, 3, 3000), balances: balances(2234, 1000, 10_000) },
    today: "2026-04-10",
    ...change,
  });
}

test.each(["pix", "billet"] as const)("a payment by %s cannot be refunded", (method) => {
  expect(violated({ method, status: "PAID" })).toBe("RefundNotCard");
});

test.each(["PENDING", "FAILED", "REFUNDED", "DISPUTED", "CHARGEBACK"] as const)(
  "a payment that is %s cannot be refunded",
  (status) => expect(violated({ status })).toBe("RefundNotSucceeded"),
);

test.each([
  [10_000, 300, 1, "2026-04-03", undefined],
  [10_000, 300, 1, "2026-04-04", "RefundReceived"],
  [10_000, 300, 3, "2026-06-02", undefined],
  [10_000, 300, 3, "2026-06-03", "RefundReceived"],
  // The days count even where the fee leaves nothing, or so little that it comes with the first instalment.
  [10, 10, 1, "2026-04-03", undefined],
  [10, 10, 1, "2026-04-04", "RefundReceived"],
  [10, 10, 3, "2026-06-02", undefined],
  [10, 10, 3, "2026-06-03", "RefundReceived"],
  [10, 8, 3, "2026-06-02", undefined],
  [10, 8, 3, "2026-06-03", "RefundReceived"],
] as const)(
  "a payment of %i, the fee being %i, is received in %i: on %s, %s",
  (amount, fee, installments, today, violation) => {
    const payment = { entries: sold(amount, fee, installments), installments, today };
    expect(violated({ ...payment, balances: balances(100_000, 0) })).toBe(violation);
  },
);

test("an owner without a share of the payment returns nothing, in debt or not", () => {
  const indebted = balances(-500, 0, 10_000).set("", { available: -500, receivable: [] });
  const entries = sold(10_000, 0, 1, 10_000);
  const today = "2026-03-20";
  expect(violated({ entries, installments: 1, balances: indebted, today })).toBeUndefined();
});

describe("what has settled has to be available", () => {
  const later = [{ date: "2026-06-03", amount: 10_000 }];

  test.each([
    ["the company's", balances(2233, 1000, 10_000)],
    ["a subaccount's", balances(2234, 999, 10_000)],
    ["that of one who has no account yet", new Map([["", { available: 2234, receivable: later }]])],
  ])("%s", (_, short) => {
    expect(violated({ balances: short })).toBe("RefundBalanceUnavailable");
  });
});

test.each([
  // All is there, or a subaccount has enough to come.
  ["2026-03-20", balances(0, 0, 6700), undefined],
  ["2026-03-20", balances(0, -3700, 6700), undefined],
  // The company or the subaccount lacks a centavo.
  ["2026-03-20", balances(-1, 0, 6700), "RefundBalanceUnavailable"],
  ["2026-03-20", balances(0, -3701, 6700), "RefundBalanceUnavailable"],
  // Before the first instalment settles, a refund takes nothing, even from a debt.
  ["2026-04-03", balances(-1, -1, 10_000), undefined],
] as const)("what has not settled must not leave a debt: on %s, of %o, %s", (today, has, rule) => {
  expect(violated({ balances: has, today })).toBe(rule);
});
