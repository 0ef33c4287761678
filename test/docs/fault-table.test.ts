import { expect, test } from "vitest";
import { faultTable, withResults } from "../../scripts/docs/fault-table.ts";

const known = {
  promises: { kept: "writes stay" },
  faults: { "a kill": {}, "a flood": { kept: "9 ✓" } },
};
const line = (change: object) =>
  JSON.stringify({ fault: "a kill", promise: "kept", runs: 2, outcome: "held", ...change });
const rowsOf = (...lines: string[]) =>
  faultTable(withResults(known, lines.join("\n")))
    .split("\n")
    .slice(2);

test("the page of faults adds up the runs, and says where there was none", () => {
  expect(rowsOf(line({}), line({ runs: 3 }))).toEqual([
    "| a kill | 5 ✓ |",
    "| a flood | *not run* |",
  ]);
});

test("a promise that one run has broken is broken", () => {
  expect(rowsOf(line({ outcome: "broken" }), line({}))[0]).toBe("| a kill | 4 ✗ |");
});

test("results of a fault that the page does not know are refused", () => {
  expect(() => withResults(known, line({ fault: "a klil" }))).toThrow('no fault "a klil"');
});
