import { expect, test } from "vitest";
import { openShop, type Shop } from "../company-fixture.ts";

const PAYMENTS = 23;

/** Sells by card and by PIX in turn. Returns the ids from the newest to the oldest. */
async function sell(shop: Shop) {
  const sold: { id: string; paymentMethod: string }[] = [];
  for (let made = 0; made < PAYMENTS; made++)
    sold.unshift(await shop.pay(made % 3 === 0 ? "card" : "pix"));
  const pix = sold.filter(({ paymentMethod }) => paymentMethod === "pix");
  return { all: sold.map(({ id }) => id), pix: pix.map(({ id }) => id) };
}

test("pages of any size contain every payment once, the newest first", async () => {
  const shop = await openShop();
  const sold = await sell(shop);
  for (const limit of [1, 2, 5, 7, 22, 23, 24, 100]) {
    expect(await idsOf(shop, { limit })).toEqual(sold.all);
    expect(await idsOf(shop, { limit, paymentMethod: "pix" })).toEqual(sold.pix);
    expect(await idsOf(shop, { limit, paymentMethod: "pix", status: "PENDING" })).toEqual(sold.pix);
  }
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
});

async function idsOf(shop: Shop, query: object): Promise<string[]> {
  const payments = await Array.fromAsync(shop.centavo.payments.list(query));
  return payments.map(({ id }) => id);
}

async function totals({ centavo }: Shop): Promise<Record<string, number>> {
  const found: Record<string, number> = {};
  for (const status of ["PENDING", "PAID", "CANCELED"] as const)
    found[status] = (await centavo.payments.list({ status, limit: 1 })).meta.total;
  return found;
}
