import { expect, test } from "vitest";
import { broken, openShop } from "../company-fixture.ts";

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
  const { data: payments } = await shop.centavo.payments.list({ limit: 100 });
  expect(new Set(payments.map(({ id }) => id)).size).toBe(100);
});
