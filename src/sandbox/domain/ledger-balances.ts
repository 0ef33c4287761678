/**
 * A ledger entry (double-entry bookkeeping). The entries of an event sum to zero on every day: money moves
 * between accounts and is never created. An entry with a future date takes effect on that day by itself: the job of
 * that day only records it.
 */
export type Entry = {
  readonly account: Account;
  /** The id of a subaccount, or empty for the company. */
  readonly owner: string;
  /** In centavos. A debit is negative. */
  readonly amount: number;
  /** "YYYY-MM-DD" */
  readonly on: string;
};

/** An entry with its event. */
export type PostedEntry = Entry & { readonly event: LedgerEvent };

/** What entries are written for. Each event of a payment or withdrawal is booked once. */
export type LedgerEvent = (typeof ledgerEvents)[number];

/** In the order in which they happen to a payment or withdrawal. */
export const ledgerEvents = [
  "sale",
  "anticipation",
  "refund",
  "chargeback",
  "withdrawal",
  "return",
] as const;

/**
 * Owners have `receivable` and `available` money. `fees` are the service's. `buyers` and `banks` stand for
 * the world outside: money that came in is negative there, money that left is positive.
 */
export type Account = (typeof accounts)[number];

/** In the order in which they are listed. */
export const accounts = ["receivable", "available", "fees", "buyers", "banks"] as const;

/** The balance of an owner: available today, and receivable by day. */
export type Balance = {
  readonly available: number;
  readonly receivable: { date: string; amount: number }[];
};

/**
 * The most that a company can receive in total. It limits every balance to this value in both directions,
 * and every change of a balance to twice as much, so that all sums are exact integers in JSON.
 */
export const MAX_TOTAL_RECEIVED = 2 ** 52 - 1;

/** The owner id of the company itself. */
export const COMPANY = "";

/**
 * The balance of an owner. Takes all entries of that owner, or only those of the account "available", in
 * which case they may omit `account`.
 *
 * @example
 * balance(entries, "2026-03-20"); // { available: 0, receivable: [{ date: "2026-04-04", amount: 97 }] }
 */
export function balance(
  entries: readonly (Pick<Entry, "amount" | "on"> & { readonly account?: Account })[],
  today: string,
): Balance {
  const days = new Map<string, number>();
  for (const { account = "available", amount, on } of entries) {
    if (account !== "available") continue;
    const day = on < today ? today : on;
    days.set(day, amount + (days.get(day) ?? 0));
  }
  const receivable = [...days]
    .map(([date, amount]) => ({ date, amount }))
    .filter(({ date, amount }) => date !== today && amount !== 0)
    .sort((one, other) => (one.date < other.date ? -1 : 1));
  return { available: days.get(today) ?? 0, receivable };
}

/** Entries that do not sum to zero: a defect of the code that created them. */
class UnbalancedEntriesError extends Error {
  override readonly name = "UnbalancedEntriesError";
}

/**
 * Checks that the entries of an event sum to zero on every day. The store calls this before it writes.
 * @throws {UnbalancedEntriesError} with the event and the day, if they do not.
 *
 * @example
 * assertBalanced("withdrawal", withdrawal("", 5000, "2026-03-20"));
 */
export function assertBalanced(event: LedgerEvent, entries: readonly Entry[]): void {
  const sums = new Map<string, number>();
  for (const { on, amount } of entries) sums.set(on, amount + (sums.get(on) ?? 0));
  for (const [day, sum] of sums) {
    if (sum === 0) continue;
    throw new UnbalancedEntriesError(
      `The entries of ${event} on ${day} sum to ${sum}, not to zero.`,
    );
  }
}

export function total(entries: readonly Pick<Entry, "amount">[]): number {
  return entries.reduce((sum, { amount }) => sum + amount, 0);
}
