import { expect, test } from "vitest";
import { NOBODY, openSandbox, openShop } from "../company-fixture.ts";
import { body, shownError } from "../contract-examples.ts";
import { receive } from "../receiver.ts";
import {
  attemptedPostback,
  deliverDue,
  firstPostback,
  payWithPostback,
  postbacksOf,
} from "./postback-fixtures.ts";

test("the list shows the newest first, and filters by status and resource", async () => {
  const shop = await openShop();
  const [good, bad] = [await receive(), await receive(500)];
  const one = await payWithPostback(shop, good.url);
  await shop.decide(one.id, "DISPUTED");
  const other = await payWithPostback(shop, bad.url);
  await deliverDue(shop);
  const list = async (query: object) =>
    (await shop.control.postbacks.list(query)).data.map((each) => [each.resourceId, each.status]);
  const delivered = [one.id, "DELIVERED"];
  const pending = [other.id, "PENDING"];
  expect(await list({})).toEqual([pending, delivered, delivered]);
  expect(await list({ limit: 1 })).toEqual([pending]);
  expect(await list({ status: "DELIVERED" })).toEqual([delivered, delivered]);
  expect(await list({ status: "FAILED" })).toEqual([]);
  expect(await list({ resourceId: one.id })).toEqual([delivered, delivered]);
  expect(await list({ resourceId: one.id, status: "PENDING" })).toEqual([]);
  expect(await list({ resourceId: NOBODY })).toEqual([]);
});

test("the list has pages, as those of the service do", async () => {
  const shop = await openShop();
  const receiver = await receive();
  const { id } = await payWithPostback(shop, receiver.url);
  await shop.decide(id, "DISPUTED");
  await shop.decide(id, "CHARGEBACK");
  for (let count = 0; count < 9; count++) await payWithPostback(shop, receiver.url);
  await deliverDue(shop);
  const first = await shop.control.postbacks.list();
  expect(first.data).toHaveLength(10);
  expect(first.meta).toEqual({ total: 12, page: 1, limit: 10, totalPages: 2 });
  const second = await shop.control.postbacks.list({ resourceId: id, limit: 2, page: 2 });
  expect(second.meta).toEqual({ total: 3, page: 2, limit: 2, totalPages: 2 });
  const events: string[] = [];
  for await (const { eventId } of shop.control.postbacks.list({ limit: 5 })) events.push(eventId);
  // Only the postbacks of one payment arrive in their order.
  expect(events.toSorted()).toEqual(receiver.deliveries.map(({ body }) => body.eventId).toSorted());
  const [earliest] = receiver.deliveries.filter(({ body }) => body.data.id === id);
  expect(second.data.map(({ eventId }) => eventId)).toEqual([earliest?.body.eventId]);
});

test("a postback shows which status it announces, its attempts, and the body that is sent", async () => {
  const { shop, receiver, id, advance, redeliver } = await attemptedPostback(500, 200);
  await shop.decide(id, "DISPUTED");
  await advance(60);
  const [first, second] = await postbacksOf(shop);
  const { body } = receiver.deliveries[1] ?? {};
  expect(body).toMatchObject({ type: "payment", data: { id, status: "SUCCEEDED" } });
  expect(first).toEqual({
    ...{ eventId: body?.eventId, occurredAt: body?.occurredAt, type: "payment" },
    ...{ resourceId: id, resourceStatus: "SUCCEEDED", url: receiver.url },
    ...{ status: "DELIVERED", nextAttemptAt: null },
    attempts: [
      { at: body?.occurredAt, status: 500, answer: "", problem: null },
      { at: "2026-03-02T12:01:00.000Z", status: 200, answer: "", problem: null },
    ],
  });
  expect(second?.resourceStatus).toBe("DISPUTED");
  const { data, message } = await shop.control.postbacks.get(`${body?.eventId}`);
  expect({ data, message }).toEqual({ data: { ...first, body }, message: null });

  expect((await redeliver()).data.resourceStatus).toBe("SUCCEEDED");
  await deliverDue(shop);
  const attempted = await shop.events({ type: "postback.attempted" });
  expect(attempted.map((event) => event.data)).toMatchObject([
    { attempt: 1, resourceStatus: "SUCCEEDED" },
    { attempt: 2, resourceStatus: "SUCCEEDED" },
    { attempt: 1, resourceStatus: "DISPUTED" },
    { attempt: 3, resourceStatus: "SUCCEEDED" },
  ]);
});

test("the body of a pending withdrawal's postback is the withdrawal as it will arrive", async () => {
  const shop = await openShop();
  const receiver = await receive(500, 200);
  const { id } = await payWithPostback(shop, undefined, "pix");
  await shop.decide(id, "PAID");
  const { data: withdrawn } = await shop.control.withdrawals.create(
    body("withdrawals.create", "pix", { amount: 1000, postbackUrl: receiver.url }),
  );
  await deliverDue(shop);
  const { data } = await shop.control.postbacks.get((await firstPostback(shop)).eventId);
  expect(data).toMatchObject({ status: "PENDING", resourceStatus: "PENDING" });
  expect(data.body).toMatchObject({ type: "withdrawal", data: withdrawn });
  await shop.control.clock.advance({ seconds: 60 });
  expect(receiver.deliveries.map((delivery) => delivery.body)).toEqual([data.body, data.body]);
});

test.each([{}, { publicUrl: "http://localhost:4020/sandbox/$&" }])(
  "the body has the file URLs that the receiver gets, with %j",
  async (options: { publicUrl?: string }) => {
    const shop = await openSandbox(options);
    const receiver = await receive();
    await payWithPostback(shop, receiver.url, "pix");
    await deliverDue(shop);
    const [delivery] = receiver.deliveries;
    const { eventId } = await firstPostback(shop);
    // A response has its own file URLs at the host of the request.
    const url = `${shop.url.replace("127.0.0.1", "localhost")}/_sandbox/postbacks/${eventId}`;
    const headers = { authorization: `Bearer ${await shop.token()}` };
    const { data } = (await (await fetch(url, { headers })).json()) as { data: object };
    const base = options.publicUrl ?? shop.url;
    expect(delivery?.text).toContain(`"qrCodeUrl":"${base}/_sandbox/files/`);
    expect(data).toMatchObject({ eventId, body: delivery?.body });
  },
);

test("an unknown id returns PostbackNotFound", async () => {
  const { postbacks } = (await openShop()).control;
  for (const [id, call] of [
    ["postbacks.get", postbacks.get(NOBODY)],
    ["postbacks.redeliver", postbacks.redeliver(NOBODY)],
    ["postbacks.delay", postbacks.delay(NOBODY, { seconds: 1 })],
  ] as const)
    await expect(call).rejects.toMatchObject(shownError(id, "PostbackNotFound"));
});
