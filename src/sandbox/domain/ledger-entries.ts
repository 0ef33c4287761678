import type { PaymentMethod, PaymentSplit } from "../../../generated/types.ts";
import { addDays, nextBusinessDay } from "./calendar.ts";
import { COMPANY, type Entry, total } from "./ledger-balances.ts";

/** What a payment brings, and when. */
export type Sale = {
  readonly amount: number;
  readonly fee: number;
  readonly parts: readonly Pick<PaymentSplit, "subaccountId" | "liquidAmount">[];
  readonly day: string;
  readonly settlementDays: readonly string[];
};

const DAYS_TO_SETTLE = 30;

const settlement: Record<PaymentMethod, (day: string, installments: number) => string[]> = {
  card: (day, installments) =>
    Array.from({ length: installments }, (_, index) => addDays(day, DAYS_TO_SETTLE * (index + 1))),
  pix: (day) => [day],
  billet: (day) => [nextBusinessDay(day)],
};

/**
 * The days on which what was paid on a day becomes available.
 *
 * @example
 * settlementDays("card", 2, "2026-03-05"); // ["2026-04-04", "2026-05-04"]
 */
export function settlementDays(method: PaymentMethod, installments: number, day: string): string[] {
  return settlement[method](day, installments);
}

/**
 * The entries of a payment that succeeded. The company alone bears the fee.
 *
 * @example
 * sale({ amount: 100, fee: 3, parts: [], day: "2026-03-05", settlementDays: ["2026-04-04"] });
 * // buyers −100, fees +3, receivable +97; a month later receivable −97, available +97
 */
export function sale({ amount, fee, parts, day, settlementDays }: Sale): Entry[] {
  const given = parts.reduce((sum, { liquidAmount }) => sum + liquidAmount, 0);
  const shares = [
    { owner: COMPANY, amount: amount - fee - given },
    ...parts.map(({ subaccountId, liquidAmount }) => ({
      owner: subaccountId,
      amount: liquidAmount,
    })),
  ];
  return net([
    { account: "buyers", owner: COMPANY, amount: -amount, on: day },
    { account: "fees", owner: COMPANY, amount: fee, on: day },
    ...shares.map((share): Entry => ({ account: "receivable", ...share, on: day })),
    ...shares.flatMap((share) => settle(share, settlementDays)),
  ]);
}

/**
 * Undoes a payment: with its own entries these make every account zero. What has settled is taken
 * back today; what has not is undone on the day on which it would.
 *
 * @example
 * reversal(sale(payment), "2026-03-20");
 */
export function reversal(entries: readonly Entry[], today: string): Entry[] {
  return net(
    entries.map((entry) => ({
      ...entry,
      amount: -entry.amount,
      on: entry.on < today ? today : entry.on,
    })),
  );
}

/**
 * Gives the buyer the money back, at the cost of the subaccounts that are liable for their part, and
 * for the rest of the company. The fee is kept. Who has several parts is liable for all or for none:
 * one that says so is enough.
 *
 * @example
 * chargeback(sale(payment), payment.splits, "2026-03-20");
 */
export function chargeback(
  entries: readonly Entry[],
  parts: readonly Pick<PaymentSplit, "subaccountId" | "chargebackLiable">[],
  today: string,
): Entry[] {
  const liable = parts.filter(({ chargebackLiable }) => chargebackLiable);
  const bearers = new Set([COMPANY, ...liable.map(({ subaccountId }) => subaccountId)]);
  const undone = reversal(
    entries.filter(({ account, owner }) => account !== "fees" && bearers.has(owner)),
    today,
  );
  // What is missing is the fee, and the parts of those who keep theirs.
  const missing = -total(undone);
  return net([...undone, { account: "available", owner: COMPANY, amount: missing, on: today }]);
}

/**
 * What has still to settle settles today.
 *
 * @example
 * anticipation(sale(payment), "2026-03-20");
 */
export function anticipation(entries: readonly Entry[], today: string): Entry[] {
  const unsettled = entries.filter(({ on }) => on > today);
  return net([
    ...unsettled.map((entry) => ({ ...entry, amount: -entry.amount })),
    ...unsettled.map((entry) => ({ ...entry, on: today })),
  ]);
}

/**
 * Money that leaves for a bank account.
 *
 * @example
 * withdrawal("", 5000, "2026-03-20"); // available −5000, banks +5000
 */
export function withdrawal(owner: string, amount: number, day: string): Entry[] {
  return net([
    { account: "available", owner, amount: -amount, on: day },
    { account: "banks", owner, amount, on: day },
  ]);
}

/**
 * Money that the bank sends back.
 *
 * @example
 * withdrawalReturned("", 5000, "2026-03-21"); // available +5000, banks −5000
 */
export function withdrawalReturned(owner: string, amount: number, day: string): Entry[] {
  return withdrawal(owner, -amount, day);
}

/** In equal instalments; the first one has the centavos that cannot be divided. */
function settle(
  { owner, amount }: Pick<Entry, "owner" | "amount">,
  days: readonly string[],
): Entry[] {
  const each = Math.floor(amount / days.length);
  const first = amount - each * (days.length - 1);
  return days.flatMap((on, index): Entry[] => {
    const part = index === 0 ? first : each;
    return [
      { account: "receivable", owner, amount: -part, on },
      { account: "available", owner, amount: part, on },
    ];
  });
}

/** The same with one entry for each account, owner and day, and none of zero. */
function net(entries: readonly Entry[]): Entry[] {
  const sums = new Map<string, Entry>();
  for (const entry of entries) {
    const key = `${entry.account} ${entry.owner} ${entry.on}`;
    sums.set(key, { ...entry, amount: entry.amount + (sums.get(key)?.amount ?? 0) });
  }
  return [...sums.values()].filter(({ amount }) => amount !== 0);
}
