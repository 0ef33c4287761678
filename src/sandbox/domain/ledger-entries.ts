import type { Payment, PaymentMethod, PaymentSplit } from "../../../generated/types.ts";
import { addDays, nextBusinessDay } from "./calendar.ts";
import { COMPANY, type Entry, total } from "./ledger-balances.ts";

/** A successful payment, with the days on which it settles. */
type Sale = {
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
 * The days on which a payment made on `day` becomes available, one for each installment.
 *
 * @example
 * settlementDays("card", 2, "2026-03-05"); // ["2026-04-04", "2026-05-04"]
 */
export function settlementDays(method: PaymentMethod, installments: number, day: string): string[] {
  return settlement[method](day, installments);
}

export function installmentsOf(payment: Payment): number {
  return "installments" in payment ? payment.installments : 1;
}

/**
 * The entries of a successful payment. Only the company pays the fee.
 *
 * @example
 * sale({ amount: 100, fee: 3, parts: [], day: "2026-03-05", settlementDays: ["2026-04-04"] });
 * // buyers −100, fees +3, receivable +97; a month later receivable −97, available +97
 */
export function sale({ amount, fee, parts, day, settlementDays }: Sale): Entry[] {
  const splitTotal = parts.reduce((sum, { liquidAmount }) => sum + liquidAmount, 0);
  const shares = [
    { owner: COMPANY, amount: amount - fee - splitTotal },
    ...parts.map(({ subaccountId, liquidAmount }) => ({
      owner: subaccountId,
      amount: liquidAmount,
    })),
  ];
  const entries: Entry[] = [
    { account: "buyers", owner: COMPANY, amount: -amount, on: day },
    { account: "fees", owner: COMPANY, amount: fee, on: day },
  ];
  for (const share of shares)
    entries.push({ account: "receivable", owner: share.owner, amount: share.amount, on: day });
  for (const share of shares) settle(entries, share, settlementDays);
  // The company has each day of the payment, also if others get all of it.
  return merge(entries).filter((entry) => entry.amount !== 0 || isCompanysDay(entry));
}

/**
 * Reverses a payment: together with its own entries, these bring every account to zero. Settled amounts
 * are reversed today, unsettled ones on the day on which they would settle.
 *
 * @example
 * reversal(sale(payment), "2026-03-20");
 */
export function reversal(entries: readonly Entry[], today: string): Entry[] {
  return net(
    entries.map((entry) => ({
      ...entry,
      amount: 0 - entry.amount,
      on: entry.on < today ? today : entry.on,
    })),
  );
}

/**
 * Returns the money to the buyer. The liable subaccounts give back their splits, and the company pays the
 * rest. The service keeps its fee. If one split of a subaccount is liable, all its splits are.
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
  const payers = new Set([COMPANY, ...liable.map(({ subaccountId }) => subaccountId)]);
  const reversed = reversal(
    entries.filter(({ account, owner }) => account !== "fees" && payers.has(owner)),
    today,
  );
  // The company also pays the fee, and the splits of subaccounts that are not liable.
  const missing = 0 - total(reversed);
  if (missing === 0) return reversed;
  return net([...reversed, { account: "available", owner: COMPANY, amount: missing, on: today }]);
}

/**
 * Makes unsettled amounts available today. There are no entries if everything has settled.
 *
 * @example
 * anticipation(sale(payment), "2026-03-20");
 */
export function anticipation(entries: readonly Entry[], today: string): Entry[] {
  const unsettled = entries.filter(({ on }) => on > today);
  const moved = net([
    ...unsettled.map((entry) => ({ ...entry, amount: 0 - entry.amount })),
    ...unsettled.map((entry) => ({ ...entry, on: today })),
  ]);
  return moved.some(({ amount }) => amount !== 0) ? moved : [];
}

/**
 * Moves money from the available balance to a bank account. The service keeps its fee.
 *
 * @example
 * withdrawal("", 5000, "2026-03-20"); // available −5000, banks +5000
 * withdrawal("", 5000, "2026-03-20", 350); // available −5000, banks +4650, fees +350
 */
export function withdrawal(owner: string, amount: number, day: string, fee = 0): Entry[] {
  return net([
    { account: "available", owner, amount: -amount, on: day },
    { account: "banks", owner, amount: amount - fee, on: day },
    { account: "fees", owner: COMPANY, amount: fee, on: day },
  ]);
}

/**
 * Returns the money of a failed withdrawal to the available balance, with the fee.
 *
 * @example
 * withdrawalReturned("", 5000, "2026-03-21"); // available +5000, banks −5000
 */
export function withdrawalReturned(owner: string, amount: number, day: string, fee = 0): Entry[] {
  return withdrawal(owner, -amount, day, -fee);
}

/** Adds entries that settle in installments. */
function settle(
  entries: Entry[],
  { owner, amount }: Pick<Entry, "owner" | "amount">,
  days: readonly string[],
): void {
  for (const [on, installment] of inInstallments(amount, days)) {
    entries.push({ account: "receivable", owner, amount: -installment, on });
    entries.push({ account: "available", owner, amount: installment, on });
  }
}

/**
 * An amount in equal parts, by day. The first one has the remaining centavos.
 *
 * @example
 * inInstallments(100, ["2026-04-04", "2026-05-04", "2026-06-03"]); // 34, 33 and 33
 */
function inInstallments(amount: number, days: readonly string[]): Map<string, number> {
  const regular = Math.floor(amount / days.length);
  const first = amount - regular * (days.length - 1);
  return new Map(days.map((day, index) => [day, index === 0 ? first : regular]));
}

/**
 * Merges entries of the same account, owner and day, and drops those that sum to zero, except for days of which others got all:
 * the statement of the company has these too.
 */
function net(entries: readonly Entry[]): Entry[] {
  return merge(entries).filter((merged) => {
    if (merged.amount !== 0) return true;
    if (!isCompanysDay(merged)) return false;
    return entries.every((each) => {
      return each.amount === 0 || each.on !== merged.on || !isCompanysDay(each);
    });
  });
}

/** Whether an entry says what the company gets on a day, be it nothing. */
function isCompanysDay({ account, owner }: Entry): boolean {
  return account === "available" && owner === COMPANY;
}

function merge(entries: readonly Entry[]): Entry[] {
  const merged: Writable<Entry>[] = [];
  // An owner has few entries on a day, so a search among them takes less time than a key for each.
  const byOwner = new Map<string, Map<string, Writable<Entry>[]>>();
  for (const { account, owner, amount, on } of entries) {
    const days = byOwner.get(owner) ?? new Map<string, Writable<Entry>[]>();
    if (days.size === 0) byOwner.set(owner, days);
    const ofDay = days.get(on) ?? [];
    const known = ofDay.find((each) => each.account === account);
    if (known) {
      known.amount += amount;
      continue;
    }
    const entry = { account, owner, amount, on };
    merged.push(entry);
    if (ofDay.push(entry) === 1) days.set(on, ofDay);
  }
  return merged;
}

type Writable<Each> = { -readonly [Name in keyof Each]: Each[Name] };
