/**
 * A line of the books. Those of an event sum to zero on every day: money moves, and is never made.
 * One dated in the future counts from that day on, so that no job has to settle anything.
 */
export type Entry = {
  readonly account: Account;
  /** The subaccount's id, or empty for the company. */
  readonly owner: string;
  /** In centavos; what goes out is negative. */
  readonly amount: number;
  /** "YYYY-MM-DD" */
  readonly on: string;
};

export type Account = "receivable" | "available" | "fees" | "buyers" | "banks";

/** What one owner has, and what he gets on which days. */
export type Balance = {
  readonly available: number;
  readonly receivable: { date: string; amount: number }[];
};

/**
 * How much a company can receive in all. No balance then is more than this, above zero or below, and no
 * change of one more than twice as much: every sum of money is a number that JSON says exactly.
 */
export const MAX_TOTAL_RECEIVED = 2 ** 52 - 1;

/** The owner of what belongs to the company itself. */
export const COMPANY = "";

/**
 * What one owner has today, and what he gets later. It takes all entries of that owner, or only those
 * of the account "available", which then need not name it.
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

/** Entries that would make money, or lose it: a defect of whoever made them. */
export class UnbalancedEntriesError extends Error {
  override readonly name = "UnbalancedEntriesError";
}

/**
 * Holds that the entries of an event sum to zero on every day. The store asks this before it writes.
 * @throws {UnbalancedEntriesError} that names the event and the day.
 *
 * @example
 * assertBalanced("withdrawal", withdrawal("", 5000, "2026-03-20"));
 */
export function assertBalanced(event: string, entries: readonly Entry[]): void {
  for (const [day, ofDay] of Map.groupBy(entries, ({ on }) => on)) {
    const sum = total(ofDay);
    if (sum === 0) continue;
    throw new UnbalancedEntriesError(
      `The entries of ${event} on ${day} sum to ${sum}, not to zero.`,
    );
  }
}

/** The sum of the amounts of entries. */
export function total(entries: readonly Entry[]): number {
  return entries.reduce((sum, { amount }) => sum + amount, 0);
}
