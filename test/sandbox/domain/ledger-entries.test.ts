import { describe, expect, test } from "vitest";
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

const company = "";
const day = "2026-03-05";
/** When everything has settled. */
const END = "2027-01-01";
const ana = { subaccountId: "ana", liquidAmount: 2000, chargebackLiable: true };
const bia = { subaccountId: "bia", liquidAmount: 1000, chargebackLiable: false };

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

test.each([
  ["card", 1, day, ["2026-04-04"]],
  ["card", 3, day, ["2026-04-04", "2026-05-04", "2026-06-03"]],
  ["pix", 1, day, ["2026-03-05"]],
  ["billet", 1, day, ["2026-03-06"]],
  // Paid on a Friday, it settles on Monday.
  ["billet", 1, "2026-03-06", ["2026-03-09"]],
] as const)("a %s in %i, paid on %s, settles on %j", (method, count, paid, days) => {
  expect(settlementDays(method, count, paid)).toEqual(days);
});

describe("a sale", () => {
  test("is receivable immediately, and available instalment by instalment", () => {
    // 6,700 in three: the first has the centavo that cannot be divided.
    const all = "0, 2026-04-04 2234, 2026-05-04 2233, 2026-06-03 2233";
    expect(balanceOf(company, sold(), day)).toBe(all);
    expect(balanceOf("ana", sold(), "2026-05-04")).toBe("1334, 2026-06-03 666");
    expect(balanceOf("bia", sold(), "2026-06-03")).toBe("1000");
  });

  test("takes the amount from the buyer, and the fee from the company alone", () => {
    expect(sumOf("buyers", sold(), day)).toBe(-10_001);
    expect(sumOf("fees", sold(), day)).toBe(301);
    expect(balanceOf(company, sold(), END)).toBe(`${10_001 - 301 - 3000}`);
  });
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

describe("a chargeback", () => {
  test.each([day, "2026-04-10", END])("on %s is borne by who is liable", (today) => {
    const all = [...sold(), ...chargeback(sold(), [ana, bia], today)];
    expect(sumOf("buyers", all, today)).toBe(0);
    expect(sumOf("fees", all)).toBe(301);
    expect(balanceOf("ana", all, END)).toBe("0");
    expect(balanceOf("bia", all, END)).toBe("1000");
    expect(balanceOf(company, all, END)).toBe("-1301");
    expect(sumOf("receivable", all)).toBe(0);
  });
});

describe("an anticipation", () => {
  test("settles today what has not settled, and is undone by a reversal with the sale", () => {
    const anticipated = [...sold(), ...anticipation(sold(), "2026-04-10")];
    expect(balanceOf("ana", anticipated, "2026-04-10")).toBe("2000");
    expect(balanceOf("ana", anticipated, END)).toBe("2000");
    expect(sumOf("receivable", anticipated, "2026-04-10")).toBe(0);
    const all = [...anticipated, ...reversal(anticipated, "2026-04-20")];
    expect(balanceOf("ana", all, "2026-04-20")).toBe("0");
    expect(balanceOf("ana", all, END)).toBe("0");
  });

  test("does nothing after the last instalment", () => {
    expect(anticipation(sold(), "2026-06-03")).toEqual([]);
  });

  test("does nothing a second time, also if others got all", () => {
    const days = settlementDays("card", 3, day);
    const all = sale({ amount: 2_301, fee: 301, parts: [ana], day, settlementDays: days });
    const anticipated = [...all, ...anticipation(all, "2026-04-10")];
    expect(anticipation(anticipated, "2026-04-11")).toEqual([]);
  });
});

describe("a withdrawal", () => {
  const rows = (entries: Entry[]) =>
    entries.map(({ account, owner, amount }) => [account, owner, amount]);

  test("leaves the owner's balance for the bank, less its fee", () => {
    const [available, fees] = [
      ["available", "ana", -500],
      ["fees", "", 35],
    ];
    expect(rows(withdrawal("ana", 500, day))).toEqual([available, ["banks", "ana", 500]]);
    expect(rows(withdrawal("ana", 500, day, 35))).toEqual([available, ["banks", "ana", 465], fees]);
  });

  test.each([[], [35]])("returned by the bank, with its fee, is available again", (...fee) => {
    const returned = withdrawalReturned("ana", 500, "2026-03-06", ...fee);
    const all = [...withdrawal("ana", 500, day, ...fee), ...returned];
    expect(balanceOf("ana", all, day)).toBe("-500, 2026-03-06 500");
    expect(balanceOf("ana", all, "2026-03-06")).toBe("0");
    expect([sumOf("banks", all), sumOf("fees", all)]).toEqual([0, 0]);
  });
});

test("a balance takes what is available as day sums too, which name no account", () => {
  const sums = [
    { amount: 5, on: "2026-03-09" },
    { amount: 3, on: "2026-03-05" },
    { amount: 4, on: "2026-03-06" },
    { amount: 2, on: "2026-03-01" },
    { amount: 1, on: "2026-03-09" },
  ];
  expect(balance(sums, day)).toEqual({
    available: 5,
    receivable: [
      { date: "2026-03-06", amount: 4 },
      { date: "2026-03-09", amount: 6 },
    ],
  });
  expect(balance([], day)).toEqual({ available: 0, receivable: [] });
});

test("the entries of an event do not carry the event of those that they reverse", () => {
  const posted = sold().map((entry) => ({ event: "sale", ...entry }));
  const fields = (entries: Entry[]) => [...new Set(entries.flatMap(Object.keys))].sort();
  for (const entries of [reversal(posted, "2026-03-20"), anticipation(posted, "2026-03-20")]) {
    expect(fields(entries)).toEqual(["account", "amount", "on", "owner"]);
  }
});
