import { expect, test } from "vitest";
import {
  accountBalances,
  amountsOfSale,
  receivableDays,
} from "../../../src/sandbox/domain/ledger-accounts.ts";
import { sale, withdrawal } from "../../../src/sandbox/domain/ledger-entries.ts";

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

test("the days come the earliest first, in whatever order their entries are", () => {
  const days = ["2026-04-12", "2026-04-10"].flatMap((day) => withdrawal("ana", -5, day));
  expect(receivableDays(days).map(({ day, balance }) => [day, balance])).toEqual([
    ["2026-04-10", 5],
    ["2026-04-12", 10],
  ]);
});

test("a day on which all that came in was withdrawn is listed, one whose withdrawal came back is not", () => {
  const day = "2026-03-05";
  const sold = sale({ amount: 100, fee: 0, parts: [], day, settlementDays: [day] });
  expect(receivableDays([...sold, ...withdrawal("", 100, day)])).toEqual([
    { day, net: 100, withdrawn: 100, balance: 0 },
  ]);
  expect(receivableDays([...withdrawal("", 100, day), ...withdrawal("", -100, day)])).toEqual([]);
});
