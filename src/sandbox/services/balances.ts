import type { Context } from "../context.ts";
import { type Balance, balance, MAX_TOTAL_RECEIVED } from "../domain/ledger-balances.ts";

/** What each owner has and is to get, who has ever had anything; the company's owner is empty. */
export async function getBalances(context: Context): Promise<Map<string, Balance>> {
  const sums = await context.data.ledger.available();
  const byOwner = Map.groupBy(sums, ({ owner }) => owner);
  return new Map([...byOwner].map(([owner, own]) => [owner, balance(own, context.today)]));
}

/** What the company itself has and is to get, or one of its subaccounts. */
export async function getBalance(context: Context, owner: string): Promise<Balance> {
  return balance(await context.data.ledger.available(owner), context.today);
}

/** Whether a company can receive an amount, and all its balances still be exact. */
export async function canReceive(context: Context, amount: number): Promise<boolean> {
  return (await context.data.ledger.received()) + amount <= MAX_TOTAL_RECEIVED;
}
