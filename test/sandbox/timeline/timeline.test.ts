import { describe, expect, test } from "vitest";
import type { Event } from "../../../generated/sandbox-control-types.ts";
import { requestExamples } from "../../../src/contract/operations.ts";
import { MAX_EVENTS } from "../../../src/sandbox/store/store.ts";
import { documents, openSandbox, openShop, type Shop, START } from "../company-fixture.ts";
import { body, control, type OperationName, operationsById } from "../contract-examples.ts";
import { deliverDue, payWithPostback } from "../postbacks/postback-fixtures.ts";
import { receive } from "../receiver.ts";
import { monthly } from "../subscriptions/subscription-fixtures.ts";

const at = new Date(START).toISOString();

/** Without a postback, whose delivery would be one more event at some time. */
const pay = (shop: Shop, kind: string) =>
  shop.pay(kind, { billingData: { postbackUrl: undefined } });

const ofType = (shop: Shop, type: Event["type"]) => shop.events({ type });

/** The id of the request that was recorded last. */
async function lastRequest({ control }: Shop): Promise<string> {
  const [latest] = (await control.requests.list({ limit: 1 })).data;
  return latest?.id ?? "";
}

describe("an event says what happened, to what and why:", () => {
  test("request.completed", async () => {
    const shop = await openShop();
    const { id } = await pay(shop, "pix");
    const requestId = await lastRequest(shop);
    expect(await ofType(shop, "request.completed")).toEqual([
      {
        ...{ id: 1, at, type: "request.completed", cause: { type: "request", requestId } },
        resource: { type: "payment", id },
        data: expect.objectContaining({
          id: requestId,
          operationId: "payments.create",
          status: 200,
        }),
      },
    ]);
  });

  test("request.warned", async () => {
    const shop = await openShop();
    const { id } = await shop.pay("pix", { billingData: { postbackUrl: undefined, note: "" } });
    const requestId = await lastRequest(shop);
    expect(await ofType(shop, "request.warned")).toEqual([
      {
        ...{ id: 2, at, type: "request.warned", cause: { type: "request", requestId } },
        resource: { type: "payment", id },
        data: {
          operationId: "payments.create",
          warnings: ["billingData.note is unknown and was ignored"],
        },
      },
    ]);
  });

  test("status.changed, by a request and by a job", async () => {
    const shop = await openShop();
    const { id } = await pay(shop, "pix");
    const requestId = await lastRequest(shop);
    await shop.control.clock.advance({ days: 2 });
    const resource = { type: "payment", id };
    expect(await ofType(shop, "status.changed")).toMatchObject([
      { at, cause: { type: "request", requestId }, resource, data: { from: null, to: "PENDING" } },
      {
        at: "2026-03-03T12:00:00.000Z",
        cause: { type: "job", requestId: null },
        resource,
        data: { from: "PENDING", to: "CANCELED" },
      },
    ]);
  });

  test("status.changed of a subaccount, a subscription and a withdrawal", async () => {
    const shop = await openShop();
    const subaccount = await shop.subaccount();
    const subscription = await shop.subscription(monthly);
    await shop.centavo.subscriptions.suspend(subscription.id);
    const { id } = await pay(shop, "pix");
    await shop.decide(id, "PAID");
    const withdrawal = await shop.withdraw();
    const changes = (await ofType(shop, "status.changed")).map(({ resource, data }) => ({
      resource,
      ...data,
    }));
    const subaccountIs = { resource: { type: "subaccount", id: subaccount } };
    const subscriptionIs = { resource: { type: "subscription", id: subscription.id } };
    const withdrawalIs = { resource: { type: "withdrawal", id: withdrawal.id } };
    expect(changes).toEqual(
      expect.arrayContaining([
        { ...subaccountIs, from: null, to: "PENDING" },
        { ...subaccountIs, from: "PENDING", to: "APPROVED" },
        { ...subscriptionIs, from: null, to: subscription.status },
        { ...subscriptionIs, from: subscription.status, to: "SUSPENDED" },
        { ...withdrawalIs, from: null, to: withdrawal.status },
      ]),
    );
    expect(changes).toHaveLength(7);
  });

  test("ledger.posted", async () => {
    const shop = await openShop();
    const { id } = await pay(shop, "pix");
    const { amount } = await shop.decide(id, "PAID");
    const requestId = await lastRequest(shop);
    const [posted, ...more] = await ofType(shop, "ledger.posted");
    expect(more).toEqual([]);
    expect(posted).toMatchObject({
      ...{ at, cause: { type: "request", requestId }, resource: { type: "payment", id } },
      data: {
        event: "sale",
        entries: expect.arrayContaining([
          { account: "buyers", subaccountId: null, amount: -amount, day: "2026-03-02" },
        ]),
      },
    });
    const { entries } = Object(posted?.data) as { entries: { amount: number }[] };
    expect(entries.reduce((sum, entry) => sum + entry.amount, 0)).toBe(0);
  });

  test("subscription.charged", async () => {
    const shop = await openShop();
    const { id } = await shop.subscription(monthly);
    await shop.control.clock.advance({ to: "2026-03-10T00:00:00-03:00" });
    const { data: payments } = await shop.centavo.payments.list({ subscriptionId: id });
    expect(await ofType(shop, "subscription.charged")).toMatchObject([
      {
        at: "2026-03-10T03:00:00.000Z",
        cause: { type: "job", requestId: null },
        resource: { type: "subscription", id },
        data: { paymentId: payments[0]?.id, amount: 4990, attempt: 1, outcome: "SUCCEEDED" },
      },
    ]);
  });

  test("postback.attempted", async () => {
    const shop = await openShop();
    const receiver = await receive(503, 200);
    const { id } = await payWithPostback(shop, receiver.url);
    await deliverDue(shop);
    await shop.control.clock.advance({ seconds: 60 });
    const cause = { type: "delivery", requestId: null };
    const resource = { type: "payment", id };
    const retryAt = "2026-03-02T12:01:00.000Z";
    expect(await ofType(shop, "postback.attempted")).toMatchObject([
      { at, cause, resource, data: { attempt: 1, status: 503, nextAttemptAt: retryAt } },
      { at: retryAt, cause, resource, data: { attempt: 2, status: 200, nextAttemptAt: null } },
    ]);
  });

  test("clock.advanced", async () => {
    const shop = await openShop();
    await shop.control.clock.advance({ seconds: 90 });
    const requestId = await lastRequest(shop);
    const to = "2026-03-02T12:01:30.000Z";
    expect(await ofType(shop, "clock.advanced")).toMatchObject([
      { at, cause: { type: "request", requestId }, resource: null, data: { from: at, to } },
    ]);
  });
});

