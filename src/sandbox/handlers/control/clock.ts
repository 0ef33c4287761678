import type {
  ClockAdvance,
  EventCounts,
  operations,
} from "../../../../generated/sandbox-control-types.ts";
import type { Context } from "../../context.ts";
import { DAY } from "../../domain/calendar.ts";
import { BusinessRuleError } from "../../errors.ts";
import type { Handlers, OutsideHandlers } from "../../requests/handler-types.ts";
import { startAdvance } from "../../services/advance-clock.ts";
import { nextDue } from "../../services/next-due.ts";
import type { Timeline } from "../../store/store.ts";
import { parseDateTime } from "./parse-date-time.ts";

const MAX_DAYS = 3660;
const SETTLED = "balance.settled";

export const clock: Handlers<Pick<operations, "clock.get" | "clock.getNext">> = {
  async "clock.get"(context) {
    return { data: clockState(context) };
  },

  async "clock.getNext"(context) {
    return { data: await nextDue(context) };
  },
};

/** It awaits all that falls due, which takes units of work of its own. */
export const advance: OutsideHandlers<Pick<operations, "clock.advance">> = {
  async "clock.advance"(company, { body }) {
    const begun = await company.transaction((context) => beginAdvance(context, body));
    const { to, after, totals, moving } = begun;
    await company.finishAdvance(to);
    return {
      data: await company.read(async ({ data: { timeline }, now: reached }) => {
        // A reset, a restore or the end of the sandbox may have cut it short.
        const now = new Date(Math.min(reached, to)).toISOString();
        const counts = difference(totals, await timeline.totals());
        const settled = await settledSince(timeline, after, counts);
        return { now, moving, events: { counts, settled, after } };
      }),
    };
  },
};

async function beginAdvance(context: Context, advance: ClockAdvance) {
  const { timeline } = context.data;
  const from = context.clockTarget;
  const to = targetTime(from, advance);
  if (to < from) throw new BusinessRuleError("ClockMovesForward");
  if (to > from + MAX_DAYS * DAY) throw new BusinessRuleError("ClockTooFar");
  const [after, totals] = [await timeline.lastId(), await timeline.totals()];
  await startAdvance(context, to);
  return { to, after, totals, moving: clockState(context).moving };
}

/** Of several forms in a body, exactly one is as the contract wants it. The others are whatever the caller wrote. */
function targetTime(now: number, advance: ClockAdvance): number {
  const { days, seconds, to } = advance as Partial<Record<"days" | "seconds" | "to", unknown>>;
  for (const [count, unit] of [
    [days, DAY],
    [seconds, 1000],
  ] as const) {
    const length = Number.isInteger(count) ? (count as number) * unit : 0;
    if (length > 0 && length <= MAX_DAYS * DAY) return now + length;
  }
  return parseDateTime("to", to as string);
}

/**
 * How many events of each type were added, apart from requests, in the order of their names: that of the totals depends
 * on the engine.
 */
function difference(before: EventCounts, after: EventCounts): EventCounts {
  const counts = Object.entries(after)
    .map(([type, count]) => [type, count - (before[type] ?? 0)] as const)
    .filter(([type, count]) => count > 0 && !type.startsWith("request."));
  return Object.fromEntries(counts.toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

/** What became available, or null if the timeline no longer keeps all events that say so. */
async function settledSince(
  timeline: Timeline,
  after: number,
  { [SETTLED]: count = 0 }: EventCounts,
): Promise<number | null> {
  if (count === 0) return 0;
  const events = await timeline.after(after, { type: SETTLED }, count);
  const amounts = events.flatMap((event) => (event.type === SETTLED ? event.data.amount : []));
  return amounts.length < count ? null : amounts.reduce((sum, amount) => sum + amount, 0);
}

function clockState({ company, timestamp }: Context) {
  return { now: timestamp, moving: !("now" in company.clock) };
}
