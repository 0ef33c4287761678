import type { PaymentSplit } from "../../../generated/types.ts";
import { percentageOf, shares } from "./percentage.ts";

/** Who takes part in an amount. A percentage above 0 counts; without one, the amount does. */
export type Split = {
  readonly subaccountId: string;
  readonly chargebackLiable?: boolean | undefined;
  readonly splitPercentage?: number | null | undefined;
  readonly splitAmount?: number | null | undefined;
};

/** What a company pays of each payment. */
export type Fee = { readonly feePercentage: number; readonly feeFixed: number };

/**
 * The fee of an amount, never more than the amount itself.
 *
 * @example
 * feeOf(10000, { feePercentage: 2.99, feeFixed: 39 }); // 338
 */
export function feeOf(amount: number, { feePercentage, feeFixed }: Fee): number {
  return Math.min(amount, percentageOf(amount, feePercentage) + feeFixed);
}

/**
 * The parts of an amount, in the order of the splits, or undefined when together they are more than
 * what is available.
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
  // A fixed amount has no share: it moves none of the others.
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

/** With two decimal places, as answers show it. */
function toPercentage(amount: number, part: number): number {
  return Math.round((part * 10_000) / amount) / 100;
}
