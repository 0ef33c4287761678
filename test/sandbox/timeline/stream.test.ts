import { setTimeout as wait } from "node:timers/promises";
import { afterEach, describe, expect, onTestFinished, test, vi } from "vitest";
import type { Event } from "../../../generated/sandbox-control-types.ts";
import { createSharedContext } from "../../../src/sandbox/context.ts";
import { DocumentedError, limitHeader } from "../../../src/sandbox/errors.ts";
import { NewEvents } from "../../../src/sandbox/runtime/new-events.ts";
import { newSettings } from "../../../src/sandbox/runtime/random-seed.ts";
import type { Timers } from "../../../src/sandbox/runtime/timers.ts";
import { createCompany } from "../../../src/sandbox/services/companies.ts";
import { ConcurrencyLimits } from "../../../src/sandbox/store/concurrency-limits.ts";
import type { NewEvent } from "../../../src/sandbox/store/records.ts";
import { MAX_EVENTS } from "../../../src/sandbox/store/store.ts";
import { EventFeed } from "../../../src/sandbox/timeline/feed.ts";
import { OpenStreams } from "../../../src/sandbox/timeline/open-streams.ts";
import { EventStream } from "../../../src/sandbox/timeline/stream.ts";
import { nodeTimers } from "../../../src/sandbox-node/node-timers.ts";
import { openStore } from "../../../src/sandbox-node/store/open-store.ts";
import {
  fetch,
  NOBODY,
  openSandbox,
  openShop,
  Shop,
  START,
  startSandbox,
} from "../company-fixture.ts";
import { payWithPostback } from "../postbacks/postback-fixtures.ts";
import { heldReply, receive } from "../receiver.ts";

/** Long enough for an event that must not appear. */
const A_WHILE = 200;

/** Opens a stream, and collects what it sends. */
async function open(shop: Shop, query = "", lastEventId?: string) {
  const abort = new AbortController();
  onTestFinished(() => abort.abort());
  const response = await fetch(`${shop.url}/_sandbox/events${query}`, {
    headers: {
      accept: "text/event-stream",
      authorization: `Bearer ${await shop.token()}`,
      ...(lastEventId !== undefined && { "last-event-id": lastEventId }),
    },
    signal: abort.signal,
  });
  expect(response.status).toBe(200);
  const { headers, body } = response;
  const stream = { headers, text: "", ended: Promise.resolve(), disconnect: () => abort.abort() };
  const collect = async () => {
    const decoded = body?.pipeThrough(new TextDecoderStream()) ?? [];
    for await (const piece of decoded) stream.text += piece;
  };
  // It fails when the test disconnects.
  stream.ended = collect().catch(() => {});
  return stream;
}

/** The events of the complete frames of a text. */
const eventsIn = (text: string): Event[] =>
  [...text.matchAll(/^data: (.+)\n\n/gm)].map(([, data = ""]) => JSON.parse(data));

/** Without a postback, whose delivery would be one more event at some time. */
const pay = (shop: Shop, kind: string) =>
  shop.pay(kind, { billingData: { postbackUrl: undefined } });

/** A company with some events, and its first payment. */
async function withHistory() {
  const shop = await openShop();
  const first = await pay(shop, "card");
  await pay(shop, "pix");
  return { shop, first };
}

test("a stream warns of a parameter that is unknown", async () => {
  const shop = await openShop();
  const { headers } = await open(shop, "?typ=status.changed");
  expect(decodeURIComponent(headers.get("x-sandbox-warning") ?? "")).toMatch(/^typ is unknown/);
});

test("a stream begins after a position, has each event whole, and is not recorded", async () => {
  const { shop } = await withHistory();
  const events = await shop.events();
  expect(events.length).toBeGreaterThan(4);
  const frames = events.map(
    (event) => `id: ${event.id}\nevent: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`,
  );
  const positions: [string, string | undefined, number][] = [
    ["?after=0", undefined, 0],
    ["?after=0", "3", 3],
    // From a sandbox that has ended, and whose timeline was longer.
    ["", "500", 0],
  ];
  for (const [query, lastEventId, position] of positions) {
    const stream = await open(shop, query, lastEventId);
    expect(stream.headers.get("cache-control")).toBe("no-store");
    await expect.poll(() => stream.text).toBe(frames.slice(position).join(""));
  }
  expect(await shop.events()).toEqual(events);
});

test("a stream without a position has only what follows, matches its filters and is its company's", async () => {
  const { shop, first } = await withHistory();
  const other = await openShop();
  const stream = await open(shop);
  const filtered = await open(shop, `?type=status.changed&resourceId=${first.id}`);
  const before = (await shop.events()).length;
  await other.pay("card");
  await shop.decide(first.id, "DISPUTED");
  await pay(shop, "pix");
  await other.pay("card");
  const follow = (await shop.events()).slice(before);
  await expect.poll(() => eventsIn(stream.text)).toEqual(follow);
  const [changed] = follow.filter(({ type }) => type === "status.changed");
  expect(eventsIn(filtered.text)).toEqual([changed]);
});

