import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, onTestFinished, test } from "vitest";
import { createSandbox } from "../../../src/sandbox-node/index.ts";
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
  // It has no timers.
  patience: 0,
});

test("a correct shop holds", async () => {
  const tried = await explore({ ...shop(), stories: 60, seed: 1, progress: console.log });
  expect(tried.stories).toBe(60);
  expect(Object.keys(tried.steps)).toContain("restart");
  expect(tried.statuses).toMatchObject({ "card SUCCEEDED": expect.any(Number) });
});

const MISTAKES: [mistake: keyof Mistakes, promise: string, steps: number][] = [
  ["createsAgain", "An order is charged at most once.", 2],
  ["trustsBody", "A refund or a dispute reaches its order.", 3],
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

test("an excepted promise may be broken, and one of the user's own may not", async () => {
  const options = { ...shop({ dropsUnknown: true }), seed: 17, stories: 40 };
  const unknown = { lostAnswers: "Somebody looks for them.", paid: "The same." };
  await explore({ ...options, except: { ...unknown, refundsAndDisputes: "The same." } });
  const error = await failureOf({
    ...shop(),
    ...{ stories: 40, seed: 1, promises: { "nobody buys": ({ rows }) => rows.size === 0 } },
  });
  expect(error.message).toContain("nobody buys");
  expect(storyOf(error)).toHaveLength(1);
});

test("the state file of a failure opens as a sandbox", async () => {
  const error = await failureOf({
    ...shop(),
    ...{ stories: 40, seed: 1, promises: { "nobody buys": ({ rows }) => rows.size === 0 } },
  });
  const [, file = ""] = /--state (\S+)/.exec(error.message) ?? [];
  const sandbox = await createSandbox({ state: readFileSync(file, "utf8") });
  onTestFinished(() => sandbox.close());
  expect((await sandbox.control.search.find({ q: "5990" })).data).not.toEqual([]);
});

test("card numbers and keys are found in logs", async () => {
  const options = { ...shop(), seed: 1, stories: 40 };
  const logs = ({ rows }: SmallShop) =>
    [...rows.values()].map(({ order }) => order.card.cardNumber).join("\n");
  const error = await failureOf({ ...options, logs });
  expect(error.message).toContain("The shop has logged the card number of order-1.");
});

test("a request without sense is found, and a refusal of the business is none", async () => {
  const options = { ...shop(), seed: 1, stories: 40 };
  const error = await failureOf({
    ...options,
    buy: (opened, order) => opened.buy({ ...order, amount: -1 }),
  });
  expect(error.message).toMatch(/payments\.create was refused with 400: .*amount/);
});

test("nothing beyond this machine is reached", async () => {
  const postbacks = () => "https://shop.example/postbacks";
  await expect(explore({ ...shop(), postbacks, stories: 1 })).rejects.toThrow(
    "explore delivers postbacks to this machine only, and not to https://shop.example",
  );
});

test("a program that explores ends with its last story, whatever a process that was restarted waits for", () => {
  const program = `
    import { explore } from "${import.meta.resolve("../../../src/testing/index.ts")}";
    import { SmallShop } from "${import.meta.resolve("./small-shop.ts")}";
    await explore({
      open: (sandbox) => new SmallShop(sandbox, {}),
      buy: (shop, order) => shop.buy(order),
      postbacks: (shop) => shop.fetch,
      orders: (shop) => shop.orders(),
      restart: ({ rows }, sandbox) => new SmallShop(sandbox, {}, rows),
      stories: 150,
      seed: 1,
    });`;
  const { status } = spawnSync(process.execPath, ["--input-type=module", "-e", program], {
    timeout: 40_000,
  });
  expect(status).toBe(0);
});
