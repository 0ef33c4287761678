import type { Subscription } from "../../../generated/types.ts";
import { addDays, daysBetween } from "./calendar.ts";

/** Later than any day. */
const NEVER = "9999-12-31";

/** What the rules need to know of a subscription. */
export type BillingTerms = Pick<
  Subscription,
  "amount" | "setupAmount" | "frequency" | "dueDate" | "expirationDate" | "tolerancePeriod"
> & { readonly duration?: number | undefined };

/** How far the charging of a subscription has come. */
export type Billing = {
  /** How many cycles were charged or given up: they count toward the duration. */
  readonly cycles: number;
  /** How often the charge of the cycle was declined that is being retried. */
  readonly declined: number;
  readonly next: BillingStep;
};

/**
 * What happens next, and on which day, at its beginning. Nothing happens as long as the subscription
 * is not active, and nothing after it has expired.
 */
export type BillingStep = {
  /** "YYYY-MM-DD" */
  readonly day: string;
  readonly kind: "charge" | "retry" | "expire";
};

/**
 * Where the charging of a new subscription begins. Its cycles begin on its due date, and again every
 * `frequency` days for ever: nothing that happens later moves these days.
 *
 * @example
 * firstBilling(subscription);
 * // { cycles: 0, declined: 0, next: { day: "2026-03-10", kind: "charge" } }
 */
export function firstBilling(terms: BillingTerms): Billing {
  return planned(terms, 0, terms.dueDate);
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
  { cycles, declined, next }: Billing,
  terms: BillingTerms,
  succeeded: boolean,
): Billing {
  const tomorrow = addDays(next.day, 1);
  const retry: Billing = {
    cycles,
    declined: declined + 1,
    next: { day: tomorrow, kind: "retry" },
  };
  return !succeeded && mayRetry(retry, terms) ? retry : planned(terms, cycles + 1, tomorrow);
}

/**
 * What comes after a suspension: the first cycle that does not begin before today, and that was not
 * charged before. What fell into the suspension is neither charged nor counted; a cycle that was being
 * retried is given up.
 *
 * @example
 * afterReactivation(billing, subscription, "2026-06-01").next; // { day: "2026-06-08", kind: "charge" }
 */
export function afterReactivation(
  { cycles, next }: Billing,
  terms: BillingTerms,
  today: string,
): Billing {
  const counted = next.kind === "retry" ? cycles + 1 : cycles;
  return planned(terms, counted, later(today, next.day), today);
}

/**
 * What comes after the terms have changed: a retry that they still allow, or the first cycle by the
 * new terms that does not begin before the one that was planned.
 *
 * @example
 * afterChange(billing, { ...subscription, frequency: 7 }, "2026-03-12").next;
 * // { day: "2026-04-14", kind: "charge" }
 */
export function afterChange(billing: Billing, terms: BillingTerms, today: string): Billing {
  return mayRetry(billing, terms) ? billing : afterReactivation(billing, terms, today);
}

/**
 * What the charge or retry that is next costs. The first cycle costs the setup besides.
 *
 * @example
 * billingAmount(firstBilling(subscription), subscription); // 5980: 4990 and the setup of 990
 */
export function billingAmount({ cycles }: Billing, { amount, setupAmount }: BillingTerms): number {
  return cycles === 0 ? amount + setupAmount : amount;
}

function planned(terms: BillingTerms, cycles: number, from: string, today = from): Billing {
  const { duration = Number.POSITIVE_INFINITY } = terms;
  const isUsedUp = cycles >= duration;
  const day = isUsedUp ? from : cycleDay(terms, from);
  const next: BillingStep =
    day < endOf(terms)
      ? { day, kind: isUsedUp ? "expire" : "charge" }
      : { day: later(today, endOf(terms)), kind: "expire" };
  return { cycles, declined: 0, next };
}

/** The first day on which a cycle begins, from this one on. */
function cycleDay({ dueDate, frequency }: BillingTerms, from: string): string {
  const days = Math.ceil(daysBetween(dueDate, from) / frequency) * frequency;
  return days < daysBetween(dueDate, NEVER) ? addDays(dueDate, days) : NEVER;
}

function mayRetry({ declined, next }: Billing, terms: BillingTerms): boolean {
  const most = Math.min(terms.tolerancePeriod, terms.frequency - 1);
  return next.kind === "retry" && declined <= most && next.day < endOf(terms);
}

/** The first day on which the subscription is no more. */
function endOf({ expirationDate }: BillingTerms): string {
  return expirationDate === null || expirationDate >= NEVER ? NEVER : addDays(expirationDate, 1);
}

function later(one: string, other: string): string {
  return one > other ? one : other;
}
