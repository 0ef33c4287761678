import {
  afterCharge,
  type BillingState,
  type BillingTerms,
  firstBilling,
  nextCharge,
} from "../../../src/sandbox/domain/billing-cycle.ts";
import { daysBetween } from "../../../src/sandbox/domain/calendar.ts";
import { firstOfMonths, monthName, shortDay } from "./dates.ts";
import {
  cross,
  dot,
  LINE,
  line,
  type Point,
  paragraph,
  picture,
  WIDTH,
  wrap,
  write,
} from "./drawing.ts";
import type { Words } from "./words.ts";

/** The example begins at the end of January, so that no cycle begins in February. */
const TERMS: BillingTerms = {
  ...{ amount: 4990, setupAmount: 0, frequency: 30, tolerancePeriod: 3 },
  dueDate: "2026-01-31",
};
const SHOWN = { from: "2026-01-01", to: "2026-06-01", cycles: 5 };

/** In which attempt of the second cycle the charge succeeds, in the example of a retry that does. */
const SUCCEEDS_IN = 3;

const MARGIN = 16;
const INNER = WIDTH - 2 * MARGIN;

/** The charges of five months, and two ways in which the retries of a cycle end. */
export function subscriptionCycles(words: Words): string {
  const { title, description, ...text } = words.subscription;
  const { frequency, tolerancePeriod } = TERMS;
  const second = afterCharge(firstBilling(TERMS, SHOWN.from), TERMS, true);
  const recovered = retries(second, SUCCEEDS_IN);
  const givenUp = retries(second, Number.POSITIVE_INFINITY);
  const [next, other] = [recovered, givenUp].map(({ after }) => nextCharge(after, TERMS)?.date);
  if (!next || next !== other) throw new Error("Retries move the next charge, unlike the picture.");
  const notes = wrap(text.note, INNER, "soft");
  const retriesTop = 222;
  const end = retriesTop + 216;
  return picture({ title, description: description(frequency) }, end + 30 + notes.length * LINE, [
    write(MARGIN, 28, { tone: "strong", text: text.cycles(frequency) }),
    months(words),
    line([MARGIN, retriesTop - 26], [WIDTH - MARGIN, retriesTop - 26]),
    write(MARGIN, retriesTop, { tone: "strong", text: text.retries(tolerancePeriod) }),
    attempts(retriesTop + 28, text.recovered, recovered.attempts, words),
    attempts(retriesTop + 118, text.givenUp, givenUp.attempts, words),
    write(MARGIN, end, { tone: "strong", text: text.next(shortDay(next, words)) }),
    paragraph(MARGIN, end + 26, notes),
  ]);
}

type Attempt = { readonly day: string; readonly succeeded: boolean };

/** Charges a cycle until a charge succeeds or the cycle is given up. */
function retries(
  cycle: BillingState,
  succeedsIn: number,
): { attempts: Attempt[]; after: BillingState } {
  const attempts: Attempt[] = [];
  let billing = cycle;
  do {
    const succeeded = attempts.length + 1 === succeedsIn;
    attempts.push({ day: billing.next.day, succeeded });
    billing = afterCharge(billing, TERMS, succeeded);
  } while (billing.next.kind === "retry");
  return { attempts, after: billing };
}

/** The days of the first charges, if each succeeds at once. */
function chargeDays(): string[] {
  const days: string[] = [];
  for (
    let billing = firstBilling(TERMS, SHOWN.from);
    days.length < SHOWN.cycles;
    billing = afterCharge(billing, TERMS, true)
  )
    days.push(billing.next.day);
  return days;
}

/** The charges on a line, with the names of the months above. */
function months(words: Words): string {
  const { none, twice, everyDays } = words.subscription;
  const [left, right] = [MARGIN, WIDTH - MARGIN];
  const [top, y] = [46, 106];
  const xOf = (day: string) =>
    left + (daysBetween(SHOWN.from, day) / daysBetween(SHOWN.from, SHOWN.to)) * (right - left);
  const firsts = [SHOWN.from, ...firstOfMonths(SHOWN.from, SHOWN.to)];
  const days = chargeDays();
  const grid = firsts.map((first) => line([xOf(first), top], [xOf(first), y + 8]));
  const names = firsts.slice(0, -1).map((first, index) => {
    const middle = (xOf(first) + xOf(firsts[index + 1] ?? SHOWN.to)) / 2;
    return write(
      middle,
      top + 14,
      { tone: "soft", text: monthName(first, words, "short") },
      "middle",
    );
  });
  const charges = days.map((day) => dot([xOf(day), y], "accent"));
  const numbers = days.map((day) =>
    write(xOf(day) + 9, y + 24, { tone: "plain", text: String(Number(day.slice(-2))) }, "end"),
  );
  const gaps = days
    .slice(1)
    .map((day, index) =>
      write(
        (xOf(days[index] ?? day) + xOf(day)) / 2,
        y - 14,
        { tone: "soft", text: everyDays(daysBetween(days[index] ?? day, day)) },
        "middle",
      ),
    );
  const monthsWith = (count: number) =>
    firsts
      .slice(0, -1)
      .filter((first) => days.filter((day) => day.startsWith(first.slice(0, 7))).length === count)
      .map((first) => monthName(first, words, "long"))
      .join(", ");
  const summary = [none(monthsWith(0)), twice(monthsWith(2))].join(", ");
  return [
    ...grid,
    ...names,
    line([left, y], [right, y]),
    ...charges,
    ...numbers,
    ...gaps,
    write(MARGIN, y + 60, { tone: "plain", text: summary }),
  ].join("\n");
}

/** The attempts of a cycle on consecutive days. */
function attempts(top: number, name: string, shown: readonly Attempt[], words: Words): string {
  const { paid, declined } = words.subscription;
  const distance = INNER / (TERMS.tolerancePeriod + 1);
  const xOf = (index: number) => MARGIN + distance * (index + 0.5);
  const y = top + 22;
  return [
    write(MARGIN, top, { tone: "plain", text: name }),
    line([xOf(0), y], [xOf(shown.length - 1), y]),
    ...shown.map(({ day, succeeded }, index) => {
      const at: Point = [xOf(index), y];
      return [
        succeeded ? dot(at, "accent") : cross(at),
        paragraph(
          xOf(index),
          y + 23,
          [
            { tone: "plain", text: shortDay(day, words) },
            succeeded ? { tone: "accent", text: paid } : { tone: "assumed", text: declined },
          ],
          "middle",
        ),
      ].join("\n");
    }),
  ].join("\n");
}
