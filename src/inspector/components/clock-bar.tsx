import { useEffect, useState } from "preact/hooks";
import type {
  AdvancedClock,
  Clock,
  ClockAdvance,
  NextDue,
} from "../../../generated/sandbox-control-types.ts";
import { dayOf, startOfDay } from "../../sandbox/domain/calendar.ts";
import { describeAdvance } from "../../text/describe-advance.ts";
import type { Clients } from "../api.ts";
import { formatLongDay, formatLongTime } from "../format.ts";
import { inLanguage, texts } from "../language.ts";
import { useData, useSession } from "../live-data.ts";
import type { Texts } from "../texts.ts";
import { LAST_DAY } from "./field.tsx";
import { Loading, Problem } from "./layout.tsx";

/** The company's clock, on every screen: time is what most things here wait for. */
export function ClockBar({ screen }: { screen: string }) {
  const clock = useData(({ control }) => control.clock.get().then(({ data }) => data));
  const { latest, isAdvancing, advance, clear } = useAdvance();
  // What an advance has caused is news on the screen where it was asked for.
  useEffect(clear, [screen]);
  return (
    <section class="clock" aria-label={texts.clock.title}>
      <div class="actions">
        <Loading of={clock}>{(data) => <CurrentTime clock={data} />}</Loading>
        {/* A date that was typed for one screen says nothing on another. */}
        <AdvanceButtons key={screen} isDisabled={isAdvancing} advance={advance} />
      </div>
      {latest && <AdvanceReport advance={latest} />}
    </section>
  );
}

/** An advance of the clock, and how it ended. */
interface Advance {
  result?: AdvancedClock;
  error?: Error;
}

function useAdvance() {
  const { clients } = useSession();
  const [latest, setLatest] = useState<Advance>();
  const isAdvancing = latest !== undefined && !latest.result && !latest.error;
  /** Returns whether the clock has advanced. */
  const advance = async (by: AdvanceBy) => {
    setLatest({});
    try {
      // The time on the screen may be older.
      const { now } = (await clients.control.clock.get()).data;
      const { data } = await clients.control.clock.advance(await by(now, clients));
      setLatest({ result: data });
      return true;
    } catch (error) {
      setLatest({ error: error as Error });
      return false;
    }
  };
  const clear = () => setLatest((before) => (before?.result || before?.error ? undefined : before));
  return { latest, isAdvancing, advance, clear };
}

/** The time of the clock, which the page counts on if the clock moves. */
function CurrentTime({ clock: { now, moving } }: { clock: Clock }) {
  const [elapsed, setElapsed] = useState(0);
  useEffect(() => {
    setElapsed(0);
    if (!moving) return;
    const readAt = Date.now();
    const timer = setInterval(() => setElapsed(Date.now() - readAt), 1_000);
    return () => clearInterval(timer);
  }, [now, moving]);
  return (
    <>
      <strong>{formatLongTime(Date.parse(now) + elapsed)}</strong>{" "}
      <small>{moving ? texts.clock.moving : texts.clock.frozen}</small>
    </>
  );
}

/** How far to advance from a time. */
type AdvanceBy = (now: string, clients: Clients) => ClockAdvance | Promise<ClockAdvance>;

/** The advances that people make most. */
const ADVANCES: { name: "hour" | "day" | "month" | "year"; by: AdvanceBy }[] = [
  { name: "hour", by: () => ({ seconds: 3_600 }) },
  { name: "day", by: () => ({ days: 1 }) },
  { name: "month", by: (now) => ({ to: monthsLater(now, 1) }) },
  { name: "year", by: (now) => ({ to: monthsLater(now, 12) }) },
];

/** What people wait for. */
const NEXT: (keyof NextDue & keyof Texts["clock"])[] = ["settlement", "charge", "expiry"];

function byNext(what: (typeof NEXT)[number]): AdvanceBy {
  return async (_, { control }) => {
    const to = (await control.clock.getNext()).data[what];
    if (to === null) throw new Error(texts.clock.noneToCome);
    return { to };
  };
}

/** The same time in Brazil some months later, at most on the last day of that month. */
function monthsLater(now: string, months: number): string {
  const time = Date.parse(now);
  const day = dayOf(time);
  const sinceMidnight = time - startOfDay(day);
  const later = new Date(day);
  later.setUTCMonth(later.getUTCMonth() + months);
  if (later.getUTCDate() !== new Date(day).getUTCDate()) later.setUTCDate(0);
  const laterDay = later.toISOString().slice(0, day.length);
  return new Date(startOfDay(laterDay) + sinceMidnight).toISOString();
}

/** The time from midnight to noon, in milliseconds. */
const NOON = 12 * 3_600_000;

interface AdvanceButtonsProps {
  isDisabled: boolean;
  advance: (by: AdvanceBy) => Promise<boolean>;
}

function AdvanceButtons({ isDisabled, advance }: AdvanceButtonsProps) {
  const [date, setDate] = useState("");
  const noon = date === "" ? undefined : startOfDay(date) + NOON;
  const advanceToDate = async (event: SubmitEvent) => {
    event.preventDefault();
    if (noon === undefined) return;
    const hasAdvanced = await advance(() => ({ to: new Date(noon).toISOString() }));
    if (hasAdvanced) setDate("");
  };
  const button = (by: AdvanceBy, text: string, before = "") => (
    <button
      key={text}
      type="button"
      class="quiet"
      disabled={isDisabled}
      aria-label={before + text}
      onClick={() => advance(by)}
    >
      {text}
    </button>
  );
  return (
    <>
      {ADVANCES.map(({ name, by }) => button(by, texts.clock[name]))}
      <small>{texts.clock.next}</small>
      {NEXT.map((what) => button(byNext(what), texts.clock[what], `${texts.clock.next} `))}
      <form class="inline" onSubmit={advanceToDate}>
        <input
          type="date"
          aria-label={texts.clock.toNoon}
          required
          max={LAST_DAY}
          value={date}
          onInput={({ currentTarget }) => setDate(currentTarget.value)}
        />
        <button type="submit" class="quiet" disabled={isDisabled}>
          {noon === undefined ? texts.clock.go : texts.clock.goTo(formatLongDay(noon))}
        </button>
      </form>
    </>
  );
}

function AdvanceReport({ advance: { result, error } }: { advance: Advance }) {
  if (error) return <Problem error={error} />;
  if (!result)
    return (
      <label class="progress">
        {texts.clock.advancing}
        <progress />
      </label>
    );
  return <p role="status">{inLanguage(describeAdvance(result.events))}</p>;
}
