import type { BilletPayment } from "../../../generated/types.ts";
import { dayOf, daysBetween } from "./calendar.ts";
import { percentageOf } from "./percentage.ts";

/** What a billet costs, in centavos. */
export type AmountDue = {
  readonly interest: number;
  readonly lateFee: number;
  /** With what it would have cost in time. */
  readonly total: number;
};

/**
 * What a billet costs on a day, by what it says itself; undefined when it can no longer be paid.
 *
 * Interest runs for each day, its first day included, and the fine is due once. Where there is no
 * amount, the percentage counts: for interest a percentage a day, since no other unit is described.
 * The kinds that the contract names, DAILY_AMOUNT and FIXED, mean just this; a kind that it does not
 * name is reckoned the same.
 *
 * @example
 * amountDue(payment, "2026-03-08"); // { interest: 99, lateFee: 200, total: 10299 }
 */
export function amountDue(
  { amount, billetDetails }: Pick<BilletPayment, "amount" | "billetDetails">,
  day: string,
): AmountDue | undefined {
  const { interestAmount, interestPercentage, interestStartDate } = billetDetails;
  const { lateFeeAmount, lateFeePercentage, lateFeeStartDate, paymentLimitDate } = billetDetails;
  if (day > dayOf(Date.parse(paymentLimitDate))) return undefined;
  const days = daysSince(interestStartDate, day);
  const times = Math.min(1, daysSince(lateFeeStartDate, day));
  // The percentage is taken of all days at once, so that it is rounded only once.
  const interest =
    days * (interestAmount ?? 0) || percentageOf(days * amount, Number(interestPercentage ?? 0));
  const lateFee =
    times * (lateFeeAmount ?? 0) || percentageOf(times * amount, Number(lateFeePercentage ?? 0));
  return { interest, lateFee, total: amount + interest + lateFee };
}

/** How many days something has run by a day, its first one included. What has no first day never runs. */
function daysSince(start: string | null | undefined, day: string): number {
  return start ? Math.max(0, daysBetween(start, day) + 1) : 0;
}
