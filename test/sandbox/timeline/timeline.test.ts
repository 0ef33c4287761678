import { describe, expect, test } from "vitest";
import type { Event } from "../../../generated/sandbox-control-types.ts";
import { requestExamples } from "../../../src/contract/operations.ts";
import { documents, openSandbox, openShop, type Shop, START } from "../company-fixture.ts";
import { body, control, type OperationName, operationsById } from "../contract-examples.ts";
import { deliverDue, payWithPostback } from "../postbacks/postback-fixtures.ts";
import { receive } from "../receiver.ts";
import { monthly } from "../subscriptions/subscription-fixtures.ts";

const at = new Date(START).toISOString();

/** Without a postback, whose delivery would be one more event at some time. */
const silent = { billingData: { postbackUrl: undefined } };
const pay = (shop: Shop, kind: string) => shop.pay(kind, silent);

/** When and why something happened, and to what. */
const row = ({ at, cause, type, resource }: Event) => [
  at,
  cause.type,
  cause.requestId,
  type,
  resource && `${resource.type} ${resource.id}`,
];

describe("an event says what happened, to what and why:", () => {
  test("by a request", async () => {
    const shop = await openShop();
    const billingData = { postbackUrl: undefined, note: 1 };
    const { id, amount } = await shop.pay("pix", { billingData });
    await shop.decide(id, "PAID");
    await shop.control.clock.advance({ seconds: 90 });
    const { data: requests } = await shop.control.requests.list();
    const [advanced, decided, created] = requests.map((request) => request.id);
    const events = await shop.events();
    expect(events.map(row)).toEqual([
      [at, "request", created, "request.completed", `payment ${id}`],
      [at, "request", created, "request.warned", `payment ${id}`],
      [at, "request", created, "status.changed", `payment ${id}`],
      [at, "request", decided, "request.completed", `payment ${id}`],
      [at, "request", decided, "ledger.posted", `payment ${id}`],
      [at, "request", decided, "status.changed", `payment ${id}`],
      [at, "request", advanced, "request.received", null],
      [at, "request", advanced, "clock.advanced", null],
      ["2026-03-02T12:01:30.000Z", "request", advanced, "request.completed", null],
    ]);
    expect(events.map((event) => event.id)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
    const [completed, warned, made, , posted, paid, , moved] = events.map(({ data }) => data);
    const operationId = "payments.create";
    const warnings = ["billingData.note is unknown and was ignored"];
    expect(completed).toMatchObject({ id: created, operationId, status: 200 });
    expect(warned).toEqual({ operationId, warnings });
    expect(made).toMatchObject({ from: null, to: "PENDING" });
    expect(paid).toMatchObject({ from: "PENDING", to: "PAID" });
    expect(moved).toEqual({ from: at, to: "2026-03-02T12:01:30.000Z" });
    const sold = { account: "buyers", subaccountId: null, amount: -amount, day: "2026-03-02" };
    expect(posted).toMatchObject({ event: "sale", entries: expect.arrayContaining([sold]) });
    const { entries } = posted as { entries: { amount: number }[] };
    expect(entries.reduce((sum, entry) => sum + entry.amount, 0)).toBe(0);
  });

  test("by a job", async () => {
    const shop = await openShop();
    const { id } = await shop.subscription(monthly);
    const { id: pix } = await pay(shop, "pix");
    await shop.control.clock.advance({ to: "2026-03-10T00:00:00-03:00" });
    const { data: payments } = await shop.centavo.payments.list({ subscriptionId: id });
    const paymentId = payments[0]?.id;
    const due = "2026-03-10T03:00:00.000Z";
    const events = (await shop.events()).filter((event) => event.cause.type !== "request");
    expect(events.map(row)).toEqual([
      ["2026-03-03T12:00:00.000Z", "job", null, "status.changed", `payment ${pix}`],
      [due, "job", null, "status.changed", `payment ${paymentId}`],
      [due, "job", null, "ledger.posted", `payment ${paymentId}`],
      [due, "job", null, "subscription.charged", `subscription ${id}`],
    ]);
    expect(events[0]?.data).toMatchObject({ from: "PENDING", to: "CANCELED" });
    const charged = { paymentId, amount: 4990, attempt: 1, outcome: "SUCCEEDED" };
    expect(events[3]?.data).toMatchObject(charged);
  });

  test("by a delivery", async () => {
    const shop = await openShop();
    const receiver = await receive(503, 200);
    const { id } = await payWithPostback(shop, receiver.url);
    await deliverDue(shop);
    await shop.control.clock.advance({ seconds: 60 });
    const events = await shop.events({ type: "postback.attempted" });
    const retryAt = "2026-03-02T12:01:00.000Z";
    expect(events.map(row)).toEqual([
      [at, "delivery", null, "postback.attempted", `payment ${id}`],
      [retryAt, "delivery", null, "postback.attempted", `payment ${id}`],
    ]);
    expect(events.map(({ data }) => data)).toMatchObject([
      { attempt: 1, status: 503, nextAttemptAt: retryAt },
      { attempt: 2, status: 200, nextAttemptAt: null },
    ]);
  });

  test("to a subaccount, a subscription and a withdrawal", async () => {
    const shop = await openShop();
    const subaccount = await shop.subaccount();
    const { id, status } = await shop.subscription(monthly);
    await shop.centavo.subscriptions.suspend(id);
    const payment = await pay(shop, "pix");
    await shop.decide(payment.id, "PAID");
    const withdrawal = await shop.withdraw();
    const changes = (await shop.events({ type: "status.changed" })).map((event) => {
      const { from, to } = event.data as { from: string; to: string };
      return `${row(event).at(-1)}: ${from} → ${to}`;
    });
    expect(changes).toEqual([
      `subaccount ${subaccount}: null → PENDING`,
      `subaccount ${subaccount}: PENDING → APPROVED`,
      `subscription ${id}: null → ${status}`,
      `subscription ${id}: ${status} → SUSPENDED`,
      `payment ${payment.id}: null → PENDING`,
      `payment ${payment.id}: PENDING → PAID`,
      `withdrawal ${withdrawal.id}: null → ${withdrawal.status}`,
    ]);
  });
});

test("a request that creates a resource, or names it in the body, is an event of the resource", async () => {
  const types = control.at("components", "schemas", "EventResource", "properties", "type", "enum");
  const requests = [...operationsById.values()]
    .map((operation) => ({ ...operation, type: operation.id.replace(/s\..*/, "") }))
    .filter(({ type }) => (types.value as string[]).includes(type))
    .filter(({ cursor, pathItem }) => cursor.key === "post" && !pathItem.key.includes("{"));
  expect(requests.map(({ id }) => id)).toContain("payments.refund");
  /** The examples have a customer with this document, and less money than the example withdraws. */
  const changes: Record<string, object> = {
    "customers.create": { document: documents.cpf },
    "withdrawals.create": { amount: 1000 },
  };
  const shop = await openSandbox({ examples: true, clock: "2026-03-09T12:00:00Z" });
  const token = await shop.token();
  for (const { id, type, pathItem, ...operation } of requests) {
    const [example] = requestExamples({ id, pathItem, ...operation });
    const json = body(id as OperationName, example?.key ?? "", changes[id]);
    expect(await shop.send("POST", pathItem.key, { token, json }), id).toMatchObject({
      status: 200,
    });
    const [event] = (await shop.control.events.list({ type: "request.completed" })).data;
    expect(event).toMatchObject({ resource: { type }, data: { operationId: id } });
    expect(await shop.events({ resourceId: event?.resource?.id })).toContainEqual(event);
  }
});

describe("events.list", () => {
  /** Two payments, the first of them disputed an hour later. */
  async function withHistory() {
    const shop = await openShop();
    const first = await pay(shop, "card");
    await pay(shop, "pix");
    await shop.control.clock.advance({ seconds: 3_600 });
    await shop.decide(first.id, "DISPUTED");
    return { shop, first, all: await shop.events() };
  }

  test("each filter selects the events that have its value, and no read is recorded", async () => {
    const { shop, first, all } = await withHistory();
    const requestId = all[0]?.cause.requestId ?? "";
    const time = "2026-03-02T13:00:00.000Z";
    const selections: [object, (event: Event) => boolean][] = [
      [{ type: "ledger.posted" }, ({ type }) => type === "ledger.posted"],
      [{ resourceId: first.id }, ({ resource }) => resource?.id === first.id],
      [{ requestId }, ({ cause }) => cause.requestId === requestId],
      [{ after: 4 }, ({ id }) => id > 4],
      [{ since: "2026-03-02T10:00:00-03:00" }, (event) => event.at >= time],
      [{ until: time }, (event) => event.at < time],
    ];
    for (const [query, isSelected] of selections) {
      const selected = all.filter(isSelected);
      expect(selected.length, JSON.stringify(query)).toBeGreaterThan(0);
      expect(await shop.events(query), JSON.stringify(query)).toEqual(selected);
    }
    await shop.control.requests.list();
    expect(await shop.events()).toEqual(all);
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
    const json = body("payments.create", "pix", silent);
    expect(await shop.send("POST", "/payments", { token, json })).toMatchObject({ status: 503 });
    await shop.send("POST", "/payments/refund", { token, json: { amount: 1 } });
    const all = await shop.events();
    const causedBy = (requestId: unknown) =>
      all.filter(({ cause }) => cause.requestId === requestId);
    const requests = all.filter(({ type }) => type === "request.completed");
    for (const { cause } of requests)
      expect(causedBy(cause.requestId)[0]?.type).toMatch(/^request\.(received|completed)$/);
    const lost = requests.find(({ data }) => "status" in data && data.status === 503);
    const effects = causedBy(lost?.cause.requestId).map(({ type }) => type);
    expect(effects).toEqual(["request.completed", "status.changed"]);
  });
});

test("each filter of requests.list selects those that have its value, and a page counts requests only", async () => {
  const shop = await openShop();
  const { id } = await pay(shop, "card");
  await shop.centavo.payments.refund({ transactionId: id });
  await shop.centavo.payments.refund({ transactionId: id }).catch(() => {});
  await shop.centavo.payments.get(id);
  await shop.centavo.payments.list();
  const { meta } = await shop.control.requests.list({ page: 2, limit: 2 });
  expect(meta).toEqual({ total: 5, page: 2, limit: 2, totalPages: 3 });
  const [got, created] = ["payments.get 200", "payments.create 200"];
  const [refused, refunded] = ["payments.refund 400", "payments.refund 200"];
  for (const [query, expected] of [
    [{ operationId: "payments.refund" }, [refused, refunded]],
    [{ status: 400 }, [refused]],
    [{ resourceId: id }, [got, refused, refunded, created]],
    [{ operationId: "payments.refund", status: 200, resourceId: id }, [refunded]],
    [{ operationId: "payments" }, []],
  ] as const) {
    const { data } = await shop.control.requests.list(query);
    expect(data.map(({ operationId, status }) => `${operationId} ${status}`)).toEqual(expected);
  }
});

test("an advance is on the timeline before its effects, and in the list of requests once", async () => {
  const shop = await openShop();
  const { data } = await shop.control.clock.advance({ days: 1 });
  const [received, moved, completed] = await shop.events();
  expect(received?.data).toEqual(
    expect.not.objectContaining({ response: expect.anything(), status: expect.anything() }),
  );
  expect(received).toMatchObject({
    type: "request.received",
    data: { operationId: "clock.advance", body: { days: 1 } },
  });
  expect(moved?.type).toBe("clock.advanced");
  expect(completed).toMatchObject({
    type: "request.completed",
    cause: received?.cause,
    data: { status: 200, body: { days: 1 }, response: { data } },
  });
  const { data: requests } = await shop.control.requests.list();
  expect(requests.map(({ id }) => id)).toEqual([completed?.cause.requestId]);
});

test("clock.advance counts the events of the advance, and says after which event they begin", async () => {
  const shop = await openShop();
  await shop.subscription(monthly);
  await pay(shop, "pix");
  const after = (await shop.events()).length;
  const { data } = await shop.control.clock.advance({ days: 10 });
  const charge = { "status.changed": 2, "ledger.posted": 1, "subscription.charged": 1 };
  const counts = { "clock.advanced": 1, ...charge };
  expect(data.events).toEqual({ counts, settled: 0, after });
  const following = (await shop.events({ after })).map(({ type }) => type);
  expect(following.filter((type) => !type.startsWith("request.")).sort()).toEqual(
    Object.entries(counts)
      .flatMap(([type, count]) => Array(count).fill(type))
      .sort(),
  );
});
