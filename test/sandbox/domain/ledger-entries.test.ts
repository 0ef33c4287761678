import { describe, expect, test } from "vitest";
import { type Account, balance, type Entry } from "../../../src/sandbox/domain/ledger-balances.ts";
import {
  anticipation,
  reversal,
  sale,
  settlementDays,
  withdrawal,
  withdrawalReturned,
} from "../../../src/sandbox/domain/ledger-entries.ts";

const company = "";
const day = "2026-03-05";
/** When everything has settled. */
const END = "2027-01-01";
const ana = { subaccountId: "ana", liquidAmount: 2000 };
const bia = { subaccountId: "bia", liquidAmount: 1000 };

/** R$ 100,01 in three instalments, of which R$ 3,01 are the fee and R$ 30,00 go to Ana and Bia. */
function sold(): Entry[] {
  const days = settlementDays("card", 3, day);
  return sale({ amount: 10_001, fee: 301, parts: [ana, bia], day, settlementDays: days });
}

/** What is available and what is receivable, as "100, 2026-04-04 200". */
function balanceOf(owner: string, entries: readonly Entry[], today: string): string {
  const own = entries.filter((entry) => entry.owner === owner);
  const { available, receivable } = balance(own, today);
  return [available, ...receivable.map(({ date, amount }) => `${date} ${amount}`)].join(", ");
}

/** The sum of an account by a day. */
function sumOf(account: Account, entries: readonly Entry[], today = "9999-12-31"): number {
  return entries
    .filter((entry) => entry.account === account && entry.on <= today)
    .reduce((sum, { amount }) => sum + amount, 0);
}

test("entries are merged in a time that grows with their number, also those of one owner", () => {
  const milliseconds = (days: number) => {
    const entries = Array.from({ length: days }, (_, index): Entry[] => {
      const on = new Date(index * 86_400_000).toISOString().slice(0, 10);
      const amount = index + 1;
      return [
        { account: "receivable", owner: company, amount: -amount, on },
        { account: "available", owner: company, amount, on },
      ];
    }).flat();
    const before = process.threadCpuUsage();
    expect(reversal(entries, "1970-01-01")).toHaveLength(2 * days);
    const { user, system } = process.threadCpuUsage(before);
    return (user + system) / 1000;
  };
  milliseconds(1_000);
  // Eight times, or 64 times if each entry is searched for among all.
  expect(milliseconds(8_000)).toBeLessThan(Math.max(20 * milliseconds(1_000), 100));
});

describe("a reversal", () => {
  test.each([day, "2026-04-03", "2026-04-04", "2026-05-10", END])(
    "on %s brings every account to zero from that day on",
    (today) => {
      const all = [...sold(), ...reversal(sold(), today)];
      for (const owner of [company, "ana", "bia"]) {
        expect([today, END].map((date) => balanceOf(owner, all, date))).toEqual(["0", "0"]);
      }
      for (const account of ["buyers", "fees"] as const) expect(sumOf(account, all, today)).toBe(0);
      expect(sumOf("receivable", all)).toBe(0);
    },
  );

  test("writes nothing into the past", () => {
    const undone = reversal(sold(), "2026-05-10");
    expect(undone.filter(({ on }) => on < "2026-05-10")).toEqual([]);
  });
});

test("an anticipation does nothing a second time, also if others got all", () => {
  const days = settlementDays("card", 3, day);
  const all = sale({ amount: 2_301, fee: 301, parts: [ana], day, settlementDays: days });
  const anticipated = [...all, ...anticipation(all, "2026-04-10")];
  expect(anticipation(anticipated, "2026-04-11")).toEqual([]);
});

test.each([[], [35]])(
  "a withdrawal returned by the bank, with its fee, is available again",
  (...fee) => {
    const returned = withdrawalReturned("ana", 500, "2026-03-06", ...fee);
    const all = [...withdrawal("ana", 500, day, ...fee), ...returned];
    expect(balanceOf("ana", all, day)).toBe("-500, 2026-03-06 500");
    expect(balanceOf("ana", all, "2026-03-06")).toBe("0");
    expect([sumOf("banks", all), sumOf("fees", all)]).toEqual([0, 0]);
  },
);

test("the entries of an event do not carry the event of those that they reverse", () => {
  const posted = sold().map((entry) => ({ event: "sale", ...entry }));
  const fields = (entries: Entry[]) => [...new Set(entries.flatMap(Object.keys))].sort();
  for (const entries of [reversal(posted, "2026-03-20"), anticipation(posted, "2026-03-20")]) {
    expect(fields(entries)).toEqual(["account", "amount", "on", "owner"]);
  }
});
