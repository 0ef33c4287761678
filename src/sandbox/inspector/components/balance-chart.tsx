import type { Receivable } from "../../../../generated/sandbox-control-types.ts";
import { formatDay, formatMoney } from "../format.ts";

interface Account {
  name: string;
  receivable: Receivable[];
}

const WIDTH = 640;
const HEIGHT = 160;
const GAP = 2;
/** More bars than this would be thinner than a line. */
const MAX_DAYS = 60;

/** What becomes available on each day, with a colour for each account. */
export function BalanceChart({ accounts }: { accounts: Account[] }) {
  const all = [
    ...new Set(accounts.flatMap(({ receivable }) => receivable.map(({ date }) => date))),
  ].sort();
  if (all.length === 0) return <p class="muted">Nothing becomes available later.</p>;
  const days = all.slice(0, MAX_DAYS);
  const amounts = accounts.map(
    ({ receivable }) => new Map(receivable.map(({ date, amount }) => [date, Math.max(0, amount)])),
  );
  const totalOf = (day: string) => amounts.reduce((sum, byDay) => sum + (byDay.get(day) ?? 0), 0);
  const highest = Math.max(1, ...days.map(totalOf));
  const width = Math.min(48, WIDTH / days.length);
  return (
    <figure>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={describe(days, totalOf)}>
        {days.map((day, index) => {
          let top = HEIGHT;
          return accounts.map(({ name }, account) => {
            const amount = amounts[account]?.get(day) ?? 0;
            const height = (amount / highest) * HEIGHT;
            top -= height;
            return (
              <rect
                key={`${day} ${name}`}
                class={`account-${account % 6}`}
                x={index * width}
                y={top}
                width={Math.max(1, width - GAP)}
                height={height}
              >
                <title>{`${formatDay(day)}, ${name}: ${formatMoney(amount)}`}</title>
              </rect>
            );
          });
        })}
      </svg>
      <figcaption>
        {formatDay(days[0] as string)} to {formatDay(days.at(-1) as string)}, at most{" "}
        {formatMoney(highest)} on a day
        {all.length > days.length && `, and ${all.length - days.length} later days`}
      </figcaption>
      {accounts.length > 1 && (
        <ul class="legend">
          {accounts.map(({ name }, account) => (
            <li key={name}>
              <svg viewBox="0 0 10 10" aria-hidden="true">
                <rect class={`account-${account % 6}`} width="10" height="10" />
              </svg>{" "}
              {name}
            </li>
          ))}
        </ul>
      )}
    </figure>
  );
}

function describe(days: string[], totalOf: (day: string) => number): string {
  const parts = days.slice(0, 12).map((day) => `${formatDay(day)} ${formatMoney(totalOf(day))}`);
  return `What becomes available: ${parts.join(", ")}`;
}
