import { describe, expect, test } from "vitest";
import { broken, documents, openShop, type Shop } from "./company-fixture.ts";
import { body } from "./contract-examples.ts";
import {
  change,
  chargesOf,
  daysOf,
  goTo,
  historyOf,
  monthly,
  statusOf,
} from "./subscription-fixtures.ts";

const DECLINED = "4000000000000002";
/** Left pending, and declined an hour later. */
const DECLINED_LATER = "4000000000000044";

/** A stored card that is declined, and a good one of the same customer. */
async function cardsOf(shop: Shop) {
  const declined = await shop.card({ cardNumber: DECLINED });
  return { declined, good: await shop.card({ customerId: declined.customerId }) };
}

function addSplit({ centavo }: Shop, subscriptionId: string, split: object, kind = "percentage") {
  const asked = body("subscriptions.addSplit", kind, { subscriptionId, ...split });
  return centavo.subscriptions.addSplit(asked);
}

describe("the days of the charges", () => {
  test("are the due date, and then every so many days", async () => {
    const shop = await openShop();
    const { id } = await shop.subscription(monthly);
    await goTo(shop, "2026-06-08");
    const charges = await chargesOf(shop, id);
    expect(charges.map(({ createdAt }) => createdAt)).toEqual([
      "2026-03-10T03:00:00.000Z",
      "2026-04-09T03:00:00.000Z",
      "2026-05-09T03:00:00.000Z",
      "2026-06-08T03:00:00.000Z",
    ]);
  });

  test("begin in São Paulo", async () => {
    const shop = await openShop();
    const { id } = await shop.subscription(monthly);
    await shop.control.clock.advance({ to: "2026-03-10T02:59:59Z" });
    expect(await daysOf(shop, id)).toEqual([]);
    await shop.control.clock.advance({ seconds: 1 });
    expect(await daysOf(shop, id)).toEqual(["2026-03-10"]);
  });

  test.each([
    { what: "of a leap year", clock: "2028-02-01", dueDate: "2028-02-28", next: "2028-02-29" },
    { what: "of any other", clock: "2027-02-01", dueDate: "2027-02-28", next: "2027-03-01" },
  ])("go over the end of February $what", async ({ clock, dueDate, next }) => {
    const shop = await openShop();
    await goTo(shop, clock);
    const { id } = await shop.subscription({ ...monthly, dueDate, frequency: 1 });
    await goTo(shop, next);
    expect(await daysOf(shop, id)).toEqual([dueDate, next]);
  });

  test("may begin today, and then at once", async () => {
    const shop = await openShop();
    const { id, createdAt } = await shop.subscription({ ...monthly, dueDate: "2026-03-02" });
    expect(await chargesOf(shop, id)).toMatchObject([{ createdAt, status: "SUCCEEDED" }]);
    await goTo(shop, "2026-04-01");
    expect(await daysOf(shop, id)).toEqual(["2026-03-02", "2026-04-01"]);
  });

  test("do not begin in the past, which is that of São Paulo", async () => {
    const shop = await openShop();
    const card = await shop.card();
    await expect(
      shop.subscription({ ...monthly, dueDate: "2026-03-01" }, card),
    ).rejects.toMatchObject(broken("DueDatePassed"));
    await shop.control.clock.advance({ to: "2026-03-03T02:59:59Z" });
    await shop.subscription({ ...monthly, dueDate: "2026-03-02" }, card);
    expect((await shop.centavo.subscriptions.list()).meta.total).toBe(1);
  });

  test.each([
    { dueDate: "9999-12-31", days: [] },
    { expirationDate: "9999-12-31", days: ["2026-03-10"] },
    { frequency: 9_000_000_000, days: ["2026-03-10"] },
    { frequency: Number.MAX_SAFE_INTEGER, days: ["2026-03-10"] },
    { frequency: 1e308, days: ["2026-03-10"] },
    { duration: Number.MAX_SAFE_INTEGER, days: ["2026-03-10"] },
    { tolerancePeriod: Number.MAX_SAFE_INTEGER, days: ["2026-03-10"] },
    { frequency: 3_000_000, duration: 1e308, tolerancePeriod: 1e308, days: ["2026-03-10"] },
  ])("may be beyond every calendar: %o", async ({ days, ...terms }) => {
    const shop = await openShop();
    const { id } = await shop.subscription({ ...monthly, ...terms });
    await goTo(shop, "2026-03-20");
    expect(await daysOf(shop, id)).toEqual(days);
    expect(await statusOf(shop, id)).toBe("ACTIVE");
  });

  test.each([
    { frequency: 1e308 },
    { frequency: 1, duration: 1e308 },
    { frequency: 3_000_000, duration: 3_000_000 },
    { expirationDate: "9999-12-31" },
  ])(
    "may be moved beyond every calendar, of an active and of a suspended one: %o",
    async (terms) => {
      const shop = await openShop();
      const card = await shop.card({ cardNumber: DECLINED_LATER });
      const late = { ...monthly, tolerancePeriod: 1e308, dueDate: "9999-12-30" };
      for (const of of [{ ...monthly, tolerancePeriod: 1e308 }, late]) {
        const [active, suspended] = [
          await shop.subscription(of, card),
          await shop.subscription(of, card),
        ];
        await shop.control.clock.advance({ days: 8 });
        await shop.centavo.subscriptions.suspend(suspended.id);
        for (const { id } of [active, suspended]) await change(shop, id, terms);
        await shop.centavo.subscriptions.reactivate(suspended.id);
        await shop.control.clock.advance({ days: 3 });
        expect(await statusOf(shop, active.id)).toBe("ACTIVE");
        expect(await statusOf(shop, suspended.id)).toBe("ACTIVE");
      }
    },
  );

  test("of two subscriptions come in their order, and on one day in that of their making", async () => {
    const shop = await openShop();
    const card = await shop.card();
    const one = await shop.subscription({ ...monthly, frequency: 14 }, card);
    const other = await shop.subscription({ ...monthly, frequency: 7 }, card);
    const late = await shop.subscription({ ...monthly, dueDate: "2026-03-09" }, card);
    await goTo(shop, "2026-03-24");
    const names = { [one.id]: "one", [other.id]: "other", [late.id]: "late" };
    const paid = await Promise.all(
      Object.keys(names).map(async (id) =>
        (await chargesOf(shop, id)).map((charge) => [charge.id, names[id]] as const),
      ),
    );
    const nameOf = new Map(paid.flat());
    const { data } = await shop.centavo.payments.list();
    const history = data
      .toReversed()
      .map(({ id, createdAt }) => [createdAt.slice(8, 10), nameOf.get(id)]);
    expect(history).toEqual([
      ["09", "late"],
      ["10", "one"],
      ["10", "other"],
      ["17", "other"],
      ["24", "one"],
      ["24", "other"],
    ]);
  });
});

