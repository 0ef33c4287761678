import type { ClockAdvance, NextDue } from "../../../generated/sandbox-control-types.ts";
import { inBrazil, startOfDay } from "../../sandbox/domain/calendar.ts";
import { isTime } from "../../sandbox/options.ts";
import { describeAdvance } from "../../text/describe-advance.ts";
import { CommandError, command, UsageError } from "../define-command.ts";
import { print } from "../print.ts";
import { connectionFlags } from "../shared-flags.ts";
import { type Connection, withSandbox } from "../with-sandbox.ts";

/** What the clock can be advanced to. */
const DUE: (keyof NextDue)[] = ["settlement", "charge", "expiry", "postback"];

export const advance = command({
  name: "advance",
  summary: "Advances the clock, and runs everything that falls due until then.",
  flags: {
    time: {
      value: "TIME",
      help: "a number with s, m, h, d or w for seconds, minutes, hours, days or weeks, e.g. 30d, or a date or time, e.g. 2026-04-01 or 2026-04-01T12:00:00Z",
      accepts: (text: string) => parseAdvance(text) !== undefined,
    },
    "to-next": {
      value: DUE.join("|"),
      help: "instead of TIME, advance to the next settlement, charge, expiry of a payment, or attempt of a postback",
      values: DUE,
    },
    ...connectionFlags,
  },
  positional: ["time"],
  run: (values, io) =>
    withSandbox(values, async (connection) => {
      const next = values["to-next"] as keyof NextDue | undefined;
      const time = values.time === undefined ? undefined : parseAdvance(values.time);
      if ((time === undefined) === (next === undefined))
        throw new UsageError("pass either TIME or --to-next");
      const advance = time ?? { to: await nextTime(next as keyof NextDue, connection) };
      const { data } = await connection.control.clock.advance(advance);
      const describe = ({ now, events }: typeof data) =>
        `${inBrazil(now)}  ${describeAdvance(events)}`;
      print(io, values, data, describe);
    }),
});

async function nextTime(what: keyof NextDue, { control }: Connection): Promise<string> {
  const next = (await control.clock.getNext()).data[what];
  if (next === null) throw new CommandError(`no ${what} is to come`);
  return next;
}

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
