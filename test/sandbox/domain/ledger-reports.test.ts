import fc from "fast-check";
import { expect, test } from "vitest";
import { addDays } from "../../../src/sandbox/domain/calendar.ts";
import { accounts, balance, total } from "../../../src/sandbox/domain/ledger-balances.ts";
import { withdrawal } from "../../../src/sandbox/domain/ledger-entries.ts";
import { accountBalances, statement } from "../../../src/sandbox/domain/ledger-reports.ts";

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

test("a day whose entries cancel out changes nothing", () => {
  const back = [...withdrawal("ana", 5, "2026-04-10"), ...withdrawal("ana", -5, "2026-04-10")];
  const entries = back.filter(({ account }) => account === "available");
  const empty = { subaccountId: "ana", openingBalance: 0, days: [], closingBalance: 0 };
  expect(statement("ana", entries, { to: "2026-04-30" })).toEqual(empty);
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

test("the closing balance is the balance on the last day, and periods join without a gap", () => {
  fc.assert(
    fc.property(entries, day, day, (books, one, other) => {
      const [from, to] = [one, other].sort() as [string, string];
      const own = books.filter(({ account, owner }) => account === "available" && owner === "ana");
      const { openingBalance, days, closingBalance } = statement("ana", own, { from, to });
      expect(closingBalance).toBe(balance(own, to).available);
      expect(openingBalance).toBe(statement("ana", own, { to: addDays(from, -1) }).closingBalance);
      for (const each of days) expect(each.balance).toBe(balance(own, each.day).available);
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
