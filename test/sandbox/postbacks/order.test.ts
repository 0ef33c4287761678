import { expect, test } from "vitest";
import { openSandbox, openShop } from "../company-fixture.ts";
import { heldReply, receive, silence } from "../receiver.ts";
import {
  attemptedPostback,
  attemptTimes,
  deliverDue,
  payWithPostback,
  postbacksOf,
  statusesAt,
} from "./postback-fixtures.ts";

test("a failing postback delays the later ones of its payment, and no others", async () => {
  const shop = await openShop();
  const one = await receive(503, 503, 200);
  const other = await receive();
  const { id } = await payWithPostback(shop, one.url);
  const { id: another } = await payWithPostback(shop, other.url);
  await shop.decide(id, "DISPUTED");
  await shop.decide(another, "DISPUTED");
  await shop.decide(id, "CHARGEBACK");
  await deliverDue(shop);
  expect(statusesAt(one)).toEqual(["SUCCEEDED"]);
  expect(statusesAt(other)).toEqual(["SUCCEEDED", "DISPUTED"]);
  await shop.control.clock.advance({ seconds: 60 });
  expect(statusesAt(one)).toEqual(["SUCCEEDED", "SUCCEEDED"]);
  await shop.control.clock.advance({ seconds: 300 });
  expect(statusesAt(one).slice(2)).toEqual(["SUCCEEDED", "DISPUTED", "CHARGEBACK"]);
  const postbacks = await postbacksOf(shop, { resourceId: id });
  const last = attemptTimes[2];
  expect(postbacks.map(({ attempts }) => attempts.map(({ at }) => at))).toEqual([
    ...[attemptTimes.slice(0, 3), [last], [last]],
  ]);
});

test("after an abandoned postback, the next one has retries of its own", async () => {
  const fails = Array(11).fill(500);
  const { shop, receiver, id, advance } = await attemptedPostback(...fails, 200);
  await shop.decide(id, "DISPUTED");
  const last = attemptTimes[9] ?? "";
  await shop.control.clock.advance({ to: last });
  expect(await postbacksOf(shop)).toMatchObject([
    { status: "FAILED" },
    { status: "PENDING", attempts: [{ at: last }] },
  ]);
  await advance(59);
  expect(receiver.deliveries).toHaveLength(11);
  await advance(1);
  expect(receiver.deliveries).toHaveLength(12);
  expect((await postbacksOf(shop))[1]).toMatchObject({ status: "DELIVERED" });
});

test("a slow receiver delays neither other payments nor other calls", async () => {
  const held = heldReply();
  const slow = await receive(held.reply);
  const quick = await receive();
  const shop = await openShop();
  const { id } = await payWithPostback(shop, slow.url);
  await slow.arrived(1);
  await shop.decide(id, "DISPUTED");
  for (let count = 1; count <= 10; count++) {
    await payWithPostback(shop, quick.url);
    await quick.arrived(count);
  }
  expect(statusesAt(slow)).toEqual(["SUCCEEDED"]);
  held.release();
  await slow.arrived(2);
  held.release();
  await deliverDue(shop);
  expect(statusesAt(slow)).toEqual(["SUCCEEDED", "DISPUTED"]);
});

test("many slow deliveries delay others only briefly", async () => {
  const [slow, quick] = [await receive(silence), await receive()];
  const shop = await openSandbox();
  for (let count = 0; count < 20; count++) await payWithPostback(shop, slow.url);
  await slow.arrived(16);
  const before = performance.now();
  await payWithPostback(shop, quick.url);
  await quick.arrived(1);
  expect(performance.now() - before).toBeLessThan(5000);
  await slow.arrived(20);
});

test("redelivering a delivered postback delays a later change for that one attempt only", async () => {
  const held = heldReply(500);
  const { shop, receiver, id, redeliver, sent } = await attemptedPostback(200, held.reply, 200);
  await redeliver();
  await receiver.arrived(2);
  await shop.decide(id, "DISPUTED");
  held.release();
  await receiver.arrived(3);
  await deliverDue(shop);
  expect(sent()).toEqual(["SUCCEEDED", "SUCCEEDED", "DISPUTED"]);
  expect(await postbacksOf(shop)).toMatchObject([{ status: "DELIVERED" }, { status: "DELIVERED" }]);
});

test("a redelivery of an earlier change goes before a later one, after the attempt under way", async () => {
  const held = heldReply(500);
  const { shop, receiver, id, ...postback } = await attemptedPostback(200, held.reply, 200);
  await shop.decide(id, "DISPUTED");
  await receiver.arrived(2);
  await postback.redeliver();
  expect(receiver.deliveries).toHaveLength(2);
  held.release();
  await receiver.arrived(3);
  await postback.advance(60);
  expect(postback.sent()).toEqual(["SUCCEEDED", "DISPUTED", "SUCCEEDED", "DISPUTED"]);
});
