import { describe, expect, test } from "vitest";
import type { Balance, Entry } from "../../../src/sandbox/domain/ledger-balances.ts";
import { anticipation, sale, settlementDays } from "../../../src/sandbox/domain/ledger-entries.ts";
import { type Refund, violatedRefundRule } from "../../../src/sandbox/domain/refund-eligibility.ts";

const day = "2026-03-05";

/** A payment of R$ 100,00: R$ 67,00 are the company's, R$ 30,00 Ana's, and R$ 3,00 the fee. */
function paid(installments: number): Entry[] {
  const parts = [{ subaccountId: "ana", liquidAmount: 3000 }];
  const days = settlementDays("card", installments, day);
  return sale({ amount: 10_000, fee: 300, parts, day, settlementDays: days });
}

function balances(company: number, ana: number, receivable = 0): Map<string, Balance> {
  const later = receivable === 0 ? [] : [{ date: "2026-06-03", amount: receivable }];
  return new Map([
    ["", { available: company, receivable: later }],
    ["ana", { available: ana, receivable: later }],
  ]);
}

/** In three instalments, of which the first has settled: R$ 22,34 and R$ 10,00. */
const refund: Refund = {
  method: "card",
  status: "SUCCEEDED",
  installments: 3,
  anticipated: false,
  entries: paid(3),
  balances: balances(2234, 1000, 10_000),
  today: "2026-04-10",
};

test("a card payment with money in the accounts can be refunded", () => {
  expect(violatedRefundRule(refund)).toBeUndefined();
});

test.each(["pix", "billet"] as const)("one by %s cannot", (method) => {
  expect(violatedRefundRule({ ...refund, method, status: "PAID" })).toBe("RefundNotCard");
});

test.each(["PENDING", "FAILED", "REFUNDED", "DISPUTED", "CHARGEBACK"] as const)(
  "a payment that is %s cannot be refunded",
  (status) => {
    expect(violatedRefundRule({ ...refund, status })).toBe("RefundNotSucceeded");
  },
);

test("an anticipated payment cannot be refunded, and is not called received", () => {
  const entries = [...refund.entries, ...anticipation(refund.entries, refund.today)];
  expect(violatedRefundRule({ ...refund, entries, anticipated: true })).toBe("RefundAnticipated");
});

describe("a received payment cannot be refunded", () => {
  const rich = balances(100_000, 100_000);

  test.each([
    [1, "2026-04-03", undefined],
    [1, "2026-04-04", "RefundReceived"],
    [3, "2026-06-02", undefined],
    [3, "2026-06-03", "RefundReceived"],
  ] as const)("in %i, on %s: %s", (installments, today, violation) => {
    const entries = paid(installments);
    expect(violatedRefundRule({ ...refund, entries, installments, balances: rich, today })).toBe(
      violation,
    );
  });
});

describe("one is received by its days, regardless of what the fee leaves:", () => {
  test.each([
    ["nothing", 10, 1, "2026-04-03", undefined],
    ["nothing", 10, 1, "2026-04-04", "RefundReceived"],
    ["nothing", 10, 3, "2026-06-02", undefined],
    ["nothing", 10, 3, "2026-06-03", "RefundReceived"],
    // All of it comes with the first instalment.
    ["2 centavos", 8, 3, "2026-06-02", undefined],
    ["2 centavos", 8, 3, "2026-06-03", "RefundReceived"],
  ] as const)(
    "%s, the fee being %i, in %i, on %s: %s",
    (_, fee, installments, today, violation) => {
      const days = settlementDays("card", installments, day);
      const entries = sale({ amount: 10, fee, parts: [], day, settlementDays: days });
      const has = new Map([["", { available: 10 - fee, receivable: [] }]]);
      expect(violatedRefundRule({ ...refund, entries, installments, balances: has, today })).toBe(
        violation,
      );
    },
  );
});

test("an owner without a share of the payment returns nothing, in debt or not", () => {
  const parts = [{ subaccountId: "ana", liquidAmount: 10_000 }];
  const settlement = { day, settlementDays: settlementDays("card", 1, day) };
  const entries = sale({ amount: 10_000, fee: 0, parts, ...settlement });
  const indebted = balances(-500, 0, 10_000);
  indebted.set("", { available: -500, receivable: [] });
  const today = "2026-03-20";
  const sold = { ...refund, entries, installments: 1 };
  expect(violatedRefundRule({ ...sold, balances: indebted, today })).toBeUndefined();
});

describe("what has settled has to be available", () => {
  const later = [{ date: "2026-06-03", amount: 10_000 }];

  test.each([
    ["the company's", balances(2233, 1000, 10_000)],
    ["a subaccount's", balances(2234, 999, 10_000)],
    ["that of one who has no account yet", new Map([["", { available: 2234, receivable: later }]])],
  ])("%s", (_, short) => {
    expect(violatedRefundRule({ ...refund, balances: short })).toBe("RefundBalanceUnavailable");
  });

  test("before the first instalment settles, a refund takes nothing, even from a debt", () => {
    const today = "2026-04-03";
    const indebted = balances(-1, -1, 10_000);
    expect(violatedRefundRule({ ...refund, balances: indebted, today })).toBeUndefined();
  });
});

describe("what has not settled must not leave a debt", () => {
  test.each([
    ["all is there", balances(0, 0, 6700), undefined],
    ["the company lacks a centavo", balances(-1, 0, 6700), "RefundBalanceUnavailable"],
    ["the subaccount lacks a centavo", balances(0, -3701, 6700), "RefundBalanceUnavailable"],
    ["the subaccount has enough to come", balances(0, -3700, 6700), undefined],
  ] as const)("%s", (_, has, violation) => {
    expect(violatedRefundRule({ ...refund, balances: has, today: "2026-03-20" })).toBe(violation);
  });
});
