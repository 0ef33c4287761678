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
  // Only the postbacks of one payment arrive in their order.
  expect(events.toSorted()).toEqual(receiver.deliveries.map(({ body }) => body.eventId).toSorted());
  const [earliest] = receiver.deliveries.filter(({ body }) => body.data.id === id);
  expect(second.data.map(({ eventId }) => eventId)).toEqual([earliest?.body.eventId]);
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
      ...{ resourceStatus: "SUCCEEDED", url: receiver.url },
      ...{ status: "DELIVERED", nextAttemptAt: null },
      attempts: [{ at: delivery?.body.occurredAt, status: 200, answer: "", problem: null }],
    },
  ]);
});

test("each postback says which status it announces, also when it is sent again", async () => {
  const { shop, id, eventId } = await attemptedPostback();
  await shop.decide(id, "DISPUTED");
  await deliverDue(shop);
  const { data: redelivered } = await shop.control.postbacks.redeliver(eventId);
  expect(redelivered.resourceStatus).toBe("SUCCEEDED");
  await deliverDue(shop);
  const announced = (await postbacksOf(shop)).map(({ resourceStatus }) => resourceStatus);
  expect(announced).toEqual(["SUCCEEDED", "DISPUTED"]);
  const { data } = await shop.control.events.list({ type: "postback.attempted" });
  expect(data.map((event) => event.data)).toMatchObject([
    { attempt: 2, resourceStatus: "SUCCEEDED" },
    { attempt: 1, resourceStatus: "DISPUTED" },
    { attempt: 1, resourceStatus: "SUCCEEDED" },
  ]);
});

test("one postback is read by its id, as the list shows it, with the body that the receiver gets", async () => {
  const { shop, receiver, id, eventId } = await attemptedPostback(500, 200);
  await shop.decide(id, "DISPUTED");
  await shop.control.clock.advance({ seconds: 60 });
  const { data, message } = await shop.control.postbacks.get(eventId);
  const [first] = await postbacksOf(shop);
  const { body } = receiver.deliveries[1] ?? {};
  expect(body).toMatchObject({ eventId, type: "payment", data: { id, status: "SUCCEEDED" } });
  expect(data).toEqual({ ...first, body });
  expect(data).toMatchObject({ eventId, attempts: [{ status: 500 }, { status: 200 }] });
  expect(message).toBeNull();
});

test("the body of a pending withdrawal's postback is the withdrawal as it will arrive", async () => {
  const shop = await openShop();
  const receiver = await receive(500, 200);
  const { id } = await shop.pay("pix", { billingData: { postbackUrl: undefined } });
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

test.each([{ publicUrl: undefined }, { publicUrl: "http://localhost:4020/sandbox" }])(
  "the body has the file URLs that the receiver gets, with $publicUrl",
  async ({ publicUrl }) => {
    const shop = await openSandbox(publicUrl === undefined ? {} : { publicUrl });
    const receiver = await receive();
    await payWithPostback(shop, receiver.url, "pix");
    await deliverDue(shop);
    const [delivery] = receiver.deliveries;
    const { eventId } = await firstPostback(shop);
    // A response has its own file URLs at the host of the request.
    const url = `${shop.url.replace("127.0.0.1", "localhost")}/_sandbox/postbacks/${eventId}`;
    const headers = { authorization: `Bearer ${await shop.token()}` };
    const { data } = (await (await fetch(url, { headers })).json()) as { data: object };
    expect(delivery?.text).toContain(`"qrCodeUrl":"${publicUrl ?? shop.url}/_sandbox/files/`);
    expect(data).toMatchObject({ eventId, body: delivery?.body });
  },
);

test("an unknown id returns PostbackNotFound", async () => {
  const { control } = await openShop();
  await expect(control.postbacks.get(NOBODY)).rejects.toMatchObject(
    shownError("postbacks.get", "PostbackNotFound"),
  );
});
