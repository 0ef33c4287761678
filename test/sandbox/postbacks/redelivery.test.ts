import { expect, test } from "vitest";
import { NOBODY, openShop } from "../company-fixture.ts";
import { control, shownError, shownMessage } from "../contract-examples.ts";
import { attemptedPostback, attemptTimes, deliverDue, postbacksOf } from "./postback-fixtures.ts";

const shownAttempts = control.at("components", "schemas", "Postback", "properties", "attempts");

test("a redelivery sends the same body once more", async () => {
  const { shop, receiver, eventId } = await attemptedPostback();
  await shop.control.clock.advance({ days: 1 });
  const { data, message } = await shop.control.postbacks.redeliver(eventId);
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
  const { shop, receiver, id, eventId } = await attemptedPostback(200, 500);
  for (const statuses of [
    [200, 500],
    [200, 500, 500],
  ]) {
    await shop.control.postbacks.redeliver(eventId);
    await shop.control.clock.advance({ days: 10 });
    const [postback] = await postbacksOf(shop, { resourceId: id, status: "DELIVERED" });
    expect(postback).toMatchObject({ nextAttemptAt: null });
    expect(postback?.attempts.map(({ status }) => status)).toEqual(statuses);
    expect(receiver.deliveries).toHaveLength(statuses.length);
  }
});

test("many redeliveries keep the latest attempts, and the status DELIVERED", async () => {
  const most = Number(shownAttempts.at("maxItems").value);
  const { shop, eventId } = await attemptedPostback(200, ...Array(most + 2).fill(500));
  for (let count = 0; count < most + 2; count++) {
    await shop.control.clock.advance({ seconds: 1 });
    await shop.control.postbacks.redeliver(eventId);
    await deliverDue(shop);
  }
  const [postback] = await postbacksOf(shop);
  expect(postback).toMatchObject({ status: "DELIVERED", nextAttemptAt: null });
  expect(postback?.attempts.map(({ status }) => status)).toEqual(Array(most).fill(500));
  const times = postback?.attempts.map(({ at }) => at);
  expect(times).toEqual(times?.toSorted());
  expect(times?.at(-1)).toBe((await shop.control.clock.get()).data.now);
});

test("redeliveries of an abandoned postback schedule no retry", async () => {
  const most = Number(shownAttempts.at("maxItems").value);
  const { shop, receiver, eventId } = await attemptedPostback(500);
  await shop.control.clock.advance({ days: 10 });
  for (let count = 0; count < most; count++) {
    await shop.control.postbacks.redeliver(eventId);
    await deliverDue(shop);
  }
  expect(await postbacksOf(shop)).toMatchObject([{ status: "FAILED", nextAttemptAt: null }]);
  expect(receiver.deliveries).toHaveLength(attemptTimes.length + most);
});

test("a redelivery tries a waiting or an abandoned postback immediately", async () => {
  const { shop, receiver, eventId } = await attemptedPostback(...Array(11).fill(500), 200);
  await shop.control.postbacks.redeliver(eventId);
  await deliverDue(shop);
  expect(receiver.deliveries).toHaveLength(2);
  await shop.control.clock.advance({ days: 10 });
  expect(await postbacksOf(shop)).toMatchObject([{ status: "FAILED" }]);
  expect(receiver.deliveries).toHaveLength(10);
  // Its ten attempts are used up, so each further one is a redelivery.
  await shop.control.postbacks.redeliver(eventId);
  await shop.control.clock.advance({ days: 10 });
  expect(await postbacksOf(shop)).toMatchObject([{ status: "FAILED" }]);
  await shop.control.postbacks.redeliver(eventId);
  await deliverDue(shop);
  const [postback] = await postbacksOf(shop);
  expect(postback?.status).toBe("DELIVERED");
  expect(postback?.attempts).toHaveLength(12);
});

test("redelivering an unknown id is rejected", async () => {
  const { control } = await openShop();
  await expect(control.postbacks.redeliver(NOBODY)).rejects.toMatchObject(
    shownError("postbacks.redeliver", "PostbackNotFound"),
  );
});