// A busy machine may miss the second once. A stream that waits for its next look misses it each time.
test("events that no request causes appear at once, too", { retry: 2 }, async () => {
  const shop = await openShop();
  const held = heldReply();
  const receiver = await receive(held.reply);
  await payWithPostback(shop, receiver.url);
  await receiver.arrived(1);
  const stream = await open(shop, "?type=postback.attempted");
  // The stream has looked for events by itself, and will do so again only after a second.
  await wait(A_WHILE);
  const start = performance.now();
  held.release();
  await expect
    .poll(() => eventsIn(stream.text), { interval: 5 })
    .toMatchObject([{ cause: { type: "delivery", requestId: null }, data: { status: 200 } }]);
  expect(performance.now() - start).toBeLessThan(900);
});

test("secrets are redacted as in the list", async () => {
  const shop = await openShop();
  const stream = await open(shop);
  await shop.pay("pix", { customerData: { firstName: "4111 1111 1111 1111" } });
  await expect.poll(() => stream.text).toContain("[redacted]");
  expect(stream.text).not.toContain("4111 1111");
});

test("a request for a stream is rejected like any other", async () => {
  const shop = await openShop();
  const accept = "text/event-stream";
  const noEvent = "Last-Event-ID must be the id of an event";
  const rejected: [string, object, string][] = [
    ["?after=-1", {}, "after must not be less than 0"],
    ["", { "last-event-id": "x" }, noEvent],
  ];
  const token = await shop.token();
  for (const [query, more, problem] of rejected) {
    const sent = { token, headers: { accept, ...more } };
    const { status, headers, body } = await shop.send("GET", `/_sandbox/events${query}`, sent);
    expect([status, headers.get("content-type")]).toEqual([400, "application/json"]);
    expect(body).toMatchObject({ data: { message: [expect.stringContaining(problem)] } });
  }
  const { status } = await shop.send("GET", "/_sandbox/events", { headers: { accept } });
  expect(status).toBe(401);
});

test.each([
  ["/_sandbox/events", "text/event-stream;q=0.9, */*", "text/event-stream"],
  ["/_sandbox/events", "*/*", "application/json"],
  // No other operation streams.
  ["/payments", "text/event-stream", "application/json"],
])("%s with Accept: %s gives %s", async (path, accept, type) => {
  const shop = await openShop();
  const abort = new AbortController();
  const headers = { accept, authorization: `Bearer ${await shop.token()}` };
  const response = await fetch(shop.url + path, { headers, signal: abort.signal });
  expect([response.status, response.headers.get("content-type")]).toEqual([200, type]);
  abort.abort();
});

test("a sandbox that closes ends its streams at once", async () => {
  const sandbox = await startSandbox({ clock: START });
  onTestFinished(sandbox.close);
  const stream = await open(new Shop(sandbox.url, sandbox));
  const start = performance.now();
  await sandbox.close();
  // Far less than the grace period for requests in progress.
  expect(performance.now() - start).toBeLessThan(4_000);
  await stream.ended;
});

test("a company has 1,000 streams in a process: another one is refused until one ends", async () => {
  const store = await openStore(undefined);
  onTestFinished(() => store.close());
  const streams = new OpenStreams({ store, newEvents: new NewEvents(), timers: nodeTimers });
  const openOne = (companyId: string) =>
    streams.open(companyId, (feed) => new EventStream(feed, { after: 0, filters: {} }));
  const [first] = Array.from({ length: 1_000 }, () => openOne("ana"));
  expect(() => openOne("ana")).toThrow(
    new DocumentedError("TooManyStreams", "", limitHeader("streams")),
  );
  openOne("bia");
  await first?.return?.();
  openOne("ana");
  expect(() => openOne("ana")).toThrow(DocumentedError);
});

test("such a refusal is a 429, and the streams of each company count apart", async () => {
  const opened = vi.spyOn(OpenStreams.prototype, "open");
  onTestFinished(() => opened.mockRestore());
  const shop = await openSandbox();
  const other = new Shop(shop.url, (await shop.control.companies.create()).data);
  for (const each of [shop, other]) await open(each);
  expect(new Set(opened.mock.calls.map(([companyId]) => companyId)).size).toBe(2);
  opened.mockImplementationOnce(() => {
    throw new DocumentedError("TooManyStreams", "", limitHeader("streams"));
  });
  const headers = { accept: "text/event-stream" };
  const sent = { token: await shop.token(), headers };
  expect((await shop.send("GET", "/_sandbox/events", sent)).status).toBe(429);
});

