import { expect, test } from "vitest";
import { shared } from "../../../src/sandbox/services/deduplicate-values.ts";

test("equal values become one object, until there were many others", () => {
  const buyer = shared({ firstName: "Maria" });
  expect(shared({ firstName: "Maria" })).toBe(buyer);
  for (let index = 0; index < 1000; index++) expect(shared({ index })).toEqual({ index });
  expect(shared({ firstName: "Maria" })).not.toBe(buyer);
});
