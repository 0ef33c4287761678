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

test("a redelivery of a delivered postback is one attempt, and the latest attempts are kept", async () => {
  const { shop, receiver, redeliver } = await attemptedPostback(200, 500);
  const times: string[] = [];
  for (let count = 1; count <= most + 2; count++) {
    times.push(`${(await redeliver()).data.nextAttemptAt}`);
    await shop.control.clock.advance({ days: 10 });
    expect(receiver.deliveries).toHaveLength(1 + count);
    expect(await firstPostback(shop)).toMatchObject({ status: "DELIVERED", nextAttemptAt: null });
  }
  const { attempts } = await firstPostback(shop);
  expect(attempts.map(({ at, status }) => [at, status])).toEqual(
    times.slice(-most).map((at) => [at, 500]),
  );
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
