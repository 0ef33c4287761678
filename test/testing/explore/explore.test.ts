import { expect, test } from "vitest";
import { type ExploreOptions, explore, type Shop } from "../../../src/testing/index.ts";
import { type Mistakes, SmallShop } from "./small-shop.ts";

const shop = (mistakes: Mistakes = {}): Shop<SmallShop> & ExploreOptions<SmallShop> => ({
  open: (sandbox) => new SmallShop(sandbox, mistakes),
  buy: (opened, order) => opened.buy(order),
  refund: (opened, order) => opened.refund(order),
  postbacks: (opened) => opened.fetch,
  orders: (opened) => opened.orders(),
  restart: ({ rows }, sandbox) => new SmallShop(sandbox, mistakes, rows),
  progress: () => {},
});

test("a correct shop holds", async () => {
  const tried = await explore({ ...shop(), stories: 100, seed: 1, progress: console.log });
  expect(tried.stories).toBe(100);
  expect(Object.keys(tried.steps)).toContain("restart");
  expect(tried.statuses).toMatchObject({ "card SUCCEEDED": expect.any(Number) });
});
