import { expect, test } from "vitest";
import { refusalsOf } from "../sandbox/digits-like-cards.ts";
import { seed } from "./seeded-random.ts";

const REQUESTS = 200_000;

test("no valid card is refused for digits that are elsewhere in its request", ({ task }) => {
  const refusals = refusalsOf(REQUESTS, seed);
  task.meta.figures = { seed, "payments and tokenisations": REQUESTS, refused: refusals.length };
  expect(refusals.slice(0, 5)).toEqual([]);
});
