import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { addDays } from "../../../src/sandbox/domain/calendar.ts";
import { groupBy } from "../../../src/sandbox/domain/group-by.ts";
import { COMPANY, type PostedEntry, total } from "../../../src/sandbox/domain/ledger-balances.ts";
import {
  anticipation,
  chargeback,
  refund,
  sale,
  withdrawal,
  withdrawalReturned,
} from "../../../src/sandbox/domain/ledger-entries.ts";
import {
  movementsOf,
  receivableSums,
  receivables,
  settlementsOf,
} from "../../../src/sandbox/domain/receivables.ts";

const FIRST = "2026-03-02";
const day = (number: number) => addDays(FIRST, number);

/** What happens to a payment: its sale, perhaps an anticipation, and perhaps the end of it. */
const payments = fc
  .record({
    // The fee and the splits often leave nothing, or less than a centavo for each instalment.
    net: fc.oneof(fc.nat(12), fc.nat(100_000)),
    fee: fc.integer({ min: 0, max: 60 }),
    split: fc.integer({ min: 0, max: 40 }),
    liable: fc.boolean(),
    instalments: fc.integer({ min: 1, max: 12 }),
    sold: fc.nat(60),
    anticipated: fc.option(fc.nat(90)),
    end: fc.option(
      fc.record({ event: fc.constantFrom("refund", "chargeback"), after: fc.nat(90) }),
    ),
  })
  .map(({ net, fee, split, liable, instalments, sold, anticipated, end }) => {
    const amount = net + fee + split;
    const parts = [{ subaccountId: "ana", liquidAmount: split, chargebackLiable: liable }];
    const settlementDays = Array.from({ length: instalments }, (_, index) =>
      day(sold + 30 * (index + 1)),
    );
    const soldFor = { amount, fee, parts, day: day(sold), settlementDays };
    const entries = withEvent("sale", sale(soldFor));
    const on = sold + (anticipated ?? 0);
    if (anticipated !== null)
      entries.push(...withEvent("anticipation", anticipation(entries, day(on))));
    if (end?.event === "refund")
      entries.push(...withEvent("refund", refund(entries, day(on + end.after))));
    if (end?.event === "chargeback")
      entries.push(...withEvent("chargeback", chargeback(entries, parts, day(on + end.after))));
    return { amount, fee, split, liable, end: end?.event, entries };
  });

const withdrawals = fc
  .record({ amount: fc.integer({ min: 1, max: 5_000 }), on: fc.nat(400), fails: fc.boolean() })
  .map(({ amount, on, fails }) => ({
    amount,
    fails,
    on: day(on),
    entries: [
      ...withEvent("withdrawal", withdrawal(COMPANY, amount, day(on))),
      ...(fails ? withEvent("return", withdrawalReturned(COMPANY, amount, day(on + 1))) : []),
    ],
  }));

function withEvent(event: PostedEntry["event"], entries: ReturnType<typeof sale>): PostedEntry[] {
  return entries.map((entry) => ({ ...entry, event }));
}

function available(entries: readonly PostedEntry[], owner: string, on?: string): number {
  return total(
    entries.filter(
      (entry) =>
        entry.account === "available" && entry.owner === owner && (on ?? entry.on) === entry.on,
    ),
  );
}

const sumsOf = (each: readonly { entries: PostedEntry[] }[], owner: string) =>
  each.flatMap(({ entries }) =>
    receivableSums(movementsOf(entries)).filter((sum) => sum.owner === owner),
  );

describe("movements", () => {
  test("of a payment have its gross, its fee and its splits, whatever happened to it", () => {
    fc.assert(
      fc.property(payments, ({ amount, fee, split, liable, end, entries }) => {
        const movements = movementsOf(entries).filter(({ owner }) => owner === COMPANY);
        const sum = (name: "amount" | "fees" | "splits") =>
          movements.reduce((all, movement) => all + movement[name], 0);
        const kept = { refund: 0, chargeback: fee, none: fee }[end ?? "none"];
        const given = { refund: 0, chargeback: liable ? 0 : split, none: split }[end ?? "none"];
        expect(sum("fees")).toBe(kept);
        expect(sum("splits")).toBe(given);
        expect(sum("amount") + kept + given).toBe(end ? 0 : amount);
      }),
    );
  });

  test("each have an entry, also where the fee and the splits leave nothing", () => {
    fc.assert(
      fc.property(payments, ({ entries }) => {
        const places = new Set(
          entries
            .filter(({ account }) => account === "available")
            .map(({ event, owner, on }) => `${event} ${owner} ${on}`),
        );
        for (const { event, owner, on, fees, splits } of movementsOf(entries))
          if (fees || splits) expect(places).toContain(`${event} ${owner} ${on}`);
      }),
    );
  });

  test("and withdrawals of all days are what the ledger has", () => {
    fc.assert(
      fc.property(fc.array(payments), fc.array(withdrawals), fc.nat(500), (sold, taken, today) => {
        const entries = [...sold, ...taken].flatMap((each) => each.entries);
        for (const owner of [COMPANY, "ana"]) {
          const sums = sumsOf([...sold, ...taken], owner);
          const shown = receivables(owner, sums, { today: day(today), from: "", limit: 10_000 });
          const until = entries.filter(({ on }) => on <= day(today));
          expect(shown.available).toBe(available(until, owner));
          expect(shown.available + shown.scheduled).toBe(
            available(entries, owner) + shown.withdrawn - withdrawnUntil(shown),
          );
          for (const { day: on, net, withdrawals, gross, fees, splits } of shown.days) {
            expect(net - withdrawals).toBe(available(entries, owner, on));
            expect(gross - fees - splits).toBe(net);
          }
          expect(shown.days.at(-1)?.balance ?? 0).toBe(available(entries, owner));
        }
      }),
    );
  });
});

