import { expect, test } from "vitest";
import { shownMessage } from "../contract-examples.ts";
import { heldReply } from "../receiver.ts";
import { attemptedPostback, deliverDue, firstPostback, postbacksOf } from "./postback-fixtures.ts";

const HOUR = 3600;
/** An hour after the clock of the fixtures starts. */
const IN_AN_HOUR = "2026-03-02T13:00:00.000Z";

test("a delayed postback and the payment's later ones get no attempt before its new time", async () => {
  const { shop, id, eventId, sent, advance, delay } = await attemptedPostback(500, 500, 200);
  const { data, message } = await delay(HOUR);
  expect(data).toMatchObject({ eventId, status: "PENDING", nextAttemptAt: IN_AN_HOUR });
  expect(data.attempts).toHaveLength(1);
  expect(message).toBe(shownMessage("postbacks.delay"));
  await shop.decide(id, "DISPUTED");
  await advance(HOUR - 1);
  expect(sent()).toEqual(["SUCCEEDED"]);
  await advance(1);
  expect(sent()).toEqual(["SUCCEEDED", "SUCCEEDED"]);
  // The retries wait as long as those without a delay.
  const nextAttemptAt = "2026-03-02T13:05:00.000Z";
  expect(await firstPostback(shop)).toMatchObject({ status: "PENDING", nextAttemptAt });
  await advance(300);
  expect(sent()).toEqual(["SUCCEEDED", "SUCCEEDED", "SUCCEEDED", "DISPUTED"]);
  expect(await postbacksOf(shop)).toMatchObject([
    { status: "DELIVERED", nextAttemptAt: null, attempts: [{}, { at: IN_AN_HOUR }, {}] },
    { status: "DELIVERED", attempts: [{ at: nextAttemptAt }] },
  ]);
});

test("a delivered postback comes once more, and the payment's later ones after it", async () => {
  const { shop, receiver, id, sent, delay } = await attemptedPostback(200, 500, 200);
  await delay(HOUR);
  await shop.decide(id, "DISPUTED");
  await deliverDue(shop);
  expect(sent()).toEqual(["SUCCEEDED"]);
  await shop.control.clock.advance({ days: 1 });
  expect(sent()).toEqual(["SUCCEEDED", "SUCCEEDED", "DISPUTED"]);
  expect(receiver.deliveries[1]?.text).toBe(receiver.deliveries[0]?.text);
  expect(await postbacksOf(shop)).toMatchObject([
    { status: "DELIVERED", attempts: [{ status: 200 }, { at: IN_AN_HOUR, status: 500 }] },
    { status: "DELIVERED", attempts: [{ at: IN_AN_HOUR, status: 200 }] },
  ]);
});

test.each([
  [500, { status: "PENDING", nextAttemptAt: IN_AN_HOUR }],
  [200, { status: "DELIVERED", nextAttemptAt: null }],
])("a delay during an attempt that is answered with %i leaves %j", async (status, expected) => {
  const held = heldReply(status);
  const { shop, receiver, delay, redeliver } = await attemptedPostback(500, held.reply, 200);
  await redeliver();
  await receiver.arrived(2);
  await delay(HOUR);
  held.release();
  await deliverDue(shop);
  expect(await firstPostback(shop)).toMatchObject(expected);
});

test("a redelivery ends a delay, and a later delay replaces an earlier one", async () => {
  const { shop, receiver, delay, redeliver } = await attemptedPostback(500);
  await delay(2 * HOUR);
  expect((await delay(HOUR)).data.nextAttemptAt).toBe(IN_AN_HOUR);
  await redeliver();
  await deliverDue(shop);
  expect(receiver.deliveries).toHaveLength(2);
});