describe("a charge", () => {
  test("is a card payment of the customer, who is its buyer, and of the subscription", async () => {
    const shop = await openShop();
    const customer = await shop.customer();
    const card = await shop.card({ customerId: customer.id });
    const { id: subscriptionId } = await shop.subscription(monthly, card);
    await goTo(shop, "2026-03-10");
    const now = "2026-03-10T03:00:00.000Z";
    const { zipcode: _, statusId: __, ...address } = customer.address ?? ({} as never);
    const { firstName, lastName, email, document, phoneNumber: phone } = customer;
    const { cardBrand: brand, first4Digits, last4Digits, ...stored } = card;
    const { expirationMonth, expirationYear } = stored;
    const charges = await chargesOf(shop, subscriptionId);
    expect(charges).toEqual([
      {
        ...{ id: expect.any(String), status: "SUCCEEDED", amount: 4990, currency: "BRL" },
        ...{ paymentMethod: "card", installments: 1, postbackUrl: "", splits: [] },
        cardDetails: { brand, first4Digits, last4Digits, expirationMonth, expirationYear },
        buyerDetails: { firstName, lastName, email, document, phone, ...address },
        ...{ createdAt: now, updatedAt: now },
      },
    ]);
    expect(await shop.payment(`${charges[0]?.id}`)).toEqual(charges[0]);
    const { data } = await shop.centavo.payments.list({ customerId: customer.id });
    expect(data).toEqual(charges);
  });

  test("is found by its own subscription alone", async () => {
    const shop = await openShop();
    const card = await shop.card();
    const [one, other] = [
      await shop.subscription({ ...monthly, amount: 100 }, card),
      await shop.subscription({ ...monthly, amount: 200 }, card),
    ];
    await shop.pay("tokenizedCard", { tokenizedCardId: card.id });
    await goTo(shop, "2026-03-10");
    expect(await historyOf(shop, one.id)).toEqual(["2026-03-10 SUCCEEDED 100"]);
    expect(await historyOf(shop, other.id)).toEqual(["2026-03-10 SUCCEEDED 200"]);
    expect((await shop.centavo.payments.list()).meta.total).toBe(3);
  });

  test("has the customer as he is then, with an address or without", async () => {
    const shop = await openShop();
    const { data } = await shop.control.customers.create(
      body("customers.create", "withoutAddress"),
    );
    const card = await shop.card({ customerId: data.id });
    const { id } = await shop.subscription({ ...monthly, frequency: 1 }, card);
    await goTo(shop, "2026-03-10");
    await shop.centavo.customers.update(data.id, { document: documents.cpf });
    await goTo(shop, "2026-03-11");
    const buyers = (await chargesOf(shop, id)).map(({ buyerDetails }) => buyerDetails);
    expect(buyers).toMatchObject([
      { firstName: data.firstName, document: data.document, street: "", complement: null },
      { firstName: data.firstName, document: documents.cpf, street: "", complement: null },
    ]);
  });

  test("costs the setup too, the first time", async () => {
    const shop = await openShop();
    const { id } = await shop.subscription({ ...monthly, setupAmount: 1500 });
    await goTo(shop, "2026-05-09");
    expect(await historyOf(shop, id)).toEqual([
      "2026-03-10 SUCCEEDED 6490",
      "2026-04-09 SUCCEEDED 4990",
      "2026-05-09 SUCCEEDED 4990",
    ]);
  });

  test("is received thirty days later, less the fee", async () => {
    const shop = await openShop({ feePercentage: 2.99, feeFixed: 39 });
    await shop.subscription({ ...monthly, amount: 10_000 });
    await goTo(shop, "2026-04-09");
    expect(await shop.balance()).toEqual({
      available: 9662,
      receivable: [{ date: "2026-05-09", amount: 9662 }],
      subaccounts: [],
    });
  });

  test("meets the fate of its card as any payment does", async () => {
    const shop = await openShop();
    const card = await shop.card({ cardNumber: "4000000000000259" });
    const { id } = await shop.subscription(monthly, card);
    await goTo(shop, "2026-03-11");
    expect(await historyOf(shop, id)).toEqual(["2026-03-10 DISPUTED 4990"]);
  });

  test("that waits is not tried again, and can be decided", async () => {
    const shop = await openShop();
    const { id } = await shop.subscription({ ...monthly, amount: 999_992, tolerancePeriod: 5 });
    await goTo(shop, "2026-03-15");
    const [charge] = await chargesOf(shop, id);
    await shop.decide(`${charge?.id}`, "SUCCEEDED");
    expect(await historyOf(shop, id)).toEqual(["2026-03-10 SUCCEEDED 999992"]);
  });
});

