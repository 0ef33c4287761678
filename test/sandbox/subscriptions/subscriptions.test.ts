import { expect } from "vitest";
import type { Subscription } from "../../../src/client/index.ts";
import {
  broken,
  documents,
  expectError,
  NOBODY,
  type Shop,
  START,
  test,
} from "../company-fixture.ts";
import { body, shownError, shownMessage } from "../contract-examples.ts";
import { addSplit } from "./subscription-fixtures.ts";

/** The body of an update that changes only the given fields. */
function changeOf(subscription: Subscription, change: object) {
  const { customerId, cardId: tokenizedCardId } = subscription;
  return body("subscriptions.update", "newPrice", { customerId, tokenizedCardId, ...change });
}

const update = ({ centavo }: Shop, subscription: Subscription, change: object = {}) =>
  centavo.subscriptions.update(subscription.id, changeOf(subscription, change));

const read = async ({ centavo }: Shop, id: string) => (await centavo.subscriptions.get(id)).data;

test("a new subscription is active, undivided and never cancelled", async ({ shop }) => {
  const { id: cardId, customerId } = await shop.card();
  const asked = body("subscriptions.create", "twelveCycles", { cardId, customerId });
  const { data, message } = await shop.control.subscriptions.create(asked);
  const now = new Date(START).toISOString();
  expect(data).toEqual({
    ...asked,
    id: expect.any(String),
    ...{ status: "ACTIVE", splits: [], createdAt: now, updatedAt: now, canceledAt: null },
  });
  expect(message).toBe(shownMessage("subscriptions.create"));
  expect(await read(shop, data.id)).toEqual(data);
});

test("a subscription without an end has neither duration nor expiration", async ({ shop }) => {
  const subscription = await shop.subscription({
    ...{ duration: undefined, expirationDate: undefined },
    ...{ setupAmount: undefined, tolerancePeriod: undefined },
  });
  expect(subscription).not.toHaveProperty("duration");
  expect(subscription).toMatchObject({ expirationDate: null, setupAmount: 0, tolerancePeriod: 0 });
});

test("a subscription charges a card of its own customer", async ({ shop }) => {
  const { id } = await shop.card();
  const { id: customerId } = await shop.customer({ document: documents.cpf });
  const notFound = shownError("subscriptions.create", "CardNotFound");
  await expectError(shop.subscription({}, { id, customerId }), notFound);
});

test("an update changes its fields, and may take away the end", async ({ shop }) => {
  const subscription = await shop.subscription();
  await shop.control.clock.advance({ seconds: 60 });
  const asked = changeOf(subscription, { title: "Plano anual", frequency: 365, duration: 3 });
  const { data, message } = await shop.centavo.subscriptions.update(subscription.id, asked);
  const { tokenizedCardId: cardId, ...changes } = asked;
  const updatedAt = "2026-03-02T12:01:00.000Z";
  expect(data).toEqual({ ...subscription, ...changes, cardId, updatedAt });
  expect(message).toBe(shownMessage("subscriptions.update"));
  expect(await read(shop, subscription.id)).toEqual(data);
  const endless = { duration: undefined, expirationDate: undefined };
  const { data: lifelong } = await update(shop, subscription, endless);
  expect(lifelong).not.toHaveProperty("duration");
  expect(lifelong.expirationDate).toBeNull();
});

test("an update may name another customer's card, but no unknown one", async ({ shop }) => {
  const subscription = await shop.subscription();
  const { id: customerId } = await shop.customer({ document: documents.cpf });
  const { id: cardId } = await shop.card({ customerId });
  for (const [change, error] of [
    [{ customerId: NOBODY }, "CustomerNotFound"],
    [{ tokenizedCardId: NOBODY }, "CardNotFound"],
  ] as const) {
    const notFound = shownError("subscriptions.update", error);
    await expectError(update(shop, subscription, change), notFound);
  }
  expect(await read(shop, subscription.id)).toEqual(subscription);
  const { data } = await update(shop, { ...subscription, customerId, cardId });
  expect(data).toMatchObject({ customerId, cardId });
});

