import type {
  ClockAdvance,
  EventCounts,
  operations,
} from "../../../../generated/sandbox-control-types.ts";
import type { Context } from "../../context.ts";
import { BusinessRuleError } from "../../errors.ts";
import { startAdvance } from "../../services/clock.ts";
import { nextDue } from "../../services/next-due.ts";
import type { Timeline } from "../../store/store.ts";
import type { Handlers } from "../handler-types.ts";
import { parseDateTime } from "./parse-date-time.ts";

const DAY = 86_400_000;
const MAX_DAYS = 3660;
const SETTLED = "balance.settled";

export const clock: Handlers<Pick<operations, Extract<keyof operations, `clock.${string}`>>> = {
  async "clock.get"(context) {
    return { data: clockState(context) };
  },

  async "clock.getNext"(context) {
    return { data: await nextDue(context) };
  },

  async "clock.advance"(context, { body }) {
    const from = context.clockTarget;
    const to = targetTime(from, body);
    if (to < from) throw new BusinessRuleError("ClockMovesForward");
    if (to > from + MAX_DAYS * DAY) throw new BusinessRuleError("ClockTooFar");
    const { timeline } = context.data;
    const after = await timeline.lastId();
    const totals = await timeline.totals();
    await startAdvance(context, to);
    const { moving } = clockState(context);
    return {
      data: { now: new Date(to).toISOString(), moving, events: { counts: {}, settled: 0, after } },
      afterAdvance: {
        to,
        async respond({ data, now: reached }) {
          // A reset, a restore or the end of the sandbox may have cut it short.
          const now = new Date(Math.min(reached, to)).toISOString();
          const counts = difference(totals, await data.timeline.totals());
          const settled = await settledSince(data.timeline, after, counts);
          return { now, moving, events: { counts, settled, after } };
        },
      },
    };
  },
};

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
