import { useEffect, useState } from "preact/hooks";
import type {
  AdvancedClock,
  Clock,
  ClockAdvance,
} from "../../../../generated/sandbox-control-types.ts";
import { formatLongTime } from "../format.ts";
import { useData, useSession, useVersion } from "../live-data.ts";
import { Loading, Problem } from "./layout.tsx";

/** The company's clock, on every screen: time is what most things here wait for. */
export function ClockBar() {
  const clock = useData(({ control }) => control.clock.get().then(({ data }) => data));
  const { latest, isAdvancing, advance } = useAdvance(clock.data?.now);
  return (
    <section class="clock" aria-label="The company's clock">
      <div class="actions">
        <Loading of={clock}>{(data) => <CurrentTime clock={data} />}</Loading>
        <AdvanceButtons now={clock.data?.now} isDisabled={isAdvancing} advance={advance} />
      </div>
      {latest && <AdvanceReport advance={latest} />}
    </section>
  );
}

/** An advance of the clock: from when to when, in milliseconds since 1970, and how it ended. */
interface Advance {
  from: number;
  to: number;
  result?: AdvancedClock;
  error?: Error;
}

function useAdvance(now: string | undefined) {
  const { clients } = useSession();
  const [latest, setLatest] = useState<Advance>();
  const isAdvancing = now === undefined || (latest && !latest.result && !latest.error) === true;
  const advance = async (body: ClockAdvance) => {
    const from = Date.parse(now ?? "");
    const to = "to" in body ? Date.parse(body.to) : from + millisecondsOf(body);
    setLatest({ from, to });
    try {
      const { data } = await clients.control.clock.advance(body);
      setLatest({ from, to, result: data });
    } catch (error) {
      setLatest({ from, to, error: error as Error });
    }
  };
  return { latest, isAdvancing, advance };
}

function millisecondsOf(by: object): number {
  const { days = 0, seconds = 0 } = by as { days?: number; seconds?: number };
  return (days * 86_400 + seconds) * 1_000;
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
      <small>in Brazil, {moving ? "moving" : "frozen"}</small>
    </>
  );
}

/** The advances that people make most. */
const ADVANCES: { label: string; by: (now: string) => ClockAdvance }[] = [
  { label: "+1 hour", by: () => ({ seconds: 3_600 }) },
  { label: "+1 day", by: () => ({ days: 1 }) },
  { label: "+1 month", by: (now) => ({ to: monthsLater(now, 1) }) },
  { label: "+1 year", by: (now) => ({ to: monthsLater(now, 12) }) },
];

/** The same time some months later, at most on the last day of that month. */
function monthsLater(now: string, months: number): string {
  const time = new Date(now);
  const day = time.getUTCDate();
  time.setUTCMonth(time.getUTCMonth() + months);
  if (time.getUTCDate() !== day) time.setUTCDate(0);
  return time.toISOString();
}

interface AdvanceButtonsProps {
  now: string | undefined;
  isDisabled: boolean;
  advance: (body: ClockAdvance) => Promise<void>;
}

function AdvanceButtons({ now = "", isDisabled, advance }: AdvanceButtonsProps) {
  const [date, setDate] = useState("");
  const advanceToDate = (event: SubmitEvent) => {
    event.preventDefault();
    // The sandbox counts days in Brazil, which has no summer time.
    void advance({ to: `${date}T12:00:00-03:00` });
  };
  return (
    <>
      {ADVANCES.map(({ label, by }) => (
        <button
          key={label}
          type="button"
          class="quiet"
          disabled={isDisabled}
          onClick={() => advance(by(now))}
        >
          {label}
        </button>
      ))}
      <form class="inline" onSubmit={advanceToDate}>
        <input
          type="date"
          aria-label="Advance to noon of this day"
          required
          value={date}
          onInput={({ currentTarget }) => setDate(currentTarget.value)}
        />
        <button type="submit" class="quiet" disabled={isDisabled}>
          Go
        </button>
      </form>
    </>
  );
}

/** What the events of an advance are called, in the order in which they matter. */
const COUNTED: Record<string, string> = {
  "subscription.charged": "subscription charges",
  "status.changed": "changes of status",
  "ledger.posted": "ledger postings",
  "postback.attempted": "postback attempts",
};

function AdvanceReport({ advance: { from, to, result, error } }: { advance: Advance }) {
  const { live } = useSession();
  useVersion();
  if (error) return <Problem error={error} />;
  if (!result)
    return (
      <label class="progress">
        Advancing, and running every job that falls due
        <progress max={to - from} value={Math.min(Math.max(live.latestAt - from, 0), to - from)} />
      </label>
    );
  const { counts } = result.events;
  const parts = Object.entries(COUNTED)
    .map(([type, name]) => [counts[type as keyof typeof counts] ?? 0, name] as const)
    .filter(([count]) => count > 0);
  return (
    <p role="status">
      {parts.length === 0
        ? "No charge, change of status or postback was due."
        : `It caused ${parts.map(([count, name]) => `${count} ${name}`).join(", ")}.`}
    </p>
  );
}
