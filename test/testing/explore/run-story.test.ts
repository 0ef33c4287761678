import type { Shop } from "centavo/testing";
import { expect, test } from "vitest";
import { type ExploredShop, runStory } from "../../../src/testing/explore/run-story.ts";
import type { Step } from "../../../src/testing/explore/steps.ts";
import { correctShops } from "./shops/correct-shops.ts";
import type { OpenShop } from "./shops/open-shop.ts";

const buys = {
  name: "order",
  together: false,
  chosen: { method: "card", card: "4000000000000010", clicks: "once" },
};

/** Runs a story with a correct shop, and returns the promise that seems to be broken. */
async function run(shop: object, ...steps: object[]) {
  return (await runStory(shop as ExploredShop, steps as Step[], 0)).broken;
}

test("a shop is not blamed for a postback that was given up while its database was made to fail", async () => {
  const fails = { name: "database", together: false, chosen: { state: "fails" } };
  const refunded = { name: "move", together: false, chosen: { order: 0, move: 0 } };
  const fourDays = { name: "time", together: false, chosen: { step: 3 } };
  expect(await run(correctShops["a checkout"], buys, fails, refunded, fourDays)).toBeUndefined();
});

test("a shop that restarts while it is asked for its orders is asked again", async () => {
  const restarts = { name: "call", together: false, chosen: { calls: "reads", how: "restart" } };
  expect(await run(correctShops["strange: it polls"], restarts, buys)).toBeUndefined();
});

test("the charges of a subscription, which send no postbacks, are known", async () => {
  expect(await run(correctShops["a club with subscriptions"], buys)).toBeUndefined();
});

test("what was disputed before anybody looked was charged", async () => {
  const disputedInADay = {
    ...buys,
    chosen: { method: "card", card: "4000000000000259", clicks: "once" },
  };
  const aDay = { name: "time", together: true, chosen: { step: 2 } };
  expect(
    await run(correctShops["a club with subscriptions"], disputedInADay, aDay),
  ).toBeUndefined();
});

test("a shop is not blamed for a postback that was given up while it was made to restart", async () => {
  const restarts = { name: "postback", together: false, chosen: { how: "restart" } };
  const fourDays = { name: "time", together: false, chosen: { step: 3 } };
  const steps = [restarts, restarts, buys, fourDays];
  expect(await run(correctShops["a checkout on a port of its own"], ...steps)).toBeUndefined();
});

test("a shop that restarts while it starts is started again", async () => {
  const checkout = correctShops["a checkout"];
  const shop: Shop<OpenShop> = {
    ...checkout,
    async restart(opened, sandbox) {
      const again = checkout.restart(opened, sandbox);
      await again.checkout.reconcile();
      return again;
    },
  };
  const buysByPix = { ...buys, chosen: { ...buys.chosen, method: "pix" } };
  const restartsInRead = {
    name: "call",
    together: false,
    chosen: { calls: "reads", how: "restart" },
  };
  const restarts = { name: "restart", together: false, chosen: {} };
  expect(await run(shop, buysByPix, restartsInRead, restarts)).toBeUndefined();
});
