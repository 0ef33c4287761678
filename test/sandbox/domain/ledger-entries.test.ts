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
const ana = { subaccountId: "ana", liquidAmount: 2000, chargebackLiable: true };
const bia = { subaccountId: "bia", liquidAmount: 1000, chargebackLiable: false };

/** R$ 100,01 in three instalments, of which R$ 3,01 are the fee and R$ 30,00 go to Ana and Bia. */
function installments(): Entry[] {
  return sale({
    amount: 10_001,
    fee: 301,
    parts: [ana, bia],
    day,
    settlementDays: settlementDays("card", 3, day),
  });
}

function balanceOf(owner: string, entries: readonly Entry[], today: string) {
  return balance(
    entries.filter((entry) => entry.owner === owner),
    today,
  );
}

function availableOf(owner: string, entries: readonly Entry[], today: string): number {
  return balanceOf(owner, entries, today).available;
}

/** The sum of an account by a day. */
function sumOf(account: Account, entries: readonly Entry[], today = "9999-12-31"): number {
  return entries
    .filter((entry) => entry.account === account && entry.on <= today)
    .reduce((sum, { amount }) => sum + amount, 0);
}

describe("settlementDays", () => {
  test.each([
    ["card", 1, ["2026-04-04"]],
    ["card", 3, ["2026-04-04", "2026-05-04", "2026-06-03"]],
    ["pix", 1, ["2026-03-05"]],
    ["billet", 1, ["2026-03-06"]],
  ] as const)("of %s in %i: %j", (method, count, days) => {
    expect(settlementDays(method, count, day)).toEqual(days);
  });

  test("a billet paid on a Friday settles on Monday", () => {
    expect(settlementDays("billet", 1, "2026-03-06")).toEqual(["2026-03-09"]);
  });
});

describe("a sale", () => {
  test("is receivable immediately, and available instalment by instalment", () => {
    expect(balanceOf(company, installments(), day)).toEqual({
      available: 0,
      receivable: [
        // 6,700 in three: the first has the centavo that cannot be divided.
        { date: "2026-04-04", amount: 2234 },
        { date: "2026-05-04", amount: 2233 },
        { date: "2026-06-03", amount: 2233 },
      ],
    });
    expect(balanceOf("ana", installments(), "2026-05-04")).toEqual({
      available: 668 + 666,
      receivable: [{ date: "2026-06-03", amount: 666 }],
    });
    expect(balanceOf("bia", installments(), "2026-06-03")).toEqual({
      available: 1000,
      receivable: [],
    });
  });

  test("takes the amount from the buyer, and the fee from the company alone", () => {
    expect(sumOf("buyers", installments(), day)).toBe(-10_001);
    expect(sumOf("fees", installments(), day)).toBe(301);
    expect(availableOf(company, installments(), "2027-01-01")).toBe(10_001 - 301 - 3000);
  });

  test("by PIX is available on the same day, and leaves nothing to receive", () => {
    const days = settlementDays("pix", 1, day);
    const entries = sale({ amount: 100, fee: 0, parts: [], day, settlementDays: days });
    expect(balanceOf(company, entries, day)).toEqual({ available: 100, receivable: [] });
    expect(sumOf("receivable", entries, day)).toBe(0);
  });

  test("adds up the parts of a subaccount that has two", () => {
    const entries = sale({
      amount: 10_000,
      fee: 0,
      parts: [ana, { ...ana, liquidAmount: 1 }],
      day,
      settlementDays: [day],
    });
    expect(availableOf("ana", entries, day)).toBe(2001);
  });
});

describe("a reversal", () => {
  test.each([day, "2026-04-03", "2026-04-04", "2026-05-10", "2027-01-01"])(
    "on %s brings every account to zero from that day on",
    (today) => {
      const all = [...installments(), ...reversal(installments(), today)];
      for (const owner of [company, "ana", "bia"]) {
        expect(balanceOf(owner, all, today)).toEqual({ available: 0, receivable: [] });
        expect(balanceOf(owner, all, "2027-01-01")).toEqual({ available: 0, receivable: [] });
      }
      for (const account of ["buyers", "fees"] as const) expect(sumOf(account, all, today)).toBe(0);
      expect(sumOf("receivable", all)).toBe(0);
    },
  );

  test("takes back today what has settled, and undoes the rest on its own days", () => {
    const undone = reversal(installments(), "2026-04-10");
    expect(balanceOf("ana", undone, "2026-04-10")).toEqual({
      available: -668,
      receivable: [
        { date: "2026-05-04", amount: -666 },
        { date: "2026-06-03", amount: -666 },
      ],
    });
  });

  test("writes nothing into the past", () => {
    const undone = reversal(installments(), "2026-05-10");
    expect(undone.filter(({ on }) => on < "2026-05-10")).toEqual([]);
  });
});

