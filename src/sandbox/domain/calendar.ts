/** The moments that a clock can show: years of four digits, with room for what lies ahead of them. */
export const CLOCK_RANGE = {
  first: Date.parse("1970-01-01T00:00:00Z"),
  last: Date.parse("9000-01-01T00:00:00Z"),
};

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/**
 * Brazil has had no summer time since 2019, so one offset holds all year, and the days are the same
 * on a machine that has no time zone data, or old ones.
 */
const SAO_PAULO = { hours: -3, text: "-03:00" };

/** The month and day of the holidays that have the same date every year, with the first year of each. */
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
  // No holiday, but the banks do no business with the public.
  ["12-31", 0],
];

/** Carnival Monday and Tuesday, Good Friday and Corpus Christi, in days after Easter. */
const EASTER_HOLIDAYS = [-48, -47, -2, 60];

/**
 * The day in São Paulo at a moment, given in milliseconds since 1970.
 *
 * @example
 * dayOf(Date.parse("2026-03-05T02:59:59.999Z")); // "2026-03-04"
 */
export function dayOf(ms: number): string {
  return new Date(ms + SAO_PAULO.hours * HOUR).toISOString().slice(0, "YYYY-MM-DD".length);
}

/**
 * The day so many days later, or earlier when there are fewer than none.
 *
 * @example
 * addDays("2028-02-28", 1); // "2028-02-29"
 */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * DAY).toISOString().slice(0, "YYYY-MM-DD".length);
}

/**
 * How many days lie between two, negative when the second is the earlier one.
 *
 * @example
 * daysBetween("2026-02-28", "2026-03-01"); // 1
 */
export function daysBetween(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / DAY;
}

/**
 * Whether the banks of Brazil do business on a day.
 *
 * @example
 * isBusinessDay("2026-11-20"); // false, a Friday and a holiday
 */
export function isBusinessDay(day: string): boolean {
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
 * The first moment of a day in São Paulo, in milliseconds since 1970.
 *
 * @example
 * new Date(startOfDay("2026-03-05")).toISOString(); // "2026-03-05T03:00:00.000Z"
 */
export function startOfDay(day: string): number {
  return Date.parse(`${day}T00:00:00.000${SAO_PAULO.text}`);
}

/**
 * The last moment of a day in São Paulo.
 *
 * @example
 * endOfDay("2026-03-05"); // "2026-03-05T23:59:59.000-03:00"
 */
export function endOfDay(day: string): string {
  return `${day}T23:59:59.000${SAO_PAULO.text}`;
}

/**
 * Easter Sunday of a year: the first Sunday after the full moon that the Gregorian calendar reckons.
 *
 * @example
 * easterOf(2026); // "2026-04-05"
 */
export function easterOf(year: number): string {
  const century = Math.floor(year / 100);
  const golden = year % 19;
  const correction = century - Math.floor(century / 4) - Math.floor((8 * century + 13) / 25);
  const moon = (correction + 19 * golden + 15) % 30;
  const late = moon === 29 || (moon === 28 && golden > 10);
  const fullMoon = addDays(`${year}-03-21`, late ? moon - 1 : moon);
  return addDays(fullMoon, 7 - weekday(fullMoon));
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

/** From 0, Sunday, to 6, Saturday. */
function weekday(day: string): number {
  return new Date(day).getUTCDay();
}
