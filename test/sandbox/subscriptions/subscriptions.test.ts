import { expect } from "vitest";
import type { Subscription } from "../../../src/client/index.ts";
import {
  broken,
  documents,
  expectError,
  NOBODY,
  openShop,
  type Shop,
  START,
  test,
} from "../company-fixture.ts";
import { body, service, shownError, shownMessage } from "../contract-examples.ts";

const now = new Date(START).toISOString();

/** The body of an update that changes only the given fields. */
function update(subscription: Subscription, change: object = {}) {
  const { customerId, cardId: tokenizedCardId } = subscription;
  return body("subscriptions.update", "newPrice", { customerId, tokenizedCardId, ...change });
}

function addSplit(shop: Shop, subscriptionId: string, change: object, example = "percentage") {
  const asked = body("subscriptions.addSplit", example, { subscriptionId, ...change });
  return shop.centavo.subscriptions.addSplit(asked);
}

const read = async ({ centavo }: Shop, id: string) => (await centavo.subscriptions.get(id)).data;

test("a new subscription is active, undivided and never cancelled", async ({ shop }) => {
  const card = await shop.card();
  const ids = { cardId: card.id, customerId: card.customerId };
  const asked = body("subscriptions.create", "twelveCycles", ids);
  const { data, message } = await shop.control.subscriptions.create(asked);
  expect(data).toEqual({
    ...asked,
    id: expect.any(String),
    status: "ACTIVE",
    splits: [],
    createdAt: now,
    updatedAt: now,
    canceledAt: null,
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

test.for([
  { change: {}, error: "CardNotFound" },
  { change: { customerId: NOBODY }, error: "CustomerNotFound" },
])(
  "a subscription charges a card of its own customer: $error",
  async ({ change, error }, { shop }) => {
    const { id } = await shop.card();
    const { id: customerId } = await shop.customer({ document: documents.cpf });
    await expectError(
      shop.subscription({}, { id, customerId, ...change }),
      shownError("subscriptions.create", error),
    );
  },
);

test("an update changes its fields, keeps those that it does not have, and without an end has none", async ({
  shop,
}) => {
  const subscription = await shop.subscription();
  await shop.control.clock.advance({ seconds: 60 });
  const asked = update(subscription, { title: "Plano anual", frequency: 365, duration: 3 });
  const { data, message } = await shop.centavo.subscriptions.update(subscription.id, asked);
  const { tokenizedCardId: cardId, ...changes } = asked;
  const updatedAt = "2026-03-02T12:01:00.000Z";
  expect(data).toEqual({ ...subscription, ...changes, cardId, updatedAt });
  expect(message).toBe(shownMessage("subscriptions.update"));
  expect(await read(shop, subscription.id)).toEqual(data);
  const endless = { duration: undefined, expirationDate: undefined };
  const { data: lifelong } = await shop.centavo.subscriptions.update(
    subscription.id,
    update(subscription, endless),
  );
  expect(lifelong).not.toHaveProperty("duration");
  expect(lifelong.expirationDate).toBeNull();
});

test("an update may name another card of another customer", async ({ shop }) => {
  const subscription = await shop.subscription();
  const other = await shop.customer({ document: documents.cpf });
  const card = await shop.card({ customerId: other.id });
  const { data } = await shop.centavo.subscriptions.update(
    subscription.id,
    update({ ...subscription, customerId: other.id, cardId: card.id }),
  );
  expect(data).toMatchObject({ customerId: other.id, cardId: card.id });
});

const unknownPayers = [
  { change: { customerId: NOBODY }, error: "CustomerNotFound" },
  { change: { tokenizedCardId: NOBODY }, error: "CardNotFound" },
];

test.for(unknownPayers)(
  "an update with $change is rejected: $error",
  async ({ change, error }, { shop }) => {
    const subscription = await shop.subscription();
    await expectError(
      shop.centavo.subscriptions.update(subscription.id, update(subscription, change)),
      shownError("subscriptions.update", error),
    );
    expect(await read(shop, subscription.id)).toEqual(subscription);
  },
);

test("a split by percentage shows its amount of each charge", async ({ shop }) => {
  const { id } = await shop.subscription({ amount: 4990 });
  const subaccountId = await shop.subaccount();
  const { data, message } = await addSplit(shop, id, { subaccountId, splitPercentage: 12.5 });
  expect(data).toEqual({
    id: expect.any(String),
    subaccountId,
    splitType: "PERCENTAGE",
    splitPercentage: 12.5,
    splitAmount: 624,
    liquidAmount: 624,
    chargebackLiable: false,
  });
  expect(message).toBe(shownMessage("subscriptions.addSplit"));
  expect((await read(shop, id)).splits).toEqual([data]);
});

test.for([
  {
    ...{ example: "amount", change: { splitAmount: 499, splitPercentage: 50 } },
    shown: { splitType: "AMOUNT", splitAmount: 499, chargebackLiable: true },
  },
  {
    ...{ example: "percentage", change: { splitAmount: 7, chargebackLiable: undefined } },
    shown: { splitType: "PERCENTAGE", splitAmount: 499, chargebackLiable: false },
  },
])(
  "a split by $example ignores the field of the other type, and is liable only if it says so",
  async ({ example, change, shown }, { shop }) => {
    const { id } = await shop.subscription({ amount: 4990 });
    const splitPercentage = 10;
    const asked = { subaccountId: await shop.subaccount(), splitPercentage, ...change };
    const { data } = await addSplit(shop, id, asked, example);
    expect(data).toMatchObject({ ...shown, splitPercentage, liquidAmount: 499 });
  },
);

test("a new price moves the shares, and leaves the amounts", async ({ shop }) => {
  const subscription = await shop.subscription({ amount: 10_000 });
  const subaccountId = await shop.subaccount();
  await addSplit(shop, subscription.id, { subaccountId, splitPercentage: 12.5 });
  await addSplit(shop, subscription.id, { subaccountId, splitAmount: 1000 }, "amount");
  const { data } = await shop.centavo.subscriptions.update(
    subscription.id,
    update(subscription, { amount: 20_000 }),
  );
  expect(data.splits).toMatchObject([
    { splitType: "PERCENTAGE", splitPercentage: 12.5, liquidAmount: 2500 },
    { splitType: "AMOUNT", splitPercentage: 5, liquidAmount: 1000 },
  ]);
});

test("a new price that does not cover the splits is rejected", async ({ shop }) => {
  const subscription = await shop.subscription({ amount: 10_000 });
  const subaccountId = await shop.subaccount();
  await addSplit(shop, subscription.id, { subaccountId, splitAmount: 5000 }, "amount");
  await expectError(
    shop.centavo.subscriptions.update(subscription.id, update(subscription, { amount: 4999 })),
    broken("SplitsExceedAmount"),
  );
});

test("a subaccount that is not approved, and an unknown one, get no split", async ({ shop }) => {
  const { id } = await shop.subscription();
  const subaccountId = await shop.subaccount("PENDING");
  await expectError(addSplit(shop, id, { subaccountId }), broken("SubaccountNotApproved"));
  await expectError(
    addSplit(shop, id, { subaccountId: NOBODY }),
    shownError("subscriptions.addSplit", "SubaccountNotFound"),
  );
});

test("a split is removed once, only from its own subscription, and its share is free for another", async ({
  shop,
}) => {
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
  update: ({ centavo }, subscription) =>
    centavo.subscriptions.update(subscription.id, update(subscription)),
  addSplit: async (shop, { id }) =>
    addSplit(shop, id, { subaccountId: await shop.subaccount(), splitPercentage: 1 }),
  removeSplit: ({ centavo }, { id }, splitId) => centavo.subscriptions.removeSplit(id, splitId),
  suspend: ({ centavo }, { id }) => centavo.subscriptions.suspend(id),
  reactivate: ({ centavo }, { id }) => centavo.subscriptions.reactivate(id),
  cancel: ({ centavo }, { id }) => centavo.subscriptions.cancel(id),
};

/** How a subscription comes to a status. */
const ways: Record<string, string[]> = { ACTIVE: [], SUSPENDED: ["suspend"], DELETED: ["cancel"] };

const transitions = service.at("components", "schemas", "SubscriptionStatus", "x-transitions")
  .value as { from: string | string[] | null; to: string; trigger: string }[];

/** The status after an operation; undefined if it is rejected. */
function outcomeOf(status: string, act: string): string | undefined {
  const step = transitions.find(
    ({ from, trigger }) => trigger === `subscriptions.${act}` && [from].flat().includes(status),
  );
  if (step) return step.to;
  // Every subscription can be cancelled, and stays cancelled.
  if (act === "cancel") return "DELETED";
  // A split can be taken away even from what has ended; nothing else of it changes any more.
  const changes = status === "DELETED" ? ["removeSplit"] : ["update", "addSplit", "removeSplit"];
  return changes.includes(act) ? status : undefined;
}

const rows = Object.keys(ways).flatMap((status) =>
  Object.keys(acts).map((act) => ({ status, act, next: outcomeOf(status, act) ?? "refused" })),
);

test.for(rows)("$status, $act: $next", async ({ status, act, next }, { shop }) => {
  const subscription = await shop.subscription();
  const split = await addSplit(shop, subscription.id, { subaccountId: await shop.subaccount() });
  const run = (name: string) => acts[name]?.(shop, subscription, split.data.id);
  for (const way of ways[status] ?? []) await run(way);
  const before = await read(shop, subscription.id);
  expect(before.status).toBe(status);
  if (next === "refused") {
    await expectError(run(act), broken("SubscriptionStatusRefused"));
    expect(await read(shop, subscription.id)).toEqual(before);
  } else {
    await run(act);
    expect((await read(shop, subscription.id)).status).toBe(next);
  }
});

test("a status change returns the id, the new status and a message", async ({ shop }) => {
  const { id } = await shop.subscription();
  const { suspend, reactivate, cancel } = shop.centavo.subscriptions;
  for (const [name, step, status] of [
    ["subscriptions.suspend", suspend, "SUSPENDED"],
    ["subscriptions.reactivate", reactivate, "ACTIVE"],
    ["subscriptions.cancel", cancel, "DELETED"],
  ] as const) {
    expect(await step(id)).toEqual({ data: { id, status }, message: shownMessage(name) });
  }
});

test("a cancelled subscription shows when, also when it is cancelled again, and keeps all else", async ({
  shop,
}) => {
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

const unknown = [
  ["subscriptions.get", ({ centavo }: Shop) => centavo.subscriptions.get(NOBODY)],
  ["subscriptions.suspend", ({ centavo }: Shop) => centavo.subscriptions.suspend(NOBODY)],
  ["subscriptions.reactivate", ({ centavo }: Shop) => centavo.subscriptions.reactivate(NOBODY)],
  ["subscriptions.cancel", ({ centavo }: Shop) => centavo.subscriptions.cancel(NOBODY)],
  [
    "subscriptions.removeSplit",
    ({ centavo }: Shop) => centavo.subscriptions.removeSplit(NOBODY, NOBODY),
  ],
  ["subscriptions.addSplit", (shop: Shop) => addSplit(shop, NOBODY, {})],
  [
    "subscriptions.update",
    ({ centavo }: Shop) =>
      centavo.subscriptions.update(NOBODY, body("subscriptions.update", "newPrice")),
  ],
] as const;

test.each(unknown)("%s does not find an unknown subscription", async (id, call) => {
  await expectError(call(await openShop()), shownError(id, "SubscriptionNotFound"));
});

/** Two subscriptions that differ in all that a list can be narrowed by. */
async function subscribeTwice(shop: Shop) {
  const card = await shop.card();
  const weekly = await shop.subscription(
    body("subscriptions.create", "lifelong", {
      cardId: card.id,
      customerId: card.customerId,
      setupAmount: 700,
      dueDate: "2026-04-01",
    }),
    card,
  );
  const monthly = await shop.subscription({}, card);
  return { weekly, monthly };
}

const filterFields = ["title", "amount", "setupAmount", "frequency", "dueDate"] as const;

test.for(filterFields)("a list by %s has the matching subscription", async (field, { shop }) => {
  const { weekly, monthly } = await subscribeTwice(shop);
  for (const one of [weekly, monthly]) {
    const { data, meta } = await shop.centavo.subscriptions.list({ [field]: one[field] });
    expect(data).toEqual([one]);
    expect(meta).toEqual({ total: 1, page: 1, limit: 10, totalPages: 1 });
  }
});

test("a list by subaccount has the subscriptions with its splits", async ({ shop }) => {
  const { weekly, monthly } = await subscribeTwice(shop);
  const [first, second] = [await shop.subaccount(), await shop.subaccount()];
  await addSplit(shop, weekly.id, { subaccountId: first });
  await addSplit(shop, weekly.id, { subaccountId: second });
  await addSplit(shop, monthly.id, { subaccountId: second });
  const idsOf = async (subaccountId: string) =>
    (await shop.centavo.subscriptions.list({ subaccountId })).data.map(({ id }) => id);
  expect(await idsOf(first)).toEqual([weekly.id]);
  expect(await idsOf(second.toUpperCase())).toEqual([monthly.id, weekly.id]);
  expect(await idsOf(NOBODY)).toEqual([]);
});

test("a filter by an amount that is no whole number matches nothing", async ({ shop }) => {
  await subscribeTwice(shop);
  expect((await shop.centavo.subscriptions.list({ amount: 49.9 })).meta.total).toBe(0);
});

test("a list shows the newest subscription first, a page at a time", async ({ shop }) => {
  const { weekly, monthly } = await subscribeTwice(shop);
  expect((await shop.centavo.subscriptions.list()).data).toEqual([monthly, weekly]);
  const { data, meta, message } = await shop.centavo.subscriptions.list({ page: 2, limit: 1 });
  expect(data).toEqual([weekly]);
  expect(meta).toEqual({ total: 2, page: 2, limit: 1, totalPages: 2 });
  expect(message).toBe(shownMessage("subscriptions.list"));
});
