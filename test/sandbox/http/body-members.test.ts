import { expect, test } from "vitest";
import { namesOfWrong } from "../../../src/sandbox/http/body-members.ts";

test("the name of a wrong value has its place in each array on its way", () => {
  const body = { splits: [{ id: 1 }, { id: [2, 1] }, "1"], id: 1 };
  const namesAt = (...path: string[]) => namesOfWrong(body, path, (value) => value === 1);
  expect(namesAt("splits", "id")).toEqual(["splits.0.id", "splits.1.id.1"]);
  expect(namesAt("id")).toEqual(["id"]);
  expect(namesAt("other", "id")).toEqual([]);
});