describe("the splits of a subscription", () => {
  test("share in each charge, in the first with its setup", async () => {
    const shop = await openShop({ feeFixed: 100 });
    const { id } = await shop.subscription({ ...monthly, amount: 10_000, setupAmount: 2000 });
    const [one, other] = [await shop.subaccount(), await shop.subaccount()];
    await addSplit(shop, id, { subaccountId: one, splitPercentage: 12.5, chargebackLiable: false });
    const fixed = { subaccountId: other, splitAmount: 499, chargebackLiable: true };
    await addSplit(shop, id, fixed, "amount");
    await goTo(shop, "2026-05-09");
    const [first, second] = await chargesOf(shop, id);
    expect(first?.splits).toEqual([
      {
        ...{ subaccountId: one, splitType: "percentage", splitPercentage: 12.5 },
        ...{ liquidAmount: 1500, chargebackLiable: false },
      },
      {
        ...{ subaccountId: other, splitType: "amount", splitPercentage: 4.16 },
        ...{ liquidAmount: 499, chargebackLiable: true },
      },
    ]);
    expect(second?.splits).toMatchObject([
      { subaccountId: one, liquidAmount: 1250 },
      { subaccountId: other, splitPercentage: 4.99, liquidAmount: 499 },
    ]);
    const { available, subaccounts } = await shop.balance();
    expect(available).toBe(22_000 - 200 - 2750 - 998);
    expect(Object.fromEntries(subaccounts.map((own) => [own.subaccountId, own.available]))).toEqual(
      { [one]: 2750, [other]: 998 },
    );
  });

  test("leave the part of a subaccount that is no more with the company", async () => {
    const shop = await openShop();
    const { id } = await shop.subscription({ ...monthly, amount: 10_000 });
    const [gone, kept] = [await shop.subaccount(), await shop.subaccount()];
    for (const subaccountId of [gone, kept]) {
      await addSplit(shop, id, { subaccountId, splitPercentage: 10 });
    }
    await shop.centavo.subaccounts.delete(gone);
    await goTo(shop, "2026-03-10");
    const [charge] = await chargesOf(shop, id);
    expect(charge?.splits).toMatchObject([{ subaccountId: kept, liquidAmount: 1000 }]);
    expect((await shop.balance()).receivable).toMatchObject([{ amount: 9000 }]);
  });

  test("are refused where the first charge could not bear them", async () => {
    const shop = await openShop({ feePercentage: 2.5 });
    // Of 40 the fee is 1 and the share 39; of 60 with the setup, both are rounded up, to 2 and to 59.
    const { id } = await shop.subscription({ ...monthly, amount: 40, setupAmount: 20 });
    const subaccountId = await shop.subaccount();
    await expect(addSplit(shop, id, { subaccountId, splitPercentage: 97.5 })).rejects.toMatchObject(
      broken("SplitsExceedAmount"),
    );
  });
});