describe("a chargeback", () => {
  test.each([day, "2026-04-10", "2027-01-01"])("on %s is borne by who is liable", (today) => {
    const all = [...installments(), ...chargeback(installments(), [ana, bia], today)];
    const end = "2027-01-01";
    expect(sumOf("buyers", all, today)).toBe(0);
    expect(sumOf("fees", all)).toBe(301);
    expect(availableOf("ana", all, end)).toBe(0);
    expect(availableOf("bia", all, end)).toBe(1000);
    expect(availableOf(company, all, end)).toBe(-301 - 1000);
    expect(sumOf("receivable", all)).toBe(0);
  });

  test("leaves the receivables of an owner who is not liable", () => {
    const all = [...installments(), ...chargeback(installments(), [ana, bia], "2026-04-10")];
    expect(balanceOf("bia", all, "2026-04-10")).toEqual(
      balanceOf("bia", installments(), "2026-04-10"),
    );
    expect(balanceOf("ana", all, "2026-04-10")).toEqual({ available: 0, receivable: [] });
    expect(balanceOf(company, all, "2026-04-10")).toEqual({ available: -1301, receivable: [] });
  });
});

describe("an anticipation", () => {
  test("settles today what has not settled", () => {
    const all = [...installments(), ...anticipation(installments(), "2026-04-10")];
    expect(balanceOf("ana", all, "2026-04-10")).toEqual({ available: 2000, receivable: [] });
    expect(balanceOf("ana", all, "2027-01-01")).toEqual({ available: 2000, receivable: [] });
    expect(sumOf("receivable", all, "2026-04-10")).toBe(0);
  });

  test("does nothing after the last instalment", () => {
    expect(anticipation(installments(), "2026-06-03")).toEqual([]);
  });

  test("is undone by a reversal together with the sale", () => {
    const anticipated = [...installments(), ...anticipation(installments(), "2026-04-10")];
    const all = [...anticipated, ...reversal(anticipated, "2026-04-20")];
    expect(balanceOf("ana", all, "2026-04-20")).toEqual({ available: 0, receivable: [] });
    expect(balanceOf("ana", all, "2027-01-01")).toEqual({ available: 0, receivable: [] });
  });
});

describe("a withdrawal", () => {
  test("leaves the owner's balance for the bank", () => {
    const entries = withdrawal("ana", 500, day);
    expect(availableOf("ana", entries, day)).toBe(-500);
    expect(sumOf("banks", entries)).toBe(500);
  });

  test("returned by the bank is available again", () => {
    const entries = [
      ...withdrawal("ana", 500, day),
      ...withdrawalReturned("ana", 500, "2026-03-06"),
    ];
    expect(availableOf("ana", entries, day)).toBe(-500);
    expect(availableOf("ana", entries, "2026-03-06")).toBe(0);
    expect(sumOf("banks", entries)).toBe(0);
  });

  test("leaves its fee with the service, and takes it back on failure", () => {
    const entries = withdrawal("ana", 500, day, 35);
    expect(entries.map(({ account, owner, amount }) => [account, owner, amount])).toEqual([
      ["available", "ana", -500],
      ["banks", "ana", 465],
      ["fees", "", 35],
    ]);
    const both = [...entries, ...withdrawalReturned("ana", 500, day, 35)];
    for (const account of ["available", "banks", "fees"] as const) {
      expect(sumOf(account, both)).toBe(0);
    }
  });
});

describe("balance", () => {
  test("takes what is available as day sums too, which name no account", () => {
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
  });

  test("of no entries is zero", () => {
    expect(balance([], day)).toEqual({ available: 0, receivable: [] });
  });
});

test("the entries of an event do not carry the event of those that they reverse", () => {
  const posted = installments().map((entry) => ({ event: "sale", ...entry }));
  const fields = (entries: Entry[]) => [...new Set(entries.flatMap(Object.keys))].sort();
  for (const entries of [reversal(posted, "2026-03-20"), anticipation(posted, "2026-03-20")]) {
    expect(fields(entries)).toEqual(["account", "amount", "on", "owner"]);
  }
});
