import { expect, test } from "vitest";
import { openSandbox, openShop } from "../company-fixture.ts";
import { receive } from "../receiver.ts";
import {
  attemptTimes,
  deliverDue,
  payWithPostback,
  postbacksOf,
  RETRY_WAITS,
} from "./postback-fixtures.ts";

const MINUTE = 60_000;

test("a failed postback is retried at growing intervals of the company's clock, ten times at most", async () => {
  const shop = await openShop();
  const receiver = await receive(500);
  await payWithPostback(shop, receiver.url);
  await deliverDue(shop);
  for (const [index, wait] of RETRY_WAITS.entries()) {
    const [postback] = await postbacksOf(shop);
    expect(postback).toMatchObject({ status: "PENDING", nextAttemptAt: attemptTimes[index + 1] });
    await shop.control.clock.advance({ seconds: wait * 60 - 1 });
    expect(receiver.deliveries).toHaveLength(index + 1);
    await shop.control.clock.advance({ seconds: 1 });
    expect(receiver.deliveries).toHaveLength(index + 2);
  }
  await shop.control.clock.advance({ days: 10 });
  expect(receiver.deliveries).toHaveLength(10);
  const [postback] = await postbacksOf(shop);
  expect(postback).toMatchObject({ status: "FAILED", nextAttemptAt: null });
  expect(postback?.attempts.map(({ at, status }) => [at, status])).toEqual(
    attemptTimes.map((at) => [at, 500]),
  );
});

test("a long clock advance makes the same attempts as many short ones", async () => {
  const shop = await openShop();
  const receiver = await receive(500);
  await payWithPostback(shop, receiver.url);
  await shop.control.clock.advance({ days: 30 });
  const [postback] = await postbacksOf(shop);
  expect(postback).toMatchObject({ status: "FAILED" });
  expect(postback?.attempts.map(({ at }) => at)).toEqual(attemptTimes);
  expect(receiver.deliveries).toHaveLength(10);
  expect(new Set(receiver.deliveries.map(({ text }) => text)).size).toBe(1);
});

test("the first 2xx delivers a postback and ends its retries", async () => {
  const shop = await openShop();
  const receiver = await receive(500, 404, 202);
  await payWithPostback(shop, receiver.url);
  await shop.control.clock.advance({ days: 30 });
  const [postback] = await postbacksOf(shop);
  expect(postback).toMatchObject({ status: "DELIVERED", nextAttemptAt: null });
  expect(postback?.attempts.map(({ status }) => status)).toEqual([500, 404, 202]);
  expect(receiver.deliveries).toHaveLength(3);
});

test("a moving clock retries by itself", async () => {
  const shop = await openSandbox({ clock: undefined } as never);
  const receiver = await receive(500, 200);
  await payWithPostback(shop, receiver.url);
  await receiver.arrived(1);
  // A second or less of the minute is left.
  await shop.control.clock.advance({ seconds: 59 });
  expect(receiver.deliveries).toHaveLength(1);
  await receiver.arrived(2);
  await expect.poll(() => postbacksOf(shop)).toMatchObject([{ status: "DELIVERED" }]);
  const [postback] = await postbacksOf(shop);
  const [first = 0, second = 0] = (postback?.attempts ?? []).map(({ at }) => Date.parse(at));
  expect(second - first).toBe(MINUTE);
});
