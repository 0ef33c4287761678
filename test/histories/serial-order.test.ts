import { describe, expect, test } from "vitest";
import { type Call, findAnomalies } from "./serial-order.ts";

type Given = Partial<Call> & { adds?: string; sees?: string };

/** Calls on one list, each of whose elements is a letter. Without times, they overlap. */
function history(calls: Record<string, Given>): Call[] {
  return Object.entries(calls).map(([name, { adds, sees, ...rest }]) => ({
    ...{ name, start: 0, end: 9, outcome: "ok" as const },
    ...rest,
    appends: [...(adds ?? "")].map((element) => ({ list: "ledger", element })),
    reads: sees === undefined ? [] : [{ list: "ledger", elements: [...sees] }],
  }));
}

const kinds = (calls: Record<string, Given>) =>
  findAnomalies(history(calls)).map(({ kind }) => kind);

describe("a serial order explains", () => {
  test.each<[string, Record<string, Given>]>([
    ["no calls", {}],
    [
      "calls at the same time in any order",
      { one: { adds: "a" }, two: { adds: "b" }, reader: { sees: "ba" } },
    ],
    [
      "a read that overlaps a write and has not seen it",
      { writer: { adds: "a" }, reader: { sees: "" } },
    ],
    [
      "reads of several lengths in order",
      {
        one: { adds: "a", start: 0, end: 1 },
        early: { sees: "a", start: 2, end: 3 },
        two: { adds: "b", start: 2, end: 3 },
        late: { sees: "ab", start: 4, end: 5 },
      },
    ],
    [
      "a call without an answer that was done, and one that was not",
      {
        done: { adds: "a", outcome: "unknown", start: 0, end: 1 },
        undone: { adds: "b", outcome: "unknown", start: 0, end: 1 },
        reader: { sees: "a", start: 2, end: 3 },
      },
    ],
    [
      "a call that was done long after its client had given up",
      {
        late: { adds: "a", outcome: "unknown", start: 0, end: 1 },
        before: { sees: "", start: 2, end: 3 },
        after: { sees: "a", start: 4, end: 5 },
      },
    ],
    [
      "a failed call that left nothing",
      { failed: { adds: "a", outcome: "failed" }, reader: { sees: "" } },
    ],
    ["elements that no call has appended", { reader: { sees: "xy" }, other: { sees: "x" } }],
  ])("%s", (_, calls) => expect(kinds(calls)).toEqual([]));
});

describe("no serial order explains", () => {
  test.each<[string, Record<string, Given>]>([
    [
      "lost update",
      { one: { sees: "p", adds: "a" }, two: { sees: "p", adds: "b" }, reader: { sees: "pab" } },
    ],
    [
      "stale read",
      {
        writer: { adds: "a", start: 0, end: 1 },
        stale: { sees: "", start: 2, end: 3 },
        reader: { sees: "a", start: 4, end: 5 },
      },
    ],
    [
      "lost write",
      { writer: { adds: "a", start: 0, end: 1 }, reader: { sees: "", start: 2, end: 3 } },
    ],
    ["doubled write", { writer: { adds: "a" }, reader: { sees: "aba" } }],
    ["reads that disagree", { one: { sees: "ab" }, two: { sees: "ac" } }],
    [
      "effect of a failed call",
      { failed: { adds: "a", outcome: "failed" }, reader: { sees: "a" } },
    ],
  ])("a %s", (kind, calls) => expect(kinds(calls)).toEqual([kind]));

  const on = (list: string, element: string) => [{ list, element }];
  const seen = (list: string, ...elements: string[]) => [{ list, elements }];
  const overlapping = { start: 0, end: 9, outcome: "ok" } as const;

  test.each<[string, string[]]>([
    ["seen", ["1"]],
    ["not seen", []],
  ])("two calls of which each has %s what the other wrote", (_, elements) => {
    const found = findAnomalies([
      { name: "one", ...overlapping, appends: on("x", "1"), reads: seen("y", ...elements) },
      { name: "two", ...overlapping, appends: on("y", "1"), reads: seen("x", ...elements) },
      { name: "reader", ...overlapping, reads: [...seen("x", "1"), ...seen("y", "1")] },
    ]);
    expect(found).toMatchObject([{ kind: "circular order" }]);
  });

  test("a stale read, told with the calls and why each is before the other", () => {
    const [{ text = "" } = {}] = findAnomalies(
      history({
        payment: { adds: "a", start: 0, end: 1 },
        reader: { sees: "", start: 2, end: 3 },
        other: { sees: "a" },
      }),
    );
    expect(text).toContain("payment: it was answered before reader began");
    expect(text).toContain('reader: it read ledger without "a", which payment appended');
  });

  test("anything in a history of 5,000 calls", () => {
    const calls = Array.from({ length: 5_000 }, (_, index) => ({
      ...{ name: `${index}`, start: index, end: index + 20, outcome: "ok" as const },
      appends: on("ledger", `${index}`),
      reads: [{ list: "ledger", skip: index, elements: [] }],
    }));
    const last = { name: "last", start: 10_000, end: 10_001, outcome: "ok" as const };
    const elements = calls.map(({ name }) => name);
    const whole = [...calls, { ...last, reads: [{ list: "ledger", elements }] }];
    expect(findAnomalies(whole)).toEqual([]);
    const stale = { ...last, reads: [{ list: "ledger", elements: elements.slice(0, 2_500) }] };
    expect(findAnomalies([...whole, stale])).toMatchObject([{ kind: "stale read" }]);
  });
});
