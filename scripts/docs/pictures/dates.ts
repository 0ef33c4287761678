import { addDays } from "../../../src/sandbox/domain/calendar.ts";
import type { Words } from "./words.ts";

/** A date such as "Mar 2". */
export function shortDay(day: string, { locale }: Words): string {
  return formatted(day, locale, { day: "numeric", month: "short" }).replace(/\.$/, "");
}

export function monthName(day: string, { locale }: Words, month: "short" | "long"): string {
  return formatted(day, locale, { month }).replace(/\.$/, "");
}

/** The first days of the months after `from`, up to `to`. */
export function firstOfMonths(from: string, to: string): string[] {
  const days: string[] = [];
  for (let day = addDays(from, 1); day <= to; day = addDays(day, 1))
    if (day.endsWith("-01")) days.push(day);
  return days;
}

function formatted(day: string, locale: string, options: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat(locale, { ...options, timeZone: "UTC" }).format(new Date(day));
}
