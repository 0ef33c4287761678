import type { Context } from "../context.ts";
import { CLOCK_RANGE } from "../domain/calendar.ts";
import { BusinessRuleError } from "../errors.ts";
import { rescheduleOverdue } from "../postbacks/outbox.ts";

/**
 * Begins to advance the clock of the company to a time. The worker does the work that falls due.
 * @throws {BusinessRuleError} if the time is out of the range of the clocks.
 */
export async function startAdvance(context: Context, to: number): Promise<void> {
  if (to > CLOCK_RANGE.last) throw new BusinessRuleError("ClockTooFar");
  const from = context.clockTarget;
  // The advance waits for what was due before it.
  await rescheduleOverdue(context);
  context.advanceClock(to);
  const times = { from: new Date(from).toISOString(), to: new Date(to).toISOString() };
  context.record({ type: "clock.advanced", resource: null, data: times });
}