describe("a request that creates a resource, or names it in the body, is an event of the resource:", () => {
  const types = control.at("components", "schemas", "EventResource", "properties", "type", "enum");
  const requests = [...operationsById.values()]
    .map((operation) => ({ ...operation, type: operation.id.replace(/s\..*/, "") }))
    .filter(({ type }) => (types.value as string[]).includes(type))
    .filter(({ cursor, pathItem }) => cursor.key === "post" && !pathItem.key.includes("{"));

  /** The examples have a customer with this document, and less money than the example withdraws. */
  const changes: Record<string, object> = {
    "customers.create": { document: documents.cpf },
    "withdrawals.create": { amount: 1000 },
  };

  test("every operation without an id in its path", () => {
    expect(requests.map(({ id }) => id).sort()).toEqual([
      ...["bankAccounts.create", "cards.tokenize", "customers.create", "payments.create"],
      ...["payments.refund", "subaccounts.createPf", "subaccounts.createPj"],
      ...["subscriptions.addSplit", "subscriptions.create", "withdrawals.create"],
    ]);
  });

  test.each(requests)("$id", async ({ id, type, pathItem, ...operation }) => {
    const shop = await openSandbox({ examples: true, clock: "2026-03-09T12:00:00Z" });
    const [example] = requestExamples({ id, pathItem, ...operation });
    const json = body(id as OperationName, example?.key ?? "", changes[id]);
    const { status } = await shop.send("POST", pathItem.key, { token: await shop.token(), json });
    expect(status).toBe(200);
    const [event] = (await shop.control.events.list({ type: "request.completed" })).data;
    expect(event).toMatchObject({ resource: { type }, data: { operationId: id } });
    const resourceId = event?.resource?.id ?? "";
    expect(await shop.events({ resourceId })).toContainEqual(event);
  });

  test("by a number", async () => {
    const shop = await openShop();
    const account = body("bankAccounts.create", "checking");
    for (let made = 0; made < 2; made++) await shop.centavo.bankAccounts.create(account);
    const ids = (await shop.centavo.bankAccounts.list()).data.map(({ id }) => `${id}`);
    expect(ids).toEqual(["2", "1"]);
    for (const id of ids) {
      expect(await shop.events({ resourceId: id })).toMatchObject([
        { resource: { type: "bankAccount", id }, data: { operationId: "bankAccounts.create" } },
      ]);
    }
  });
});

