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
  const tried = await explore({ ...shop(), stories: 60, seed: 1, progress: console.log });
  expect(tried.stories).toBe(60);
  expect(Object.keys(tried.steps)).toContain("restart");
  expect(tried.statuses).toMatchObject({ "card SUCCEEDED": expect.any(Number) });
});

const MISTAKES: [mistake: keyof Mistakes, promise: string, steps: number][] = [
  ["createsAgain", "An order is charged at most once.", 2],
  ["trustsBody", "What was paid, the shop knows once everything is quiet.", 3],
  ["dropsUnknown", "After a lost answer, shop and service come to the same state.", 2],
];

test.each(MISTAKES)(
  "a shop that %s is found, with the shortest story",
  async (mistake, promise, steps) => {
    const error = await failureOf({ ...shop({ [mistake]: true }), seed: 17, stories: 2_000 });
    expect(error.message).toContain(promise);
    expect(error.message.match(/^ +\d+\. /gm)).toHaveLength(steps);
    expect(error.message).toMatch(/It failed in 10 of 10 replays\./);
    const [, seed, path] = /seed: (-?\d+), path: "([\d:-]+)"/.exec(error.message) ?? [];
    const again = await failureOf({
      ...shop({ [mistake]: true }),
      seed: Number(seed),
      path: `${path}`,
    });
    expect(storyOf(again)).toEqual(storyOf(error));
  },
);

async function failureOf(options: Parameters<typeof explore<SmallShop>>[0]): Promise<Error> {
  const outcome = await explore(options).catch((error) => error);
  expect(outcome).toBeInstanceOf(Error);
  return outcome;
}

/** The steps, without ids, which differ. */
function storyOf({ message }: Error): string[] {
  return message.match(/^ +\d+\. .*/gm) ?? [];
}
