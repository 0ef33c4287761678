import { ValidationError } from "../../errors.ts";

/**
 * Parses a time. The contract's `date-time` format allows leap seconds and offsets that `Date` cannot parse.
 * @throws {ValidationError} with the name of the parameter.
 */
export function parseDateTime(name: string, text: string): number {
  const time = Date.parse(text);
  if (Number.isNaN(time)) {
    throw new ValidationError([`${name} must be a time such as 2026-03-10T12:00:00Z`]);
  }
  return time;
}
