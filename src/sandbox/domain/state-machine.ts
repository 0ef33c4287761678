import type { PaymentMethod } from "../../../generated/types.ts";

/** A row of a status's `x-transitions` in the contract. What begins has the status null. */
export type Transition = {
  readonly from: string | null | readonly string[];
  readonly to: string;
  readonly paymentMethods?: readonly string[] | undefined;
};

/**
 * The statuses that may follow one. Without a method, those that may follow with any.
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
 * Whether one status may follow another.
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

function startsAt({ from }: Transition, status: string | null): boolean {
  return [from].flat().includes(status);
}

function holdsFor({ paymentMethods }: Transition, method?: PaymentMethod): boolean {
  return !method || !paymentMethods || paymentMethods.includes(method);
}
