import { type ExploreOptions, explore, type Shop } from "centavo/testing";
import { expect, test } from "vitest";
import { promises } from "../../../src/testing/explore/promises.ts";
import { seedNumber } from "../../nightly.ts";
import { moduleWith, plantedMistakes } from "./planted-mistakes.ts";
import { shopOf } from "./shops/forgetful-shop.ts";
import { shopWith } from "./shops/open-shop.ts";

const MAX_STORIES = 2_000;
const MAX_STEPS = 6;

test.each(Object.entries(plantedMistakes))("it is found that a shop %s", async (name, mistake) => {
  const error = await explore({
    ...(await openWith(name)),
    stories: MAX_STORIES,
    seed: seedNumber,
    progress: () => {},
  }).then(
    () => undefined,
    (broken: Error) => broken,
  );
  const { message = "Nothing was found." } = error ?? {};
  const sentences = mistake.breaks.map((promise) =>
    promise in promises
      ? promises[promise as keyof typeof promises].sentence
      : `Yours: ${promise}.`,
  );
  const [first] = message.split("\n");
  expect(sentences, message).toContain(first?.replace("A promise of the shop is broken: ", ""));
  const steps = [...message.matchAll(/^ ?(\d+)\. /gm)];
  console.log(`${name}: found in ${steps.length} steps`);
  expect(steps.length, message).toBeLessThanOrEqual(MAX_STEPS);
});

/** The shop with a mistake. */
async function openWith(name: string): Promise<Shop<unknown> & ExploreOptions<unknown>> {
  const module = await import(moduleWith(name));
  if (!("ForgetfulShop" in module))
    return shopWith({ create: module.createCheckout }) as Shop<unknown>;
  return shopOf(module.ForgetfulShop) as Shop<unknown>;
}
