import { expect, test } from "vitest";
import { unmetExpectations } from "../../../src/sandbox/validation/unmet-expectations.ts";

test("the name of a wrong value has its place in each array on its way", () => {
  const body = { splits: [{ id: 0 }, { id: [2, 0] }, "0"], id: 0 };
  const namesAt = (...path: string[]) =>
    unmetExpectations(body, [{ path, expected: "streetNumber" }]);
  expect(namesAt("splits", "id")).toEqual([
    "splits.0.id is less than 1",
    "splits.1.id.1 is less than 1",
  ]);
  expect(namesAt("id")).toEqual(["id is less than 1"]);
  expect(namesAt("other", "id")).toEqual([]);
});
