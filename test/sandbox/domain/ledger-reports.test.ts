import fc from "fast-check";
import { expect, test } from "vitest";
import { addDays } from "../../../src/sandbox/domain/calendar.ts";
import { accounts, balance, total } from "../../../src/sandbox/domain/ledger-balances.ts";
import { sale, withdrawal } from "../../../src/sandbox/domain/ledger-entries.ts";
import {
  accountBalances,
  amountsOfSale,
  receivableDays,
} from "../../../src/sandbox/domain/ledger-reports.ts";

// What they look like is tested in ../ledger/ledger.test.ts.

test("an account whose entries sum to zero is listed, one without entries is not", () => {
  const books = [...withdrawal("ana", 5, "2026-04-10"), ...withdrawal("ana", -5, "2026-04-10")];
  const none = { subaccountId: "ana", balance: 0, scheduled: 0 };
  expect(accountBalances(books, "2026-04-10")).toEqual([
    { account: "available", ...none },
    { account: "banks", ...none },
  ]);
  expect(accountBalances([], "2026-04-10")).toEqual([]);
});

test("a day whose entries cancel out is not listed, and one of which all was withdrawn is", () => {
  const back = [...withdrawal("ana", 5, "2026-04-10"), ...withdrawal("ana", -5, "2026-04-10")];
  expect(receivableDays(back)).toEqual([]);
  const all = [
    { account: "available", owner: "ana", on: "2026-04-10", amount: 5 } as const,
    ...withdrawal("ana", 5, "2026-04-10"),
  ];
  expect(receivableDays(all)).toEqual([{ day: "2026-04-10", net: 5, withdrawn: 5, balance: 0 }]);
});

test("a sale has what the buyer paid, the fee and the splits, on whichever days it settles", () => {
  const parts = [
    { subaccountId: "ana", liquidAmount: 20 },
    { subaccountId: "bia", liquidAmount: 7 },
  ];
  const sold = { amount: 100, fee: 3, parts, day: "2026-03-05" };
  for (const settlementDays of [["2026-03-05"], ["2026-04-04", "2026-05-04", "2026-06-03"]])
    expect(amountsOfSale(sale({ ...sold, settlementDays }))).toEqual({
      ...{ gross: 100, fees: 3, splits: 27 },
    });
});

const day = fc.nat({ max: 60 }).map((days) => addDays("2026-03-01", days));
const entries = fc.array(
  fc.record({
    account: fc.constantFrom(...accounts),
    owner: fc.constantFrom("", "ana", "bia"),
    amount: fc.integer({ min: -1000, max: 1000 }),
    on: day,
  }),
);

test("the days have the balance of the ledger, and what changed it", () => {
  fc.assert(
    fc.property(entries, day, (books, today) => {
      const own = books.filter(({ owner }) => owner === "ana");
      const days = receivableDays(own);
      for (const { day, net, withdrawn, balance: after } of days) {
        expect(withdrawn).toBe(total(own.filter((e) => e.account === "banks" && e.on === day)));
        expect(net - withdrawn).toBe(
          total(own.filter((e) => e.account === "available" && e.on === day)),
        );
        expect(after).toBe(balance(own, day).available);
      }
      const last = days.filter((each) => each.day <= today).at(-1);
      expect(last?.balance ?? 0).toBe(balance(own, today).available);
    }),
  );
});

test("accounts add up to all entries, whatever the day", () => {
  fc.assert(
    fc.property(entries, day, (books, today) => {
      const listed = accountBalances(books, today);
      const scheduled = listed.reduce((sum, { scheduled }) => sum + scheduled, 0);
      const current = listed.reduce((sum, { balance }) => sum + balance, 0);
      expect(current).toBe(total(books.filter(({ on }) => on <= today)));
      expect(current + scheduled).toBe(total(books));
    }),
  );
});
