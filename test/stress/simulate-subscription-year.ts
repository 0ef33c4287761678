import type { TokenizedCard } from "../../src/client/index.ts";
import type { Shop } from "../sandbox/company-fixture.ts";

/** Creates this many subscriptions of one customer. */
export async function subscribe(
  shop: Shop,
  count: number,
  terms: object,
  given?: Pick<TokenizedCard, "id" | "customerId">,
): Promise<void> {
  const card = given ?? (await shop.card());
  for (let made = 0; made < count; made += 20) {
    await Promise.all(Array.from({ length: 20 }, () => shop.subscription(terms, card)));
  }
}

/** Measures a company's year, and each call of another company meanwhile. */
export async function yearNextTo(shop: Shop, other: Shop) {
  await other.token();
  const start = performance.now();
  let isOver = false;
  const patience = { timeout: 600_000, totalTimeout: 600_000 };
  const year = shop.control.clock.advance({ days: 365 }, patience).finally(() => {
    isOver = true;
  });
  const waits: number[] = [];
  while (!isOver) {
    const asked = performance.now();
    await other.balance();
    waits.push(performance.now() - asked);
  }
  await year;
  return { seconds: (performance.now() - start) / 1000, waits };
}