describe("the end of a subscription", () => {
  test("comes on the day after its last cycle", async () => {
    const shop = await openShop();
    const { id } = await shop.subscription({ ...monthly, duration: 2 });
    await shop.control.clock.advance({ to: "2026-04-09T23:59:59-03:00" });
    expect(await statusOf(shop, id)).toBe("ACTIVE");
    await shop.control.clock.advance({ days: 365 });
    expect((await shop.centavo.subscriptions.get(id)).data).toMatchObject({
      ...{ status: "EXPIRED", updatedAt: "2026-04-10T03:00:00.000Z", canceledAt: null },
    });
    expect(await daysOf(shop, id)).toEqual(["2026-03-10", "2026-04-09"]);
  });

  test("comes on the day after it expires, and a cycle on the last day is charged", async () => {
    const shop = await openShop();
    const { id } = await shop.subscription({ ...monthly, expirationDate: "2026-04-09" });
    await shop.control.clock.advance({ to: "2026-04-09T23:59:59-03:00" });
    expect(await statusOf(shop, id)).toBe("ACTIVE");
    await shop.control.clock.advance({ seconds: 1 });
    expect(await statusOf(shop, id)).toBe("EXPIRED");
    expect(await daysOf(shop, id)).toEqual(["2026-03-10", "2026-04-09"]);
  });

  test.each([
    { expirationDate: "2026-03-09", expired: "2026-03-10T03:00:00.000Z" },
    { expirationDate: "2026-03-04", expired: "2026-03-05T03:00:00.000Z" },
    { expirationDate: "2026-03-02", expired: "2026-03-03T03:00:00.000Z" },
    // It has passed, so it ends at once.
    { expirationDate: "2026-03-01", expired: "2026-03-02T12:00:00.000Z" },
    { expirationDate: "2020-02-29", expired: "2026-03-02T12:00:00.000Z" },
  ])("may come before its beginning, from the start or by an update: %o", async (row) => {
    const { expirationDate, expired } = row;
    const shop = await openShop();
    const card = await shop.card();
    const made = await shop.subscription({ ...monthly, expirationDate }, card);
    const updated = await shop.subscription(monthly, card);
    expect(made.status).toBe("ACTIVE");
    expect((await change(shop, updated.id, { expirationDate })).status).toBe("ACTIVE");
    await goTo(shop, "2026-04-20");
    for (const { id } of [made, updated]) {
      expect(await daysOf(shop, id)).toEqual([]);
      const { data } = await shop.centavo.subscriptions.get(id);
      expect(data).toMatchObject({ status: "EXPIRED", updatedAt: expired });
    }
  });

  test("is the first of the two", async () => {
    const shop = await openShop();
    const ends = { duration: 12, expirationDate: "2026-04-20" };
    const { id } = await shop.subscription({ ...monthly, ...ends });
    await goTo(shop, "2027-06-01");
    expect(await daysOf(shop, id)).toEqual(["2026-03-10", "2026-04-09"]);
    const { data } = await shop.centavo.subscriptions.get(id);
    expect(data).toMatchObject({ status: "EXPIRED", updatedAt: "2026-04-21T03:00:00.000Z" });
  });

  test("is final", async () => {
    const shop = await openShop();
    const { id } = await shop.subscription({ ...monthly, duration: 1 });
    await goTo(shop, "2026-03-11");
    const refused = broken("SubscriptionStatusRefused");
    await expect(change(shop, id, { duration: 5 })).rejects.toMatchObject(refused);
    for (const step of ["suspend", "reactivate"] as const) {
      await expect(shop.centavo.subscriptions[step](id)).rejects.toMatchObject(refused);
    }
    const { data } = await shop.centavo.subscriptions.list({ status: "EXPIRED" });
    expect(data.map((each) => each.id)).toEqual([id]);
  });
});