describe("events.list", () => {
  /** Two payments, the first of them disputed a day later. */
  async function withHistory() {
    const shop = await openShop();
    const first = await pay(shop, "card");
    const second = await pay(shop, "pix");
    await shop.control.clock.advance({ seconds: 3_600 });
    await shop.decide(first.id, "DISPUTED");
    return { shop, first, second, all: await shop.events() };
  }

  test("pages contain every event once, the newest first", async () => {
    const { shop, all } = await withHistory();
    const ids: number[] = [];
    for (let page = 1; page <= Math.ceil(all.length / 3); page++) {
      const { data, meta } = await shop.control.events.list({ page, limit: 3 });
      expect(meta).toEqual({
        ...{ total: all.length, page, limit: 3, totalPages: Math.ceil(all.length / 3) },
      });
      ids.push(...data.map(({ id }) => id));
    }
    expect(ids).toEqual(all.map((_, index) => all.length - index));
    expect((await shop.control.events.list({ page: 99 })).data).toEqual([]);
  });

  test("each filter selects the events that have its value", async () => {
    const { shop, first, all } = await withHistory();
    const requestId = all[0]?.cause.requestId ?? "";
    const time = "2026-03-02T13:00:00.000Z";
    const selections: [object, (event: Event) => boolean][] = [
      [{ type: "ledger.posted" }, ({ type }) => type === "ledger.posted"],
      [{ resourceId: first.id }, ({ resource }) => resource?.id === first.id],
      [{ requestId }, ({ cause }) => cause.requestId === requestId],
      [{ after: 4 }, ({ id }) => id > 4],
      [{ since: time }, (event) => event.at >= time],
      [{ until: time }, (event) => event.at < time],
      [{ since: "2026-03-02T10:00:00-03:00" }, (event) => event.at >= time],
      [{ until: "2026-03-02T10:00:00.001-03:00" }, () => true],
      [{ until: "9999-12-31T23:59:59-12:00" }, () => true],
    ];
    for (const [query, isSelected] of selections) {
      const selected = all.filter(isSelected);
      expect(selected.length, JSON.stringify(query)).toBeGreaterThan(0);
      expect(await shop.events(query), JSON.stringify(query)).toEqual(selected);
    }
  });

  test("a request comes before what it has caused", async () => {
    const shop = await openShop();
    await shop.subscription(monthly);
    const { id } = await pay(shop, "card");
    await shop.decide(id, "DISPUTED");
    await shop.control.clock.advance({ days: 40 });
    const { data } = await shop.control.snapshots.create();
    await shop.control.snapshots.restore(data.snapshotId);
    const token = await shop.token();
    // The payment is made, although the response is an error.
    await shop.control.faults.set({ faults: [{ status: 503, when: "after", times: 1 }] });
    const json = body("payments.create", "pix", { billingData: { postbackUrl: undefined } });
    expect(await shop.send("POST", "/payments", { token, json })).toMatchObject({ status: 503 });
    await shop.send("POST", "/payments/refund", { token, json: { amount: 1 } });
    const all = await shop.events();
    const requests = all.filter(({ type }) => type === "request.completed");
    for (const { id: position, cause } of requests) {
      const caused = all.filter((event) => event.cause.requestId === cause.requestId);
      expect(caused.map(({ id }) => id)[0]).toBe(position);
    }
    const lost = requests.filter(({ data }) => "status" in data && data.status === 503);
    const effects = all.filter(({ cause }) => cause.requestId === lost[0]?.cause.requestId);
    expect(effects.map(({ type }) => type)).toEqual(["request.completed", "status.changed"]);
  });

  test.each([
    ...[{ type: "none" }, { requestId: "1" }, { since: "today" }, { after: -1 }],
    // Times of the contract that JavaScript cannot parse.
    ...[{ since: "2026-03-12T00:00:00+03" }, { until: "2016-12-31T23:59:60Z" }],
  ])("%j is rejected", async (query) => {
    const { control } = await openShop();
    await expect(control.events.list(query as object)).rejects.toMatchObject({ status: 400 });
  });

  test("reading the timeline or the log is not recorded", async () => {
    const { shop, all } = await withHistory();
    await shop.control.requests.list();
    expect(await shop.events()).toEqual(all);
  });
});

