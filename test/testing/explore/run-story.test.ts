import type { ExploreOptions, Shop } from "centavo/testing";
import { expect, test } from "vitest";
import { runStory } from "../../../src/testing/explore/run-story.ts";
import type { Step } from "../../../src/testing/explore/story.ts";
import { correctShops } from "./shops/correct-shops.ts";

const buys = { name: "order", together: false, values: { method: "card", card: 0, clicks: 1 } };

/** Tells a story to a correct shop, and returns the promise that seems to be broken. */
async function tell(name: keyof typeof correctShops, ...steps: object[]) {
  const shop = correctShops[name] as Shop<unknown> & ExploreOptions<unknown>;
  return (await runStory(shop, steps as Step[], { patience: 0 })).broken;
}

test("a shop is not blamed for a postback that was given up while its database was made to fail", async () => {
  const fails = { name: "database", together: false, values: { state: "fails" } };
  const refunded = { name: "move", together: false, values: { order: 0, move: 0 } };
  const fourDays = { name: "time", together: false, values: { step: 3 } };
  expect(await tell("a checkout", buys, fails, refunded, fourDays)).toBeUndefined();
});

test("a shop that restarts while it is asked for its orders is asked again", async () => {
  const restarts = { name: "call", together: false, values: { calls: "reads", how: "restart" } };
  expect(await tell("strange: it polls", restarts, buys)).toBeUndefined();
});

test("the charges of a subscription, which send no postbacks, are known", async () => {
  expect(await tell("a club with subscriptions", buys)).toBeUndefined();
});

test("what was disputed before anybody looked was charged", async () => {
  const disputedInADay = { ...buys, values: { method: "card", card: 6, clicks: 1 } };
  const aDay = { name: "time", together: true, values: { step: 2 } };
  expect(await tell("a club with subscriptions", disputedInADay, aDay)).toBeUndefined();
});

test("a shop is not blamed for a postback that was given up while it was made to restart", async () => {
  const restarts = { name: "postback", together: false, values: { how: "restart", times: 1 } };
  const fourDays = { name: "time", together: false, values: { step: 3 } };
  const steps = [restarts, restarts, buys, fourDays];
  expect(await tell("a checkout on a port of its own", ...steps)).toBeUndefined();
});
