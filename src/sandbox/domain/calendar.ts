import { memoize } from "../../memoize.ts";

/** The range of the clocks. Years keep four digits, also for due dates that lie ahead of a clock. */
export const CLOCK_RANGE = {
  first: Date.parse("1970-01-01T00:00:00Z"),
  last: Date.parse("9000-01-01T00:00:00Z"),
};

const HOUR = 3_600_000;
/** In milliseconds. */
export const DAY = 24 * HOUR;

/**
 * Brazil has had no daylight saving time since 2019, so a fixed offset is correct all year. It also works
 * on a machine with missing or outdated time zone data.
 */
const SAO_PAULO = { hours: -3, text: "-03:00" };

/** Holidays with a fixed date, as month and day, with the first year of each. */
const FIXED_HOLIDAYS: readonly (readonly [date: string, since: number])[] = [
  ["01-01", 0],
  ["04-21", 0],
  ["05-01", 0],
  ["09-07", 0],
  ["10-12", 0],
  ["11-02", 0],
  ["11-15", 0],
  ["11-20", 2024],
  ["12-25", 0],
  // Not a holiday, but the banks are closed to the public.
  ["12-31", 0],
];

/** Days after Easter: Carnival Monday and Tuesday, Good Friday and Corpus Christi. */
const EASTER_HOLIDAYS = [-48, -47, -2, 60];

/**
 * The date in São Paulo at a time in milliseconds since 1970.
 *
 * @example
 * dayOf(Date.parse("2026-03-05T02:59:59.999Z")); // "2026-03-04"
 */
export function dayOf(ms: number): string {
  return dateOf(Math.floor((ms + SAO_PAULO.hours * HOUR) / DAY));
}

/**
 * Adds days to a date. A negative number of days gives an earlier date.
 *
 * @example
 * addDays("2028-02-28", 1); // "2028-02-29"
 */
export function addDays(day: string, days: number): string {
  return dateOf(daysUntil(day) + days);
}

/**
 * The number of days from one date to another, negative if `to` is earlier.
 *
 * @example
 * daysBetween("2026-02-28", "2026-03-01"); // 1
 */
export function daysBetween(from: string, to: string): number {
  return daysUntil(to) - daysUntil(from);
}

/**
 * Whether a day is a business day of the banks in Brazil.
 *
 * @example
 * isBusinessDay("2026-11-20"); // false, a Friday and a holiday
 */
function isBusinessDay(day: string): boolean {
  return !isWeekend(day) && !isFixedHoliday(day) && !isEasterHoliday(day);
}

/**
 * The first business day after a day.
 *
 * @example
 * nextBusinessDay("2026-02-13"); // "2026-02-18", Ash Wednesday
 */
export function nextBusinessDay(day: string): string {
  const next = addDays(day, 1);
  return isBusinessDay(next) ? next : nextBusinessDay(next);
}

/**
 * The start of a day in São Paulo, in milliseconds since 1970.
 *
 * @example
 * new Date(startOfDay("2026-03-05")).toISOString(); // "2026-03-05T03:00:00.000Z"
 */
export function startOfDay(day: string): number {
  return daysUntil(day) * DAY - SAO_PAULO.hours * HOUR;
}

/**
 * The last second of a day in São Paulo.
 *
 * @example
 * endOfDay("2026-03-05"); // "2026-03-05T23:59:59.000-03:00"
 */
export const endOfDay = memoize((day: string) => `${day}T23:59:59.000${SAO_PAULO.text}`);

/**
 * A time in São Paulo, to the second. A text that is no time stays as it is, since another server may send any.
 *
 * @example
 * inBrazil("2026-03-05T02:59:59.999Z"); // "2026-03-04T23:59:59-03:00"
 */
export function inBrazil(time: string): string {
  const local = localTime(Date.parse(time));
  if (Number.isNaN(local.getTime())) return time;
  return local.toISOString().replace(/\.\d+Z$/, SAO_PAULO.text);
}

/**
 * Easter Sunday of a year: the Sunday after the ecclesiastical full moon of the Gregorian calendar.
 *
 * @example
 * easterOf(2026); // "2026-04-05"
 */
function easterOf(year: number): string {
  const century = Math.floor(year / 100);
  const golden = year % 19;
  const correction = century - Math.floor(century / 4) - Math.floor((8 * century + 13) / 25);
  const moon = (correction + 19 * golden + 15) % 30;
  const late = moon === 29 || (moon === 28 && golden > 10);
  const fullMoon = addDays(`${year}-03-21`, late ? moon - 1 : moon);
  return addDays(fullMoon, 7 - weekday(fullMoon));
}

/** The days from the first of 1970 to a date. */
const daysUntil = memoize((day: string) => Date.parse(day) / DAY);

/** The date that comes this many days after the first of 1970. */
const dateOf = memoize((days: number) =>
  new Date(days * DAY).toISOString().slice(0, "YYYY-MM-DD".length),
);

/** A date whose fields in UTC are those in São Paulo. Invalid beyond the range of `Date`. */
function localTime(ms: number): Date {
  return new Date(ms + SAO_PAULO.hours * HOUR);
}

function isWeekend(day: string): boolean {
  return weekday(day) % 6 === 0;
}

function isFixedHoliday(day: string): boolean {
  return FIXED_HOLIDAYS.some(([date, since]) => day.endsWith(date) && yearOf(day) >= since);
}

function isEasterHoliday(day: string): boolean {
  return EASTER_HOLIDAYS.includes(daysBetween(easterOf(yearOf(day)), day));
}

function yearOf(day: string): number {
  return Number(day.slice(0, "YYYY".length));
}

/** 0 is Sunday, 6 is Saturday. */
function weekday(day: string): number {
  return new Date(day).getUTCDay();
}
