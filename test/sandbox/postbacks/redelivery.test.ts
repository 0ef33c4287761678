import { expect, test } from "vitest";
import { control, shownMessage } from "../contract-examples.ts";
import { attemptedPostback, deliverDue, firstPostback, postbacksOf } from "./postback-fixtures.ts";

const shownAttempts = control.at("components", "schemas", "Postback", "properties", "attempts");
/** How many attempts a postback keeps. */
const most = Number(shownAttempts.at("maxItems").value);

test("a redelivery sends the same body once more", async () => {
  const { shop, receiver, eventId, redeliver } = await attemptedPostback();
  await shop.control.clock.advance({ days: 1 });
  const { data, message } = await redeliver();
  const now = "2026-03-03T12:00:00.000Z";
  expect(data).toMatchObject({ eventId, status: "PENDING", nextAttemptAt: now });
  expect(data.attempts).toHaveLength(1);
  expect(message).toBe(shownMessage("postbacks.redeliver"));
  await deliverDue(shop);
  expect(receiver.deliveries).toHaveLength(2);
  expect(receiver.deliveries[1]?.text).toBe(receiver.deliveries[0]?.text);
  expect(await postbacksOf(shop)).toMatchObject([
    { status: "DELIVERED", nextAttemptAt: null, attempts: [{}, { at: now, status: 200 }] },
  ]);
});

test("a redelivery of a delivered postback is one attempt, regardless of its outcome", async () => {
  const { shop, receiver, id, redeliver } = await attemptedPostback(200, 500);
  for (const statuses of [
    [200, 500],
    [200, 500, 500],
  ]) {
    await redeliver();
    await shop.control.clock.advance({ days: 10 });
    const [postback] = await postbacksOf(shop, { resourceId: id, status: "DELIVERED" });
    expect(postback).toMatchObject({ nextAttemptAt: null });
    expect(postback?.attempts.map(({ status }) => status)).toEqual(statuses);
    expect(receiver.deliveries).toHaveLength(statuses.length);
  }
});

test("many redeliveries keep the latest attempts, and the status DELIVERED", async () => {
  const { shop, advance, redeliver } = await attemptedPostback(200, 500);
  for (let count = 0; count < most + 2; count++) {
    await advance(1);
    await redeliver();
    await deliverDue(shop);
  }
  const { attempts, ...postback } = await firstPostback(shop);
  expect(postback).toMatchObject({ status: "DELIVERED", nextAttemptAt: null });
  expect(attempts.map(({ status }) => status)).toEqual(Array(most).fill(500));
  const times = attempts.map(({ at }) => at);
  expect(times).toEqual(times.toSorted());
  expect(times.at(-1)).toBe((await shop.control.clock.get()).data.now);
});

test("a redelivery tries a waiting or an abandoned postback immediately, and schedules no retry", async () => {
  const fails = Array(10 + most).fill(500);
  const { shop, receiver, redeliver } = await attemptedPostback(...fails, 200);
  await redeliver();
  await deliverDue(shop);
  expect(receiver.deliveries).toHaveLength(2);
  await shop.control.clock.advance({ days: 10 });
  expect(receiver.deliveries).toHaveLength(10);
  // Its ten attempts are used up, so each further one is a redelivery.
  for (let count = 1; count <= most; count++) {
    await redeliver();
    await shop.control.clock.advance({ days: 10 });
    expect(await firstPostback(shop)).toMatchObject({ status: "FAILED", nextAttemptAt: null });
    expect(receiver.deliveries).toHaveLength(10 + count);
  }
  await redeliver();
  await deliverDue(shop);
  expect(await firstPostback(shop)).toMatchObject({ status: "DELIVERED", nextAttemptAt: null });
});
