import type { Context } from "../context.ts";
import { rescheduleOverdue } from "../postbacks/outbox.ts";

/** Begins to advance the clock of the company to a time. The worker does the work that falls due. */
export async function startAdvance(context: Context, to: number): Promise<void> {
  const from = context.clockTarget;
  // The advance waits for what was due before it.
  await rescheduleOverdue(context);
  context.advanceClock(to);
  const times = { from: new Date(from).toISOString(), to: new Date(to).toISOString() };
  context.record({ type: "clock.advanced", resource: null, data: times });
}
