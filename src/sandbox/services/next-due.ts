import type { NextDue } from "../../../generated/sandbox-control-types.ts";
import type { Context } from "../context.ts";
import { nextCharge } from "../domain/billing-cycle.ts";
import { startOfDay } from "../domain/calendar.ts";
import { getBalances } from "./company-balances.ts";
import { paymentDeadline } from "./payments.ts";

/**
 * When the next event of each kind is due. It comes from what is waiting, not from the queue: a job of a payment that was
 * paid meanwhile stays there, and does nothing.
 */
export async function nextDue(context: Context): Promise<NextDue> {
  const { data, now } = context;
  const first = (times: readonly number[]) => {
    const next = times.reduce((least, at) => (at > now && at < least ? at : least), Infinity);
    return next === Infinity ? null : new Date(next).toISOString();
  };
  const balances = [...(await getBalances(context)).values()];
  const subscriptions = await data.subscriptions.find({ status: "ACTIVE" });
  const payments = await data.payments.find({ status: "PENDING" });
  const postback = await data.outbox.nextDueAt({ dueFrom: now + 1 });
  return {
    settlement: first(
      balances.flatMap(({ receivable }) => receivable.map(({ date }) => startOfDay(date))),
    ),
    charge: first(
      subscriptions.flatMap(({ billing, resource }) => {
        const charge = nextCharge(billing, resource);
        return charge ? startOfDay(charge.date) : [];
      }),
    ),
    expiry: first(payments.flatMap(({ resource }) => Date.parse(paymentDeadline(resource) ?? ""))),
    postback: first(postback === undefined ? [] : [postback]),
  };
}
