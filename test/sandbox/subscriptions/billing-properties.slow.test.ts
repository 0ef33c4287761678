import fc from "fast-check";
import { expect, test } from "vitest";
import { startSandbox } from "../../../src/sandbox/index.ts";
import { invalid, openShop, Shop, START } from "../company-fixture.ts";
import { body } from "../contract-examples.ts";
import { change, monthly } from "./subscription-fixtures.ts";

const DAYS = 365;

const cardNumbers = fc.constantFrom(
  ...["4111111111111111", "4000000000000002", "4000000000000036", "4000000000000044"],
  "4000000000000259",
);

const dates = (most: number) =>
  fc
    .nat({ max: most })
    .map((days) => new Date(Date.parse(START) + days * 86_400_000).toISOString().slice(0, 10));

/** A subscription with what happens to it, and on which day of the year. */
const plans = fc.array(
  fc.record({
    cardNumber: cardNumbers,
    terms: fc.record({
      amount: fc.oneof(
        fc.integer({ min: 1, max: 90_000 }),
        fc.constantFrom(999_991, 999_992, 999_993),
      ),
      setupAmount: fc.constantFrom(0, 0, 1500),
      frequency: fc.integer({ min: 3, max: 60 }),
      dueDate: dates(40),
      tolerancePeriod: fc.nat({ max: 6 }),
      duration: fc.option(fc.integer({ min: 1, max: 15 }), { nil: undefined }),
      expirationDate: fc.option(dates(400), { nil: undefined }),
    }),
    share: fc.option(fc.integer({ min: 1, max: 90 })),
    steps: fc.array(
      fc.record({
        day: fc.nat({ max: DAYS }),
        step: fc.constantFrom(
          ...["suspend", "reactivate", "cheaper", "goodCard", "dropCard", "decline"],
        ),
      }),
      { maxLength: 3 },
    ),
  }),
  { minLength: 1, maxLength: 3 },
);
type Plan = typeof plans extends fc.Arbitrary<(infer One)[]> ? One : never;

/** Runs a year of subscriptions in a separate sandbox, and returns exactly what it then shows. */
async function live(all: Plan[], seed: number, chunks: readonly number[]): Promise<string[]> {
  const sandbox = await startSandbox({ seed, clock: START });
  try {
    const shop = new Shop(sandbox.url, sandbox);
    const subaccountId = await shop.subaccount();
    const { id: customerId } = await shop.customer();
    const good = await shop.card({ customerId });
    const acts: { day: number; act: () => Promise<unknown> }[] = [];
    for (const { cardNumber, terms, share, steps } of all) {
      const card = await shop.card({ customerId, cardNumber });
      const { id } = await shop.subscription(terms, card);
      if (share !== null) {
        const split = { subscriptionId: id, subaccountId, splitPercentage: share };
        const asked = body("subscriptions.addSplit", "percentage", split);
        await shop.centavo.subscriptions.addSplit(asked);
      }
      const ways = {
        suspend: () => shop.centavo.subscriptions.suspend(id),
        reactivate: () => shop.centavo.subscriptions.reactivate(id),
        cheaper: () => change(shop, id, { amount: 1000 }),
        goodCard: () => change(shop, id, { tokenizedCardId: good.id }),
        dropCard: () => shop.centavo.cards.delete(card.id),
        decline: () => decline(shop, id),
      };
      for (const { day, step } of steps) {
        // What cannot be done is rejected in each of the runs.
        acts.push({
          day,
          act: () => Promise.resolve(ways[step as keyof typeof ways]()).catch(() => {}),
        });
      }
    }
    let day = 0;
    let turn = 0;
    const goOnTo = async (target: number) => {
      while (day < target) {
        const days = Math.min(chunks[turn++ % chunks.length] ?? 1, target - day);
        await shop.control.clock.advance({ days });
        day += days;
      }
    };
    for (const { day: when, act } of acts.toSorted((one, other) => one.day - other.day)) {
      await goOnTo(when);
      await act();
    }
    await goOnTo(DAYS);
    return await everythingOf(shop);
  } finally {
    await sandbox.close();
  }
}

/** Decides the pending charges of a subscription. */
async function decline(shop: Shop, subscriptionId: string): Promise<void> {
  const { data } = await shop.centavo.payments.list({ subscriptionId, status: "PENDING" });
  for (const { id } of data) await shop.decide(id, "FAILED");
}

/** All payments, subscriptions and the balance, each as its bytes were. */
async function everythingOf(shop: Shop): Promise<string[]> {
  const token = await shop.token();
  const read = async (path: string) => {
    const { status, body: read } = await shop.send("GET", path, { token });
    expect(status).toBe(200);
    return { text: `${shop.responses.at(-1)}`, ...(read as { meta?: { totalPages: number } }) };
  };
  const responses = [await read("/subscriptions?limit=100"), await read("/_sandbox/balance")];
  for (let page = 1, pages = 1; page <= pages; page++) {
    const response = await read(`/payments?limit=100&page=${page}`);
    responses.push(response);
    pages = response.meta?.totalPages ?? 1;
  }
  // One line per resource, so that a difference shows in one line.
  return responses.flatMap(({ text }) => text.split('},{"id"'));
}

test("a year in one call has the same history as 365 calls of a day, to the letter", async () => {
  const year = fc.asyncProperty(plans, fc.nat(), async (all, seed) => {
    const atOnce = await live(all, seed, [DAYS]);
    expect(await live(all, seed, [1])).toEqual(atOnce);
  });
  await fc.assert(year, { numRuns: 2, endOnFailure: true });
});

test("and as any other steps that lead there", async () => {
  const chunks = fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 8 });
  const year = fc.asyncProperty(plans, fc.nat(), chunks, async (all, seed, steps) => {
    const atOnce = await live(all, seed, [DAYS]);
    expect(await live(all, seed, steps)).toEqual(atOnce);
  });
  await fc.assert(year, { numRuns: 6 });
});

test("an advance by a million days is rejected, and nothing is charged", async () => {
  const shop = await openShop();
  await shop.subscription(monthly);
  await expect(shop.control.clock.advance({ days: 1_000_000 })).rejects.toMatchObject(
    invalid(expect.stringContaining("days must not be greater than 3660")),
  );
  expect((await shop.control.clock.get()).data.now).toBe(new Date(START).toISOString());
  expect((await shop.centavo.payments.list()).meta.total).toBe(0);
});
