import { setTimeout } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import type { ClockAdvance } from "../../../generated/sandbox-control-types.ts";
import { openSandbox, openShop, Shop, START, startSandbox } from "../company-fixture.ts";
import { newFile } from "../database-file.ts";
import { attemptTimes, deliverDue, payWithPostback } from "../postbacks/postback-fixtures.ts";
import { type Delivery, heldReply, type Reply, receive, silence } from "../receiver.ts";

const MINUTE = 60_000;
const DAY = 24 * 60;

/** A moment some minutes after the start. */
function after(minutes: number): string {
  return new Date(Date.parse(START) + minutes * MINUTE).toISOString();
}

/** Returns the time of the response. */
async function advance({ control }: Shop, by: ClockAdvance): Promise<string> {
  return (await control.clock.advance(by)).data.now;
}

/** A company whose clock runs by itself. */
function openMoving(): Promise<Shop> {
  return openSandbox({ clock: undefined } as never);
}

/** Does something, and then returns a status. */
function replyAfter(work: (delivery: Delivery) => Promise<unknown>, status = 200): Reply {
  return async (response, delivery) => {
    await work(delivery);
    response.writeHead(status).end();
  };
}

/** A payment whose postback has failed once. The receiver has these replies for its further attempts. */
async function receiveAfterFailure(shop: Shop, ...replies: Reply[]) {
  const receiver = await receive(503, ...replies);
  await payWithPostback(shop, receiver.url);
  await deliverDue(shop);
  return receiver;
}

/** Work is not over until a reply is released. */
async function expectWaiting(work: Promise<unknown>, { release }: { release(): void }) {
  let isOver = false;
  const ended = work.then(() => {
    isOver = true;
  });
  await setTimeout(100);
  expect(isOver).toBe(false);
  release();
  await ended;
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
  await advance(shop, { days: 30 });
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
  const slow = await receiveAfterFailure(shop, held.reply, 200);
  await advance(shop, { seconds: 30 });
  const quick = await receiveAfterFailure(shop);
  const advanced = advance(shop, { seconds: 60 });
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
  const count = async () => {
    open += 1;
    most = Math.max(most, open);
    if (open === 16) sixteen.resolve();
    // A busy machine takes a while to start them. After a second, an attempt would no longer count toward the limit.
    await Promise.race([sixteen.promise, setTimeout(800)]);
    // A seventeenth would come meanwhile.
    await setTimeout(50);
    open -= 1;
  };
  const receiver = await receive(...Array(20).fill(503), replyAfter(count));
  for (let payments = 0; payments < 20; payments++) await payWithPostback(shop, receiver.url);
  await deliverDue(shop);
  await advance(shop, { seconds: 60 });
  expect(receiver.deliveries).toHaveLength(40);
  expect(most).toBe(16);
});

test("a request during an attempt sees the attempt's time, runs no later job and waits for nothing", async () => {
  const shop = await openShop();
  const { id: pix } = await shop.pay("pix");
  const seen: unknown[] = [];
  const observe = replyAfter(async ({ body: { data } }) => {
    const { now } = (await shop.control.clock.get()).data;
    const { status } = await shop.payment(pix);
    const { data: refunded } = await shop.centavo.payments.refund({ transactionId: data.id });
    seen.push({ now, status, refunded: refunded.status, at: refunded.updatedAt });
  });
  await receiveAfterFailure(shop, observe, 200);
  expect(await advance(shop, { days: 3 })).toBe(after(3 * DAY));
  const now = after(1);
  expect(seen).toEqual([{ now, status: "PENDING", refunded: "REFUNDED", at: now }]);
  expect((await shop.payment(pix)).status).toBe("CANCELED");
  expect((await shop.control.clock.get()).data.now).toBe(after(3 * DAY));
});

test("an advance does not wait for one that begins after it", async () => {
  const shop = await openShop();
  const [retry, afterFirst] = [heldReply(503), heldReply()];
  const receiver = await receiveAfterFailure(shop, retry.reply, afterFirst.reply);
  const first = advance(shop, { seconds: 120 });
  await receiver.arrived(2);
  const second = advance(shop, { days: 1 });
  await setTimeout(50);
  retry.release();
  await receiver.arrived(3);
  // The receiver has 10 seconds.
  expect(await Promise.race([first, setTimeout(5_000)])).toBe(after(2));
  afterFirst.release();
  expect(await second).toBe(after(DAY + 2));
});

test("a snapshot of an advance in progress has the time of that moment, and is no advance", async () => {
  const shop = await openShop();
  let snapshotId = "";
  const keep = async () => {
    ({ snapshotId } = (await shop.control.snapshots.create()).data);
  };
  await receiveAfterFailure(shop, replyAfter(keep));
  await advance(shop, { days: 1 });
  await shop.control.snapshots.restore(snapshotId);
  expect((await shop.control.clock.get()).data.now).toBe(after(1));
});

test("while the clock runs by itself, jobs do not wait for a receiver", async () => {
  const shop = await openMoving();
  const receiver = await receive(silence);
  const { id: resourceId } = await shop.pay("pix", { billingData: { amount: 999_994 } });
  // Brings the hour in which the buyer pays almost to its end.
  await advance(shop, { seconds: 3599 });
  await payWithPostback(shop, receiver.url);
  await receiver.arrived(1);
  // Reading the payment itself would run its job.
  const changes = () => shop.events({ type: "status.changed", resourceId });
  const paid = { data: { to: "PAID" } };
  await expect.poll(async () => (await changes()).at(-1), { timeout: 5_000 }).toMatchObject(paid);
});

