import type { BilletPayment, Payment } from "../../../generated/types.ts";
import { addDays, dayOf, daysBetween } from "./calendar.ts";
import { percentageOf } from "./percentage.ts";

/** The amount due for a boleto, in centavos. */
type AmountDue = {
  readonly interest: number;
  readonly lateFee: number;
  /** The amount of the boleto plus interest and late fee. */
  readonly total: number;
};

/**
 * The amount due for a boleto on a day, or undefined if it can no longer be paid.
 *
 * Interest accrues daily from its start date, inclusive. The late fee is due once. If there is no fixed
 * amount, the percentage applies. For interest it is a percentage per day, because the description names
 * no other unit. This is the meaning of the types DAILY_AMOUNT and FIXED in the contract; unknown types
 * are treated the same.
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
  const lateFeeCount = Math.min(1, daysSince(lateFeeStartDate, day));
  // Multiplies the days before taking the percentage, so that it is rounded only once.
  const interest =
    days * (interestAmount ?? 0) || percentageOf(days * amount, Number(interestPercentage ?? 0));
  const lateFee =
    lateFeeCount * (lateFeeAmount ?? 0) ||
    percentageOf(lateFeeCount * amount, Number(lateFeePercentage ?? 0));
  return { interest, lateFee, total: amount + interest + lateFee };
}

/** The amount that the buyer pays on a day, with the late fee and interest of an overdue boleto. */
export function amountPaid(payment: Payment, day: string): number {
  const due = payment.paymentMethod === "billet" ? amountDue(payment, day) : undefined;
  return due?.total ?? payment.amount;
}

/**
 * The first day after the due date of a boleto.
 *
 * @example
 * firstLateDay(payment); // "2026-03-06"
 */
export function firstLateDay({ billetDetails }: Pick<BilletPayment, "billetDetails">): string {
  return addDays(dayOf(Date.parse(billetDetails.expirationDate)), 1);
}

/** The number of days since a start date, inclusive. 0 without a start date. */
function daysSince(start: string | null | undefined, day: string): number {
  return start ? Math.max(0, daysBetween(start, day) + 1) : 0;
}
