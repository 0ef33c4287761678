import type { ServerResponse } from "node:http";
import { setTimeout } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { startSandbox } from "../../../src/sandbox/index.ts";
import { openSandbox, openShop, Shop, START } from "../company-fixture.ts";
import { newFile } from "../database-file.ts";
import { attemptTimes, deliverDue, payWithPostback } from "../postbacks/postback-fixtures.ts";
import { heldReply, type Reply, receive, silence } from "../receiver.ts";

const MINUTE = 60_000;

/** A moment some minutes after the start. */
function after(minutes: number): string {
  return new Date(Date.parse(START) + minutes * MINUTE).toISOString();
}

/** A payment whose postback has failed once. The receiver has these replies for its further attempts. */
async function receiveAfterFailure(shop: Shop, ...replies: Parameters<typeof receive>) {
  const receiver = await receive(503, ...replies);
  await payWithPostback(shop, receiver.url);
  await deliverDue(shop);
  return receiver;
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
  await receiveAfterFailure(shop, observe, 200);
  await shop.control.clock.advance({ days: 3 });
  const now = after(1);
  expect(seen).toEqual([{ now, status: "PENDING", refunded: "REFUNDED", at: now }]);
  expect(await shop.payment(pix)).toMatchObject({ status: "CANCELED" });
  expect((await shop.control.clock.get()).data.now).toBe(after(3 * 24 * 60));
});