/** Timers that a test can replace by fake ones. */
const globalTimers: Timers = {
  ...nodeTimers,
  after(milliseconds, callback) {
    const timer = setTimeout(callback, milliseconds).unref();
    return () => clearTimeout(timer);
  },
};

describe("a stream over a store", () => {
  const settings = newSettings({ seed: "stream", hasOwnSecret: false });
  const shared = createSharedContext({ settings, timers: nodeTimers });
  const { newEvents } = shared;
  // No stream listens any more.
  afterEach(() => expect(newEvents.heard).toEqual([]));

  /** A store with a company, and what adds events to its timeline. */
  async function openSource() {
    const store = await openStore(undefined);
    onTestFinished(() => store.close());
    const { id: companyId } = await store.sharedTransaction(async (data) => {
      await data.settings.save(settings);
      return createCompany(data, shared, {});
    });
    const append = (events: NewEvent[]) =>
      store.transaction(companyId, ({ timeline }) => timeline.append(events));
    const feed = new EventFeed(companyId, {
      ...{ store, newEvents, timers: globalTimers },
      turns: new ConcurrencyLimits(1),
    });
    const stream = (filters = {}, after = 0) => new EventStream(feed, { after, filters });
    return { store, companyId, append, feed, stream };
  }

  const advances = (count: number): NewEvent[] =>
    Array.from({ length: count }, () => ({
      type: "clock.advanced",
      at: new Date(START).toISOString(),
      cause: { type: "request", requestId: NOBODY },
      resource: null,
      data: { from: START, to: START },
    }));

  const nextIds = async (events: EventStream) =>
    eventsIn((await events.next()).value).map(({ id }) => id);

  test("goes on with the oldest kept event if the store no longer has the next one", async () => {
    const { append, stream } = await openSource();
    const events = stream();
    await append(advances(60));
    expect(await nextIds(events)).toHaveLength(50);
    expect(await nextIds(events)).toHaveLength(10);
    await append(advances(MAX_EVENTS + 100));
    expect((await nextIds(events))[0]).toBe(60 + 100 + 1);
  });

  test("lets everything else run between the parts of long histories", async () => {
    const { append, stream } = await openSource();
    await append(advances(1_000));
    let turns = 0;
    const counting = setInterval(() => {}, 60_000);
    const count = () => {
      turns += 1;
      if (counting.hasRef()) setImmediate(count);
    };
    count();
    const readAll = async (events: EventStream) => {
      for (let read = 0; read < 1_000; ) read += (await nextIds(events)).length;
    };
    await Promise.all(Array.from({ length: 10 }, () => readAll(stream())));
    clearInterval(counting.unref());
    // Each of ten streams has twenty parts of fifty events.
    expect(turns).toBeGreaterThan(190);
  });

  test("finds events that another process has added, within about a second", async () => {
    const { append, stream } = await openSource();
    const next = nextIds(stream());
    await wait(A_WHILE);
    await append(advances(2));
    expect(await next).toEqual([1, 2]);
  });

  test("reads an event once, however many streams show it", async () => {
    const { store, companyId, append, stream } = await openSource();
    await append(advances(3));
    const streams = Array.from({ length: 100 }, () => stream({}, 3));
    const next = streams.map(nextIds);
    await wait(A_WHILE);
    const read = vi.spyOn(store, "read");
    await append(advances(2));
    newEvents.emit(companyId);
    expect(new Set((await Promise.all(next)).map(String))).toEqual(new Set(["4,5"]));
    expect(read).toHaveBeenCalledOnce();
  });

  test("waits for more announcements beside a thousand others, up to a fifth of a second", async () => {
    const { store, companyId, feed } = await openSource();
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const stops = Array.from({ length: 1_000 }, () => feed.listen(() => {}));
    const read = vi.spyOn(store, "read");
    for (let count = 0; count < 8; count++) {
      newEvents.emit(companyId);
      await vi.advanceTimersByTimeAsync(20);
    }
    expect(read).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(50);
    expect(read).toHaveBeenCalledOnce();
    for (const stop of stops) stop();
  });

  test("sends a comment after each 15 seconds without an event", async () => {
    const { store, companyId, append, stream } = await openSource();
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const events = stream({ type: "status.changed" });
    for (let silence = 0; silence < 2; silence++) {
      let piece: string | undefined;
      void events.next().then(({ value }) => {
        piece = value;
      });
      await vi.advanceTimersByTimeAsync(14_000);
      await append(advances(1));
      newEvents.emit(companyId);
      await vi.advanceTimersByTimeAsync(900);
      expect(piece).toBeUndefined();
      await vi.advanceTimersByTimeAsync(200);
      // A database has its own time.
      while (piece === undefined) await store.read(companyId, async () => {});
      expect(piece).toMatch(/^: .*\n\n$/);
    }
  });
});
