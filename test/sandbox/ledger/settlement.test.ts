import { describe, expect } from "vitest";
import { broken, expectError, openShop, type Shop, test } from "../company-fixture.ts";
import { shownMessage } from "../contract-examples.ts";
import { goTo } from "../subscriptions/subscription-fixtures.ts";

const paid = async (shop: Shop, method: "pix" | "billet", amount: number) => {
  const { id } = await shop.pay(method, { billingData: { amount } });
  await shop.decide(id, "PAID");
  return id;
};

const cardIn = (shop: Shop, installments: number, asked: object = {}) =>
  shop.pay("card", { billingData: { amount: 30_000, installments }, ...asked });

const amountOf = ({ amount }: { amount: number }) => amount;

/** What each owner has available and receivable, the company first: "100, 2026-04-01 200". */
async function balancesOf(shop: Shop): Promise<string[]> {
  const { subaccounts, ...company } = await shop.balance();
  return [company, ...subaccounts].map(({ available, receivable }) =>
    [available, ...receivable.map(({ date, amount }) => `${date} ${amount}`)].join(", "),
  );
}

describe("the money of a payment", () => {
  test("by card settles with the day in São Paulo, and on weekends too", async ({ shop }) => {
    await goTo(shop, "2026-03-05");
    await cardIn(shop, 1);
    // A Saturday.
    await shop.control.clock.advance({ to: "2026-04-04T02:59:59Z" });
    expect(await balancesOf(shop)).toEqual(["0, 2026-04-04 30000"]);
    await shop.control.clock.advance({ seconds: 1 });
    expect(await balancesOf(shop)).toEqual(["30000"]);
  });

  test("by PIX is available immediately, also on a holiday", async ({ shop }) => {
    await goTo(shop, "2027-01-01");
    await paid(shop, "pix", 1234);
    expect(await balancesOf(shop)).toEqual(["1234"]);
  });

  test("by billet is available on the next business day after its payment", async ({ shop }) => {
    const { id } = await shop.pay("billet", { billingData: { amount: 5000 } });
    // The day after is Good Friday.
    await goTo(shop, "2026-04-02");
    expect(await balancesOf(shop)).toEqual(["0"]);
    await shop.decide(id, "PAID");
    expect(await balancesOf(shop)).toEqual(["0, 2026-04-06 5000"]);
    await goTo(shop, "2026-04-06");
    expect(await balancesOf(shop)).toEqual(["5000"]);
  });

  test("by billet includes the late fees of its own fields", async () => {
    const shop = await openShop({ lateFeeAmount: 200, interestAmount: 33, feePercentage: 10 });
    const inTime = await shop.pay("billet", { billingData: { amount: 10_000 } });
    const late = await shop.pay("billet", { billingData: { amount: 10_000 } });
    expect(late).toMatchObject({ billetDetails: { lateFeeAmount: 200, interestAmount: 33 } });
    await goTo(shop, "2026-03-05");
    await shop.decide(inTime.id, "PAID");
    await goTo(shop, "2026-03-08");
    await shop.decide(late.id, "PAID");
    await goTo(shop, "2026-03-10");
    // The fee is of the amount, without the late fee and the interest.
    expect(await balancesOf(shop)).toEqual([`${9000 + 9000 + 200 + 3 * 33}`]);
  });

  test("goes to the company, less the fee and the splits, instalment by instalment", async () => {
    const shop = await openShop({ feePercentage: 2.99, feeFixed: 39 });
    const [one, other] = [await shop.subaccount(), await shop.subaccount()];
    const splits = [
      { subaccountId: one, splitPercentage: 12.5 },
      { subaccountId: other, splitAmount: 1001 },
    ];
    await shop.pay("card", { billingData: { amount: 10_000, installments: 2 }, splits });
    // Of 10,000 the fee takes 338, and the splits 1,250 and 1,001.
    expect((await balancesOf(shop))[0]).toBe("0, 2026-04-01 3706, 2026-05-01 3705");
    const { subaccounts } = await shop.balance();
    const parts = subaccounts.map((own) => [own.subaccountId, own.receivable.map(amountOf)]);
    expect(Object.fromEntries(parts)).toEqual({ [one]: [625, 625], [other]: [501, 500] });
  });

  test("is not booked before the payment has succeeded, and then dates from that day", async ({
    shop,
  }) => {
    const { id } = await shop.pay("card", { billingData: { amount: 999_992, installments: 1 } });
    await goTo(shop, "2026-03-12");
    expect(await balancesOf(shop)).toEqual(["0"]);
    await shop.decide(id, "SUCCEEDED");
    expect(await balancesOf(shop)).toEqual(["0, 2026-04-11 999992"]);
  });
});