describe("a charge that is declined", () => {
  test("is tried again daily within the tolerance, and then given up until the next cycle", async () => {
    const shop = await openShop();
    const { declined } = await cardsOf(shop);
    const { id } = await shop.subscription({ ...monthly, tolerancePeriod: 3 }, declined);
    await goTo(shop, "2026-04-09");
    expect(await historyOf(shop, id)).toEqual([
      "2026-03-10 FAILED 4990",
      "2026-03-11 FAILED 4990",
      "2026-03-12 FAILED 4990",
      "2026-03-13 FAILED 4990",
      "2026-04-09 FAILED 4990",
    ]);
    expect(await shop.balance()).toMatchObject({ available: 0, receivable: [] });
    expect(await statusOf(shop, id)).toBe("ACTIVE");
  });

  test("is not tried again without a tolerance", async () => {
    const shop = await openShop();
    const { declined } = await cardsOf(shop);
    const { id } = await shop.subscription(monthly, declined);
    await goTo(shop, "2026-04-08");
    expect(await daysOf(shop, id)).toEqual(["2026-03-10"]);
  });

  test("goes through on a better card, with the setup, and the cycles stay where they are", async () => {
    const shop = await openShop();
    const { declined, good } = await cardsOf(shop);
    const terms = { ...monthly, setupAmount: 1500, tolerancePeriod: 3 };
    const { id } = await shop.subscription(terms, declined);
    await goTo(shop, "2026-03-11");
    await change(shop, id, { tokenizedCardId: good.id });
    await goTo(shop, "2026-04-09");
    expect(await historyOf(shop, id)).toEqual([
      "2026-03-10 FAILED 6490",
      "2026-03-11 FAILED 6490",
      "2026-03-12 SUCCEEDED 6490",
      "2026-04-09 SUCCEEDED 4990",
    ]);
  });

  test("goes through at a better price", async () => {
    const shop = await openShop();
    const { id } = await shop.subscription({ ...monthly, amount: 999_991, tolerancePeriod: 1 });
    await goTo(shop, "2026-03-10");
    await change(shop, id, { amount: 9990 });
    await goTo(shop, "2026-03-20");
    expect(await historyOf(shop, id)).toEqual([
      "2026-03-10 FAILED 999991",
      "2026-03-11 SUCCEEDED 9990",
    ]);
  });

  test("and given up is not made up for by a better card", async () => {
    const shop = await openShop();
    const { declined, good } = await cardsOf(shop);
    const { id } = await shop.subscription({ ...monthly, tolerancePeriod: 1 }, declined);
    await goTo(shop, "2026-03-11");
    await change(shop, id, { tokenizedCardId: good.id });
    await goTo(shop, "2026-04-09");
    expect(await historyOf(shop, id)).toEqual([
      "2026-03-10 FAILED 4990",
      "2026-03-11 FAILED 4990",
      "2026-04-09 SUCCEEDED 4990",
    ]);
  });

  test("and given up counts as one of the cycles", async () => {
    const shop = await openShop();
    const { declined } = await cardsOf(shop);
    const terms = { ...monthly, duration: 2, tolerancePeriod: 1 };
    const { id } = await shop.subscription(terms, declined);
    await goTo(shop, "2026-04-10");
    expect(await statusOf(shop, id)).toBe("ACTIVE");
    await goTo(shop, "2026-04-11");
    expect(await statusOf(shop, id)).toBe("EXPIRED");
    expect(await daysOf(shop, id)).toHaveLength(4);
  });

  test("makes way for the next cycle", async () => {
    const shop = await openShop();
    const { declined } = await cardsOf(shop);
    const terms = { ...monthly, frequency: 3, tolerancePeriod: 10, duration: 2 };
    const { id } = await shop.subscription(terms, declined);
    await goTo(shop, "2026-04-01");
    const days = ["10", "11", "12", "13", "14", "15"].map((day) => `2026-03-${day}`);
    expect(await daysOf(shop, id)).toEqual(days);
    expect(await statusOf(shop, id)).toBe("EXPIRED");
  });

  test("makes way for the end", async () => {
    const shop = await openShop();
    const { declined } = await cardsOf(shop);
    const terms = { ...monthly, tolerancePeriod: 10, expirationDate: "2026-03-14" };
    const { id } = await shop.subscription(terms, declined);
    await goTo(shop, "2026-04-01");
    const days = ["10", "11", "12", "13", "14"].map((day) => `2026-03-${day}`);
    expect(await daysOf(shop, id)).toEqual(days);
    expect(await statusOf(shop, id)).toBe("EXPIRED");
  });

  test("is declined because its card has expired", async () => {
    const shop = await openShop();
    const card = await shop.card({ expirationMonth: "03", expirationYear: "2026" });
    const { id } = await shop.subscription(monthly, card);
    await goTo(shop, "2026-04-09");
    expect(await historyOf(shop, id)).toEqual([
      "2026-03-10 SUCCEEDED 4990",
      "2026-04-09 FAILED 4990",
    ]);
  });
});

