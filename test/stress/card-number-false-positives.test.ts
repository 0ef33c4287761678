import { expect, test } from "vitest";
import { isNightly } from "../sample.ts";
import { wrongRejections } from "../sandbox/http/card-number-false-positives.ts";
import { seed } from "./seeded-random.ts";

const REQUESTS = isNightly ? 200_000 : 20_000;

test("digits elsewhere in a request do not make a valid card fail", ({ task }) => {
  const rejections = wrongRejections(REQUESTS, seed);
  task.meta.figures = { seed, "payments and tokenisations": REQUESTS, refused: rejections.length };
  expect(rejections.slice(0, 5)).toEqual([]);
});
