import { expect, test } from "vitest";
import { NOBODY, openShop } from "./company-fixture.ts";
import { shownError } from "./contract-examples.ts";
import {
  attemptedPostback,
  deliverDue,
  payWithPostback,
  postbacksOf,
} from "./postback-fixtures.ts";
import { receive } from "./receiver.ts";

test("the list shows the newest first, and filters by status and resource", async () => {
  const shop = await openShop();
  const [good, bad] = [await receive(), await receive(500)];
  const one = await payWithPostback(shop, good.url);
  await shop.decide(one.id, "DISPUTED");
  const other = await payWithPostback(shop, bad.url);
  await deliverDue(shop);
  const list = async (query: object) =>
    (await shop.control.postbacks.list(query)).data.map((each) => [each.resourceId, each.status]);
  const [delivered, pending] = [
    [one.id, "DELIVERED"],
    [other.id, "PENDING"],
  ];
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
  expect(events).toEqual(receiver.deliveries.map(({ body }) => body.eventId).toReversed());
  expect(second.data.map(({ eventId }) => eventId)).toEqual([receiver.deliveries[0]?.body.eventId]);
});

test("the list shows each postback by the id that its body has", async () => {
  const shop = await openShop();
  const receiver = await receive();
  const { id } = await payWithPostback(shop, receiver.url);
  await deliverDue(shop);
  const [delivery] = receiver.deliveries;
  expect(await postbacksOf(shop)).toEqual([
    {
      eventId: delivery?.body.eventId,
      ...{ occurredAt: delivery?.body.occurredAt, type: "payment", resourceId: id },
      ...{ url: receiver.url, status: "DELIVERED", nextAttemptAt: null },
      attempts: [{ at: delivery?.body.occurredAt, status: 200, answer: "", problem: null }],
    },
  ]);
});

test("one postback is read by its id, as the list shows it", async () => {
  const { shop, id, eventId } = await attemptedPostback(500, 200);
  await shop.decide(id, "DISPUTED");
  await shop.control.clock.advance({ seconds: 60 });
  const { data, message } = await shop.control.postbacks.get(eventId);
  const [first] = await postbacksOf(shop);
  expect(data).toEqual(first);
  expect(data).toMatchObject({ eventId, attempts: [{ status: 500 }, { status: 200 }] });
  expect(message).toBeNull();
});

test("an unknown id returns PostbackNotFound", async () => {
  const { control } = await openShop();
  await expect(control.postbacks.get(NOBODY)).rejects.toMatchObject(
    shownError("postbacks.get", "PostbackNotFound"),
  );
});

test("a company sees no postback of another, and cannot redeliver one", async () => {
  const [one, other] = [await openShop(), await openShop()];
  const receiver = await receive();
  await payWithPostback(one, receiver.url);
  await deliverDue(one);
  const [postback] = await postbacksOf(one);
  expect(await postbacksOf(other)).toEqual([]);
  const eventId = postback?.eventId ?? "";
  await expect(other.control.postbacks.redeliver(eventId)).rejects.toMatchObject(
    shownError("postbacks.redeliver", "PostbackNotFound"),
  );
  await deliverDue(one);
  expect(receiver.deliveries).toHaveLength(1);
});
