import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { broken, openSandbox, openShop, type Shop } from "../company-fixture.ts";
import { shownMessage } from "../contract-examples.ts";
import { change, chargesOf, goTo, monthly } from "../subscriptions/subscription-fixtures.ts";

const paid = async (shop: Shop, method: "pix" | "billet", amount: number) => {
  const { id } = await shop.pay(method, { billingData: { amount } });
  await shop.decide(id, "PAID");
  return id;
};

const paidBilletOf = async (shop: Shop, amount: number) =>
  shop.payment(await paid(shop, "billet", amount));

const cardIn = (shop: Shop, installments: number, asked: object = {}) =>
  shop.pay("card", { billingData: { amount: 30_000, installments }, ...asked });

const receivable = async (shop: Shop) =>
  (await shop.balance()).receivable.map(({ date, amount }) => `${date} ${amount}`);

describe("a card payment", () => {
  test("settles by instalment, thirty days each, over the ends of months", async () => {
    const shop = await openShop();
    await goTo(shop, "2026-12-31");
    await shop.pay("card", { billingData: { amount: 10_000, installments: 4 } });
    expect(await receivable(shop)).toEqual([
      "2027-01-30 2500",
      "2027-03-01 2500",
      "2027-03-31 2500",
      "2027-04-30 2500",
    ]);
  });

  test("has the indivisible centavos in its first instalment", async () => {
    const shop = await openShop();
    await shop.pay("card", { billingData: { amount: 10_001, installments: 3 } });
    expect(await receivable(shop)).toEqual([
      "2026-04-01 3335",
      "2026-05-01 3333",
      "2026-05-31 3333",
    ]);
  });

  test.each([
    { sold: "2028-01-30", date: "2028-02-29" },
    { sold: "2027-01-30", date: "2027-03-01" },
    { sold: "2028-02-29", date: "2028-03-30" },
  ])("of $sold settles on $date, in a leap year or not", async ({ sold, date }) => {
    const shop = await openShop();
    await goTo(shop, sold);
    await cardIn(shop, 1);
    expect(await receivable(shop)).toEqual([`${date} 30000`]);
  });

  test("settles with the day in São Paulo, and on weekends too", async () => {
    const shop = await openShop();
    await goTo(shop, "2026-03-05");
    await cardIn(shop, 1);
    // A Saturday.
    await shop.control.clock.advance({ to: "2026-04-04T02:59:59Z" });
    expect((await shop.balance()).available).toBe(0);
    await shop.control.clock.advance({ seconds: 1 });
    expect(await shop.balance()).toMatchObject({ available: 30_000, receivable: [] });
  });

  test("of the last second of a day belongs to that day", async () => {
    const shop = await openShop();
    await shop.control.clock.advance({ to: "2026-03-03T02:59:59Z" });
    await cardIn(shop, 1);
    await shop.control.clock.advance({ seconds: 1 });
    await cardIn(shop, 1);
    expect(await receivable(shop)).toEqual(["2026-04-01 30000", "2026-04-02 30000"]);
  });
});

test("a PIX is available immediately on any day", async () => {
  const shop = await openShop();
  await goTo(shop, "2027-01-01");
  await paid(shop, "pix", 1234);
  expect(await shop.balance()).toMatchObject({ available: 1234, receivable: [] });
});