describe("an anticipation", () => {
  const anticipate = ({ control }: Shop, id: string) => control.payments.anticipate(id);

  test("makes all receivables available today, for every owner", async () => {
    const shop = await openShop({ feePercentage: 10 });
    const subaccountId = await shop.subaccount();
    const payment = await cardIn(shop, 3, { splits: [{ subaccountId, splitAmount: 3000 }] });
    await goTo(shop, "2026-04-01");
    const { data, message } = await anticipate(shop, payment.id);
    expect(data).toEqual(payment);
    expect(message).toBe(shownMessage("payments.anticipate"));
    expect(await balancesOf(shop)).toEqual(["24000", "3000"]);
    await shop.control.clock.advance({ days: 90 });
    expect(await balancesOf(shop)).toEqual(["24000", "3000"]);
  });

  test("excludes a refund, however early, and leaves other payments as they are", async ({
    shop,
  }) => {
    const [{ id }, other] = [await cardIn(shop, 3), await cardIn(shop, 1)];
    await anticipate(shop, id);
    const rejection = broken("RefundAnticipated");
    await expectError(shop.centavo.payments.refund({ transactionId: id }), rejection);
    await expectError(shop.decide(id, "REFUNDED"), rejection);
    expect((await shop.payment(id)).status).toBe("SUCCEEDED");
    expect(await balancesOf(shop)).toEqual(["30000, 2026-04-01 30000"]);
    await shop.centavo.payments.refund({ transactionId: other.id });
    expect(await balancesOf(shop)).toEqual(["30000"]);
  });

  test("is rejected without receivables", async ({ shop }) => {
    const billet = await paid(shop, "billet", 5000);
    const pending = await shop.pay("card", { billingData: { amount: 999_992 } });
    const declined = await shop.pay("cardDeclined");
    const disputed = await cardIn(shop, 1);
    await shop.decide(disputed.id, "DISPUTED");
    const refunded = await cardIn(shop, 1);
    await shop.centavo.payments.refund({ transactionId: refunded.id });
    const anticipated = await cardIn(shop, 1);
    await anticipate(shop, anticipated.id);
    const cards = [pending, declined, disputed, refunded, anticipated].map(({ id }) => id);
    for (const id of [billet, ...cards]) {
      await expectError(anticipate(shop, id), broken("AnticipationRefused"));
    }
    const settled = await cardIn(shop, 2);
    await shop.control.clock.advance({ days: 60 });
    await expectError(anticipate(shop, settled.id), broken("AnticipationRefused"));
  });
});

describe("a chargeback", () => {
  const sold = async (chargebackLiable: boolean) => {
    const shop = await openShop({ feeFixed: 100 });
    const subaccountId = await shop.subaccount();
    const splits = [{ subaccountId, splitAmount: 6000, chargebackLiable }];
    const { id } = await cardIn(shop, 2, { splits });
    await shop.decide(id, "DISPUTED");
    return { shop, id, subaccountId };
  };

  test("leaves the part of those who are not liable, at the company's cost", async () => {
    const { shop, id } = await sold(false);
    await shop.decide(id, "CHARGEBACK");
    expect(await balancesOf(shop)).toEqual(["-6100", "0, 2026-04-01 3000, 2026-05-01 3000"]);
  });

  test("takes back what was received, even if it is no longer available", async () => {
    const { shop, id, subaccountId } = await sold(true);
    await goTo(shop, "2026-04-01");
    await shop.withdraw(3000, subaccountId);
    await shop.decide(id, "CHARGEBACK");
    expect(await balancesOf(shop)).toEqual(["-100", "-3000"]);
  });
});

describe("balance.settled", () => {
  const settled = (shop: Shop) => shop.events({ type: "balance.settled" });

  test("says at the beginning of a day what becomes available, once for each owner", async () => {
    const shop = await openShop({ feeFixed: 100 });
    const subaccountId = await shop.subaccount();
    const splits = [{ subaccountId, splitAmount: 3000 }];
    for (let sold = 0; sold < 3; sold++) await cardIn(shop, 2, { splits });
    const { data } = await shop.control.clock.advance({ days: 45 });
    const day = "2026-04-01";
    const first = { at: `${day}T03:00:00.000Z`, cause: { type: "job", requestId: null } };
    const resource = { type: "subaccount", id: subaccountId };
    expect(await settled(shop)).toMatchObject([
      { ...first, resource: null, data: { day, subaccountId: null, amount: 3 * 13_450 } },
      { ...first, resource, data: { day, subaccountId, amount: 3 * 1500 } },
    ]);
    expect(data.events).toMatchObject({ counts: { "balance.settled": 2 }, settled: 3 * 14_950 });
  });

  test("has nothing to say of what is available at once, anticipated or refunded", async ({
    shop,
  }) => {
    await paid(shop, "pix", 5000);
    const [one, other] = [await cardIn(shop, 3), await cardIn(shop, 3)];
    await shop.control.payments.anticipate(one.id);
    await shop.centavo.payments.refund({ transactionId: other.id });
    const { data } = await shop.control.clock.advance({ days: 100 });
    expect(data.events).toMatchObject({ counts: { "clock.advanced": 1 }, settled: 0 });
    // A day that was emptied settles what comes to it later.
    await paid(shop, "billet", 700);
    await shop.control.clock.advance({ days: 5 });
    expect(await settled(shop)).toMatchObject([{ data: { amount: 700 } }]);
  });
});
