import { explore, type Shop } from "centavo/testing";
import { expect, test } from "vitest";
import { isNightly, seedNumber } from "../../nightly.ts";
import { correctShops } from "./shops/correct-shops.ts";

const stories = isNightly ? 10_000 : 300;
const timeout = isNightly ? 60 * 60_000 : 3 * 60_000;

test.each(Object.entries<Shop<unknown>>(correctShops))(
  "%s keeps its promises",
  async (_, shop) => {
    const tried = await explore({ ...shop, stories, seed: seedNumber });
    expect(tried.stories).toBe(stories);
  },
  timeout,
);
