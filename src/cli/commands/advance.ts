import type { ClockAdvance } from "../../../generated/sandbox-control-types.ts";
import { startOfDay } from "../../sandbox/domain/calendar.ts";
import { isTime } from "../../sandbox/options.ts";

const DAY = 86_400;

/** The units of a duration, in seconds. */
const UNITS: Record<string, number> = { s: 1, m: 60, h: 3_600, d: DAY, w: 7 * DAY };

/**
 * How far to advance a clock. A date is the start of that day in Brazil. Undefined if the text is neither a duration
 * nor a date nor a time.
 *
 * @example
 * parseAdvance("2w"); // { days: 14 }
 * parseAdvance("2026-04-01"); // { to: "2026-04-01T03:00:00.000Z" }
 */
export function parseAdvance(text: string): ClockAdvance | undefined {
  const [, count, unit = ""] = /^([1-9]\d{0,8})([smhdw])$/.exec(text) ?? [];
  if (count !== undefined) {
    const seconds = Number(count) * (UNITS[unit] ?? 0);
    return seconds % DAY === 0 ? { days: seconds / DAY } : { seconds };
  }
  const isDate = /^\d{4}-\d\d-\d\d$/.test(text) && isTime(`${text}T00:00:00Z`);
  if (isDate) return { to: new Date(startOfDay(text)).toISOString() };
  return isTime(text) ? { to: text } : undefined;
}
