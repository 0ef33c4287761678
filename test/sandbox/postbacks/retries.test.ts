import { expect, test } from "vitest";
import { openSandbox } from "../company-fixture.ts";
import { receive } from "../receiver.ts";
import {
  attemptedPostback,
  attemptTimes,
  firstPostback,
  payWithPostback,
  postbacksOf,
  RETRY_WAITS,
} from "./postback-fixtures.ts";

test("a failed postback is retried at growing intervals of the company's clock, ten times at most", async () => {
  const { shop, receiver, advance } = await attemptedPostback(500);
  for (const [index, wait] of RETRY_WAITS.entries()) {
    const nextAttemptAt = attemptTimes[index + 1];
    expect(await firstPostback(shop)).toMatchObject({ status: "PENDING", nextAttemptAt });
    await advance(wait * 60 - 1);
    expect(receiver.deliveries).toHaveLength(index + 1);
    await advance(1);
    expect(receiver.deliveries).toHaveLength(index + 2);
  }
  await shop.control.clock.advance({ days: 10 });
  expect(receiver.deliveries).toHaveLength(10);
  const { attempts, ...postback } = await firstPostback(shop);
  expect(postback).toMatchObject({ status: "FAILED", nextAttemptAt: null });
  expect(attempts.map(({ at, status }) => [at, status])).toEqual(
    attemptTimes.map((at) => [at, 500]),
  );
});

test("the first 2xx delivers a postback and ends its retries", async () => {
  const { shop, receiver } = await attemptedPostback(500, 404, 304, 202);
  await shop.control.clock.advance({ days: 30 });
  const { attempts, ...postback } = await firstPostback(shop);
  expect(postback).toMatchObject({ status: "DELIVERED", nextAttemptAt: null });
  expect(attempts.map(({ status }) => status)).toEqual([500, 404, 304, 202]);
  expect(receiver.deliveries).toHaveLength(4);
});

test("a moving clock retries by itself, also after a delay", async () => {
  const shop = await openSandbox({ clock: undefined } as never);
  const { clock, postbacks } = shop.control;
  const receiver = await receive(500, 500, 200);
  await payWithPostback(shop, receiver.url);
  // Waits for the first attempt.
  await clock.advance({ seconds: 1 });
  await postbacks.delay((await firstPostback(shop)).eventId, { seconds: 1 });
  await receiver.arrived(2);
  await expect.poll(async () => (await firstPostback(shop)).attempts).toHaveLength(2);
  // A second or less of the five minutes is left.
  await clock.advance({ seconds: 299 });
  expect(receiver.deliveries).toHaveLength(2);
  await receiver.arrived(3);
  await expect.poll(() => postbacksOf(shop)).toMatchObject([{ status: "DELIVERED" }]);
  const { attempts } = await firstPostback(shop);
  const [, second = 0, third = 0] = attempts.map(({ at }) => Date.parse(at));
  expect(third - second).toBe(5 * 60_000);
});