test("a split by percentage shows its amount of each charge", async ({ shop }) => {
  const { id } = await shop.subscription({ amount: 4990 });
  const subaccountId = await shop.subaccount();
  const { data, message } = await addSplit(shop, id, { subaccountId, splitPercentage: 12.5 });
  expect(data).toEqual({
    ...{ id: expect.any(String), subaccountId, chargebackLiable: false },
    ...{ splitType: "PERCENTAGE", splitPercentage: 12.5, splitAmount: 624, liquidAmount: 624 },
  });
  expect(message).toBe(shownMessage("subscriptions.addSplit"));
  expect((await read(shop, id)).splits).toEqual([data]);
});

test("a split ignores the other type's field, and is liable if it says so", async ({ shop }) => {
  const { id } = await shop.subscription({ amount: 4990 });
  const subaccountId = await shop.subaccount();
  const add = async (split: object, example: string) =>
    (await addSplit(shop, id, { subaccountId, ...split }, example)).data;
  const shown = { splitPercentage: 10, splitAmount: 499, liquidAmount: 499 };
  expect(await add({ splitAmount: 499, splitPercentage: 50 }, "amount")).toMatchObject({
    ...{ ...shown, splitType: "AMOUNT", chargebackLiable: true },
  });
  const byPercentage = { splitPercentage: 10, splitAmount: 7, chargebackLiable: undefined };
  expect(await add(byPercentage, "percentage")).toMatchObject({
    ...{ ...shown, splitType: "PERCENTAGE", chargebackLiable: false },
  });
});

test("a new price moves the shares, not the amounts, and covers both", async ({ shop }) => {
  const subscription = await shop.subscription({ amount: 10_000 });
  const subaccountId = await shop.subaccount();
  await addSplit(shop, subscription.id, { subaccountId, splitPercentage: 12.5 });
  await addSplit(shop, subscription.id, { subaccountId, splitAmount: 1000 }, "amount");
  // Of 1142 the share is 143, and of 1143 as well.
  await expectError(update(shop, subscription, { amount: 1142 }), broken("SplitsExceedAmount"));
  await update(shop, subscription, { amount: 1143 });
  const { data } = await update(shop, subscription, { amount: 20_000 });
  expect(data.splits).toMatchObject([
    { splitType: "PERCENTAGE", splitPercentage: 12.5, liquidAmount: 2500 },
    { splitType: "AMOUNT", splitPercentage: 5, liquidAmount: 1000 },
  ]);
});

test("a subaccount that is not approved, and an unknown one, get no split", async ({ shop }) => {
  const { id } = await shop.subscription();
  const subaccountId = await shop.subaccount("PENDING");
  await expectError(addSplit(shop, id, { subaccountId }), broken("SubaccountNotApproved"));
  const notFound = shownError("subscriptions.addSplit", "SubaccountNotFound");
  await expectError(addSplit(shop, id, { subaccountId: NOBODY }), notFound);
});

test("a split is removed once, and leaves its share to others", async ({ shop }) => {
  const card = await shop.card();
  const [one, other] = [await shop.subscription({}, card), await shop.subscription({}, card)];
  const subaccountId = await shop.subaccount();
  const kept = (await addSplit(shop, one.id, { subaccountId })).data;
  const rest = { subaccountId, splitAmount: one.amount - kept.liquidAmount };
  const gone = (await addSplit(shop, one.id, rest, "amount")).data;
  const notFound = shownError("subscriptions.removeSplit", "SplitNotFound");
  const { removeSplit } = shop.centavo.subscriptions;
  await expectError(removeSplit(other.id, gone.id), notFound);
  const { data } = await removeSplit(one.id, gone.id);
  expect(data.message).toEqual(expect.any(String));
  expect((await read(shop, one.id)).splits).toEqual([kept]);
  await expectError(removeSplit(one.id, gone.id), notFound);
  const again = await addSplit(shop, one.id, rest, "amount");
  expect(again.data.liquidAmount).toBe(rest.splitAmount);
});

