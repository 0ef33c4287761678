import { expect, test } from "vitest";
import { broken, openShop, type Shop, START } from "../company-fixture.ts";

/** Makes this many calls at the same time. */
function atOnce<Result>(count: number, call: (index: number) => Promise<Result>) {
  return Promise.allSettled(Array.from({ length: count }, (_, index) => call(index)));
}

function succeeded<Result>(outcomes: PromiseSettledResult<Result>[]): Result[] {
  return outcomes.flatMap((each) => (each.status === "fulfilled" ? [each.value] : []));
}

function rejectionsIn(outcomes: PromiseSettledResult<unknown>[]): unknown[] {
  return outcomes.flatMap((each) => (each.status === "rejected" ? [each.reason] : []));
}

/** All payments of a shop, which are no more than a page. */
async function paymentsOf({ centavo }: Shop) {
  return centavo.payments.list({ limit: 100 });
}

test("of 100 concurrent refunds of a payment, one succeeds, and the money goes back once", async () => {
  const shop = await openShop();
  const billingData = { amount: 5000, installments: 1 };
  const kept = await shop.pay("card", { billingData });
  const { id } = await shop.pay("card", { billingData });

  const outcomes = await atOnce(100, () => shop.centavo.payments.refund({ transactionId: id }));

  expect(succeeded(outcomes).map(({ data }) => data.status)).toEqual(["REFUNDED"]);
  const rejections = Array(99).fill(expect.objectContaining(broken("RefundNotSucceeded")));
  expect(rejectionsIn(outcomes)).toEqual(rejections);
  expect((await shop.payment(kept.id)).status).toBe("SUCCEEDED");
  const { receivable } = await shop.balance();
  expect(receivable.map(({ amount }) => amount)).toEqual([5000]);
});

test("100 concurrent payments of a new buyer create one customer", async () => {
  const shop = await openShop();
  const outcomes = await atOnce(100, (index) =>
    shop.pay(["card", "pix", "billet"][index % 3] ?? "", { billingData: { amount: 100 + index } }),
  );
  expect(rejectionsIn(outcomes)).toEqual([]);

  const { data: customers } = await shop.centavo.customers.list();
  expect(customers).toHaveLength(1);
  const { meta } = await shop.centavo.payments.list({ customerId: customers[0]?.id ?? "" });
  expect(meta.total).toBe(100);
  const { data: payments } = await paymentsOf(shop);
  expect(new Set(payments.map(({ id }) => id)).size).toBe(100);
});

test("a read during writes sees only complete states", async () => {
  const shop = await openShop();
  const subaccountId = await shop.subaccount();
  const splits = [{ subaccountId, splitPercentage: 30 }];
  async function write() {
    for (let round = 0; round < 10; round++) {
      const paid = await shop.pay("cardWithSplits", { billingData: { amount: 1000 }, splits });
      if (round % 2 === 0) await shop.centavo.payments.refund({ transactionId: paid.id });
    }
  }
  const seen = new Set<number>();
  async function look() {
    for (let round = 0; round < 10; round++) {
      const { receivable, subaccounts } = await shop.balance();
      const [own] = receivable;
      const [subaccount] = subaccounts.flatMap((each) => each.receivable);
      // Of each payment the company has 7 parts and the subaccount 3.
      expect((own?.amount ?? 0) * 3).toBe((subaccount?.amount ?? 0) * 7);
      const { data, meta } = await paymentsOf(shop);
      expect(data).toHaveLength(meta.total);
      for (const { status, splits: parts } of data) {
        expect(parts).toHaveLength(status === "REFUNDED" ? 0 : 1);
      }
      seen.add(meta.total);
    }
  }

  expect(rejectionsIn(await atOnce(20, (index) => (index % 2 === 0 ? write() : look())))).toEqual(
    [],
  );

  expect(seen.size).toBeGreaterThan(5);
  const { data } = await paymentsOf(shop);
  const kept = data.filter(({ status }) => status === "SUCCEEDED").length;
  expect(data).toHaveLength(100);
  expect((await shop.balance()).receivable[0]?.amount).toBe(700 * kept);
});

test("concurrent companies each find their own data and sums", async () => {
  const shops = await Promise.all(
    Array.from({ length: 5 }, (_, index) => openShop({ feeFixed: index })),
  );
  const work = await atOnce(150, async (index) => {
    const shop = shops[index % 5] as Shop;
    const document = `${10_000_000_000 + (index % 5)}`;
    const change = { billingData: { amount: 100 }, customerData: { document } };
    const paid = await shop.pay("pix", change);
    await shop.decide(paid.id, "PAID");
    await shop.control.clock.advance({ seconds: 1 + (index % 5) });
    return paid.id;
  });
  expect(rejectionsIn(work)).toEqual([]);

  for (const [index, shop] of shops.entries()) {
    const { data: payments } = await paymentsOf(shop);
    const own = succeeded(work).filter((_, place) => place % 5 === index);
    expect(new Set(payments.map(({ id }) => id))).toEqual(new Set(own));
    const documents = new Set(payments.map(({ buyerDetails }) => buyerDetails.document));
    expect(documents).toEqual(new Set([`${10_000_000_000 + index}`]));
    expect((await shop.balance()).available).toBe(30 * (100 - index));
    const { data: clock } = await shop.control.clock.get();
    expect(clock.now).toBe(new Date(Date.parse(START) + 30 * (1 + index) * 1000).toISOString());
  }
});
