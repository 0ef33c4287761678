import type { Receivable } from "../../../generated/sandbox-control-types.ts";
import { formatMoney } from "../../sandbox/domain/format-money.ts";
import { formatDay } from "../format.ts";
import { texts } from "../language.ts";

interface Account {
  name: string;
  receivable: Receivable[];
}

/** The number of colours in the style sheet. */
const COLORS = 6;

/** What becomes available on each day, with a colour for each account. */
export function BalanceChart({ accounts }: { accounts: Account[] }) {
  const days = daysOf(accounts);
  if (days.length === 0) return <p class="muted">{texts.chart.nothing}</p>;
  const highest = Math.max(1, ...days.map(({ total }) => Math.abs(total)));
  return (
    <figure>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, which needs the keyboard's focus */}
      <section class="scroll" tabIndex={0} aria-label={texts.chart.title}>
        <ol class="chart">
          {days.map(({ day, total, amounts }) => (
            <li key={day}>
              <small>{formatMoney(total)}</small>
              {amounts.map(({ name, amount, color }) => (
                <span
                  key={name}
                  class={`account-${color}`}
                  title={`${formatDay(day)}, ${name}: ${formatMoney(amount)}`}
                  style={{ height: `${(Math.max(0, amount) / highest) * 7}rem` }}
                />
              ))}
              <time dateTime={day}>{formatDay(day)}</time>
            </li>
          ))}
        </ol>
      </section>
      {accounts.length > 1 && (
        <ul class="legend">
          {accounts.map(({ name }, index) => (
            <li key={name}>
              <span class={`account-${index % COLORS}`} aria-hidden="true" /> {name}
            </li>
          ))}
        </ul>
      )}
    </figure>
  );
}

/** A day with what becomes available on it. A refund can make an amount negative. */
interface Day {
  day: string;
  total: number;
  amounts: { name: string; amount: number; color: number }[];
}

function daysOf(accounts: Account[]): Day[] {
  const all = accounts.flatMap(({ name, receivable }, index) =>
    receivable.map(({ date, amount }) => ({ date, name, amount, color: index % COLORS })),
  );
  return [...new Set(all.map(({ date }) => date))].sort().map((day) => {
    const amounts = all.filter(({ date }) => date === day);
    return { day, amounts, total: amounts.reduce((sum, { amount }) => sum + amount, 0) };
  });
}
