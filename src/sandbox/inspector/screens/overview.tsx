import { useEffect, useState } from "preact/hooks";
import type {
  AccountBalance,
  AdvancedClock,
  ClockAdvance,
} from "../../../../generated/sandbox-control-types.ts";
import { BalanceChart } from "../components/balance-chart.tsx";
import { EventList } from "../components/events.tsx";
import { Loading, Problem, Section } from "../components/layout.tsx";
import { OperationButton } from "../components/operation-form.tsx";
import { Money, ResourceLink } from "../components/values.tsx";
import { formatLongTime, inWords } from "../format.ts";
import { useData, useSession, useVersion } from "../live-data.ts";

/** The number of latest events that the overview shows. */
const LATEST = 30;

export function Overview() {
  const events = useData(({ control }) =>
    control.events.list({ limit: LATEST }).then(({ data }) => data),
  );
  return (
    <>
      <Section title="Create">
        <div class="actions">
          <OperationButton
            api="service"
            id="payments.create"
            example="pix"
            label="Create a payment"
          />
          <OperationButton api="control" id="customers.create" label="Create a customer" />
          <OperationButton api="control" id="subscriptions.create" label="Create a subscription" />
        </div>
      </Section>
      <ClockSection />
      <BalanceSection />
      <Section title="Latest events">
        <Loading of={events}>
          {(events) => (
            <EventList
              events={events}
              empty="Nothing has happened yet. Create a payment, or call the sandbox from your program."
            />
          )}
        </Loading>
      </Section>
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

function ClockSection() {
  const { clients } = useSession();
  const clock = useData(({ control }) => control.clock.get().then(({ data }) => data));
  const [leap, setLeap] = useState<Leap>();
  const [date, setDate] = useState("");
  const isBusy = clock.data === undefined || (leap !== undefined && !leap.result && !leap.error);

  const advance = async (body: ClockAdvance) => {
    const from = Date.parse(clock.data?.now ?? "");
    const to = "to" in body ? Date.parse(body.to) : from + millisecondsOf(body);
    setLeap({ from, to });
    try {
      const { data } = await clients.control.clock.advance(body);
      setLeap({ from, to, result: data });
    } catch (error) {
      setLeap({ from, to, error: error as Error });
    }
  };

  return (
    <Section title="Clock">
      <Loading of={clock}>
        {({ now, moving }) => (
          <p class="clock">
            <strong>
              <RunningTime key={now} from={now} moving={moving} />
            </strong>{" "}
            <span class="status">{moving ? "moving" : "standing still"}</span>
          </p>
        )}
      </Loading>
      <div class="actions">
        {ADVANCES.map(({ label, by }) => (
          <button
            key={label}
            type="button"
            disabled={isBusy}
            onClick={() => advance(by(clock.data?.now ?? ""))}
          >
            {label}
          </button>
        ))}
        <form
          class="inline"
          onSubmit={(event) => {
            event.preventDefault();
            // The sandbox counts days in Brazil, which has no summer time.
            void advance({ to: `${date}T12:00:00-03:00` });
          }}
        >
          <label>
            to noon of{" "}
            <input
              type="date"
              required
              value={date}
              onInput={({ currentTarget }) => setDate(currentTarget.value)}
            />
          </label>
          <button type="submit" disabled={isBusy}>
            Go
          </button>
        </form>
      </div>
      {leap && <LeapReport leap={leap} />}
    </Section>
  );
}

/** The time of a clock, which goes on if the clock moves. */
function RunningTime({ from, moving }: { from: string; moving: boolean }) {
  const [elapsed, setElapsed] = useState(0);
  useEffect(() => {
    if (!moving) return;
    const readAt = Date.now();
    const timer = setInterval(() => setElapsed(Date.now() - readAt), 1_000);
    return () => clearInterval(timer);
  }, [moving]);
  return <>{formatLongTime(Date.parse(from) + elapsed)}</>;
}

/** An advance of the clock: where it goes, and how it ended. */
interface Leap {
  from: number;
  to: number;
  result?: AdvancedClock;
  error?: Error;
}

function LeapReport({ leap: { from, to, result, error } }: { leap: Leap }) {
  const { live } = useSession();
  useVersion();
  if (error) return <Problem error={error} />;
  if (!result) {
    return (
      <label class="progress">
        On the way, and every job that falls due runs
        <progress max={to - from} value={Math.min(Math.max(live.latestAt - from, 0), to - from)} />
      </label>
    );
  }
  const counts = Object.entries(result.events.counts).filter(([type]) => type !== "clock.advanced");
  return (
    <p role="status">
      {counts.length === 0
        ? "Nothing fell due on the way."
        : `On the way: ${counts.map(([type, count]) => `${count} ${inWords(type)}`).join(", ")}.`}
    </p>
  );
}

function millisecondsOf(by: object): number {
  const { days = 0, seconds = 0 } = by as { days?: number; seconds?: number };
  return (days * 86_400 + seconds) * 1_000;
}

function BalanceSection() {
  const balance = useData(({ control }) => control.balance.get().then(({ data }) => data));
  return (
    <Section
      title="Balance"
      actions={<OperationButton api="control" id="withdrawals.create" label="Withdraw" />}
    >
      <Loading of={balance}>
        {({ subaccounts, ...company }) => (
          <>
            <dl class="balances">
              <BalanceOf name="Company" balance={company} />
              {subaccounts.map(({ subaccountId, ...account }) => (
                <BalanceOf
                  key={subaccountId}
                  name={<ResourceLink type="subaccount" id={subaccountId} />}
                  balance={account}
                />
              ))}
            </dl>
            <BalanceChart
              accounts={[
                { name: "Company", receivable: company.receivable },
                ...subaccounts.map(({ subaccountId, receivable }) => ({
                  name: subaccountId.slice(-8),
                  receivable,
                })),
              ]}
            />
          </>
        )}
      </Loading>
    </Section>
  );
}

function BalanceOf({ name, balance }: { name: preact.ComponentChildren; balance: AccountBalance }) {
  const later = balance.receivable.reduce((sum, { amount }) => sum + amount, 0);
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <Money centavos={balance.available} /> available
      </dd>
      <dd>
        <Money centavos={later} /> later
      </dd>
    </div>
  );
}
