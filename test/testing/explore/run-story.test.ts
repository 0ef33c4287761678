import type { ExploreOptions, Shop } from "centavo/testing";
import { expect, test } from "vitest";
import { runStory } from "../../../src/testing/explore/run-story.ts";
import type { Step } from "../../../src/testing/explore/steps.ts";
import { correctShops } from "./shops/correct-shops.ts";

const buys = {
  name: "order",
  together: false,
  chosen: { method: "card", card: "4000000000000010", clicks: "once" },
};

/** Runs a story with a correct shop, and returns the promise that seems to be broken. */
async function run(name: keyof typeof correctShops, ...steps: object[]) {
  const shop = correctShops[name] as Shop<unknown> & ExploreOptions<unknown>;
  return (await runStory(shop, steps as Step[], 0)).broken;
}

test("a shop is not blamed for a postback that was given up while its database was made to fail", async () => {
  const fails = { name: "database", together: false, chosen: { state: "fails" } };
  const refunded = { name: "move", together: false, chosen: { order: 0, move: 0 } };
  const fourDays = { name: "time", together: false, chosen: { step: 3 } };
  expect(await run("a checkout", buys, fails, refunded, fourDays)).toBeUndefined();
});

test("a shop that restarts while it is asked for its orders is asked again", async () => {
  const restarts = { name: "call", together: false, chosen: { calls: "reads", how: "restart" } };
  expect(await run("strange: it polls", restarts, buys)).toBeUndefined();
});

test("the charges of a subscription, which send no postbacks, are known", async () => {
  expect(await run("a club with subscriptions", buys)).toBeUndefined();
});

test("what was disputed before anybody looked was charged", async () => {
  const disputedInADay = {
    ...buys,
    chosen: { method: "card", card: "4000000000000259", clicks: "once" },
  };
  const aDay = { name: "time", together: true, chosen: { step: 2 } };
  expect(await run("a club with subscriptions", disputedInADay, aDay)).toBeUndefined();
});

test("a shop is not blamed for a postback that was given up while it was made to restart", async () => {
  const restarts = { name: "postback", together: false, chosen: { how: "restart" } };
  const fourDays = { name: "time", together: false, chosen: { step: 3 } };
  const steps = [restarts, restarts, buys, fourDays];
  expect(await run("a checkout on a port of its own", ...steps)).toBeUndefined();
});
