import type { PaymentMethod, PaymentStatus } from "../../../generated/types.ts";
import { type Balance, balance, type Entry } from "./ledger-balances.ts";
import { reversal, settlementDays } from "./ledger-entries.ts";

/** A requested refund: the payment, its entries and the balances of all owners. */
export type Refund = {
  readonly method: PaymentMethod;
  readonly status: PaymentStatus;
  readonly installments: number;
  readonly anticipated: boolean;
  /** All entries of the payment. */
  readonly entries: readonly Entry[];
  /** By owner id, empty for the company. A missing owner has a balance of zero. */
  readonly balances: ReadonlyMap<string, Balance>;
  readonly today: string;
};

/** The name of a rule that a refund can violate. */
type RefundRule =
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
  RefundBalanceUnavailable: (refund) => uncovered(refund) !== undefined,
};

type OwnBalance = { readonly owner: string; readonly balance: Balance };

const NO_BALANCE: Balance = { available: 0, receivable: [] };

/**
 * The first rule that a refund violates, if any.
 *
 * @example
 * violatedRefundRule({ method: "pix", ...payment }); // "RefundNotCard"
 */
export function violatedRefundRule(refund: Refund): RefundRule | undefined {
  const rules = Object.entries(violations) as [RefundRule, (refund: Refund) => boolean][];
  return rules.find(([, isViolated]) => isViolated(refund))?.[0];
}

/** Compares settlement days, not settled amounts: the fee may leave nothing of some or all installments. */
function isReceived({ method, installments, entries, today }: Refund): boolean {
  const saleDays = entries.filter(({ account }) => account === "buyers").map(({ on }) => on);
  return saleDays.some((day) =>
    settlementDays(method, installments, day).every((on) => on <= today),
  );
}

/** The first owner whose balance does not cover a refund, if there is one. */
export function uncovered({ entries, balances, today }: Refund): OwnBalance | undefined {
  const reversed = reversal(entries, today);
  // The balance of an owner without a share in the payment does not matter, even if it is negative.
  const payers = reversed.filter(({ account, amount }) => account === "available" && amount !== 0);
  const owners = new Set(payers.map(({ owner }) => owner));
  return [...owners]
    .map((owner) => ({ owner, balance: balances.get(owner) ?? NO_BALANCE }))
    .find(({ owner, balance: current }) => {
      const own = reversed.filter((entry) => entry.owner === owner);
      return !covers(current, balance(own, today));
    });
}

/** An owner with a negative balance can still give back amounts that have not settled yet. */
function covers(current: Balance, change: Balance): boolean {
  const takesFromAvailable = change.available < 0;
  if (takesFromAvailable && current.available + change.available < 0) return false;
  return total(current) + total(change) >= 0;
}

function total({ available, receivable }: Balance): number {
  return receivable.reduce((sum, { amount }) => sum + amount, available);
}
