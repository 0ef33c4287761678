import type { Context } from "../context.ts";
import { shownEntry } from "../domain/ledger-accounts.ts";
import type { Posting } from "../store/store.ts";
import { scheduleSettlements } from "./settlements.ts";

/**
 * Posts entries to the ledger, records them on the timeline, and schedules what they settle later. No entries are no
 * event.
 */
export async function postEntries(
  context: Context,
  type: "payment" | "withdrawal",
  posting: Posting,
): Promise<void> {
  const { subject, event, entries } = posting;
  if (entries.length === 0) return;
  await context.data.ledger.post(posting);
  await scheduleSettlements(context, entries);
  context.record({
    type: "ledger.posted",
    resource: { type, id: subject },
    data: { event, entries: entries.map(shownEntry) },
  });
}
