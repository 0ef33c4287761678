import { expect, test } from "vitest";
import { NOBODY, openSandbox, openShop } from "../company-fixture.ts";
import { shownError, shownMessage } from "../contract-examples.ts";
import { heldReply, receive } from "../receiver.ts";
import {
  attemptedPostback,
  deliverDue,
  firstPostback,
  payWithPostback,
  postbacksOf,
  statusesAt,
} from "./postback-fixtures.ts";

const HOUR = 3600;
/** An hour after the clock of the fixtures starts. */
const IN_AN_HOUR = "2026-03-02T13:00:00.000Z";

test("a delayed postback gets no attempt before its new time on the company's clock", async () => {
  const { shop, receiver, eventId } = await attemptedPostback(500, 200);
  const { data, message } = await shop.control.postbacks.delay(eventId, { seconds: HOUR });
  expect(data).toMatchObject({ eventId, status: "PENDING", nextAttemptAt: IN_AN_HOUR });
  expect(data.attempts).toHaveLength(1);
  expect(message).toBe(shownMessage("postbacks.delay"));
  await shop.control.clock.advance({ seconds: HOUR - 1 });
  expect(receiver.deliveries).toHaveLength(1);
  await shop.control.clock.advance({ seconds: 1 });
  expect(await postbacksOf(shop)).toMatchObject([
    { status: "DELIVERED", nextAttemptAt: null, attempts: [{}, { at: IN_AN_HOUR, status: 200 }] },
  ]);
});

test("the retries after a delay wait as long as those without one", async () => {
  const { shop, eventId } = await attemptedPostback(500);
  await shop.control.postbacks.delay(eventId, { seconds: HOUR });
  await shop.control.clock.advance({ seconds: HOUR });
  expect(await firstPostback(shop)).toMatchObject({
    status: "PENDING",
    nextAttemptAt: "2026-03-02T13:05:00.000Z",
  });
});

test("later postbacks of the payment wait for a delayed one", async () => {
  const { shop, receiver, id, eventId } = await attemptedPostback(500, 200);
  await shop.control.postbacks.delay(eventId, { seconds: HOUR });
  await shop.decide(id, "DISPUTED");
  await shop.control.clock.advance({ seconds: HOUR - 1 });
  expect(statusesAt(receiver)).toEqual(["SUCCEEDED"]);
  await shop.control.clock.advance({ seconds: 1 });
  expect(statusesAt(receiver)).toEqual(["SUCCEEDED", "SUCCEEDED", "DISPUTED"]);
  const [, later] = await postbacksOf(shop);
  expect(later?.attempts).toMatchObject([{ at: IN_AN_HOUR }]);
});

test("an earlier postback of the payment does not wait for a delayed one", async () => {
  const { shop, receiver, id } = await attemptedPostback(500, 200);
  await shop.decide(id, "DISPUTED");
  const [, later] = await postbacksOf(shop);
  await shop.control.postbacks.delay(later?.eventId ?? "", { seconds: HOUR });
  await shop.control.clock.advance({ seconds: 60 });
  expect(statusesAt(receiver)).toEqual(["SUCCEEDED", "SUCCEEDED"]);
  await shop.control.clock.advance({ seconds: HOUR });
  expect(statusesAt(receiver)).toEqual(["SUCCEEDED", "SUCCEEDED", "DISPUTED"]);
});

test("a delivered postback comes once more, and the payment's later ones after it", async () => {
  const { shop, receiver, id, eventId } = await attemptedPostback(200, 500, 200);
  await shop.control.postbacks.delay(eventId, { seconds: HOUR });
  await shop.decide(id, "DISPUTED");
  await deliverDue(shop);
  expect(statusesAt(receiver)).toEqual(["SUCCEEDED"]);
  await shop.control.clock.advance({ days: 1 });
  expect(statusesAt(receiver)).toEqual(["SUCCEEDED", "SUCCEEDED", "DISPUTED"]);
  expect(receiver.deliveries[1]?.text).toBe(receiver.deliveries[0]?.text);
  expect(await postbacksOf(shop)).toMatchObject([
    { status: "DELIVERED", attempts: [{ status: 200 }, { at: IN_AN_HOUR, status: 500 }] },
    { status: "DELIVERED", attempts: [{ at: IN_AN_HOUR, status: 200 }] },
  ]);
});

test("an abandoned postback gets one more attempt", async () => {
  const { shop, receiver, eventId } = await attemptedPostback(500);
  await shop.control.clock.advance({ days: 10 });
  await shop.control.postbacks.delay(eventId, { seconds: HOUR });
  expect(await firstPostback(shop)).toMatchObject({ status: "PENDING" });
  await shop.control.clock.advance({ days: 10 });
  expect(await firstPostback(shop)).toMatchObject({ status: "FAILED", nextAttemptAt: null });
  expect(receiver.deliveries).toHaveLength(11);
});

test("a delay holds if the attempt in progress fails, and not if it succeeds", async () => {
  for (const [status, expected] of [
    [500, { status: "PENDING", nextAttemptAt: IN_AN_HOUR }],
    [200, { status: "DELIVERED", nextAttemptAt: null }],
  ] as const) {
    const held = heldReply(status);
    const { shop, receiver, eventId } = await attemptedPostback(500, held.reply, 200);
    await shop.control.postbacks.redeliver(eventId);
    await receiver.arrived(2);
    await shop.control.postbacks.delay(eventId, { seconds: HOUR });
    held.release();
    await deliverDue(shop);
    expect(await firstPostback(shop)).toMatchObject(expected);
  }
});

test("a redelivery ends a delay, and a later delay replaces an earlier one", async () => {
  const { shop, receiver, eventId } = await attemptedPostback(500);
  await shop.control.postbacks.delay(eventId, { seconds: 2 * HOUR });
  const { data } = await shop.control.postbacks.delay(eventId, { seconds: HOUR });
  expect(data.nextAttemptAt).toBe(IN_AN_HOUR);
  await shop.control.postbacks.redeliver(eventId);
  await deliverDue(shop);
  expect(receiver.deliveries).toHaveLength(2);
});

test("a moving clock sends a delayed postback by itself", async () => {
  const shop = await openSandbox({ clock: undefined } as never);
  const receiver = await receive(500, 200);
  await payWithPostback(shop, receiver.url);
  // Waits for the first attempt.
  await shop.control.clock.advance({ seconds: 1 });
  await shop.control.postbacks.delay((await firstPostback(shop)).eventId, { seconds: 1 });
  await receiver.arrived(2);
});

test("an unknown id is rejected", async () => {
  const { control } = await openShop();
  await expect(control.postbacks.delay(NOBODY, { seconds: 1 })).rejects.toMatchObject(
    shownError("postbacks.delay", "PostbackNotFound"),
  );
});
