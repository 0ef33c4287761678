import { expect, test } from "vitest";
import { fetch, NOBODY, OPERATOR_KEY, openSandbox, openShop } from "../company-fixture.ts";
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
  expect(await list({ limit: 2, page: 2 })).toEqual([delivered]);
  expect(await list({ status: "DELIVERED" })).toEqual([delivered, delivered]);
  expect(await list({ status: "FAILED" })).toEqual([]);
  expect(await list({ resourceId: one.id })).toEqual([delivered, delivered]);
  expect(await list({ resourceId: one.id, status: "PENDING" })).toEqual([]);
  expect(await list({ resourceId: NOBODY })).toEqual([]);
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

test("the body has the file URLs that the receiver gets", async () => {
  const shop = await openShop();
  const receiver = await receive();
  await payWithPostback(shop, receiver.url, "pix");
  await deliverDue(shop);
  const { eventId } = await firstPostback(shop);
  // A response has its own file URLs at the host of the request.
  const url = `${shop.url.replace("127.0.0.1", "localhost")}/_sandbox/postbacks/${eventId}`;
  const headers = { authorization: `Bearer ${await shop.token()}` };
  const { data } = (await (await fetch(url, { headers })).json()) as { data: object };
  const [delivery] = receiver.deliveries;
  expect(delivery?.text).toContain(`"qrCodeUrl":"${shop.url}/_sandbox/files/`);
  expect(data).toMatchObject({ eventId, body: delivery?.body });
});

test("the file URLs in a body are at the public address", async () => {
  const publicUrl = "https://pay.example/sandbox";
  const shop = await openSandbox({ publicUrl, operatorKey: OPERATOR_KEY });
  const receiver = await receive();
  await payWithPostback(shop, receiver.url, "pix");
  await receiver.arrived(1);
  expect(receiver.deliveries[0]?.text).toContain(`"qrCodeUrl":"${publicUrl}/_sandbox/files/`);
});
