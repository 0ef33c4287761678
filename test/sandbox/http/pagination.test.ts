import { expect, test } from "vitest";
import { openShop, type Shop } from "../company-fixture.ts";

const PAYMENTS = 23;

/** Ten card payments mixed with this many PIX, and their ids from the newest to the oldest. */
async function sell(shop: Shop): Promise<{ all: string[]; pix: string[] }> {
  const [all, pix]: string[][] = [[], []];
  for (let made = 0; made < PAYMENTS; made++) {
    const { id, paymentMethod } = await shop.pay(made % 3 === 0 ? "card" : "pix");
    all?.unshift(id);
    if (paymentMethod === "pix") pix?.unshift(id);
  }
  return { all: all ?? [], pix: pix ?? [] };
}

test.each([1, 2, 5, 7, 22, 23, 24, 100])(
  "pages of %i contain every payment once, the newest first",
  async (limit) => {
    const shop = await openShop();
    const sold = await sell(shop);
    expect(await idsOf(shop, { limit })).toEqual(sold.all);
    expect(await idsOf(shop, { limit, paymentMethod: "pix" })).toEqual(sold.pix);
    expect(await idsOf(shop, { limit, paymentMethod: "pix", status: "PENDING" })).toEqual(sold.pix);
  },
);

test("the page after the last is empty, with the same totals", async () => {
  const shop = await openShop();
  await sell(shop);
  const { data, meta } = await shop.centavo.payments.list({ page: 4, limit: 10 });
  expect(data).toEqual([]);
  expect(meta).toEqual({ total: PAYMENTS, page: 4, limit: 10, totalPages: 3 });
});

test("the count by status follows each change, and is zero after a reset", async () => {
  const shop = await openShop();
  const { pix } = await sell(shop);
  for (const id of pix.slice(0, 4)) await shop.decide(id, "PAID");
  expect(await totals(shop)).toEqual({ PENDING: pix.length - 4, PAID: 4, CANCELED: 0 });
  await shop.control.clock.advance({ days: 2 });
  expect(await totals(shop)).toEqual({ PENDING: 0, PAID: 4, CANCELED: pix.length - 4 });
  await shop.control.company.reset();
  expect(await totals(shop)).toEqual({ PENDING: 0, PAID: 0, CANCELED: 0 });
  expect((await shop.centavo.payments.list()).meta.total).toBe(0);
});

async function idsOf(shop: Shop, query: object): Promise<string[]> {
  const ids: string[] = [];
  for await (const { id } of shop.centavo.payments.list(query)) ids.push(id);
  return ids;
}

async function totals(shop: Shop) {
  const total = async (status: "PENDING" | "PAID" | "CANCELED") =>
    (await shop.centavo.payments.list({ status, limit: 1 })).meta.total;
  return {
    PENDING: await total("PENDING"),
    PAID: await total("PAID"),
    CANCELED: await total("CANCELED"),
  };
}