type Act = (shop: Shop, subscription: Subscription, splitId: string) => PromiseLike<unknown>;

/** Every operation that changes a subscription. */
const acts: Record<string, Act> = {
  update: (shop, subscription) => update(shop, subscription),
  addSplit: async (shop, { id }) =>
    addSplit(shop, id, { subaccountId: await shop.subaccount(), splitPercentage: 1 }),
  removeSplit: ({ centavo }, { id }, splitId) => centavo.subscriptions.removeSplit(id, splitId),
  suspend: ({ centavo }, { id }) => centavo.subscriptions.suspend(id),
  reactivate: ({ centavo }, { id }) => centavo.subscriptions.reactivate(id),
  cancel: ({ centavo }, { id }) => centavo.subscriptions.cancel(id),
};

/** How a subscription comes to a status. */
const ways: Record<string, string[]> = { ACTIVE: [], SUSPENDED: ["suspend"], DELETED: ["cancel"] };

// Every subscription can be cancelled, and stays cancelled. A split can be taken away even from what has
// ended; nothing else of it changes any more.
const rows = Object.entries({
  update: { ACTIVE: "ACTIVE", SUSPENDED: "SUSPENDED", DELETED: "refused" },
  addSplit: { ACTIVE: "ACTIVE", SUSPENDED: "SUSPENDED", DELETED: "refused" },
  removeSplit: { ACTIVE: "ACTIVE", SUSPENDED: "SUSPENDED", DELETED: "DELETED" },
  suspend: { ACTIVE: "SUSPENDED", SUSPENDED: "refused", DELETED: "refused" },
  reactivate: { ACTIVE: "refused", SUSPENDED: "ACTIVE", DELETED: "refused" },
  cancel: { ACTIVE: "DELETED", SUSPENDED: "DELETED", DELETED: "DELETED" },
}).flatMap(([act, nexts]) =>
  Object.entries(nexts).map(([status, next]) => ({ act, status, next })),
);

test.for(rows)("$status, $act: $next", async ({ status, act, next }, { shop }) => {
  const subscription = await shop.subscription();
  const { id } = subscription;
  const split = await addSplit(shop, id, { subaccountId: await shop.subaccount() });
  const run = (name: string) => acts[name]?.(shop, subscription, split.data.id);
  for (const way of ways[status] ?? []) await run(way);
  const before = await read(shop, id);
  expect(before.status).toBe(status);
  if (next === "refused") {
    await expectError(run(act), broken("SubscriptionStatusRefused"));
    expect(await read(shop, id)).toEqual(before);
    return;
  }
  const response = await run(act);
  expect((await read(shop, id)).status).toBe(next);
  if (act === "suspend" || act === "reactivate" || act === "cancel") {
    const message = shownMessage(`subscriptions.${act}`);
    expect(response).toEqual({ data: { id, status: next }, message });
  }
});

test("a subscription shows when it was cancelled first, and keeps all else", async ({ shop }) => {
  const before = await shop.subscription();
  const { id } = before;
  const split = (await addSplit(shop, id, { subaccountId: await shop.subaccount() })).data;
  await shop.control.clock.advance({ seconds: 60 });
  const canceledAt = "2026-03-02T12:01:00.000Z";
  const shown = { status: "DELETED", splits: [split], canceledAt, updatedAt: canceledAt };
  for (let times = 0; times < 2; times++) {
    await shop.centavo.subscriptions.cancel(id);
    expect(await read(shop, id)).toEqual({ ...before, ...shown });
    await shop.control.clock.advance({ days: 1 });
  }
});