describe("a charge that is pending, and is declined later,", () => {
  test("is tried again daily within the tolerance, with the setup", async () => {
    const shop = await openShop();
    const card = await shop.card({ cardNumber: DECLINED_LATER });
    const terms = { ...monthly, setupAmount: 1500, tolerancePeriod: 3 };
    const { id } = await shop.subscription(terms, card);
    await goTo(shop, "2026-04-09");
    expect(await historyOf(shop, id)).toEqual([
      "2026-03-10 FAILED 6490",
      "2026-03-11 FAILED 6490",
      "2026-03-12 FAILED 6490",
      "2026-03-13 FAILED 6490",
      "2026-04-09 PENDING 4990",
    ]);
    expect(await statusOf(shop, id)).toBe("ACTIVE");
  });

  test("goes through on a better card, and the cycles stay where they are", async () => {
    const shop = await openShop();
    const card = await shop.card({ cardNumber: DECLINED_LATER });
    const good = await shop.card({ customerId: card.customerId });
    const terms = { ...monthly, setupAmount: 1500, tolerancePeriod: 3, duration: 2 };
    const { id } = await shop.subscription(terms, card);
    await shop.control.clock.advance({ to: "2026-03-10T15:00:00Z" });
    await change(shop, id, { tokenizedCardId: good.id });
    await goTo(shop, "2026-05-09");
    expect(await historyOf(shop, id)).toEqual([
      "2026-03-10 FAILED 6490",
      "2026-03-11 SUCCEEDED 6490",
      "2026-04-09 SUCCEEDED 4990",
    ]);
    expect(await statusOf(shop, id)).toBe("EXPIRED");
  });

  test("is not tried again without a tolerance", async () => {
    const shop = await openShop();
    const card = await shop.card({ cardNumber: DECLINED_LATER });
    const { id } = await shop.subscription(monthly, card);
    await goTo(shop, "2026-04-08");
    expect(await historyOf(shop, id)).toEqual(["2026-03-10 FAILED 4990"]);
  });

  test("by a control call, is tried again from the next day on, but not into the next cycle", async () => {
    const shop = await openShop();
    const terms = { ...monthly, amount: 999_992, frequency: 10, tolerancePeriod: 3 };
    const { id } = await shop.subscription(terms);
    await goTo(shop, "2026-03-17");
    const [first] = await chargesOf(shop, id);
    await shop.decide(`${first?.id}`, "FAILED");
    await goTo(shop, "2026-03-18");
    const [, again] = await chargesOf(shop, id);
    await goTo(shop, "2026-03-19");
    await shop.decide(`${again?.id}`, "FAILED");
    await goTo(shop, "2026-03-21");
    expect(await historyOf(shop, id)).toEqual([
      "2026-03-10 FAILED 999992",
      "2026-03-18 FAILED 999992",
      "2026-03-20 PENDING 999992",
    ]);
  });

  test.each<[string, (shop: Shop, id: string) => Promise<unknown>, string]>([
    ["the next cycle has begun", (shop) => goTo(shop, "2026-04-09"), "ACTIVE"],
    ["it is suspended", ({ centavo }, id) => centavo.subscriptions.suspend(id), "SUSPENDED"],
    [
      "it was suspended",
      async ({ centavo: { subscriptions } }, id) => {
        await subscriptions.suspend(id);
        await subscriptions.reactivate(id);
      },
      "ACTIVE",
    ],
    ["it is cancelled", ({ centavo }, id) => centavo.subscriptions.cancel(id), "DELETED"],
    [
      "it has expired",
      async (shop, id) => {
        await change(shop, id, { duration: 1 });
        await goTo(shop, "2026-03-11");
      },
      "EXPIRED",
    ],
    [
      "it has expired by its date",
      async (shop, id) => {
        await change(shop, id, { expirationDate: "2026-03-12" });
        await goTo(shop, "2026-03-13");
      },
      "EXPIRED",
    ],
  ])("is not tried again once %s", async (_, goOn, status) => {
    const shop = await openShop();
    const { id } = await shop.subscription({ ...monthly, amount: 999_992, tolerancePeriod: 9 });
    await goTo(shop, "2026-03-10");
    const [charge] = await chargesOf(shop, id);
    await goOn(shop, id);
    const before = await daysOf(shop, id);
    await shop.decide(`${charge?.id}`, "FAILED");
    await shop.control.clock.advance({ days: 20 });
    expect(await daysOf(shop, id)).toEqual(before);
    expect(await statusOf(shop, id)).toBe(status);
  });

  test("is nobody's charge to try again when it is no subscription's", async () => {
    const shop = await openShop();
    const { id } = await shop.pay("card", { billingData: { amount: 999_992 } });
    expect((await shop.decide(id, "FAILED")).status).toBe("FAILED");
    await shop.control.clock.advance({ days: 20 });
    expect((await shop.centavo.payments.list()).meta.total).toBe(1);
  });
});