describe("a billet is available on the next business day:", () => {
  test.each([
    { when: "in the week", day: "2026-03-03", next: "2026-03-04" },
    { when: "before a weekend", day: "2026-03-06", next: "2026-03-09" },
    { when: "on a Saturday", day: "2026-03-07", next: "2026-03-09" },
    { when: "before carnival", day: "2027-02-05", next: "2027-02-10" },
    { when: "on carnival Monday", day: "2027-02-08", next: "2027-02-10" },
    { when: "before Good Friday", day: "2026-04-02", next: "2026-04-06" },
    { when: "before Tiradentes", day: "2026-04-20", next: "2026-04-22" },
    { when: "before Corpus Christi", day: "2026-06-03", next: "2026-06-05" },
    { when: "before the day of Black awareness", day: "2026-11-19", next: "2026-11-23" },
    { when: "at the end of a month", day: "2026-05-29", next: "2026-06-01" },
    { when: "before a leap day that is carnival's", day: "2028-02-25", next: "2028-03-01" },
    { when: "at the end of the year", day: "2026-12-30", next: "2027-01-04" },
  ])("$when", async ({ day, next }) => {
    const shop = await openShop();
    await goTo(shop, day);
    await paid(shop, "billet", 5000);
    expect(await receivable(shop)).toEqual([`${next} 5000`]);
    await goTo(shop, next);
    expect(await shop.balance()).toMatchObject({ available: 5000, receivable: [] });
  });

  test("and includes the late fees of its own fields", async () => {
    const shop = await openShop({ lateFeeAmount: 200, interestAmount: 33 });
    const inTime = await shop.pay("billet", { billingData: { amount: 10_000 } });
    const late = await shop.pay("billet", { billingData: { amount: 10_000 } });
    expect(late).toMatchObject({ billetDetails: { lateFeeAmount: 200, interestAmount: 33 } });
    await goTo(shop, "2026-03-05");
    await shop.decide(inTime.id, "PAID");
    await goTo(shop, "2026-03-08");
    await shop.decide(late.id, "PAID");
    await goTo(shop, "2026-03-10");
    expect((await shop.balance()).available).toBe(10_000 + 10_000 + 200 + 3 * 33);
  });

  test("by the day of its payment, not of its creation", async () => {
    const shop = await openShop();
    const { id } = await shop.pay("billet", { billingData: { amount: 5000 } });
    await shop.control.clock.advance({ days: 10 });
    expect(await shop.balance()).toMatchObject({ available: 0, receivable: [] });
    await shop.decide(id, "PAID");
    expect(await receivable(shop)).toEqual(["2026-03-13 5000"]);
  });

  test.each([
    // Three days after, the factor of the due date is 9999 and then begins again at 1000.
    { clock: "2025-02-18T12:00:00Z", due: "2025-02-21", factor: "9999", next: "2025-02-19" },
    { clock: "2025-02-19T12:00:00Z", due: "2025-02-22", factor: "1000", next: "2025-02-20" },
    { clock: "2025-02-22T12:00:00Z", due: "2025-02-25", factor: "1003", next: "2025-02-24" },
    { clock: "2028-02-26T12:00:00Z", due: "2028-02-29", factor: "2102", next: "2028-03-01" },
  ])("by a clock of $clock, with the factor $factor", async ({ clock, due, factor, next }) => {
    const shop = await openSandbox({ clock });
    const payment = await shop.pay("billet", { billingData: { amount: 5000 } });
    if (payment.paymentMethod !== "billet") throw new Error("This is no billet.");
    const { expirationDate, barcode } = payment.billetDetails;
    expect(expirationDate).toBe(`${due}T23:59:59.000-03:00`);
    expect(barcode.slice(5, 9)).toBe(factor);
    await shop.decide(payment.id, "PAID");
    expect(await receivable(shop)).toEqual([`${next} 5000`]);
  });
});

describe("the money of a payment", () => {
  test("goes to the company, less the fee and the splits, instalment by instalment", async () => {
    const shop = await openShop({ feePercentage: 2.99, feeFixed: 39 });
    const [one, other] = [await shop.subaccount(), await shop.subaccount()];
    const splits = [
      { subaccountId: one, splitPercentage: 12.5 },
      { subaccountId: other, splitAmount: 1001 },
    ];
    await shop.pay("card", { billingData: { amount: 10_000, installments: 2 }, splits });
    const { subaccounts, ...company } = await shop.balance();
    const rest = 10_000 - 338 - 1250 - 1001;
    expect(company).toEqual({
      available: 0,
      receivable: [
        { date: "2026-04-01", amount: Math.ceil(rest / 2) },
        { date: "2026-05-01", amount: Math.floor(rest / 2) },
      ],
    });
    expect(new Map(subaccounts.map((own) => [own.subaccountId, own.receivable]))).toEqual(
      new Map([
        [
          one,
          [
            { date: "2026-04-01", amount: 625 },
            { date: "2026-05-01", amount: 625 },
          ],
        ],
        [
          other,
          [
            { date: "2026-04-01", amount: 501 },
            { date: "2026-05-01", amount: 500 },
          ],
        ],
      ]),
    );
  });

  test("is never negative because of the fee", async () => {
    const shop = await openShop({ feeFixed: 500 });
    await paid(shop, "pix", 300);
    expect((await shop.balance()).available).toBe(0);
  });

  test("is not booked before the payment has succeeded, and then dates from that day", async () => {
    const shop = await openShop();
    const { id } = await shop.pay("card", { billingData: { amount: 999_992, installments: 1 } });
    await goTo(shop, "2026-03-12");
    expect(await receivable(shop)).toEqual([]);
    await shop.decide(id, "SUCCEEDED");
    expect(await receivable(shop)).toEqual(["2026-04-11 999992"]);
  });
});

