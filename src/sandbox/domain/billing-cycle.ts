import type { Subscription } from "../../../generated/types.ts";
import { addDays, daysBetween } from "./calendar.ts";

/** Later than any day. */
const NEVER = "9999-12-31";

/** What the rules need to know of a subscription. */
export type BillingTerms = Pick<
  Subscription,
  "amount" | "setupAmount" | "frequency" | "dueDate" | "tolerancePeriod"
> & {
  readonly duration?: number | null | undefined;
  readonly expirationDate?: string | null | undefined;
};

/** How far the charging of a subscription has come. */
export type BillingState = {
  /** How many cycles were charged or given up: they count toward the duration. */
  readonly cycles: number;
  /** How often the charge of the cycle was declined that is being retried. */
  readonly declined: number;
  /** The day of the last charge or retry, once there was one. */
  readonly billedOn?: string | undefined;
  /** What that was, if it was left pending. */
  readonly pending?: PendingCharge | undefined;
  readonly next: BillingStep;
};

/** A charge that counts as paid, and may still be declined. */
export type PendingCharge = {
  readonly paymentId: string;
  /** How often the charge of its cycle was declined before. */
  readonly declined: number;
};

/**
 * What happens next, and on which day, at its beginning. Nothing happens as long as the subscription
 * is not active, and nothing after it has expired. An end can be taken away before it comes: `cycle`
 * is the day on which the next cycle would begin then.
 */
export type BillingStep =
  | { readonly day: string; readonly kind: "charge" | "retry" }
  | { readonly day: string; readonly kind: "expire"; readonly cycle: string };

/**
 * Where the charging of a new subscription begins. Its cycles begin on its due date, and again every
 * `frequency` days for ever: nothing that happens later moves these days.
 *
 * @example
 * firstBilling(subscription, "2026-03-02");
 * // { cycles: 0, declined: 0, next: { day: "2026-03-10", kind: "charge" } }
 */
export function firstBilling(terms: BillingTerms, today: string): BillingState {
  return planned({ cycles: 0 }, terms, terms.dueDate, today);
}

/**
 * What comes after a charge or a retry. A declined charge is tried again once a day, as long as the
 * tolerance lasts, the subscription does, and no new cycle begins. Then the cycle is given up; it
 * counts toward the duration like one that was paid. The subscription expires on the day after its
 * last cycle was charged, or on the day after its expiration date, whichever is first.
 *
 * @example
 * afterCharge(billing, subscription, true).next; // { day: "2026-04-09", kind: "charge" }
 * afterCharge(billing, subscription, false).next; // { day: "2026-03-11", kind: "retry" }
 */
export function afterCharge(
  billing: BillingState,
  terms: BillingTerms,
  succeeded: boolean,
): BillingState {
  const { cycles, declined, next } = billing;
  const billedOn = next.day;
  const tomorrow = addDays(billedOn, 1);
  const retry = retryOn(tomorrow, { cycles, billedOn, declined: declined + 1 });
  if (!succeeded && mayRetry(retry, terms)) return retry;
  return planned({ cycles: cycles + 1, billedOn }, terms, tomorrow, tomorrow);
}

/**
 * What comes after a charge or a retry that is left pending: the same as after one that succeeded,
 * unless it is declined later.
 *
 * @example
 * afterPendingCharge(billing, subscription, payment.id).next; // { day: "2026-04-09", kind: "charge" }
 */
export function afterPendingCharge(
  billing: BillingState,
  terms: BillingTerms,
  paymentId: string,
): BillingState {
  const { declined } = billing;
  return { ...afterCharge(billing, terms, true), pending: { paymentId, declined } };
}

/**
 * What comes after a pending charge is declined: a retry on the next day, by the same rule as at once.
 * Nothing changes where that does not allow it, or where the payment is of an earlier charge.
 *
 * @example
 * afterLateDecline(billing, subscription, payment.id, "2026-03-10").next;
 * // { day: "2026-03-11", kind: "retry" }
 */