test("an advance that the end of the sandbox cuts short responds with its time, and the next sandbox finishes it", async () => {
  const db = newFile();
  const first = await startSandbox({ clock: START, db });
  const shop = new Shop(first.url, first);
  const { id: pix } = await shop.pay("pix");
  const receiver = await receiveAfterFailure(shop, silence, 200);
  const advanced = advance(shop, { days: 3 });
  await receiver.arrived(2);
  await first.close();
  expect(await advanced).toBe(after(1));

  const second = await startSandbox({ db });
  onTestFinished(second.close);
  await second.settled();
  const again = new Shop(second.url, second);
  expect((await again.control.clock.get()).data.now).toBe(after(3 * DAY));
  expect((await again.payment(pix)).status).toBe("CANCELED");
  const times = (await dueWork(again)).map(({ at }) => at);
  expect(times).toEqual(times.toSorted());
});

test("an advance that a reset cuts short responds with the time of the company", async () => {
  const shop = await openShop();
  await receiveAfterFailure(
    shop,
    replyAfter(() => shop.control.company.reset()),
  );
  const { data } = await shop.control.clock.advance({ days: 3 });
  expect(data).toMatchObject({ now: after(0), moving: false });
});

test("an advance does not wait for a payment that a request creates meanwhile, and delivers it at once", async () => {
  const shop = await openShop();
  const created = heldReply(503);
  const later = await receive(created.reply, 200);
  await receiveAfterFailure(
    shop,
    replyAfter(async () => {
      await payWithPostback(shop, later.url);
      // At once: while the advance waits for this response.
      await later.arrived(1);
    }),
  );
  await advance(shop, { days: 1 });
  created.release();
  await deliverDue(shop);
  const attempt = (await shop.events({ type: "postback.attempted" })).at(-1);
  // The wait begins when the attempt has failed, by the company's time.
  expect(attempt).toMatchObject({ at: after(1), data: { nextAttemptAt: after(DAY + 1) } });
});

test("an advance waits for the refund that a receiver makes", async () => {
  const shop = await openShop();
  const held = heldReply();
  const refund = replyAfter(({ body: { data } }) =>
    shop.centavo.payments.refund({ transactionId: data.id }),
  );
  const receiver = await receiveAfterFailure(shop, refund, held.reply);
  const advanced = advance(shop, { days: 1 });
  await receiver.arrived(3);
  await expectWaiting(advanced, held);
});

test("settled also waits for what an advance did not wait for", async () => {
  const sandbox = await startSandbox({ clock: START });
  onTestFinished(sandbox.close);
  const shop = new Shop(sandbox.url, sandbox);
  const held = heldReply();
  const later = await receive(held.reply);
  let settled: Promise<void> = Promise.resolve();
  const pay = replyAfter(async () => {
    await payWithPostback(shop, later.url);
    settled = sandbox.settled();
  });
  await receiveAfterFailure(shop, pay);
  await advance(shop, { days: 1 });
  await expectWaiting(settled, held);
});

test("an advance waits for all that a payment had to report before it, by a clock that runs by itself", async () => {
  const shop = await openMoving();
  const [first, second] = [heldReply(), heldReply()];
  const receiver = await receive(first.reply, second.reply);
  const { id } = await payWithPostback(shop, receiver.url, "pix");
  await receiver.arrived(1);
  await setTimeout(20);
  await shop.decide(id, "PAID");
  await setTimeout(20);
  const advanced = advance(shop, { seconds: 5 });
  await setTimeout(50);
  first.release();
  await receiver.arrived(2);
  await expectWaiting(advanced, second);
});

test("an advance waits for what falls due on its way, also behind a postback that a request has added", async () => {
  const shop = await openShop();
  const created = heldReply();
  const later = await receive(created.reply, 200);
  await receiveAfterFailure(
    shop,
    replyAfter(() => payWithPostback(shop, later.url, "pix")),
  );
  // The PIX is cancelled on the way.
  const advanced = advance(shop, { days: 2 });
  await later.arrived(1);
  await expectWaiting(advanced, created);
  expect(later.deliveries.map(({ body }) => body.data.status)).toEqual(["PENDING", "CANCELED"]);
});

test("a retry waits after an advance that did not wait for the attempt, by a clock that runs by itself", async () => {
  const shop = await openMoving();
  const advanced = Promise.withResolvers<void>();
  const slow = await receive(replyAfter(() => advanced.promise, 503));
  // More payments than attempts run at once.
  const payments = Array.from({ length: 24 });
  const payMany = replyAfter(() =>
    Promise.all(payments.map(() => payWithPostback(shop, slow.url))),
  );
  const receiver = await receive(503, payMany);
  await payWithPostback(shop, receiver.url);
  await receiver.arrived(1);
  const end = await advance(shop, { days: 1 });
  advanced.resolve();
  await expect.poll(() => shop.events({ type: "postback.attempted" })).toHaveLength(26);
  const { data: postbacks } = await shop.control.postbacks.list({ status: "PENDING", limit: 100 });
  expect(postbacks).toHaveLength(payments.length);
  for (const { nextAttemptAt } of postbacks)
    expect(Date.parse(nextAttemptAt ?? "")).toBeGreaterThanOrEqual(Date.parse(end) + MINUTE);
});
