import type { Payment } from "../client/index.ts";
import { inBrazil } from "../sandbox/domain/calendar.ts";
import { formatMoney } from "../text/format-money.ts";

/** The line of a payment, for all commands that print one. */
export function paymentLine({ id, createdAt, paymentMethod, amount, status }: Payment): string {
  const method = paymentMethod.padEnd("billet".length);
  return [inBrazil(createdAt), id, method, formatMoney(amount).padStart(15), status].join("  ");
}