describe("a suspension", () => {
  test("charges nothing, counts no cycle, and ends with the next cycle", async () => {
    const shop = await openShop();
    const { id } = await shop.subscription({ ...monthly, duration: 3 });
    await goTo(shop, "2026-03-10");
    await shop.centavo.subscriptions.suspend(id);
    await goTo(shop, "2026-06-20");
    expect(await daysOf(shop, id)).toEqual(["2026-03-10"]);
    await shop.centavo.subscriptions.reactivate(id);
    await goTo(shop, "2027-01-01");
    expect(await daysOf(shop, id)).toEqual(["2026-03-10", "2026-07-08", "2026-08-07"]);
    expect(await statusOf(shop, id)).toBe("EXPIRED");
  });

  test("that ends before a cycle begins ends in time for it", async () => {
    const shop = await openShop();
    const { id } = await shop.subscription(monthly);
    await shop.centavo.subscriptions.suspend(id);
    await shop.control.clock.advance({ to: "2026-04-08T23:59:59-03:00" });
    await shop.centavo.subscriptions.reactivate(id);
    await goTo(shop, "2026-04-20");
    expect(await chargesOf(shop, id)).toMatchObject([{ createdAt: "2026-04-09T03:00:00.000Z" }]);
  });

  test.each(["00:00:00", "12:00:00", "23:59:59"])(
    "that ends on the day of a cycle, at %s, leaves that cycle, which began while it lasted",
    async (time) => {
      const shop = await openShop();
      const { id } = await shop.subscription({ ...monthly, setupAmount: 100, duration: 1 });
      await shop.centavo.subscriptions.suspend(id);
      await shop.control.clock.advance({ to: `2026-04-09T${time}-03:00` });
      await shop.centavo.subscriptions.reactivate(id);
      expect(await daysOf(shop, id)).toEqual([]);
      await goTo(shop, "2026-06-20");
      expect(await historyOf(shop, id)).toEqual(["2026-05-09 SUCCEEDED 5090"]);
      expect(await statusOf(shop, id)).toBe("EXPIRED");
    },
  );

  test("on the day of a charge does not charge it again", async () => {
    const shop = await openShop();
    const { id } = await shop.subscription({ ...monthly, setupAmount: 100 });
    await goTo(shop, "2026-03-10");
    for (const step of ["suspend", "reactivate", "suspend", "reactivate"] as const) {
      await shop.centavo.subscriptions[step](id);
    }
    await goTo(shop, "2026-04-09");
    expect(await historyOf(shop, id)).toEqual([
      "2026-03-10 SUCCEEDED 5090",
      "2026-04-09 SUCCEEDED 4990",
    ]);
  });

  test("before the first charge leaves the setup to the first that comes", async () => {
    const shop = await openShop();
    const { id } = await shop.subscription({ ...monthly, setupAmount: 100 });
    await shop.centavo.subscriptions.suspend(id);
    await goTo(shop, "2026-03-11");
    await shop.centavo.subscriptions.reactivate(id);
    await goTo(shop, "2026-04-09");
    expect(await historyOf(shop, id)).toEqual(["2026-04-09 SUCCEEDED 5090"]);
  });

  test("gives up a cycle that is being tried again, which counts", async () => {
    const shop = await openShop();
    const { declined, good } = await cardsOf(shop);
    const terms = { ...monthly, tolerancePeriod: 9, duration: 2 };
    const { id } = await shop.subscription(terms, declined);
    await goTo(shop, "2026-03-11");
    await shop.centavo.subscriptions.suspend(id);
    await change(shop, id, { tokenizedCardId: good.id });
    await shop.centavo.subscriptions.reactivate(id);
    await goTo(shop, "2026-05-09");
    expect(await historyOf(shop, id)).toEqual([
      "2026-03-10 FAILED 4990",
      "2026-03-11 FAILED 4990",
      "2026-04-09 SUCCEEDED 4990",
    ]);
    expect(await statusOf(shop, id)).toBe("EXPIRED");
  });

  test("lasts beyond the end, which comes right after the reactivation", async () => {
    const shop = await openShop();
    const { id } = await shop.subscription({ ...monthly, expirationDate: "2026-04-01" });
    await shop.centavo.subscriptions.suspend(id);
    await goTo(shop, "2026-05-01");
    expect(await statusOf(shop, id)).toBe("SUSPENDED");
    const { data } = await shop.centavo.subscriptions.reactivate(id);
    expect(data.status).toBe("ACTIVE");
    expect(await statusOf(shop, id)).toBe("EXPIRED");
    expect(await daysOf(shop, id)).toEqual([]);
  });

  test("lasts beyond a last cycle too", async () => {
    const shop = await openShop();
    const { id } = await shop.subscription({ ...monthly, duration: 2 });
    await goTo(shop, "2026-03-20");
    await shop.centavo.subscriptions.suspend(id);
    await change(shop, id, { duration: 1 });
    await goTo(shop, "2026-05-01");
    expect(await statusOf(shop, id)).toBe("SUSPENDED");
    await shop.centavo.subscriptions.reactivate(id);
    expect(await statusOf(shop, id)).toBe("EXPIRED");
    expect(await daysOf(shop, id)).toEqual(["2026-03-10"]);
  });
});

describe("nothing more is charged", () => {
  test.each<[string, (shop: Shop, owner: Record<string, string>) => Promise<unknown>]>([
    ["card", ({ centavo }, { cardId = "" }) => centavo.cards.delete(cardId)],
    ["customer", ({ centavo }, { customerId = "" }) => centavo.customers.delete(customerId)],
    ["subscription", ({ centavo }, { id = "" }) => centavo.subscriptions.cancel(id)],
  ])("once the %s is deleted", async (_, remove) => {
    const shop = await openShop();
    const { id, cardId, customerId } = await shop.subscription({ ...monthly, tolerancePeriod: 3 });
    await goTo(shop, "2026-03-10");
    await remove(shop, { id, cardId, customerId });
    await shop.control.clock.advance({ days: 365 });
    expect(await daysOf(shop, id)).toEqual(["2026-03-10"]);
  });

  test("until another card takes the place of the deleted one", async () => {
    const shop = await openShop();
    const { declined, good } = await cardsOf(shop);
    const { id } = await shop.subscription({ ...monthly, tolerancePeriod: 3 }, declined);
    await shop.centavo.cards.delete(declined.id);
    await goTo(shop, "2026-03-11");
    await change(shop, id, { tokenizedCardId: good.id });
    await goTo(shop, "2026-04-09");
    expect(await daysOf(shop, id)).toEqual(["2026-03-12", "2026-04-09"]);
  });
});

