import type { Payment, Withdrawal } from "../../../generated/types.ts";
import { amountPaid } from "./late-fees.ts";
import type { Entry, LedgerEvent } from "./ledger-balances.ts";
import {
  anticipation,
  chargeback,
  installmentsOf,
  reversal,
  settlementDays,
  withdrawal,
  withdrawalReturned,
} from "./ledger-entries.ts";

/** A payment or a withdrawal, with what the service does not show. */
type Booked = { readonly resource: Payment | Withdrawal } & (
  | { readonly anticipated: boolean }
  | { readonly owner: string }
);

/** What has been booked for a payment or a withdrawal that has a status. For all others, nothing has. */
const BOOKED: Readonly<Record<string, readonly LedgerEvent[]>> = {
  SUCCEEDED: ["sale"],
  PAID: ["sale"],
  DISPUTED: ["sale"],
  REFUNDED: ["sale", "refund"],
  CHARGEBACK: ["sale", "chargeback"],
};

/**
 * The events that have been booked for a record.
 *
 * @example
 * bookedEvents({ resource: payment, anticipated: true }); // ["sale", "anticipation"], if its status is SUCCEEDED
 */
export function bookedEvents(record: Booked): LedgerEvent[] {
  const { resource } = record;
  if ("anticipated" in record)
    return [
      ...(BOOKED[resource.status] ?? []),
      ...(record.anticipated ? (["anticipation"] as const) : []),
    ];
  if (resource.amount === 0) return [];
  return resource.status === "FAILED" ? ["withdrawal", "return"] : ["withdrawal"];
}

/** Whether a record can have got these entries, after those before them. */
export function isPossible(
  event: LedgerEvent,
  entries: readonly Entry[],
  record: Booked,
  before: readonly Entry[],
): boolean {
  const day = entries.reduce((first, { on }) => (on < first ? on : first), "9999");
  if ("owner" in record) return isSame(entries, ofWithdrawal(event, record, day));
  const payment = record.resource as Payment;
  if (event === "sale") return isSale(entries, payment, day);
  return isSame(entries, afterSale(event, payment, before, day));
}

function ofWithdrawal(
  event: LedgerEvent,
  { resource, owner }: Extract<Booked, { owner: string }>,
  day: string,
): Entry[] {
  const { amount, liquidAmount } = resource as Withdrawal;
  const book = event === "return" ? withdrawalReturned : withdrawal;
  return book(owner, amount, day, amount - liquidAmount);
}

function afterSale(event: LedgerEvent, { splits }: Payment, before: readonly Entry[], day: string) {
  if (event === "refund") return reversal(before, day);
  return event === "anticipation" ? anticipation(before, day) : chargeback(before, splits, day);
}

/**
 * Whether a buyer paid what the payment costs on a day, and the service and the owners got it. The shares of a refunded
 * payment are not known any more.
 */
function isSale(entries: readonly Entry[], payment: Payment, day: string): boolean {
  const days = settlementDays(payment.paymentMethod, installmentsOf(payment), day);
  const receivable = new Map<string, number>();
  for (const { account, owner, amount, on } of entries) {
    if (account === "receivable") receivable.set(owner, amount + (receivable.get(owner) ?? 0));
    const isExpected = {
      buyers: amount === -amountPaid(payment, day) && on === day,
      fees: amount >= 0 && on === day,
      available: amount >= 0 && days.includes(on),
      receivable: amount > 0 ? on === day : days.includes(on),
      banks: false,
    }[account];
    if (!isExpected) return false;
  }
  return hasOneOfEach(entries) && [...receivable.values()].every((sum) => sum === 0);
}

function isSame(entries: readonly Entry[], expected: readonly Entry[]): boolean {
  const amounts = new Map(expected.map((entry) => [keyOf(entry), entry.amount]));
  const isEqual = (entry: Entry) => amounts.get(keyOf(entry)) === entry.amount;
  return entries.length === expected.length && hasOneOfEach(entries) && entries.every(isEqual);
}

function hasOneOfEach(entries: readonly Entry[]): boolean {
  return new Set(entries.map(keyOf)).size === entries.length;
}

const keyOf = ({ account, owner, on }: Entry) => `${account} ${owner} ${on}`;
