import { expect, test } from "vitest";
import { receivableDays } from "../../../src/sandbox/domain/ledger-accounts.ts";
import { sale, withdrawal } from "../../../src/sandbox/domain/ledger-entries.ts";

// All else of them is tested in ../ledger/ledger.test.ts.

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