describe("an update", () => {
  test("of the amount and the card counts from the next charge on", async () => {
    const shop = await openShop();
    const card = await shop.card();
    const other = await shop.customer({ document: documents.cpf });
    const theirs = await shop.card({ customerId: other.id });
    const { id } = await shop.subscription(monthly, card);
    await goTo(shop, "2026-03-10");
    await change(shop, id, { amount: 5990, customerId: other.id, tokenizedCardId: theirs.id });
    await goTo(shop, "2026-04-09");
    const charges = await chargesOf(shop, id);
    expect(charges).toMatchObject([
      { amount: 4990 },
      { amount: 5990, buyerDetails: { document: documents.cpf } },
    ]);
    const { data } = await shop.centavo.payments.list({ customerId: other.id });
    expect(data.map((each) => each.id)).toEqual([charges[1]?.id]);
  });

  test("of the frequency counts the days anew from the due date, after what is paid for", async () => {
    const shop = await openShop();
    const { id } = await shop.subscription(monthly);
    await goTo(shop, "2026-03-10");
    await change(shop, id, { frequency: 7 });
    await goTo(shop, "2026-04-21");
    expect(await daysOf(shop, id)).toEqual(["2026-03-10", "2026-04-14", "2026-04-21"]);
  });

  test("of the duration lets it last longer, or ends it", async () => {
    const shop = await openShop();
    const card = await shop.card();
    const longer = await shop.subscription({ ...monthly, duration: 1 }, card);
    const shorter = await shop.subscription({ ...monthly, duration: 5 }, card);
    const lifelong = await shop.subscription({ ...monthly, duration: 1 }, card);
    await goTo(shop, "2026-03-10");
    await change(shop, longer.id, { duration: 2 });
    await change(shop, shorter.id, { duration: 1 });
    await change(shop, lifelong.id, { duration: undefined });
    await goTo(shop, "2026-05-20");
    const cycles = ["2026-03-10", "2026-04-09", "2026-05-09"];
    expect(await daysOf(shop, longer.id)).toEqual(cycles.slice(0, 2));
    expect(await daysOf(shop, shorter.id)).toEqual(cycles.slice(0, 1));
    expect(await daysOf(shop, lifelong.id)).toEqual(cycles);
    expect(await statusOf(shop, longer.id)).toBe("EXPIRED");
    expect(await statusOf(shop, shorter.id)).toBe("EXPIRED");
    expect(await statusOf(shop, lifelong.id)).toBe("ACTIVE");
  });

  test.each([
    { day: "2026-03-10", expired: "2026-03-11T03:00:00.000Z" },
    { day: "2026-03-20", expired: "2026-03-20T03:00:00.000Z" },
  ])("to a duration that is used up ends it when its last day is over: %o", async (row) => {
    const { day, expired } = row;
    const shop = await openShop();
    const { id } = await shop.subscription({ ...monthly, duration: 5 });
    await goTo(shop, day);
    expect((await change(shop, id, { duration: 1 })).status).toBe("ACTIVE");
    await goTo(shop, "2026-03-21");
    const { data } = await shop.centavo.subscriptions.get(id);
    expect(data).toMatchObject({ status: "EXPIRED", duration: 1, updatedAt: expired });
    expect(await daysOf(shop, id)).toEqual(["2026-03-10"]);
  });

  test("of the expiration moves the end", async () => {
    const shop = await openShop();
    const { id } = await shop.subscription({ ...monthly, expirationDate: "2026-03-20" });
    await goTo(shop, "2026-03-20");
    await change(shop, id, { expirationDate: "2026-04-09" });
    await goTo(shop, "2026-06-01");
    expect(await daysOf(shop, id)).toEqual(["2026-03-10", "2026-04-09"]);
    expect(await statusOf(shop, id)).toBe("EXPIRED");
  });

  test("that changes nothing charges nothing twice", async () => {
    const shop = await openShop();
    const { id } = await shop.subscription({ ...monthly, setupAmount: 100 });
    for (const day of ["2026-03-09", "2026-03-10", "2026-04-09"]) {
      await goTo(shop, day);
      for (let time = 0; time < 3; time++) await change(shop, id, {});
    }
    expect(await historyOf(shop, id)).toEqual([
      "2026-03-10 SUCCEEDED 5090",
      "2026-04-09 SUCCEEDED 4990",
    ]);
  });
});
