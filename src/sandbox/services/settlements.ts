import type { Context } from "../context.ts";
import { startOfDay } from "../domain/calendar.ts";
import { subaccountOf } from "../domain/ledger-accounts.ts";
import { COMPANY, type Entry } from "../domain/ledger-balances.ts";
import type { Job } from "../store/records.ts";

/** Schedules a job for each later day on which entries become available. However many do so, a day of an owner has one. */
export function scheduleSettlements(context: Context, entries: readonly Entry[]): Promise<void> {
  const jobs: Extract<Job, { kind: "settlement" }>[] = [];
  for (const { account, owner, on: day } of entries)
    if (account === "available" && day > context.today)
      jobs.push({ kind: "settlement", dueAt: startOfDay(day), owner, day });
  // Jobs that are due together run in the order of their addition, which must not depend on the engine.
  if (jobs.some(({ owner }) => owner !== COMPANY))
    jobs.sort((one, other) => Number(one.owner > other.owner) - Number(one.owner < other.owner));
  return context.schedule(...jobs);
}

/**
 * Records what becomes available to an owner today. The ledger has had it since the sale, so no money moves. Refunds
 * may have left nothing.
 */
export async function settle(
  context: Context,
  { owner, day }: Extract<Job, { kind: "settlement" }>,
): Promise<void> {
  const amount = await context.data.ledger.availableOn({ owner, on: day });
  if (amount === 0) return;
  context.record({
    type: "balance.settled",
    resource: owner === COMPANY ? null : { type: "subaccount", id: owner },
    data: { subaccountId: subaccountOf(owner), day, amount },
  });
}
