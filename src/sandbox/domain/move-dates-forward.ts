import { addDays, DAY } from "./calendar.ts";

const COMING_DAYS = ["dueDate", "expirationDate"];

/**
 * An example whose days are moved together, if the first of them has passed, so that it is in a week.
 *
 * @example
 * withComingDays({ dueDate: "2026-03-10", amount: 4990 }, Date.parse("2027-01-01T12:00:00Z"));
 * // { dueDate: "2027-01-09", amount: 4990 }
 */
export function withComingDays<Example extends Record<string, unknown>>(
  example: Example,
  now: number,
): Example {
  const days = COMING_DAYS.map((name) => Date.parse(`${example[name]}`)).filter(Number.isFinite);
  const missing = Math.ceil((now - Math.min(...days)) / DAY);
  if (days.length === 0 || missing < 0) return example;
  const moved = COMING_DAYS.filter((name) => name in example).map((name) => [
    name,
    addDays(`${example[name]}`, missing + 7),
  ]);
  return { ...example, ...Object.fromEntries(moved) };
}