describe("requests.list", () => {
  async function withRequests() {
    const shop = await openShop();
    const { id } = await pay(shop, "card");
    await shop.centavo.payments.refund({ transactionId: id });
    await shop.centavo.payments.refund({ transactionId: id }).catch(() => {});
    await shop.centavo.payments.get(id);
    await shop.centavo.payments.list();
    return { shop, id };
  }

  const operationsOf = async ({ control }: Shop, query: object) =>
    (await control.requests.list(query)).data.map(({ operationId, status }) => [
      operationId,
      status,
    ]);

  test("each filter selects the requests that have its value, and a page counts requests only", async () => {
    const { shop, id } = await withRequests();
    const { meta } = await shop.control.requests.list({ page: 2, limit: 2 });
    expect(meta).toEqual({ total: 5, page: 2, limit: 2, totalPages: 3 });
    const refunds = [
      ["payments.refund", 400],
      ["payments.refund", 200],
    ];
    expect(await operationsOf(shop, { operationId: "payments.refund" })).toEqual(refunds);
    expect(await operationsOf(shop, { status: 400 })).toEqual([refunds[0]]);
    expect(await operationsOf(shop, { resourceId: id })).toEqual([
      ["payments.get", 200],
      ...refunds,
      ["payments.create", 200],
    ]);
    const both = { operationId: "payments.refund", status: 200, resourceId: id };
    expect(await operationsOf(shop, both)).toEqual([refunds[1]]);
    expect(await operationsOf(shop, { operationId: "payments" })).toEqual([]);
  });
});

describe("clock.advance counts the events of the advance", () => {
  test("exactly, and says after which event they begin", async () => {
    const shop = await openShop();
    await shop.subscription(monthly);
    await pay(shop, "pix");
    const before = (await shop.events()).length;
    const { data } = await shop.control.clock.advance({ days: 10 });
    expect(data.events).toEqual({
      counts: {
        "clock.advanced": 1,
        "status.changed": 2,
        "ledger.posted": 1,
        "subscription.charged": 1,
      },
      settled: 0,
      after: before,
    });
    const following = await shop.events({ after: data.events.after });
    const types = following.map(({ type }) => type).filter((type) => type !== "request.completed");
    expect(types.sort()).toEqual(
      Object.entries(data.events.counts)
        .flatMap(([type, count]) => Array(count).fill(type))
        .sort(),
    );
  });

  test("also the attempts to deliver postbacks that became due", async () => {
    const shop = await openShop();
    const receiver = await receive(503);
    await payWithPostback(shop, receiver.url);
    await deliverDue(shop);
    const { data } = await shop.control.clock.advance({ seconds: 6 * 60 });
    expect(data.events.counts).toEqual({ "clock.advanced": 1, "postback.attempted": 2 });
  });

  test("also if there are more of them than the timeline keeps", async () => {
    const shop = await openShop();
    const card = await shop.card();
    const subscriptions = 45;
    for (let made = 0; made < subscriptions; made++) {
      await shop.subscription({ ...monthly, frequency: 1 }, card);
    }
    const { id } = await shop.pay("billet", { billingData: { postbackUrl: undefined } });
    await shop.decide(id, "PAID");
    const { data } = await shop.control.clock.advance({ days: 90 });
    const { meta: payments } = await shop.centavo.payments.list({ limit: 1 });
    const charges = payments.total - 1;
    expect(charges).toBeGreaterThan(subscriptions * 70);
    expect(data.events.counts).toEqual({
      "clock.advanced": 1,
      "status.changed": charges,
      "ledger.posted": charges,
      "subscription.charged": charges,
      // The billet's on the first day, and those of the charges after thirty days each.
      "balance.settled": 1 + 53,
    });
    // The billet's is gone.
    expect(data.events.settled).toBeNull();
    expect(3 * charges).toBeGreaterThan(MAX_EVENTS);
    const { meta } = await shop.control.events.list({ limit: 1 });
    expect(meta.total).toBe(MAX_EVENTS);
  });
});
