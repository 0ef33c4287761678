import fc from "fast-check";
import { expect, test } from "vitest";
import {
  afterCharge,
  afterReactivation,
  type BillingState,
  type BillingStep,
  type BillingTerms,
  firstBilling,
} from "../../../src/sandbox/domain/billing-cycle.ts";
import { addDays, daysBetween } from "../../../src/sandbox/domain/calendar.ts";

/** Something that has happened. */
type Happened = BillingStep & { readonly succeeded: boolean };

/** From the one day on, when everything else of that day is done, until the other day comes. */
type Suspension = { readonly from: string; readonly to: string };

const START = "2026-01-01";
const END = addDays(START, 400);
const daysLater = (most: number) => fc.nat({ max: most }).map((days) => addDays(START, days));

const subscriptions: fc.Arbitrary<BillingTerms> = fc.record({
  amount: fc.constant(4990),
  setupAmount: fc.constant(0),
  frequency: fc.integer({ min: 1, max: 35 }),
  tolerancePeriod: fc.nat({ max: 8 }),
  dueDate: daysLater(20),
  duration: orNone(fc.integer({ min: 1, max: 15 })),
  expirationDate: orNone(daysLater(420)),
});

/** What a subscription without an end has none of is absent or null. */
function orNone<Value>(value: fc.Arbitrary<Value>): fc.Arbitrary<Value | null | undefined> {
  return fc.oneof(value, fc.constant(null), fc.constant(undefined));
}

/** Whether the card is good, day by day. */
const cards = fc.array(fc.boolean(), { minLength: 30, maxLength: 30 });

/** At most four, some of them over on the same day. */
const suspensions = fc
  .array(fc.record({ after: fc.nat({ max: 60 }), days: fc.nat({ max: 60 }) }), { maxLength: 4 })
  .map((pauses) => {
    let day = START;
    return pauses.map(({ after, days }): Suspension => {
      const from = addDays(day, after);
      day = addDays(from, days);
      return { from, to: day };
    });
  });

/** What a scheduler does that takes each step on its day. */
function live(terms: BillingTerms, card: boolean[], pauses: Suspension[]): Happened[] {
  const history: Happened[] = [];
  let billing: BillingState | undefined = firstBilling(terms, START);

  function advance(to: string): void {
    while (billing && billing.next.day <= to) {
      const { next } = billing as BillingState;
      const succeeded = card[Math.abs(daysBetween(START, next.day)) % card.length] ?? true;
      history.push({ ...next, succeeded });
      billing = next.kind === "expire" ? undefined : afterCharge(billing, terms, succeeded);
    }
  }

  for (const { from, to } of pauses) {
    advance(from);
    if (billing) billing = afterReactivation(billing, terms, to);
  }
  advance(END);
  return history;
}

/** Each charge with its retries. */
function cyclesOf(history: Happened[]): Happened[][] {
  const charges = history.filter(({ kind }) => kind !== "expire");
  const starts = charges.flatMap(({ kind }, index) => (kind === "charge" ? [index] : []));
  return starts.map((start, index) => charges.slice(start, starts[index + 1]));
}

function cycleDays({ dueDate, frequency }: BillingTerms, until: string): string[] {
  const count = Math.max(0, Math.floor(daysBetween(dueDate, until) / frequency) + 1);
  return Array.from({ length: count }, (_, index) => addDays(dueDate, index * frequency));
}

test("for any terms, suspensions and card, the charges keep to the terms", () => {
  fc.assert(
    fc.property(subscriptions, cards, suspensions, (terms, card, pauses) => {
      const { duration, tolerancePeriod, frequency, expirationDate } = terms;
      const history = live(terms, card, pauses);
      const cycles = cyclesOf(history);

      // Each day is later than the one before, and nothing follows the end.
      const days = history.map(({ day }) => day);
      expect(days).toEqual([...new Set(days)].sort());
      expect(history.slice(0, -1).some(({ kind }) => kind === "expire")).toBe(false);

      // Every cycle that begins while it is active is charged on its own day, and no other is.
      const last = [expirationDate ?? END, END].sort()[0] ?? END;
      const active = cycleDays(terms, last)
        // One that begins on the day of the reactivation has begun before it.
        .filter((day) => !pauses.some(({ from, to }) => from < day && day <= to))
        .slice(0, duration ?? undefined);
      expect(cycles.map(([charge]) => charge?.day)).toEqual(active);

      for (const [charge, ...retries] of cycles) {
        // At most one charge of a cycle succeeds, and it is the last.
        expect([charge, ...retries].slice(0, -1).some((each) => each?.succeeded)).toBe(false);
        // Retries are on the days after the charge, within the tolerance, the cycle and the terms.
        const later = retries.map(({ day }) => daysBetween(charge?.day ?? "", day));
        expect(later).toEqual(later.map((_, index) => index + 1));
        expect(later.length).toBeLessThanOrEqual(Math.min(tolerancePeriod, frequency - 1));
        expect(retries.some(({ day }) => day > (expirationDate ?? "9999-12-31"))).toBe(false);
      }
    }),
  );
});

test("without suspensions a declined charge is retried while anything allows it, and the end comes in time", () => {
  fc.assert(
    fc.property(subscriptions, cards, (terms, card) => {
      const { duration, tolerancePeriod, frequency, expirationDate } = terms;
      const history = live(terms, card, []);
      const cycles = cyclesOf(history);
      for (const cycle of cycles) {
        const [first, final] = [cycle[0]?.day ?? "", cycle.at(-1)];
        const allowed = Math.min(
          ...[tolerancePeriod, frequency - 1],
          daysBetween(first, expirationDate ?? END),
          daysBetween(first, END),
        );
        if (!final?.succeeded) expect(cycle.length - 1).toBe(allowed);
      }

      // It expires when its cycles are used up or its last day is over, and not before.
      const last = history.at(-1);
      const afterLast = addDays(cycles.at(-1)?.at(-1)?.day ?? END, 1);
      const isUsedUp = cycles.length === duration;
      const over = expirationDate ? addDays(expirationDate, 1) : "9999-12-31";
      const expected = [isUsedUp ? afterLast : over, over].sort()[0] ?? over;
      const isComplete = isUsedUp ? last?.kind === "expire" : true;
      if (expected <= END && isComplete) {
        expect(last).toMatchObject({ kind: "expire", day: expected });
      } else {
        expect(last?.kind).not.toBe("expire");
      }
    }),
  );
});
