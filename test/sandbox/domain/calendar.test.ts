import { isBusinessDay as isOtherBusinessDay } from "@brazilian-utils/brazilian-utils";
import { describe, expect, test } from "vitest";
import {
  addDays,
  dayOf,
  daysBetween,
  endOfDay,
  inBrazil,
  nextBusinessDay,
  startOfDay,
} from "../../../src/sandbox/domain/calendar.ts";

/** All days from one to before another. */
function days(from: string, to: string): string[] {
  return Array.from({ length: daysBetween(from, to) }, (_, index) => addDays(from, index));
}

describe("dayOf", () => {
  test.each([
    ["2026-03-05T02:59:59.999Z", "2026-03-04"],
    ["2026-03-05T03:00:00.000Z", "2026-03-05"],
    ["2027-01-01T02:59:59.999Z", "2026-12-31"],
    // When there was summer time, it would have been the next day already.
    ["2026-01-15T02:30:00.000Z", "2026-01-14"],
  ])("%s is %s in São Paulo", (moment, day) => {
    expect(dayOf(Date.parse(moment))).toBe(day);
  });
});

test.each([
  ["2028-02-28", 1, "2028-02-29"],
  ["2027-02-28", 1, "2027-03-01"],
  ["2100-02-28", 1, "2100-03-01"],
  ["2026-01-31", 30, "2026-03-02"],
  ["2026-12-31", 1, "2027-01-01"],
  ["2026-03-01", -1, "2026-02-28"],
  ["2026-03-05", 0, "2026-03-05"],
])("%s and %i days: %s", (day, count, later) => {
  expect(addDays(day, count)).toBe(later);
  expect(daysBetween(day, later)).toBe(count);
});

/** nextBusinessDay never ends on a day on which the banks are shut. */
const isBusinessDay = (day: string) => nextBusinessDay(addDays(day, -1)) === day;

const EASTERS = [
  ...["2024-03-31", "2025-04-20", "2026-04-05", "2027-03-28", "2028-04-16", "2029-04-01"],
  ...["2030-04-21", "2000-04-23", "2019-04-21"],
  // The earliest and the latest that there are, and the two exceptions to the rule of the moon.
  ...["1818-03-22", "2038-04-25", "1981-04-19", "1954-04-18"],
];

test.each(EASTERS)("if Easter is on %s, these days before and after it are holidays", (day) => {
  const closed = [-48, -47, -2, 60].map((days) => isBusinessDay(addDays(day, days)));
  const open = [-46, -3, 59, 61].map((days) => isBusinessDay(addDays(day, days)));
  expect([closed, open]).toEqual([Array(4).fill(false), Array(4).fill(true)]);
});

describe("business days", () => {
  test("2026 has these holidays from Monday to Friday", () => {
    const closed = days("2026-01-01", "2027-01-01").filter((day) => !isBusinessDay(day));
    const weekdays = closed.filter((day) => ![0, 6].includes(new Date(day).getUTCDay()));
    expect(weekdays.map((day) => day.slice(5)).join(" ")).toBe(
      "01-01 02-16 02-17 04-03 04-21 05-01 06-04 09-07 10-12 11-02 11-20 12-25 12-31",
    );
  });

  test("from brazilian-utils it differs on Carnival Monday and 31 December, when banks are shut", () => {
    const differs = days("2024-01-01", "2031-01-01").filter((day) => {
      const [year = 0, month = 0, date] = day.split("-").map(Number);
      return isOtherBusinessDay(new Date(year, month - 1, date)) !== isBusinessDay(day);
    });
    const shut = (day: string) => day.endsWith("-12-31") || EASTERS.includes(addDays(day, 48));
    expect(differs.filter((day) => !shut(day))).toEqual([]);
    expect(differs.filter((day) => isBusinessDay(day))).toEqual([]);
  });
});

test.each([
  ["2026-03-05", "2026-03-06"],
  ["2026-03-06", "2026-03-09"],
  // Carnival, and the days around New Year.
  ["2026-02-13", "2026-02-18"],
  ["2026-12-30", "2027-01-04"],
  ["2026-04-02", "2026-04-06"],
  ["2028-02-25", "2028-03-01"],
])("after %s, the next business day is %s", (day, next) => {
  expect(nextBusinessDay(day)).toBe(next);
});

test("a day begins at midnight and ends at 23:59:59 in São Paulo", () => {
  expect(startOfDay("2026-03-05")).toBe(Date.parse("2026-03-05T03:00:00.000Z"));
  expect(endOfDay("2026-03-05")).toBe("2026-03-05T23:59:59.000-03:00");
});

test.each([
  ["2026-03-05T02:59:59.999Z", "2026-03-04T23:59:59-03:00"],
  ["2026-03-05T03:00:00+03:00", "2026-03-04T21:00:00-03:00"],
  // Another server may send these. Three hours before the second, a Date has no time.
  ["soon", "soon"],
  ["-271821-04-20T00:00:00Z", "-271821-04-20T00:00:00Z"],
])("the time %s is shown as %s", (time, shown) => {
  expect(inBrazil(time)).toBe(shown);
});
