import type { NextCharge } from "../../../generated/sandbox-control-types.ts";
import type { Subscription } from "../../../generated/types.ts";
import { addDays, daysBetween } from "./calendar.ts";

/** Later than any day. */
const NEVER = "9999-12-31";

/** The fields of a subscription that determine its billing. */
export type BillingTerms = Pick<
  Subscription,
  "amount" | "setupAmount" | "frequency" | "dueDate" | "tolerancePeriod"
> & {
  readonly duration?: number | null | undefined;
  readonly expirationDate?: string | null | undefined;
};

/** The billing state of a subscription. */
export type BillingState = {
  /** The number of cycles that were charged or given up. They count toward the duration. */
  readonly cycles: number;
  /** How often the charge of the current cycle was declined, while it is being retried. */
  readonly declined: number;
  /** The day of the latest charge or retry. */
  readonly billedOn?: string | undefined;
  /** The first day on which a cycle begins by the current frequency. Until the frequency changes, it is the due date. */
  readonly cyclesFrom?: string | undefined;
  /** The latest charge, if it is still pending. */
  readonly pending?: PendingCharge | undefined;
  readonly next: BillingStep;
};

/** A charge that counts as paid but may still be declined. */
type PendingCharge = {
  readonly paymentId: string;
  /** How often the charge of this cycle was declined before. */
  readonly declined: number;
};

/** The next billing step. It runs at the beginning of its day, and only while the subscription is active. */
type BillingStep = { readonly day: string; readonly kind: "charge" | "retry" | "expire" };

/**
 * The billing of a new subscription. A cycle begins on the due date and then every `frequency` days.
 * Retries and suspensions never shift these days.
 *
 * @example
 * firstBilling(subscription, "2026-03-02");
 * // { cycles: 0, declined: 0, next: { day: "2026-03-10", kind: "charge" } }
 */
export function firstBilling(terms: BillingTerms, today: string): BillingState {
  return planned({ cycles: 0 }, terms, terms.dueDate, today);
}

/**
 * The billing after a charge or a retry. A declined charge is retried once a day until the tolerance
 * period ends, the subscription ends, or a new cycle begins. Then the cycle is given up; it counts
 * toward the duration like a paid one. The subscription expires on the day after its last cycle was
 * charged, or on the day after its expiration date, whichever is first.
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
  const { cycles, cyclesFrom, declined, next } = billing;
  const billedOn = next.day;
  const tomorrow = addDays(billedOn, 1);
  const retry = retryOn(tomorrow, { cycles, cyclesFrom, billedOn, declined: declined + 1 });
  if (!succeeded && mayRetry(retry, terms)) return retry;
  return planned({ cycles: cycles + 1, cyclesFrom, billedOn }, terms, tomorrow, tomorrow);
}

/**
 * The billing after a charge or a retry whose payment is pending: the same as after a successful one,
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
 * The billing after a pending charge is declined: a retry on the next day, by the same rules as after an
 * immediate decline. Nothing changes if those rules allow no retry, or if the payment belongs to an
 * earlier charge.
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
  const { cycles, cyclesFrom, billedOn, pending } = billing;
  if (pending?.paymentId !== paymentId) return billing;
  const declined = pending.declined + 1;
  const retry = retryOn(addDays(today, 1), { cycles: cycles - 1, cyclesFrom, billedOn, declined });
  return mayRetry(retry, terms) ? retry : billing;
}

/**
 * The billing after a suspension: the first cycle that begins after today.
 * Cycles during the suspension are neither charged nor counted. A cycle that was being retried, or whose
 * payment is still pending, is not retried any more.
 *
 * @example
 * afterReactivation(billing, subscription, "2026-06-01").next; // { day: "2026-06-08", kind: "charge" }
 */
export function afterReactivation(
  { cycles, cyclesFrom, billedOn, next }: BillingState,
  terms: BillingTerms,
  today: string,
): BillingState {
  const counted = next.kind === "retry" ? cycles + 1 : cycles;
  return planned({ cycles: counted, cyclesFrom, billedOn }, terms, addDays(today, 1), today);
}

