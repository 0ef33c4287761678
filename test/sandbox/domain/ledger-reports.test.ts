import fc from "fast-check";
import { expect, test } from "vitest";
import { addDays } from "../../../src/sandbox/domain/calendar.ts";
import {
  accounts,
  balance,
  type Entry,
  total,
} from "../../../src/sandbox/domain/ledger-balances.ts";
import { sale, withdrawal } from "../../../src/sandbox/domain/ledger-entries.ts";
import {
  accountBalances,
  shownEntry,
  statement,
} from "../../../src/sandbox/domain/ledger-reports.ts";

/** Sold on March 5, in two instalments, with a part for a subaccount. */
const sold = sale({
  ...{ amount: 100, fee: 3, day: "2026-03-05", settlementDays: ["2026-04-04", "2026-05-04"] },
  parts: [{ subaccountId: "ana", liquidAmount: 20 }],
});
const books = [...sold, ...withdrawal("", 30, "2026-04-10"), ...withdrawal("", -30, "2026-04-12")];

const own = books.filter(({ account, owner }) => account === "available" && owner === "");

test("accounts are the company's first, each with what it has and what is scheduled", () => {
  expect(accountBalances(books, "2026-04-10")).toEqual([
    { account: "receivable", subaccountId: null, balance: 38, scheduled: -38 },
    { account: "available", subaccountId: null, balance: 9, scheduled: 68 },
    { account: "fees", subaccountId: null, balance: 3, scheduled: 0 },
    { account: "buyers", subaccountId: null, balance: -100, scheduled: 0 },
    { account: "banks", subaccountId: null, balance: 30, scheduled: -30 },
    { account: "receivable", subaccountId: "ana", balance: 10, scheduled: -10 },
    { account: "available", subaccountId: "ana", balance: 10, scheduled: 10 },
  ]);
});

test("an account whose entries sum to zero is listed, one without entries is not", () => {
  const settled = accountBalances(books, "2026-05-04");
  const banks = { account: "banks", subaccountId: null, balance: 0, scheduled: 0 };
  expect(settled).toContainEqual(banks);
  expect(accountBalances(withdrawal("ana", 5, "2026-04-10"), "2026-04-10")).toEqual([
    { account: "available", subaccountId: "ana", balance: -5, scheduled: 0 },
    { account: "banks", subaccountId: "ana", balance: 5, scheduled: 0 },
  ]);
  expect(accountBalances([], "2026-04-10")).toEqual([]);
});

test("a statement has the days on which the balance changes, with the balance after each", () => {
  expect(statement("", own, { to: "2026-05-04" })).toEqual({
    subaccountId: null,
    openingBalance: 0,
    days: [
      { day: "2026-04-04", amount: 39, balance: 39 },
      { day: "2026-04-10", amount: -30, balance: 9 },
      { day: "2026-04-12", amount: 30, balance: 39 },
      { day: "2026-05-04", amount: 38, balance: 77 },
    ],
    closingBalance: 77,
  });
});

test("the first and the last day belong to the period", () => {
  expect(statement("", own, { from: "2026-04-10", to: "2026-04-12" })).toMatchObject({
    ...{ openingBalance: 39, closingBalance: 39 },
    days: [{ day: "2026-04-10" }, { day: "2026-04-12" }],
  });
  const between = { openingBalance: 9, days: [], closingBalance: 9 };
  expect(statement("", own, { from: "2026-04-11", to: "2026-04-11" })).toMatchObject(between);
});

test("a day whose entries cancel out changes nothing", () => {
  const back = [...withdrawal("ana", 5, "2026-04-10"), ...withdrawal("ana", -5, "2026-04-10")];
  const entries = back.filter(({ account }) => account === "available");
  const empty = { subaccountId: "ana", openingBalance: 0, days: [], closingBalance: 0 };
  expect(statement("ana", entries, { to: "2026-04-30" })).toEqual(empty);
});

test("an entry shows its subaccount and its day", () => {
  const entry: Entry = { account: "available", owner: "ana", amount: 97, on: "2026-04-04" };
  const shown = { account: "available", amount: 97, day: "2026-04-04" };
  expect(shownEntry(entry)).toEqual({ ...shown, subaccountId: "ana" });
  expect(shownEntry({ ...entry, owner: "" })).toEqual({ ...shown, subaccountId: null });
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
