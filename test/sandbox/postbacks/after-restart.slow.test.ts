import { expect, onTestFinished, test, vi } from "vitest";
import { startSandbox } from "../../../src/sandbox/index.ts";
import { Shop, START } from "../company-fixture.ts";
import { newFile } from "../database-file.ts";
import { receive, silence } from "../receiver.ts";
import { payWithPostback } from "./postback-fixtures.ts";

test("of what was due while no sandbox ran, a failed postback gets one attempt, and a delivered one none", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date(START) });
  onTestFinished(() => void vi.useRealTimers());
  const db = newFile();
  const [receiver, good] = [await receive(500), await receive()];
  const first = await startSandbox({ db });
  const shop = new Shop(first.url, first);
  const { id: resourceId } = await payWithPostback(shop, receiver.url);
  await payWithPostback(shop, good.url);
  await first.settled();
  await first.close();

  vi.setSystemTime("2026-03-09T12:00:00Z");
  const second = await startSandbox({ db });
  onTestFinished(second.close);
  // By itself: nobody calls it.
  await receiver.arrived(2);
  await second.settled();
  expect([receiver.deliveries.length, good.deliveries.length]).toEqual([2, 1]);
  const [postback] = (await second.control.postbacks.list({ resourceId })).data;
  expect(postback).toMatchObject({
    ...{ status: "PENDING", nextAttemptAt: "2026-03-09T12:05:00.000Z" },
    attempts: [{ at: "2026-03-02T12:00:00.000Z" }, { at: "2026-03-09T12:00:00.000Z" }],
  });
});

test("the next sandbox makes a pending redelivery once", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date(START) });
  onTestFinished(() => void vi.useRealTimers());
  const db = newFile();
  const receiver = await receive(200, silence, 500);
  const first = await startSandbox({ db });
  await payWithPostback(new Shop(first.url, first), receiver.url);
  await first.settled();
  const [{ eventId = "" } = {}] = (await first.control.postbacks.list()).data;
  await first.control.postbacks.redeliver(eventId);
  await receiver.arrived(2);
  await first.close();

  vi.setSystemTime("2026-03-09T12:00:00Z");
  const second = await startSandbox({ db });
  onTestFinished(second.close);
  await second.settled();
  await second.control.clock.advance({ days: 10 });
  expect(receiver.deliveries).toHaveLength(3);
  const [postback] = (await second.control.postbacks.list()).data;
  expect(postback).toMatchObject({
    ...{ status: "DELIVERED", nextAttemptAt: null },
    attempts: [{ status: 200 }, { at: "2026-03-09T12:00:00.000Z", status: 500 }],
  });
});
