import type { ClockAdvance, operations } from "../../../../generated/sandbox-control-types.ts";
import type { Context } from "../../context.ts";
import { CLOCK_RANGE } from "../../domain/calendar.ts";
import { BusinessRuleError, ValidationError } from "../../errors.ts";
import type { Handlers } from "../handler-types.ts";

const DAY = 86_400_000;
const MAX_DAYS = 3660;

export const clock: Handlers<Pick<operations, "clock.get" | "clock.advance">> = {
  async "clock.get"(context) {
    return { data: clockState(context) };
  },

  async "clock.advance"(context, { body }) {
    const target = targetTime(context.now, body);
    if (target < context.now) throw new BusinessRuleError("ClockMovesForward");
    if (target > Math.min(context.now + MAX_DAYS * DAY, CLOCK_RANGE.last)) {
      throw new BusinessRuleError("ClockTooFar");
    }
    advanceTo(context, target);
    return { data: clockState(context), waitForJobs: true };
  },
};

function targetTime(now: number, advance: ClockAdvance): number {
  if ("to" in advance) return parseTime(advance.to);
  return now + ("days" in advance ? advance.days * DAY : advance.seconds * 1000);
}

/** The contract's `date-time` format allows leap seconds and offsets that `Date` cannot parse. */
function parseTime(text: string): number {
  const time = Date.parse(text);
  if (Number.isNaN(time)) {
    throw new ValidationError(["to must be a time such as 2026-03-10T12:00:00Z"]);
  }
  return time;
}

function advanceTo(context: Context, target: number): void {
  const { company, now } = context;
  const { clock } = company;
  company.clock =
    "now" in clock ? { ...clock, now: target } : { ahead: clock.ahead + target - now };
  context.now = target;
}

function clockState({ company, timestamp }: Context) {
  return { now: timestamp, moving: !("now" in company.clock) };
}
