import fc from "fast-check";
import { expect, test } from "vitest";
import type { PaymentSplit } from "../../../generated/types.ts";
import { addDays } from "../../../src/sandbox/domain/calendar.ts";
import { type Account, balance, type Entry } from "../../../src/sandbox/domain/ledger-balances.ts";
import {
  anticipation,
  chargeback,
  reversal,
  sale,
  settlementDays,
  withdrawal,
  withdrawalReturned,
} from "../../../src/sandbox/domain/ledger-entries.ts";
import { divide, feeOf } from "../../../src/sandbox/domain/splits.ts";

/** A payment with all its entries. */
type Paid = { entries: Entry[]; parts: PaymentSplit[] };

/** An event on the existing payments, and the entries that it books. */
type Happening = (payments: Paid[], today: string) => Entry[];

const owners = ["", "ana", "bia", "caio"];
const amounts = fc.integer({ min: 1, max: 100_000 });
const splits = fc.array(
  fc.record({
    subaccountId: fc.constantFrom("ana", "bia", "caio"),
    splitPercentage: fc.integer({ min: 1, max: 4000 }).map((hundredths) => hundredths / 100),
    chargebackLiable: fc.boolean(),
  }),
  { maxLength: 3 },
);

const sales = fc
  .record({
    method: fc.constantFrom("card", "pix", "billet"),
    installments: fc.integer({ min: 1, max: 12 }),
    amount: amounts,
    splits,
  })
  .map(({ method, installments, amount, splits }): Happening => {
    const fee = feeOf(amount, { feePercentage: 2.99, feeFixed: 39 });
    const parts = divide(amount, amount - fee, splits) ?? [];
    return (payments, day) => {
      const days = settlementDays(method, installments, day);
      const entries = sale({ amount, fee, parts, day, settlementDays: days });
      payments.push({ entries, parts });
      return entries;
    };
  });

const changes = fc
  .record({
    which: fc.nat({ max: 20 }),
    change: fc.constantFrom<(paid: Paid, today: string) => Entry[]>(
      ({ entries }, today) => reversal(entries, today),
      ({ entries, parts }, today) => chargeback(entries, parts, today),
      ({ entries }, today) => anticipation(entries, today),
    ),
  })
  .map(
    ({ which, change }): Happening =>
      (payments, today) => {
        const paid = payments[which % Math.max(1, payments.length)];
        if (!paid) return [];
        const entries = change(paid, today);
        paid.entries = [...paid.entries, ...entries];
        return entries;
      },
  );

const transfers = fc
  .record({
    owner: fc.constantFrom(...owners),
    amount: amounts,
    transfer: fc.constantFrom(withdrawal, withdrawalReturned),
  })
  .map(
    ({ owner, amount, transfer }): Happening =>
      (_, today) =>
        transfer(owner, amount, today),
  );

const histories = fc.array(
  fc.record({ daysLater: fc.nat({ max: 45 }), happening: fc.oneof(sales, changes, transfers) }),
  { minLength: 1, maxLength: 25 },
);

/** Runs a history, and gives the entries of each day together with all earlier ones. */
function goThrough(
  history: { daysLater: number; happening: Happening }[],
  look: (written: Entry[], books: Entry[], today: string) => void,
): Entry[] {
  const payments: Paid[] = [];
  const books: Entry[] = [];
  let today = "2026-01-01";
  for (const { daysLater, happening } of history) {
    today = addDays(today, daysLater);
    const written = happening(payments, today);
    books.push(...written);
    look(written, books, today);
  }
  return books;
}

function sum(entries: readonly Entry[]): number {
  return entries.reduce((total, { amount }) => total + amount, 0);
}

/** The sum of an account by a day. */
function sumOf(account: Account, entries: readonly Entry[], today = "9999-12-31"): number {
  return sum(entries.filter((entry) => entry.account === account && entry.on <= today));
}

test("each event sums to zero on every day, in whole centavos, and leaves the past alone", () => {
  fc.assert(
    fc.property(histories, (history) => {
      goThrough(history, (written, _, today) => {
        for (const { on } of written) {
          expect(sum(written.filter((entry) => entry.on === on))).toBe(0);
        }
        const wrong = written.filter(({ on, amount }) => on < today || !Number.isInteger(amount));
        expect(wrong).toEqual([]);
      });
    }),
  );
});

test("each owner's balance is the sum of the entries, after any history", () => {
  fc.assert(
    fc.property(histories, (history) => {
      goThrough(history, (_, books, today) => {
        for (const owner of owners) {
          const own = books.filter((entry) => entry.owner === owner);
          const { available, receivable } = balance(own, today);
          const later = receivable.reduce((total, { amount }) => total + amount, 0);
          expect(available).toBe(sumOf("available", own, today));
          expect(later).toBe(sumOf("receivable", own, today));
        }
      });
    }),
  );
});

test("in the end nothing is left to receive", () => {
  fc.assert(
    fc.property(histories, (history) => {
      const books = goThrough(history, () => {});
      for (const owner of owners) {
        expect(
          sumOf(
            "receivable",
            books.filter((entry) => entry.owner === owner),
          ),
        ).toBe(0);
      }
    }),
  );
});
