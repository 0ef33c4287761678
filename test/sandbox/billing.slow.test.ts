import { expect, test } from "vitest";
import { monthly } from "./charges.ts";
import { openShop } from "./shop.ts";
import { subscribe, yearBeside } from "./year.ts";

const years = [
  { what: "weekly", terms: { frequency: 7 }, card: {}, payments: 52_000 },
  {
    what: "monthly, tried again five times each month,",
    terms: { tolerancePeriod: 5 },
    card: { cardNumber: "4000000000000002" },
    payments: 72_000,
  },
];

test.each(years)(
  "a thousand $what subscriptions live a year in seconds, and keep no other company waiting",
  async ({ terms, card, payments }) => {
    const [shop, other] = [await openShop(), await openShop()];
    await subscribe(shop, 1000, { ...monthly, ...terms }, await shop.card(card));
    const { seconds, waits } = await yearBeside(shop, other);
    expect((await shop.centavo.payments.list()).meta.total).toBe(payments);
    // A few seconds, where nothing else runs.
    expect(seconds).toBeLessThan(40);
    expect(waits.toSorted((one, wait) => one - wait)[Math.floor(waits.length / 2)]).toBeLessThan(
      100,
    );
  },
);
