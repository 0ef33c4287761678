import type { NextDue } from "../../../generated/sandbox-control-types.ts";
import type { Context } from "../context.ts";
import { startOfDay } from "../domain/calendar.ts";
import { getBalances } from "./company-balances.ts";

/** When the next event of each kind is due. The queue may have settlements of days on which refunds left nothing. */
export async function nextDue(context: Context): Promise<NextDue> {
  const { data, now } = context;
  const inText = (at: number | undefined) => (at === undefined ? null : new Date(at).toISOString());
  const balances = [...(await getBalances(context)).values()];
  const [charge, expiry, postback] = await Promise.all([
    data.jobQueue.nextDueAt({ kind: "charge", after: now }),
    data.jobQueue.nextDueAt({ kind: "expiry", after: now }),
    data.outbox.nextDueAt({ dueFrom: now + 1 }),
  ]);
  const settlements = balances
    .flatMap(({ receivable }) => receivable.map(({ date }) => startOfDay(date)))
    .filter((at) => at > now);
  return {
    settlement: inText(settlements.sort((one, other) => one - other)[0]),
    charge: inText(charge),
    expiry: inText(expiry),
    postback: inText(postback),
  };
}
