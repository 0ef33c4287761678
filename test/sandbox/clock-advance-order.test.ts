import type { ServerResponse } from "node:http";
import { setTimeout } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { startSandbox } from "../../src/sandbox/index.ts";
import { openSandbox, openShop, Shop, START } from "./company-fixture.ts";
import { newFile } from "./database-file.ts";
import { attemptTimes, deliverDue, payWithPostback } from "./postback-fixtures.ts";
import { heldReply, type Reply, receive, silence } from "./receiver.ts";

const MINUTE = 60_000;

/** A moment some minutes after the start. */
function after(minutes: number): string {
  return new Date(Date.parse(START) + minutes * MINUTE).toISOString();
}

/** What the due work of an advance has left on the timeline, in order. */
async function dueWork(shop: Shop) {
  const events = await shop.events();
  return events.filter(({ cause }) => cause.type !== "request");
}

test("the jobs and the attempts of an advance are one sequence by due time", async () => {
  const shop = await openShop();
  const receiver = await receive(...Array(10).fill(503), 200);
  await shop.subscription({ frequency: 1, duration: 4, dueDate: "2026-03-03" });
  await payWithPostback(shop, receiver.url, "pix");
  await shop.control.clock.advance({ days: 30 });
  const done = await dueWork(shop);
  const times = done.map(({ at }) => at);
  expect(times).toEqual(times.toSorted());
  const kinds = done.map(({ type }) => type);
  // The tenth attempt fails three days after the first charge.
  expect(kinds.indexOf("subscription.charged")).toBeLessThan(
    kinds.lastIndexOf("postback.attempted"),
  );
  const attempts = done.filter(({ type }) => type === "postback.attempted");
  expect(attempts.slice(0, 10).map(({ at }) => at)).toEqual(attemptTimes);
});

test("nothing that falls due later starts before the outcome of an attempt is stored", async () => {
  const shop = await openShop();
  const held = heldReply(503);
  const [slow, quick] = [await receive(503, held.reply, 200), await receive(503)];
  await payWithPostback(shop, slow.url);
  await deliverDue(shop);
  await shop.control.clock.advance({ seconds: 30 });
  await payWithPostback(shop, quick.url);
  await deliverDue(shop);
  const advanced = shop.control.clock.advance({ seconds: 60 });
  await slow.arrived(2);
  await setTimeout(50);
  expect(quick.deliveries).toHaveLength(1);
  held.release();
  await advanced;
  expect(quick.deliveries).toHaveLength(2);
});

test("attempts that are due at the same time run together, 16 at once", async () => {
  const shop = await openShop();
  let [open, most] = [0, 0];
  const sixteen = Promise.withResolvers<void>();
  const receiver = await receive(...Array(20).fill(503), async (response: ServerResponse) => {
    open += 1;
    most = Math.max(most, open);
    if (open === 16) sixteen.resolve();
    // A busy machine takes a while to start them. After a second, an attempt would no longer count toward the limit.
    await Promise.race([sixteen.promise, setTimeout(800)]);
    // A seventeenth would come meanwhile.
    await setTimeout(50);
    open -= 1;
    response.writeHead(200).end();
  });
  for (let count = 0; count < 20; count++) await payWithPostback(shop, receiver.url);
  await deliverDue(shop);
  await shop.control.clock.advance({ seconds: 60 });
  expect(receiver.deliveries).toHaveLength(40);
  expect(most).toBe(16);
});

test("a request during an attempt sees the attempt's time, runs no later job and waits for nothing", async () => {
  const shop = await openShop();
  const { id: pix } = await shop.pay("pix");
  const seen: unknown[] = [];
  const observe: Reply = async (response, { body: { data } }) => {
    const { now } = (await shop.control.clock.get()).data;
    const { status } = await shop.payment(pix);
    const { data: refunded } = await shop.centavo.payments.refund({ transactionId: data.id });
    seen.push({ now, status, refunded: refunded.status, at: refunded.updatedAt });
    response.writeHead(200).end();
  };
  const receiver = await receive(503, observe, 200);
  await payWithPostback(shop, receiver.url);
  await deliverDue(shop);
  await shop.control.clock.advance({ days: 3 });
  const now = after(1);
  expect(seen).toEqual([{ now, status: "PENDING", refunded: "REFUNDED", at: now }]);
  expect(await shop.payment(pix)).toMatchObject({ status: "CANCELED" });
  expect((await shop.control.clock.get()).data.now).toBe(after(3 * 24 * 60));
});

test("an advance during an advance lets it go further, and both end at their own time", async () => {
  const shop = await openShop();
  const held = heldReply(200);
  const receiver = await receive(503, held.reply);
  await payWithPostback(shop, receiver.url);
  await deliverDue(shop);
  const first = shop.control.clock.advance({ days: 1 });
  await receiver.arrived(2);
  const second = shop.control.clock.advance({ days: 1 });
  // It is stored before the attempt ends.
  await setTimeout(50);
  held.release();
  expect((await first).data.now).toBe(after(24 * 60));
  expect((await second).data.now).toBe(after(48 * 60));
});

test("a snapshot of an advance in progress has the time of that moment, and is no advance", async () => {
  const shop = await openShop();
  const snapshots: string[] = [];
  const receiver = await receive(503, async (response) => {
    snapshots.push((await shop.control.snapshots.create()).data.snapshotId);
    response.writeHead(200).end();
  });
  await payWithPostback(shop, receiver.url);
  await deliverDue(shop);
  await shop.control.clock.advance({ days: 1 });
  await shop.control.snapshots.restore(snapshots[0] ?? "");
  expect((await shop.control.clock.get()).data.now).toBe(after(1));
});

test("while the clock runs by itself, jobs do not wait for a receiver", async () => {
  const shop = await openSandbox({ clock: undefined } as never);
  const receiver = await receive(silence);
  const { id } = await shop.pay("pix", { billingData: { amount: 999_994 } });
  // Brings the hour in which the buyer pays almost to its end.
  await shop.control.clock.advance({ seconds: 3599 });
  await payWithPostback(shop, receiver.url);
  await receiver.arrived(1);
  const before = performance.now();
  while ((await statusOnTimeline(shop, id)) !== "PAID") await setTimeout(20);
  expect(performance.now() - before).toBeLessThan(5_000);
});

/** The latest status of a payment on the timeline: reading the payment itself would run its job. */
async function statusOnTimeline(shop: Shop, resourceId: string) {
  const changes = await shop.events({ type: "status.changed", resourceId });
  const last = changes.at(-1);
  return last?.type === "status.changed" ? last.data.to : undefined;
}

test("the next sandbox finishes the advance that a stopped one has begun", async () => {
  const db = newFile();
  const first = await startSandbox({ clock: START, db });
  const shop = new Shop(first.url, first);
  const receiver = await receive(503, silence, 200);
  const { id: pix } = await shop.pay("pix");
  await payWithPostback(shop, receiver.url);
  await deliverDue(shop);
  const advanced = shop.control.clock.advance({ days: 3 }).catch(() => {});
  await receiver.arrived(2);
  await first.close();
  await advanced;

  const second = await startSandbox({ db });
  onTestFinished(second.close);
  await second.settled();
  const again = new Shop(second.url, second);
  expect((await again.control.clock.get()).data.now).toBe(after(3 * 24 * 60));
  expect(await again.payment(pix)).toMatchObject({ status: "CANCELED" });
  const times = (await dueWork(again)).map(({ at }) => at);
  expect(times).toEqual(times.toSorted());
});