export function afterLateDecline(
  billing: BillingState,
  terms: BillingTerms,
  paymentId: string,
  today: string,
): BillingState {
  const { cycles, billedOn, pending } = billing;
  if (pending?.paymentId !== paymentId) return billing;
  const declined = pending.declined + 1;
  const retry = retryOn(addDays(today, 1), { cycles: cycles - 1, billedOn, declined });
  return mayRetry(retry, terms) ? retry : billing;
}

/**
 * What comes after a suspension: the first cycle that begins after today, and that was not charged
 * before. What fell into the suspension is neither charged nor counted; a cycle that was being retried,
 * or is still pending, is not tried again.
 *
 * @example
 * afterReactivation(billing, subscription, "2026-06-01").next; // { day: "2026-06-08", kind: "charge" }
 */
export function afterReactivation(
  { cycles, billedOn, next }: BillingState,
  terms: BillingTerms,
  today: string,
): BillingState {
  const counted = next.kind === "retry" ? cycles + 1 : cycles;
  const earliest = next.kind === "expire" ? next.cycle : next.day;
  const from = later(addDays(today, 1), earliest);
  return planned({ cycles: counted, billedOn }, terms, from, today);
}

/**
 * What comes after the terms have changed: a retry that they still allow, or the first cycle by the
 * new terms that does not begin before the one that was planned.
 *
 * @example
 * afterChange(billing, { ...subscription, frequency: 7 }, "2026-03-12").next;
 * // { day: "2026-04-14", kind: "charge" }
 */
export function afterChange(
  billing: BillingState,
  terms: BillingTerms,
  today: string,
): BillingState {
  if (mayRetry(billing, terms)) return billing;
  return { ...afterReactivation(billing, terms, today), pending: billing.pending };
}

/**
 * What the charge or retry that is next costs. The first cycle costs the setup besides.
 *
 * @example
 * billingAmount(firstBilling(subscription), subscription); // 5980: 4990 and the setup of 990
 */
export function billingAmount(
  { cycles }: BillingState,
  { amount, setupAmount }: BillingTerms,
): number {
  return cycles === 0 ? amount + setupAmount : amount;
}

/** What of a billing tells when the subscription ends. */
type Billed = Pick<BillingState, "cycles" | "billedOn">;

/** The first cycle from a day on, or the end, which is never before today. */
function planned(billed: Billed, terms: BillingTerms, from: string, today: string): BillingState {
  const cycle = cycleDay(terms, from);
  const end = endOf(terms, billed);
  const next: BillingStep =
    cycle < end
      ? { day: cycle, kind: "charge" }
      : { day: later(today, end), kind: "expire", cycle };
  return { ...billed, declined: 0, next };
}

function retryOn(day: string, billed: Billed & Pick<BillingState, "declined">): BillingState {
  return { ...billed, next: { day, kind: "retry" } };
}

function mayRetry(billing: BillingState, terms: BillingTerms): boolean {
  const { declined, next } = billing;
  const isNewCycle = cycleDay(terms, next.day) === next.day;
  const isTolerated = declined <= terms.tolerancePeriod && !isNewCycle;
  return next.kind === "retry" && isTolerated && next.day < endOf(terms, billing);
}

/** The first day on which a cycle begins, from this one on. */
function cycleDay({ dueDate, frequency }: BillingTerms, from: string): string {
  const days = Math.max(0, Math.ceil(daysBetween(dueDate, from) / frequency) * frequency);
  return days < daysBetween(dueDate, NEVER) ? addDays(dueDate, days) : NEVER;
}

/** The first day on which the subscription is no more: by its duration, or by its expiration date. */
function endOf({ duration, expirationDate }: BillingTerms, { cycles, billedOn }: Billed): string {
  const lastDays = [
    cycles < (duration ?? Number.POSITIVE_INFINITY) ? null : billedOn,
    expirationDate,
  ];
  const ends = lastDays.map((day) => (day && day < NEVER ? addDays(day, 1) : NEVER));
  return ends.reduce((one, other) => (one < other ? one : other));
}

function later(one: string, other: string): string {
  return one > other ? one : other;
}
