import { createCentavo } from "centavo";
import { explore, type ShopSandbox } from "centavo/testing";
import { test } from "vitest";
import { createCheckout } from "./checkout.ts";
import { createOrderMap, type OrderRow, stateOf } from "./orders.ts";

/** A process of the shop. What is in `rows` outlives it. */
function openShop(sandbox: ShopSandbox, rows = new Map<string, OrderRow>()) {
  const orders = createOrderMap(rows);
  const log: unknown[] = [];
  const checkout = createCheckout({
    centavo: createCentavo({ ...sandbox, retry: { baseDelay: 1 } }),
    orders,
    url: sandbox.postbackUrl,
    secret: "a long random text from your settings",
    patience: 0,
    log: (problem) => log.push(problem),
  });
  return { checkout, orders, rows, log };
}

test("no order is lost, whatever happens", async () => {
  await explore({
    stories: 100,
    // The same stories each time. Without a seed, each run tries others.
    seed: 1,
    open: (sandbox) => openShop(sandbox),
    buy: ({ checkout }, order) => checkout.pay(order),
    refund: ({ checkout }, order) => checkout.refund(order.id),
    postbacks: ({ checkout }) => checkout.postbacks.fetch,
    async orders({ orders }) {
      return (await orders.all()).map((order) => {
        const { id, shipped } = order;
        const is = (state: ReturnType<typeof stateOf>) => stateOf(order) === state;
        return {
          id,
          shipped,
          paid: is("paid"),
          refunded: is("refunded"),
          disputed: is("disputed"),
        };
      });
    },
    restart({ rows }, sandbox) {
      const shop = openShop(sandbox, rows);
      void shop.checkout.reconcile();
      return shop;
    },
    logs: ({ log }) => log.join("\n"),
  });
});
