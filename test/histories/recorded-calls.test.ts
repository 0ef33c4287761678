import { expect, test } from "vitest";
import type { Event } from "../../generated/sandbox-control-types.ts";
import { type Asked, CompanyHistory, type RecordedCall } from "./recorded-calls.ts";
import { findAnomalies } from "./serial-order.ts";

const ID = "payment-1";
const PAY: Asked = { do: "pay", with: "pix", amount: 500 };
const DECIDE: Asked = { do: "decide", kind: "payments", id: ID, status: "PAID", amount: 500 };
const WITHDRAW: Asked = { do: "withdraw", amount: 70 };

type Given = [asked: Asked, change?: Partial<RecordedCall>];

const entry = (account: string, amount: number) => ({
  ...{ account, amount, subaccountId: null, day: "2026-03-02" },
});
const sale = [
  "ledger.posted",
  { event: "sale", entries: [entry("buyers", -500), entry("available", 500)] },
];
const changed = (from: string | null, to: string) => ["status.changed", { from, to }];
const made = [changed(null, "PENDING"), sale, changed("PENDING", "PAID")];
const restored = ["company.restored", {}];

/** What is wrong with calls, one after the other, and with the events that are there at the end. */
function contradictions(given: Given[], events: unknown[][] = made): string[] {
  const timeline = events.map(([type, data], index) => {
    return { id: index + 1, type, data, resource: { type: "payment", id: ID } } as Event;
  });
  const generation = events.filter((event) => event === restored).length;
  const last: Given = [{ do: "timeline" }, { generation, answer: { events: timeline } }];
  const records = [...given, last].map(([asked, change], index): RecordedCall => {
    const at = { company: 1, client: "client 1", process: "one", asked };
    return { ...at, start: 2 * index, end: 2 * index + 1, outcome: "ok", generation: 0, ...change };
  });
  const history = new CompanyHistory(records);
  return [...findAnomalies(history.calls()).map(({ kind }) => kind), ...history.problems];
}

const paid: Given[] = [
  [PAY, { answer: { id: ID, status: "PENDING" } }],
  [DECIDE, { answer: { id: ID, status: "PAID" } }],
];
const shows = (status: string | null, generation = 0): Given => [
  { do: "get", kind: "payments", id: ID },
  { answer: { status }, generation },
];
const has = (account: string, balance: number) => ({
  ...{ account: account as "available", balance, scheduled: 0, subaccountId: null },
});

test.each<[string, Given[], unknown[][]?]>([
  ["a payment that is paid and read", [...paid, shows("PAID")]],
  [
    "one whose calls had no answer",
    [
      [PAY, { outcome: "unknown" }],
      [DECIDE, { outcome: "unknown" }],
    ],
  ],
  ["a withdrawal that was refused", [...paid, [WITHDRAW, { outcome: "failed" }]]],
  [
    "a restore to before it was paid, and a read of either",
    [
      ...paid,
      shows("PAID"),
      [{ do: "restore", id: "one" }, { generation: 1 }],
      shows("PENDING", 1),
    ],
    [...made, restored],
  ],
])("nothing contradicts %s", (_, calls, events) =>
  expect(contradictions(calls, events)).toEqual([]),
);

test.each<[string, Given[], unknown[][]?]>([
  ["stale read", [...paid, shows("PENDING")]],
  [
    "stale read",
    [...paid, [{ do: "restore", id: "one" }, { generation: 1 }], shows("PAID")],
    [...made, restored],
  ],
  ["lost write", [...paid], [changed(null, "PENDING")]],
  ["reads that disagree", [...paid, shows("REFUNDED")]],
  ["effect of a failed call", [[{ ...PAY, with: "card" }, { outcome: "failed" }]], [sale]],
  ["nobody has asked for the sale of 500 in 0", []],
  [
    "the accounts sum to 3",
    [...paid, [{ do: "accounts" }, { answer: { accounts: [has("fees", 3)] } }]],
  ],
  [
    "the company has -3: more went out than was there",
    [
      ...paid,
      [{ do: "accounts" }, { answer: { accounts: [has("available", -3), has("banks", 3)] } }],
    ],
  ],
  ["a defect", [...paid, [WITHDRAW, { outcome: "failed", problem: "a defect" }]]],
])("it finds: %s", (what, calls, events) =>
  expect(contradictions(calls, events)).toContainEqual(expect.stringContaining(what)),
);
