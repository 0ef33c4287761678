import type { PaymentSplit } from "../../../generated/types.ts";
import { percentageOf, shares } from "./percentage.ts";

/** A requested split. A percentage above 0 takes precedence over the amount. */
export type Split = {
  readonly subaccountId: string;
  readonly chargebackLiable?: boolean | undefined;
  readonly splitPercentage?: number | null | undefined;
  readonly splitAmount?: number | null | undefined;
};

/** The service's fee for each payment. */
type Fee = { readonly feePercentage: number; readonly feeFixed: number };

/**
 * The fee for an amount. It never exceeds the amount itself.
 *
 * @example
 * feeOf(10000, { feePercentage: 2.99, feeFixed: 39 }); // 338
 */
export function feeOf(amount: number, { feePercentage, feeFixed }: Fee): number {
  return Math.min(amount, percentageOf(amount, feePercentage) + feeFixed);
}

/**
 * Resolves splits to the amount that each receives, in the same order. Returns undefined if their sum
 * exceeds the available amount.
 *
 * @example
 * divide(10000, 9700, [{ subaccountId, splitPercentage: 12.5 }]);
 * // [{ subaccountId, splitType: "percentage", splitPercentage: 12.5, liquidAmount: 1250, … }]
 * divide(10000, 9700, [{ subaccountId, splitAmount: 9701 }]); // undefined
 */
export function divide(
  amount: number,
  available: number,
  splits: readonly Split[],
): PaymentSplit[] | undefined {
  // A fixed amount counts as 0 percent, so it does not affect the rounding of the others.
  const portions = shares(
    amount,
    splits.map(({ splitPercentage }) => splitPercentage ?? 0),
  );
  const parts = splits.map((split, index) => partOf(split, amount, portions[index] ?? 0));
  const total = parts.reduce((sum, { liquidAmount }) => sum + liquidAmount, 0);
  return total <= available ? parts : undefined;
}

function partOf(split: Split, amount: number, portion: number): PaymentSplit {
  const { subaccountId, chargebackLiable = false } = split;
  const splitPercentage = split.splitPercentage ?? 0;
  const splitAmount = split.splitAmount ?? 0;
  return splitPercentage > 0
    ? {
        subaccountId,
        splitType: "percentage",
        splitPercentage,
        liquidAmount: portion,
        chargebackLiable,
      }
    : {
        subaccountId,
        splitType: "amount",
        splitPercentage: toPercentage(amount, splitAmount),
        liquidAmount: splitAmount,
        chargebackLiable,
      };
}

/** Rounds to two decimal places, as in the examples of the contract. */
function toPercentage(amount: number, splitAmount: number): number {
  return Math.round((splitAmount * 10_000) / amount) / 100;
}
