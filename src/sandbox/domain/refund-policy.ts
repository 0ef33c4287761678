import type { PaymentMethod, PaymentStatus } from "../../../generated/types.ts";
import { type Balance, balance, type Entry } from "./ledger-balances.ts";
import { reversal, settlementDays } from "./ledger-entries.ts";

/** A payment that is to be refunded, and the accounts that it is taken from. */
export type Refund = {
  readonly method: PaymentMethod;
  readonly status: PaymentStatus;
  readonly installments: number;
  readonly anticipated: boolean;
  /** All entries of the payment. */
  readonly entries: readonly Entry[];
  /** By owner; the company's is empty. Who is missing has nothing. */
  readonly balances: ReadonlyMap<string, Balance>;
  readonly today: string;
};

/** The name of a rule that a refund can break. */
export type RefundRule =
  | "RefundNotCard"
  | "RefundNotSucceeded"
  | "RefundAnticipated"
  | "RefundReceived"
  | "RefundBalanceUnavailable";

const violations: Readonly<Record<RefundRule, (refund: Refund) => boolean>> = {
  RefundNotCard: ({ method }) => method !== "card",
  RefundNotSucceeded: ({ status }) => status !== "SUCCEEDED",
  RefundAnticipated: ({ anticipated }) => anticipated,
  RefundReceived: isReceived,
  RefundBalanceUnavailable: isUncovered,
};

const NO_BALANCE: Balance = { available: 0, receivable: [] };

/**
 * The first rule that a refund breaks, if any.
 *
 * @example
 * violatedRefundRule({ method: "pix", ...payment }); // "RefundNotCard"
 */
export function violatedRefundRule(refund: Refund): RefundRule | undefined {
  const rules = Object.entries(violations) as [RefundRule, (refund: Refund) => boolean][];
  return rules.find(([, isBroken]) => isBroken(refund))?.[0];
}

/** By the days, not by what came in: the fee may have left nothing of some instalments, or of all. */
function isReceived({ method, installments, entries, today }: Refund): boolean {
  const sold = entries.filter(({ account }) => account === "buyers").map(({ on }) => on);
  return sold.some((day) => settlementDays(method, installments, day).every((on) => on <= today));
}

function isUncovered({ entries, balances, today }: Refund): boolean {
  const taken = reversal(entries, today);
  // Whoever has no part in the payment gives nothing back, and may be in debt.
  const bearers = taken.filter(({ account }) => account === "available");
  const owners = new Set(bearers.map(({ owner }) => owner));
  return [...owners].some((owner) => {
    const own = taken.filter((entry) => entry.owner === owner);
    return !covers(balances.get(owner) ?? NO_BALANCE, balance(own, today));
  });
}

/** An owner who is in debt may still give back what he has not received yet. */
function covers(has: Balance, change: Balance): boolean {
  const takesFromAvailable = change.available < 0;
  if (takesFromAvailable && has.available + change.available < 0) return false;
  return total(has) + total(change) >= 0;
}

function total({ available, receivable }: Balance): number {
  return receivable.reduce((sum, { amount }) => sum + amount, available);
}
