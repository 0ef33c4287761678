import { expect, test } from "vitest";
import { refusalsOf } from "./digits-like-cards.ts";

test("no valid card is refused for digits that are elsewhere in its request", () => {
  expect(refusalsOf(4_000, "quick").slice(0, 3)).toEqual([]);
});
