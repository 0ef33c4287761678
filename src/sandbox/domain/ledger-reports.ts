import type {
  LedgerAccount,
  LedgerEntry,
  Statement,
  StatementDay,
} from "../../../generated/sandbox-control-types.ts";
import { groupBy } from "./group-by.ts";
import { accounts, COMPANY, type Entry, total } from "./ledger-balances.ts";

/** The first and the last day of a statement, as `YYYY-MM-DD`. Without a first day it starts with the ledger. */
type Period = { readonly from?: string | undefined; readonly to: string };

/**
 * Every account with entries, and its balance: the company's accounts first, then those of each subaccount.
 * Takes all entries, or their sums per account, owner and day.
 *
 * @example
 * accountBalances(entries, "2026-03-20");
 * // [{ account: "receivable", subaccountId: null, balance: 97, scheduled: -97 }, …]
 */
export function accountBalances(entries: readonly Entry[], today: string): LedgerAccount[] {
  const byOwner = groupBy(entries, ({ owner }) => owner);
  // The company's owner id is empty, so it is the first.
  return [...byOwner.keys()].sort().flatMap((owner) => {
    const byAccount = groupBy(byOwner.get(owner) ?? [], ({ account }) => account);
    return accounts
      .filter((account) => byAccount.has(account))
      .map((account) => ({
        account,
        subaccountId: subaccountOf(owner),
        balance: total((byAccount.get(account) ?? []).filter(({ on }) => on <= today)),
        scheduled: total((byAccount.get(account) ?? []).filter(({ on }) => on > today)),
      }));
  });
}

/**
 * How the available balance of an owner changes from day to day. Takes the entries of the owner's account
 * "available", or their sums per day.
 *
 * @example
 * statement("", entries, { from: "2026-04-01", to: "2026-04-30" });
 * // { openingBalance: 0, days: [{ day: "2026-04-04", amount: 97, balance: 97 }], closingBalance: 97, … }
 */
export function statement(
  owner: string,
  entries: readonly Entry[],
  { from = "", to }: Period,
): Omit<Statement, "movements" | "next"> {
  const openingBalance = total(entries.filter(({ on }) => on < from));
  const inPeriod = entries.filter(({ on }) => from <= on && on <= to);
  const days: StatementDay[] = [];
  let balance = openingBalance;
  for (const [day, amount] of totalsByDay(inPeriod)) {
    balance += amount;
    days.push({ day, amount, balance });
  }
  return { subaccountId: subaccountOf(owner), openingBalance, days, closingBalance: balance };
}

/**
 * An entry as the control API shows it.
 *
 * @example
 * shownEntry({ account: "available", owner: "", amount: 97, on: "2026-04-04" });
 * // { account: "available", subaccountId: null, amount: 97, day: "2026-04-04" }
 */
export function shownEntry({ account, owner, amount, on }: Entry): LedgerEntry {
  return { account, subaccountId: subaccountOf(owner), amount, day: on };
}

/** The subaccount that an owner is, or null for the company. */
export function subaccountOf(owner: string): string | null {
  return owner === COMPANY ? null : owner;
}

/** The days on which the sum is not zero, the earliest first. */
function totalsByDay(entries: readonly Entry[]): [day: string, amount: number][] {
  return [...groupBy(entries, ({ on }) => on)]
    .map(([day, ofDay]): [string, number] => [day, total(ofDay)])
    .filter(([, amount]) => amount !== 0)
    .sort(([one], [other]) => (one < other ? -1 : 1));
}