describe("an anticipation", () => {
  const anticipate = ({ control }: Shop, id: string) => control.payments.anticipate(id);

  test("makes all receivables available today, for every owner", async () => {
    const shop = await openShop({ feePercentage: 10 });
    const subaccountId = await shop.subaccount();
    const splits = [{ subaccountId, splitAmount: 3000 }];
    const payment = await cardIn(shop, 3, { splits });
    await goTo(shop, "2026-04-01");
    const { data, message } = await anticipate(shop, payment.id);
    expect(data).toEqual(payment);
    expect(message).toBe(shownMessage("payments.anticipate"));
    expect(await shop.balance()).toEqual({
      ...{ available: 24_000, receivable: [] },
      subaccounts: [{ subaccountId, available: 3000, receivable: [] }],
    });
    await shop.control.clock.advance({ days: 90 });
    expect((await shop.balance()).available).toBe(24_000);
  });

  test("excludes a refund, however early", async () => {
    const shop = await openShop();
    const { id } = await cardIn(shop, 3);
    await anticipate(shop, id);
    const rejection = broken("RefundAnticipated");
    await expect(shop.centavo.payments.refund({ transactionId: id })).rejects.toMatchObject(
      rejection,
    );
    await expect(shop.decide(id, "REFUNDED")).rejects.toMatchObject(rejection);
    expect((await shop.payment(id)).status).toBe("SUCCEEDED");
    expect((await shop.balance()).available).toBe(30_000);
  });

  test("leaves other payments as they are", async () => {
    const shop = await openShop();
    const [one, other] = [await cardIn(shop, 1), await cardIn(shop, 1)];
    await anticipate(shop, one.id);
    expect(await receivable(shop)).toEqual(["2026-04-01 30000"]);
    await shop.centavo.payments.refund({ transactionId: other.id });
    expect(await shop.balance()).toMatchObject({ available: 30_000, receivable: [] });
  });

  test("works for the charge of a subscription", async () => {
    const shop = await openShop();
    const subscription = await shop.subscription({ ...monthly, dueDate: "2026-03-02" });
    const [charge] = await chargesOf(shop, subscription.id);
    await anticipate(shop, `${charge?.id}`);
    await change(shop, subscription.id, {});
    expect((await shop.balance()).available).toBe(4990);
  });

  test("is rejected without receivables", async () => {
    const shop = await openShop();
    const rejection = broken("AnticipationRefused");
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
      await expect(anticipate(shop, id)).rejects.toMatchObject(rejection);
    }
    const settled = await cardIn(shop, 2);
    await shop.control.clock.advance({ days: 60 });
    await expect(anticipate(shop, settled.id)).rejects.toMatchObject(rejection);
  });

  test("is reversed by a chargeback", async () => {
    const shop = await openShop();
    const { id } = await cardIn(shop, 3);
    await anticipate(shop, id);
    await shop.withdraw();
    await shop.decide(id, "DISPUTED");
    await shop.decide(id, "CHARGEBACK");
    expect(await shop.balance()).toMatchObject({ available: -30_000, receivable: [] });
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

  test("before the settlement takes the receivables of those who are liable", async () => {
    const { shop, id, subaccountId } = await sold(true);
    await shop.decide(id, "CHARGEBACK");
    expect(await shop.balance()).toEqual({
      ...{ available: -100, receivable: [] },
      subaccounts: [{ subaccountId, available: 0, receivable: [] }],
    });
  });

  test("leaves the part of those who are not liable, at the company's cost", async () => {
    const { shop, id, subaccountId } = await sold(false);
    await shop.decide(id, "CHARGEBACK");
    const own = [
      { date: "2026-04-01", amount: 3000 },
      { date: "2026-05-01", amount: 3000 },
    ];
    expect(await shop.balance()).toEqual({
      ...{ available: -6100, receivable: [] },
      subaccounts: [{ subaccountId, available: 0, receivable: own }],
    });
  });

  test("takes back what was received, even if it is no longer available", async () => {
    const { shop, id, subaccountId } = await sold(true);
    await goTo(shop, "2026-04-01");
    await shop.withdraw(3000, subaccountId);
    await shop.decide(id, "CHARGEBACK");
    expect(await shop.balance()).toEqual({
      ...{ available: -100, receivable: [] },
      subaccounts: [{ subaccountId, available: -3000, receivable: [] }],
    });
  });
});

describe("a withdrawal that fails", () => {
  test("returns its money, and a paid one does not", async () => {
    const shop = await openShop();
    await paid(shop, "pix", 5000);
    const [one, other] = [await shop.withdraw(2000), await shop.withdraw(1000)];
    expect((await shop.balance()).available).toBe(2000);
    await shop.control.clock.advance({ days: 1 });
    await shop.control.withdrawals.setStatus(one.id, { status: "FAILED" });
    await shop.control.withdrawals.setStatus(other.id, { status: "PAID" });
    expect(await shop.balance()).toMatchObject({ available: 4000, receivable: [] });
  });

  test("returns it to its subaccount", async () => {
    const shop = await openShop();
    const subaccountId = await shop.subaccount();
    const splits = [{ subaccountId, splitAmount: 3000 }];
    const { id } = await cardIn(shop, 1, { splits });
    await shop.control.payments.anticipate(id);
    const withdrawal = await shop.withdraw(3000, subaccountId);
    await shop.control.withdrawals.setStatus(withdrawal.id, { status: "FAILED" });
    expect(await shop.balance()).toEqual({
      ...{ available: 27_000, receivable: [] },
      subaccounts: [{ subaccountId, available: 3000, receivable: [] }],
    });
  });
});

describe("balance.settled", () => {
  const settled = async ({ control }: Shop, after = 0) => {
    const { data } = await control.events.list({ type: "balance.settled", after, limit: 100 });
    return data.toReversed();
  };
  const shown = async (shop: Shop) =>
    (await settled(shop)).map(({ at, data }) => ({ at, ...data }));

  test("says at the beginning of a day what becomes available, once for each owner", async () => {
    const shop = await openShop({ feeFixed: 100 });
    const subaccountId = await shop.subaccount();
    const splits = [{ subaccountId, splitAmount: 3000 }];
    for (let sold = 0; sold < 3; sold++) await cardIn(shop, 2, { splits });
    const { data } = await shop.control.clock.advance({ days: 45 });
    const first = { at: "2026-04-01T03:00:00.000Z", day: "2026-04-01" };
    expect(await shown(shop)).toEqual([
      { ...first, subaccountId: null, amount: 3 * 13_450 },
      { ...first, subaccountId, amount: 3 * 1500 },
    ]);
    expect(await settled(shop)).toMatchObject([
      { cause: { type: "job", requestId: null }, resource: null },
      {
        cause: { type: "job", requestId: null },
        resource: { type: "subaccount", id: subaccountId },
      },
    ]);
    expect(data.events).toMatchObject({ counts: { "balance.settled": 2 }, settled: 3 * 14_950 });
  });

  test("happens with the day in São Paulo, and not again", async () => {
    const shop = await openShop();
    await cardIn(shop, 1);
    await shop.control.clock.advance({ to: "2026-04-01T02:59:59.999Z" });
    expect(await shown(shop)).toEqual([]);
    const { data } = await shop.control.clock.advance({ to: "2026-04-01T03:00:00Z" });
    expect(data.events).toMatchObject({ settled: 30_000 });
    await shop.control.clock.advance({ days: 400 });
    expect(await shown(shop)).toHaveLength(1);
  });

  test("has nothing to say of what is available at once, anticipated or refunded", async () => {
    const shop = await openShop();
    await paid(shop, "pix", 5000);
    const [one, other] = [await cardIn(shop, 3), await cardIn(shop, 3)];
    await shop.control.payments.anticipate(one.id);
    await shop.centavo.payments.refund({ transactionId: other.id });
    const { data } = await shop.control.clock.advance({ days: 100 });
    expect(data.events).toMatchObject({ counts: { "clock.advanced": 1 }, settled: 0 });
    // A day that was emptied settles what comes to it later.
    const { id } = await paidBilletOf(shop, 700);
    await shop.control.clock.advance({ days: 5 });
    expect(await shown(shop)).toMatchObject([{ amount: 700 }]);
    expect((await shop.payment(id)).status).toBe("PAID");
  });

  test("survives a snapshot and its restore, and ends with a reset", async () => {
    const shop = await openShop();
    await cardIn(shop, 1);
    const { data: snapshot } = await shop.control.snapshots.create();
    for (let run = 0; run < 2; run++) {
      const { data } = await shop.control.clock.advance({ days: 30 });
      expect(data.events).toMatchObject({ settled: 30_000 });
      await shop.control.snapshots.restore(snapshot.snapshotId);
    }
    await shop.control.company.reset();
    const { data } = await shop.control.clock.advance({ days: 30 });
    expect(data.events.counts).toEqual({ "clock.advanced": 1 });
  });

  /** What can happen to the payments so far, or a wait. The sandbox may refuse it. */
  const step = fc.oneof(
    { weight: 4, arbitrary: fc.record({ what: fc.constantFrom("sell", "bill") }) },
    {
      weight: 4,
      arbitrary: fc.record({
        what: fc.constantFrom("refund", "anticipate", "DISPUTED", "CHARGEBACK", "withdraw"),
      }),
    },
    { weight: 3, arbitrary: fc.record({ what: fc.constant("wait") }) },
  );
  const histories = fc.array(fc.tuple(step, fc.nat({ max: 40 })), { maxLength: 25 });

  test("adds up to what becomes available, whatever happens before", async () => {
    let events = 0;
    await fc.assert(
      fc.asyncProperty(histories, async (history) => {
        const shop = await openShop({ feePercentage: 2.99 });
        const subaccountId = await shop.subaccount();
        const splits = [{ subaccountId, splitPercentage: 30, chargebackLiable: true }];
        const ids: string[] = [];
        const act = async (what: string, number: number) => {
          const id = ids[number % Math.max(1, ids.length)] ?? "";
          if (what === "sell") ids.push((await cardIn(shop, 1 + (number % 4), { splits })).id);
          else if (what === "bill") ids.push((await paidBilletOf(shop, 1000 + number)).id);
          else if (what === "refund") await shop.centavo.payments.refund({ transactionId: id });
          else if (what === "anticipate") await shop.control.payments.anticipate(id);
          else if (what === "withdraw") await shop.withdraw(1 + number);
          else await shop.decide(id, what as "DISPUTED");
        };
        for (const [{ what }, number] of [...history, [{ what: "wait" }, 130] as const]) {
          if (what !== "wait") {
            await act(what, number).catch(() => {});
            continue;
          }
          const before = await shop.balance();
          const { data } = await shop.control.clock.advance({ days: number + 1 });
          const after = await shop.balance();
          const said = await settled(shop, data.events.after);
          const of = (owner: string | null) =>
            said.reduce(
              (sum, { data }) =>
                "day" in data && data.subaccountId === owner ? sum + data.amount : sum,
              0,
            );
          const own = ({ subaccounts }: typeof before) => subaccounts[0]?.available ?? 0;
          expect(of(null)).toBe(after.available - before.available);
          expect(of(subaccountId)).toBe(own(after) - own(before));
          expect(data.events.settled).toBe(of(null) + of(subaccountId));
          events += said.length;
        }
      }),
      { numRuns: 12 },
    );
    expect(events).toBeGreaterThan(0);
  });
});