test("an advance during an advance lets it go further, and both end at their own time", async () => {
  const shop = await openShop();
  const held = heldReply(200);
  const receiver = await receiveAfterFailure(shop, held.reply);
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
  await receiveAfterFailure(shop, async (response) => {
    snapshots.push((await shop.control.snapshots.create()).data.snapshotId);
    response.writeHead(200).end();
  });
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

/** Creates payments in turn until the function that it returns is called. */
function payContinually(shop: Shop, url: string, perSecond: number): () => Promise<void> {
  const done = new AbortController();
  const paying = (async () => {
    const open = new Set<Promise<unknown>>();
    while (!done.signal.aborted) {
      open.add(payWithPostback(shop, url));
      await setTimeout(1000 / perSecond);
    }
    await Promise.all(open);
  })();
  return () => {
    done.abort();
    return paying;
  };
}

/** A receiver that answers 200 after some milliseconds. */
function receiveAfter(delay: number) {
  return receive(async (response) => {
    await setTimeout(delay);
    response.writeHead(200).end();
  });
}

test.each([
  { perSecond: 50, delay: 30 },
  { perSecond: 5, delay: 400 },
])(
  "an advance ends while $perSecond payments a second come, whose receiver takes $delay ms",
  async ({ perSecond, delay }) => {
    const shop = await openShop();
    const receiver = await receiveAfter(delay);
    await shop.subscription({ frequency: 1, duration: 2, dueDate: "2026-03-03" });
    const stop = payContinually(shop, receiver.url, perSecond);
    await receiver.arrived(2);
    const advanced = shop.control.clock.advance({ days: 2 }, { timeout: 10_000 });
    await expect(advanced).resolves.toMatchObject({ data: { now: after(2 * 24 * 60) } });
    const arrived = receiver.deliveries.length;
    await receiver.arrived(arrived + 2);
    await stop();
    await deliverDue(shop);
    const { data: pending } = await shop.control.postbacks.list({ status: "PENDING" });
    expect(pending).toEqual([]);
  },
);

test("an advance does not wait for a payment that a request creates meanwhile, and delivers it at once", async () => {
  const shop = await openShop();
  const created = heldReply(503);
  const [later, receiver] = [
    await receive(created.reply, 200),
    await receive(503, async (response) => {
      await payWithPostback(shop, later.url);
      response.writeHead(200).end();
    }),
  ];
  await payWithPostback(shop, receiver.url);
  await deliverDue(shop);
  await shop.control.clock.advance({ days: 1 });
  await later.arrived(1);
  created.release();
  await deliverDue(shop);
  const [attempt] = (await shop.events({ type: "postback.attempted" })).slice(-1);
  // The wait begins when the attempt has failed, by the company's time.
  expect(attempt).toMatchObject({ at: after(1), data: { nextAttemptAt: after(24 * 60 + 1) } });
});

test("an advance waits for the refund that a receiver makes", async () => {
  const shop = await openShop();
  const held = heldReply(200);
  const receiver = await receiveAfterFailure(
    shop,
    async (response, { body: { data } }) => {
      await shop.centavo.payments.refund({ transactionId: data.id });
      response.writeHead(200).end();
    },
    held.reply,
  );
  let isOver = false;
  const advanced = shop.control.clock.advance({ days: 1 }).then(() => (isOver = true));
  await receiver.arrived(3);
  await setTimeout(50);
  expect(isOver).toBe(false);
  held.release();
  await advanced;
});

test("an advance waits for what was due before it, by a clock that runs by itself", async () => {
  const shop = await openSandbox({ clock: undefined } as never);
  const held = heldReply(503);
  const receiver = await receive(held.reply, 200);
  await payWithPostback(shop, receiver.url);
  await receiver.arrived(1);
  const advanced = shop.control.clock.advance({ seconds: 61 });
  await setTimeout(50);
  held.release();
  await advanced;
  expect(receiver.deliveries).toHaveLength(2);
});

test("an advance after a reset does not wait for a delivery from before it", async () => {
  const shop = await openShop();
  const receiver = await receive(silence);
  await payWithPostback(shop, receiver.url);
  await receiver.arrived(1);
  await shop.control.company.reset();
  const before = performance.now();
  await shop.control.clock.advance({ days: 1 });
  expect(performance.now() - before).toBeLessThan(5_000);
});

test("what a receiver reads during an advance is on the timeline before what comes later", async () => {
  const shop = await openShop();
  const read: Reply = async (response) => {
    await shop.centavo.payments.list();
    response.writeHead(503).end();
  };
  await receiveAfterFailure(shop, read, read, 200);
  await shop.control.clock.advance({ days: 1 });
  const types = (await shop.events()).map(({ type, data }) =>
    type === "request.completed" ? data.operationId : type,
  );
  const attempt = "postback.attempted";
  const reading = ["payments.list", attempt];
  const advance = ["clock.advance", "clock.advanced"];
  expect(types.slice(types.lastIndexOf("clock.advance"))).toEqual([
    ...[...advance, ...reading, ...reading, attempt],
  ]);
});

test("settled also waits for what an advance did not wait for", async () => {
  const sandbox = await startSandbox({ clock: START });
  onTestFinished(sandbox.close);
  const shop = new Shop(sandbox.url, sandbox);
  const held = heldReply(200);
  const later = await receive(held.reply);
  let settled: Promise<unknown> = Promise.resolve();
  let isOver = false;
  await receiveAfterFailure(shop, async (response) => {
    await payWithPostback(shop, later.url);
    settled = sandbox.settled().then(() => (isOver = true));
    response.writeHead(200).end();
  });
  await shop.control.clock.advance({ days: 1 });
  await setTimeout(100);
  expect(isOver).toBe(false);
  held.release();
  await settled;
});

test("an advance waits for all that a payment had to report before it, by a clock that runs by itself", async () => {
  const shop = await openSandbox({ clock: undefined } as never);
  const [first, second] = [heldReply(200), heldReply(200)];
  const receiver = await receive(first.reply, second.reply);
  const { id } = await payWithPostback(shop, receiver.url, "pix");
  await receiver.arrived(1);
  await setTimeout(20);
  await shop.decide(id, "PAID");
  let isOver = false;
  await setTimeout(20);
  const advanced = shop.control.clock.advance({ seconds: 5 }).then(() => (isOver = true));
  await setTimeout(50);
  first.release();
  await receiver.arrived(2);
  await setTimeout(50);
  expect(isOver).toBe(false);
  second.release();
  await advanced;
});

test("an advance waits for what falls due on its way, also behind a postback that a request has added", async () => {
  const shop = await openShop();
  const created = heldReply(200);
  const later = await receive(created.reply, 200);
  await receiveAfterFailure(shop, async (response) => {
    await payWithPostback(shop, later.url, "pix");
    response.writeHead(200).end();
  });
  // The PIX is cancelled on the way.
  const advanced = shop.control.clock.advance({ days: 2 });
  await later.arrived(1);
  await setTimeout(50);
  created.release();
  await advanced;
  expect(later.deliveries.map(({ body }) => body.data.status)).toEqual(["PENDING", "CANCELED"]);
});

test("a second advance waits for what a request has added during the first", async () => {
  const shop = await openShop();
  const held = heldReply(200);
  const created = heldReply(200);
  const later = await receive(created.reply);
  const receiver = await receiveAfterFailure(shop, held.reply);
  const first = shop.control.clock.advance({ days: 1 });
  await receiver.arrived(2);
  await payWithPostback(shop, later.url);
  let isOver = false;
  const second = shop.control.clock.advance({ days: 1 }).then(() => (isOver = true));
  await setTimeout(50);
  held.release();
  await setTimeout(100);
  expect(isOver).toBe(false);
  created.release();
  await Promise.all([first, second]);
});

test("no attempt is before its change, when more are open than run at once", async () => {
  const shop = await openShop();
  const later = await receiveAfter(100);
  await receiveAfterFailure(shop, async (response) => {
    await Promise.all(Array.from({ length: 24 }, () => payWithPostback(shop, later.url)));
    response.writeHead(200).end();
  });
  await shop.control.clock.advance({ days: 1 });
  await deliverDue(shop);
  const { data: postbacks } = await shop.control.postbacks.list({ limit: 100 });
  expect(postbacks).toHaveLength(25);
  for (const { occurredAt, attempts } of postbacks)
    expect((attempts[0]?.at ?? "") >= occurredAt).toBe(true);
});

test("a retry waits after an advance that did not wait for the attempt, by a clock that runs by itself", async () => {
  const shop = await openSandbox({ clock: undefined } as never);
  const later = await receive(async (response) => {
    await setTimeout(200);
    response.writeHead(503).end();
  });
  const receiver = await receive(503, async (response) => {
    await Promise.all(Array.from({ length: 24 }, () => payWithPostback(shop, later.url)));
    response.writeHead(200).end();
  });
  await payWithPostback(shop, receiver.url);
  await receiver.arrived(1);
  const { data: advanced } = await shop.control.clock.advance({ days: 1 });
  await later.arrived(24);
  await expect.poll(() => shop.events({ type: "postback.attempted" })).toHaveLength(26);
  const { data: postbacks } = await shop.control.postbacks.list({ status: "PENDING", limit: 100 });
  expect(postbacks).toHaveLength(24);
  const end = Date.parse(advanced.now);
  for (const { occurredAt, attempts, nextAttemptAt } of postbacks) {
    expect(attempts).toHaveLength(1);
    expect((attempts[0]?.at ?? "") >= occurredAt).toBe(true);
    expect(Date.parse(nextAttemptAt ?? "")).toBeGreaterThanOrEqual(end + MINUTE);
  }
});

test("an advance that a reset cuts short responds with the time of the company", async () => {
  const shop = await openShop();
  await receiveAfterFailure(shop, async (response) => {
    await shop.control.company.reset();
    response.writeHead(200).end();
  });
  const { data } = await shop.control.clock.advance({ days: 3 });
  expect(data).toMatchObject({ now: after(0), moving: false });
});

test("an advance that the end of the sandbox cuts short responds with the time that it has reached", async () => {
  const sandbox = await startSandbox({ clock: START });
  const shop = new Shop(sandbox.url, sandbox);
  const receiver = await receiveAfterFailure(shop, silence);
  const advanced = shop.control.clock.advance({ days: 3 });
  await receiver.arrived(2);
  await sandbox.close();
  expect((await advanced).data.now).toBe(after(1));
});

test("an advance does not wait for one that begins after it", async () => {
  const shop = await openShop();
  const [retry, afterFirst] = [heldReply(503), heldReply(200)];
  const receiver = await receiveAfterFailure(shop, retry.reply, afterFirst.reply);
  const first = shop.control.clock.advance({ seconds: 120 });
  await receiver.arrived(2);
  const second = shop.control.clock.advance({ days: 1 });
  await setTimeout(50);
  retry.release();
  await receiver.arrived(3);
  // The receiver has 10 seconds.
  const early = await Promise.race([first, setTimeout(5_000, undefined)]);
  expect(early?.data.now).toBe(after(2));
  afterFirst.release();
  expect((await second).data.now).toBe(after(24 * 60 + 2));
});

test("an advance may go as far beyond the one before it as any other", async () => {
  const shop = await openShop();
  const held = heldReply(200);
  const receiver = await receiveAfterFailure(shop, held.reply);
  const first = shop.control.clock.advance({ days: 3660 });
  await receiver.arrived(2);
  const second = shop.control.clock.advance({ days: 1 });
  await setTimeout(50);
  held.release();
  await expect(Promise.all([first, second])).resolves.toBeDefined();
});
