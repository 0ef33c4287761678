import type { PaymentMethod } from "../../../generated/types.ts";
import { addDays, daysBetween } from "../../../src/sandbox/domain/calendar.ts";
import { formatMoney } from "../../../src/sandbox/domain/format-money.ts";
import { COMPANY } from "../../../src/sandbox/domain/ledger-balances.ts";
import { sale, settlementDays } from "../../../src/sandbox/domain/ledger-entries.ts";
import { escapeHtml } from "../html.ts";
import { firstOfMonths, monthName, shortDay } from "./dates.ts";
import { dot, LINE, line, type Point, paragraph, picture, WIDTH, wrap, write } from "./drawing.ts";
import type { Words } from "./words.ts";

/** The example: the Friday before Carnival, so that the next business day is not the next day. */
const EXAMPLE = { day: "2026-02-13", amount: 10_000 };

const MARGIN = 16;
const [FIRST_X, LAST_X] = [32, WIDTH - 44];
const ROW = 94;

/** A row for each method, with a mark on each day on which money becomes available. */
export function settlementCalendar(words: Words): string {
  const { title, description, ...text } = words.settlement;
  const { day } = EXAMPLE;
  const rows = [
    { ...settled("pix", 1), name: text.pix, when: text.pixWhen },
    { ...settled("billet", 1), name: text.billet, when: text.billetWhen },
    ...[1, 3].map((installments) => {
      const { days } = settled("card", installments);
      const counts = days.map(({ on }) => String(daysBetween(day, on)));
      const list = new Intl.ListFormat(words.locale).format(counts);
      return { days, name: text.card(installments), when: text.cardWhen(list) };
    }),
  ];
  const end = addDays(
    rows
      .flatMap(({ days }) => days.map(({ on }) => on))
      .sort()
      .at(-1) ?? day,
    1,
  );
  const xOf = (on: string) =>
    FIRST_X + (daysBetween(day, on) / daysBetween(day, end)) * (LAST_X - FIRST_X);
  const top = 60;
  const bottom = top + rows.length * ROW;
  const firsts = firstOfMonths(day, end);
  const months = firsts.map((first) =>
    write(xOf(first) + 6, top - 8, { tone: "soft", text: monthName(first, words, "short") }),
  );
  const ticks = (from: number, to: number) =>
    firsts.map((first) => line([xOf(first), from], [xOf(first), to]));
  const notes = wrap(text.note, WIDTH - 2 * MARGIN, "soft");
  const drawn = rows.map(({ name, when, days }, index) => {
    const y = top + index * ROW + 46;
    return [
      heading([MARGIN, y - 20], name, when),
      line([FIRST_X, y], [LAST_X + 20, y]),
      ...ticks(y - 7, y + 7),
      dot([FIRST_X, y], "hollow"),
      ...days.map(({ on, amount }) => available([xOf(on), y], shortDay(on, words), amount)),
    ].join("\n");
  });
  const [first = day, second = day] = settled("card", 2).days.map(({ on }) => on);
  const facts = { title, description: description(daysBetween(first, second)) };
  return picture(facts, bottom + 12 + notes.length * LINE + 8, [
    write(MARGIN, 28, { tone: "strong", text: text.paidOn(shortDay(day, words)) }),
    ...ticks(top - 20, top - 4),
    ...months,
    ...drawn,
    paragraph(MARGIN, bottom + 20, notes),
  ]);
}

/** The amounts of the example that become available, by day. */
function settled(method: PaymentMethod, installments: number) {
  const { day, amount } = EXAMPLE;
  const days = settlementDays(method, installments, day);
  const entries = sale({ amount, fee: 0, parts: [], day, settlementDays: days });
  return {
    days: entries
      .filter(({ account, owner }) => account === "available" && owner === COMPANY)
      .map(({ on, amount }) => ({ on, amount })),
  };
}

function heading([x, y]: Point, name: string, when: string): string {
  return `<text class="picture-text" x="${x}" y="${y}"><tspan class="picture-strong">${escapeHtml(name)}</tspan>: ${escapeHtml(when)}</text>`;
}

function available([x, y]: Point, day: string, amount: number): string {
  const isFirst = x < FIRST_X + 40;
  const isLast = x > LAST_X - 40;
  const [anchor, shift] = isFirst
    ? (["start", -6] as const)
    : (["middle", isLast ? -4 : 0] as const);
  return [
    dot([x, y], "accent"),
    paragraph(
      x + shift,
      y + 22,
      [
        { tone: "plain", text: day },
        { tone: "accent", text: formatMoney(amount) },
      ],
      anchor,
    ),
  ].join("\n");
}