/** The part of what was withdrawn that left after today. */
function withdrawnUntil({ days }: ReturnType<typeof receivables>): number {
  return days
    .filter(({ isAvailable }) => isAvailable)
    .reduce((sum, { withdrawals }) => sum + withdrawals, 0);
}

describe("withdrawals take the oldest money first", () => {
  const money = (amounts: Record<string, number>) =>
    Object.entries(amounts).map(([on, amount]) => {
      return {
        owner: COMPANY,
        on,
        item: amount > 0 ? ("sale" as const) : ("refund" as const),
        amount,
      };
    });
  const take = (id: string, on: string, amount: number) => ({ id, on, amount });

  test.each([
    [
      "two days",
      { "2026-03-02": 50, "2026-03-03": 50 },
      [take("a", "2026-03-04", 70)],
      { a: "2:50 3:20" },
    ],
    [
      "what another left",
      { "2026-03-02": 50, "2026-03-05": 50 },
      [take("a", "2026-03-02", 20), take("b", "2026-03-06", 60)],
      { a: "2:20", b: "2:30 5:30" },
    ],
    [
      "what a refund left",
      { "2026-03-02": 50, "2026-03-03": -20, "2026-03-05": 50 },
      [take("a", "2026-03-06", 40)],
      { a: "2:30 5:10" },
    ],
    [
      "what arrears left",
      { "2026-03-02": 10, "2026-03-03": -30, "2026-03-05": 50 },
      [take("a", "2026-03-06", 30)],
      { a: "5:30" },
    ],
    [
      "the money of a day of which a chargeback takes the rest",
      { "2026-03-02": 10 },
      [take("a", "2026-03-02", 30)],
      { a: "2:30" },
    ],
    [
      "what was there before a chargeback of the same day",
      { "2026-03-02": 50, "2026-03-03": -80, "2026-03-04": 60 },
      [take("a", "2026-03-03", 20), take("b", "2026-03-04", 10)],
      { a: "2:20", b: "4:10" },
    ],
  ])("%s", (_, amounts, taken, expected) => {
    const filled = settlementsOf(money(amounts as Record<string, number>), taken);
    const shown = [...filled].map(([id, parts]) => [
      id,
      parts.map((part) => `${Number(part.day.slice(-2))}:${part.amount}`).join(" "),
    ]);
    expect(Object.fromEntries(shown)).toEqual(expected);
  });

  test("each in full, and no day gives more than it has", () => {
    const histories = fc.array(
      fc.record({ on: fc.nat(30), amount: fc.integer({ min: -300, max: 600 }) }),
    );
    fc.assert(
      fc.property(histories, (history) => {
        const steps = history.map((step, index) => ({ ...step, id: `${index}`, on: day(step.on) }));
        steps.sort((one, other) => (one.on < other.on ? -1 : 1));
        const received = steps.filter(({ amount }) => amount > 0);
        let balance = 0;
        const taken = steps.flatMap(({ id, on, amount }) => {
          balance += Math.max(0, amount);
          const part = Math.min(balance, -amount);
          if (part <= 0) return [];
          balance -= part;
          return [take(id, on, part)];
        });
        const sums = received.map(({ on, amount }) => {
          return { owner: COMPANY, on, item: "sale" as const, amount };
        });
        const filled = settlementsOf(sums, taken);
        const parts = [...filled.values()].flat();
        for (const { id, amount } of taken)
          expect(filled.get(id)?.reduce((sum, part) => sum + part.amount, 0)).toBe(amount);
        for (const [on, of] of groupBy(parts, (part) => part.day)) {
          const has = received.filter((each) => each.on === on);
          const sum = (each: readonly { amount: number }[]) =>
            each.reduce((all, { amount }) => all + amount, 0);
          expect(sum(of)).toBeLessThanOrEqual(sum(has));
        }
      }),
    );
  });
});