/**
 * The billing after the terms have changed: the planned retry if the new terms still allow it, or else the next cycle. The
 * day on which that begins stays as it was: a new frequency counts from there, so that no paid period gets shorter.
 *
 * @example
 * afterChange(billing, subscription, { ...subscription, frequency: 7 }, "2026-03-12").next;
 * // { day: "2026-04-09", kind: "charge" }, and then every 7 days
 */
export function afterChange(
  billing: BillingState,
  before: BillingTerms,
  terms: BillingTerms,
  today: string,
): BillingState {
  const isKept = before.frequency === terms.frequency;
  const cyclesFrom = isKept ? billing.cyclesFrom : cycleDay(billing, before, addDays(today, 1));
  const changed = { ...billing, cyclesFrom };
  if (mayRetry(changed, terms)) return changed;
  return { ...afterReactivation(changed, terms, today), pending: billing.pending };
}

/**
 * The amount of the next charge or retry. The first cycle includes the setup amount.
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

/**
 * The next charge or retry, or null if there is none. It only takes place while the subscription is active.
 *
 * @example
 * nextCharge(firstBilling(subscription), subscription);
 * // { date: "2026-03-10", amount: 5980, cycle: 1, attempt: 1 }
 */
export function nextCharge(billing: BillingState, terms: BillingTerms): NextCharge | null {
  const { next, cycles, declined } = billing;
  if (next.kind === "expire") return null;
  const amount = billingAmount(billing, terms);
  return { date: next.day, amount, cycle: cycles + 1, attempt: declined + 1 };
}

/** The part of the state that determines when cycles begin and the subscription ends. */
type BillingHistory = Pick<BillingState, "cycles" | "cyclesFrom" | "billedOn">;

/** Plans the first cycle from a day on, or the end of the subscription, which is never before today. */
function planned(
  history: BillingHistory,
  terms: BillingTerms,
  from: string,
  today: string,
): BillingState {
  const cycle = cycleDay(history, terms, from);
  const end = endOf(terms, history);
  const next: BillingStep =
    cycle < end ? { day: cycle, kind: "charge" } : { day: later(today, end), kind: "expire" };
  return { ...history, declined: 0, next };
}

function retryOn(
  day: string,
  history: BillingHistory & Pick<BillingState, "declined">,
): BillingState {
  return { ...history, next: { day, kind: "retry" } };
}

function mayRetry(billing: BillingState, terms: BillingTerms): boolean {
  const { declined, next } = billing;
  const isNewCycle = cycleDay(billing, terms, next.day) === next.day;
  const isTolerated = declined <= terms.tolerancePeriod && !isNewCycle;
  return next.kind === "retry" && isTolerated && next.day < endOf(terms, billing);
}

/**
 * The first day from `from` on, inclusive, on which a cycle begins.
 * @throws {RangeError} if there is none. A step that is not later than the last one would be due at once, without end.
 */
function cycleDay(
  { cyclesFrom }: BillingHistory,
  { dueDate, frequency }: BillingTerms,
  from: string,
): string {
  const first = cyclesFrom ?? dueDate;
  const days = Math.max(0, Math.ceil(daysBetween(first, from) / frequency) * frequency);
  const day = days < daysBetween(first, NEVER) ? addDays(first, days) : NEVER;
  if (day < from) throw new RangeError(`No cycle of ${frequency} days begins after ${day}.`);
  return day;
}

/** The day after the last day of the subscription, by its duration or its expiration date. */
function endOf(
  { duration, expirationDate }: BillingTerms,
  { cycles, billedOn }: BillingHistory,
): string {
  const left = (duration ?? Number.POSITIVE_INFINITY) - cycles;
  // If more cycles began than the duration has, the last of it was over by the day of the latest one.
  if (left < 0 && billedOn) return billedOn;
  const lastDays = [left === 0 ? billedOn : null, expirationDate];
  const ends = lastDays.map((day) => (day && day < NEVER ? addDays(day, 1) : NEVER));
  return ends.reduce((one, other) => (one < other ? one : other));
}

function later(one: string, other: string): string {
  return one > other ? one : other;
}
