import type { PaymentMethod } from "../../../generated/types.ts";

/** A row of a status's `x-transitions` in the contract. `from` is null for the initial status. */
export type Transition = {
  readonly from: string | null | readonly string[];
  readonly to: string;
  /** A sentence, or the operation that causes it. */
  readonly trigger: string;
  readonly paymentMethods?: readonly string[] | undefined;
};

/**
 * The statuses that may follow a status. Without a payment method, those that may follow with any method.
 *
 * @example
 * nextStatuses(transitions, "PENDING", "pix"); // ["PAID", "CANCELED"]
 */
export function nextStatuses(
  transitions: readonly Transition[],
  from: string | null,
  method?: PaymentMethod,
): string[] {
  const rows = transitions.filter((row) => startsAt(row, from) && holdsFor(row, method));
  return [...new Set(rows.map(({ to }) => to))];
}

/**
 * Whether a status may change to another.
 *
 * @example
 * isAllowed(transitions, "SUCCEEDED", "REFUNDED", "card"); // true
 */
export function isAllowed(
  transitions: readonly Transition[],
  from: string | null,
  to: string,
  method?: PaymentMethod,
): boolean {
  return nextStatuses(transitions, from, method).includes(to);
}

/**
 * The key of a transition in a table that has a row for each.
 * @throws {Error} if there is no such row. Callers check the transition first.
 *
 * @example
 * transitionBetween(bookings, "PENDING", "PAID"); // "PENDING → PAID"
 */
export function transitionBetween<Transitions extends string>(
  table: Readonly<Record<Transitions, unknown>>,
  from: string,
  to: string,
): Transitions {
  const transition = `${from} → ${to}`;
  if (!Object.hasOwn(table, transition)) throw new Error(`There is no transition ${transition}.`);
  return transition as Transitions;
}

function startsAt({ from }: Transition, status: string | null): boolean {
  return [from].flat().includes(status);
}

function holdsFor({ paymentMethods }: Transition, method?: PaymentMethod): boolean {
  return !method || !paymentMethods || paymentMethods.includes(method);
}
