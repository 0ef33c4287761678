import { groupBy } from "../../group-by.ts";
import type { Context } from "../context.ts";
import { type Balance, balance, MAX_TOTAL_RECEIVED } from "../domain/ledger-balances.ts";

/** The balance of each owner with ledger entries. The company's owner id is the empty string. */
export async function getBalances(context: Context): Promise<Map<string, Balance>> {
  const sums = await context.data.ledger.daySums({ account: "available" });
  const byOwner = groupBy(sums, ({ owner }) => owner);
  return new Map([...byOwner].map(([owner, days]) => [owner, balance(days, context.today)]));
}

/** The balance of a subaccount, or of the company itself if `owner` is empty. */
export async function getBalance(context: Context, owner: string): Promise<Balance> {
  return balance(await context.data.ledger.daySums({ account: "available", owner }), context.today);
}

/** Whether a company can receive an amount while all its balances stay exact integers. */
export async function canReceive(context: Context, amount: number): Promise<boolean> {
  return (await context.data.ledger.received()) + amount <= MAX_TOTAL_RECEIVED;
}
