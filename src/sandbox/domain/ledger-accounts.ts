import type {
  LedgerAccount,
  LedgerEntry,
  ReceivableDay,
} from "../../../generated/sandbox-control-types.ts";
import { groupBy } from "../../group-by.ts";
import { type Account, accounts, COMPANY, type Entry, total } from "./ledger-balances.ts";

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
 * The days on which money enters or leaves the available balance of an owner, the earliest first. Takes all entries of the
 * owner, or their sums per account and day.
 *
 * @example
 * receivableDays([...sale(payment), ...withdrawal("", 60, "2026-04-06")]);
 * // [{ day: "2026-04-04", net: 97, withdrawn: 0, balance: 97 }, { day: "2026-04-06", net: 0, withdrawn: 60, balance: 37 }]
 */
export function receivableDays(entries: readonly Entry[]): ReceivableDay[] {
  let balance = 0;
  return [...groupBy(entries, ({ on }) => on)]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([day, ofDay]) => {
      const change = totalOf("available", ofDay);
      const withdrawn = totalOf("banks", ofDay);
      balance += change;
      return { day, net: change + withdrawn, withdrawn, balance };
    })
    .filter(({ net, withdrawn }) => net !== 0 || withdrawn !== 0);
}

/**
 * What a buyer paid for a payment, and what the service and the subaccounts got of it. Takes the entries of its sale.
 *
 * @example
 * amountsOfSale(sale(payment)); // { gross: 100, fees: 3, splits: 0 }
 */
export function amountsOfSale(entries: readonly Entry[]) {
  return {
    gross: 0 - totalOf("buyers", entries),
    fees: totalOf("fees", entries),
    splits: totalOf(
      "available",
      entries.filter(({ owner }) => owner !== COMPANY),
    ),
  };
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

function totalOf(account: Account, entries: readonly Entry[]): number {
  return total(entries.filter((entry) => entry.account === account));
}
