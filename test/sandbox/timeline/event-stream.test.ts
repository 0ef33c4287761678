import { setTimeout as wait } from "node:timers/promises";
import { afterEach, describe, expect, onTestFinished, test, vi } from "vitest";
import type { Event } from "../../../generated/sandbox-control-types.ts";
import { serve } from "../../../src/http-server/http-server.ts";
import { createSharedContext } from "../../../src/sandbox/context.ts";
import { startSandbox } from "../../../src/sandbox/index.ts";
import { newSettings } from "../../../src/sandbox/runtime/random-seed.ts";
import { createCompany } from "../../../src/sandbox/services/companies.ts";
import { openStore } from "../../../src/sandbox/store/open-store.ts";
import type { NewEvent } from "../../../src/sandbox/store/records.ts";
import { MAX_EVENTS } from "../../../src/sandbox/store/store.ts";
import { EventStream } from "../../../src/sandbox/timeline/event-stream.ts";
import { MAX_STREAMS } from "../../../src/sandbox/timeline/open-streams.ts";
import { get, RawSocket } from "../../raw-socket.ts";
import { NOBODY, openShop, Shop, START } from "../company-fixture.ts";
import { payWithPostback } from "../postbacks/postback-fixtures.ts";
import { heldReply, receive } from "../receiver.ts";

/** Long enough for an event that must not appear. */
const A_WHILE = 200;

interface Options {
  query?: string;
  lastEventId?: string;
}

/** The events that a stream has sent so far. */
class Reader {
  readonly response: Response;
  readonly #abort: AbortController;
  text = "";
  hasEnded = false;

  constructor(response: Response, abort: AbortController) {
    this.response = response;
    this.#abort = abort;
    void this.#read();
  }

  async #read(): Promise<void> {
    try {
      const decoded = this.response.body?.pipeThrough(new TextDecoderStream()) ?? [];
      for await (const piece of decoded) this.text += piece;
    } catch {
      // The test has disconnected.
    }
    this.hasEnded = true;
  }

  get frames(): { id: number; event: string; data: Event }[] {
    const complete = this.text.split("\n\n").slice(0, -1);
    return complete
      .filter((block) => !block.startsWith(":"))
      .map((block) => {
        const fields = block.split("\n").map((line) => /^(\w+): (.*)$/.exec(line)?.slice(1) ?? []);
        const { id, event, data } = Object.fromEntries(fields);
        return { id: Number(id), event, data: JSON.parse(data) };
      });
  }

  get types(): string[] {
    return this.frames.map(({ event }) => event);
  }

  get ids(): number[] {
    return this.frames.map(({ id }) => id);
  }

  disconnect(): void {
    this.#abort.abort();
  }
}

async function open(shop: Shop, { query = "", lastEventId }: Options = {}): Promise<Reader> {
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
  return new Reader(response, abort);
}

const list = async ({ control }: Shop, query: object = {}) =>
  (await control.events.list({ limit: 100, ...query })).data.toReversed();

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

test("each frame has the id, the type and the whole event", async () => {
  const { shop } = await withHistory();
  const stream = await open(shop, { query: "?after=0" });
  const { headers } = stream.response;
  expect(headers.get("content-type")).toBe("text/event-stream");
  expect(headers.get("cache-control")).toBe("no-store");
  const events = await list(shop);
  expect(events.length).toBeGreaterThan(3);
  await expect.poll(() => stream.frames.length).toBe(events.length);
  expect(stream.frames).toEqual(events.map((data) => ({ id: data.id, event: data.type, data })));
});

test("a stream without a position has only the events that follow", async () => {
  const { shop } = await withHistory();
  await shop.control.clock.get();
  const before = await list(shop);
  const stream = await open(shop);
  const { id } = await pay(shop, "pix");
  await expect.poll(() => stream.types).toEqual(["request.completed", "status.changed"]);
  expect(stream.frames[1]).toMatchObject({
    id: (before.at(-1)?.id ?? 0) + 2,
    data: { resource: { type: "payment", id }, data: { from: null, to: "PENDING" } },
  });
});

test("a client that reconnects with Last-Event-ID misses nothing and gets nothing twice", async () => {
  const { shop } = await withHistory();
  const stream = await open(shop, { query: "?after=0" });
  await expect.poll(() => stream.types).toContain("request.completed");
  stream.disconnect();
  await expect.poll(() => stream.hasEnded).toBe(true);
  const seen = stream.ids;
  await pay(shop, "billet");
  const again = await open(shop, { lastEventId: `${seen.at(-1)}` });
  await pay(shop, "pix");
  const ids = (await list(shop)).map(({ id }) => id);
  await expect.poll(() => [...seen, ...again.ids]).toEqual(ids);
});

test("Last-Event-ID takes precedence over after, unless it is empty", async () => {
  const { shop } = await withHistory();
  await list(shop);
  const byHeader = await open(shop, { query: "?after=0", lastEventId: "3" });
  await expect.poll(() => byHeader.ids[0]).toBe(4);
  const byQuery = await open(shop, { query: "?after=2", lastEventId: "" });
  await expect.poll(() => byQuery.ids[0]).toBe(3);
});

test("filters apply to old and new events, also together", async () => {
  const { shop, first } = await withHistory();
  const [{ cause } = {}] = await list(shop, { resourceId: first.id });
  const caused = await list(shop, { requestId: cause?.requestId });
  const streams = {
    byRequest: await open(shop, { query: `?after=0&requestId=${cause?.requestId}` }),
    byType: await open(shop, { query: "?after=0&type=status.changed" }),
    byResource: await open(shop, { query: `?after=0&resourceId=${first.id}` }),
    both: await open(shop, { query: `?after=0&type=status.changed&resourceId=${first.id}` }),
  };
  await shop.decide(first.id, "DISPUTED");
  await pay(shop, "pix");
  const events = await list(shop);
  const changes = events.filter(({ type }) => type === "status.changed");
  const ofFirst = events.filter(({ resource }) => resource?.id === first.id);
  expect(ofFirst.length).toBeGreaterThan(4);
  const ids = (all: Event[]) => all.map(({ id }) => id);
  await expect.poll(() => streams.byType.ids).toEqual(ids(changes));
  await expect.poll(() => streams.byResource.ids).toEqual(ids(ofFirst));
  const both = ofFirst.filter(({ type }) => type === "status.changed");
  await expect.poll(() => streams.both.ids).toEqual(ids(both));
  expect(streams.byRequest.ids).toEqual(ids(caused));
});

test("since, until, page and limit have no effect", async () => {
  const { shop } = await withHistory();
  const time = "2030-01-01T00:00:00Z";
  const stream = await open(shop, { query: `?after=0&since=${time}&page=5&limit=1` });
  const count = (await list(shop)).length;
  await expect.poll(() => stream.ids).toHaveLength(count);
});

test("events of another company never appear", async () => {
  const [shop, other] = [await openShop(), await openShop()];
  const stream = await open(shop, { query: "?after=0" });
  await other.pay("card");
  const { id } = await pay(shop, "pix");
  await other.pay("card");
  await expect.poll(() => stream.types).toContain("request.completed");
  await wait(A_WHILE);
  const resources = stream.frames.flatMap(({ data }) => data.resource?.id ?? []);
  expect(new Set(resources)).toEqual(new Set([id]));
});

// A busy machine may miss the second once. A stream that waits for its next look misses it each time.
test("events that no request causes appear at once, too", { retry: 2 }, async () => {
  const shop = await openShop();
  const held = heldReply();
  const receiver = await receive(held.reply);
  await payWithPostback(shop, receiver.url);
  await receiver.arrived(1);
  const stream = await open(shop, { query: "?type=postback.attempted" });
  // The stream has looked for events by itself, and will do so again only after a second.
  await wait(A_WHILE);
  const start = performance.now();
  held.release();
  await expect
    .poll(() => stream.frames, { interval: 5 })
    .toMatchObject([
      { data: { cause: { type: "delivery", requestId: null }, data: { status: 200 } } },
    ]);
  expect(performance.now() - start).toBeLessThan(900);
});

describe("after a reset a stream goes on with the new events", () => {
  test("also if they are soon as many as it has sent", async () => {
    const shop = await openShop();
    await pay(shop, "pix");
    const stream = await open(shop, { query: "?after=0" });
    const before = (await list(shop)).length;
    await expect.poll(() => stream.ids).toHaveLength(before);
    const reset = shop.control.company.reset();
    const paying = ["pix", "card", "billet", "pix"].map((kind) => pay(shop, kind));
    await Promise.all([reset, ...paying]);
    const ids = (await list(shop)).map(({ id }) => id);
    expect(ids.length).toBeGreaterThan(before);
    await expect.poll(() => stream.ids.slice(-ids.length)).toEqual(ids);
  });

  test("and a client that reconnects with its last id gets them all, however many they are", async () => {
    const shop = await openShop();
    await pay(shop, "pix");
    const lastEventId = `${(await list(shop)).at(-1)?.id}`;
    await shop.control.company.reset();
    for (const kind of ["pix", "card", "billet"]) await pay(shop, kind);
    const ids = (await list(shop)).map(({ id }) => id);
    expect(ids.length).toBeGreaterThan(Number(lastEventId));
    const stream = await open(shop, { lastEventId });
    await expect.poll(() => stream.ids).toEqual(ids);
  });
});

test("a client with an id that the sandbox has not reached, from one that has ended, gets all events", async () => {
  const { shop } = await withHistory();
  const stream = await open(shop, { lastEventId: "500" });
  await expect.poll(() => stream.ids).toEqual((await list(shop)).map(({ id }) => id));
});

test("secrets are masked as in the list", async () => {
  const shop = await openShop();
  const stream = await open(shop);
  await shop.pay("pix", { customerData: { firstName: "4111 1111 1111 1111" } });
  await expect.poll(() => stream.types).toContain("request.completed");
  expect(stream.text).toContain("[redacted]");
  expect(stream.text).not.toContain("4111 1111");
});

test("a stream is not recorded", async () => {
  const shop = await openShop();
  await open(shop);
  await open(shop, { query: "?after=0" });
  expect(await list(shop)).toEqual([]);
});

describe("a request for a stream is rejected like any other:", () => {
  const accept = "text/event-stream";

  test("without a token", async () => {
    const shop = await openShop();
    const { status, headers } = await shop.send("GET", "/_sandbox/events", { headers: { accept } });
    expect(status).toBe(401);
    expect(headers.get("content-type")).toBe("application/json");
  });

  test.each([
    ["?type=nothing", {}, "type must be one of"],
    ["?after=-1", {}, "after must not be less than 0"],
    ["?requestId=1", {}, "requestId must be a UUID"],
    ["", { "last-event-id": "x" }, "Last-Event-ID must be the id of an event"],
    ["", { "last-event-id": "-1" }, "Last-Event-ID must be the id of an event"],
    ["", { "last-event-id": "9".repeat(20) }, "Last-Event-ID must be the id of an event"],
  ])("with %s %s", async (query, more, problem) => {
    const shop = await openShop();
    const { status, headers, body } = await shop.send("GET", `/_sandbox/events${query}`, {
      headers: { accept, ...more },
      token: await shop.token(),
    });
    expect(status).toBe(400);
    expect(headers.get("content-type")).toBe("application/json");
    expect(body).toMatchObject({ data: { message: [expect.stringContaining(problem)] } });
  });
});

test.each([
  ["text/event-stream;q=0.9, */*", "text/event-stream"],
  ["application/json, TEXT/EVENT-STREAM", "text/event-stream"],
  ["*/*", "application/json"],
  ["application/json", "application/json"],
  ["text/event-streams", "application/json"],
])("Accept: %s gives %s", async (accept, type) => {
  const shop = await openShop();
  const abort = new AbortController();
  const headers = { accept, authorization: `Bearer ${await shop.token()}` };
  const response = await fetch(`${shop.url}/_sandbox/events`, { headers, signal: abort.signal });
  expect(response.headers.get("content-type")).toBe(type);
  abort.abort();
});

test("a company has 100 streams in a process: another one is refused until one ends", async () => {
  const [shop, other] = [await openShop(), await openShop()];
  const streams = await Promise.all(Array.from({ length: MAX_STREAMS }, () => open(shop)));
  const refused = await shop.send("GET", "/_sandbox/events", {
    token: await shop.token(),
    headers: { accept: "text/event-stream" },
  });
  expect(refused).toMatchObject({ status: 429, body: { data: { statusCode: 429 } } });
  await open(other);
  streams[0]?.disconnect();
  await expect
    .poll(() =>
      open(shop).then(
        () => "open",
        () => "refused",
      ),
    )
    .toBe("open");
});

test("other operations do not stream", async () => {
  const shop = await openShop();
  const headers = { accept: "text/event-stream" };
  const { status } = await shop.send("GET", "/payments", { headers, token: await shop.token() });
  expect(status).toBe(200);
});

test("a sandbox that closes ends its streams at once", async () => {
  const sandbox = await startSandbox({ clock: START });
  onTestFinished(sandbox.close);
  const stream = await open(new Shop(sandbox.url, sandbox));
  const start = performance.now();
  await sandbox.close();
  // Far less than the grace period for requests in progress.
  expect(performance.now() - start).toBeLessThan(4_000);
  await expect.poll(() => stream.hasEnded).toBe(true);
});

describe("a stream over a store", () => {
  const { newEvents } = createSharedContext({
    settings: newSettings({ seed: "stream", db: undefined, isExposed: false }),
    systemTime: Date.now,
  });
  afterEach(() => expect(newEvents.eventNames()).toEqual([]));

  /** A store with a company, and what adds events to its timeline. */
  async function openSource() {
    const store = await openStore(undefined);
    onTestFinished(() => store.close());
    const settings = newSettings({ seed: "stream", db: undefined, isExposed: false });
    const shared = { ...createSharedContext({ settings, systemTime: Date.now }), newEvents };
    const { id: companyId } = await store.sharedTransaction(async (data) => {
      await data.settings.save(settings);
      return createCompany(data, shared, {});
    });
    const append = (events: NewEvent[]) =>
      store.transaction(companyId, ({ timeline }) => timeline.append(events));
    const stream = (filters = {}) =>
      new EventStream({ store, newEvents }, { companyId, after: 0, filters });
    return { store, companyId, append, stream };
  }

  const requests = (count: number, padding = ""): NewEvent[] =>
    Array.from({ length: count }, (_, index) => ({
      type: "clock.advanced",
      at: new Date(START).toISOString(),
      cause: { type: "request", requestId: NOBODY },
      resource: null,
      data: { from: `${index}${padding}`, to: padding },
    }));

  /** A server that sends this stream, and a client of it. */
  async function connect(stream: EventStream) {
    const { url, close } = await serve(
      { host: "127.0.0.1", port: 0 },
      {
        handle: async () => ({ status: 200, headers: {}, body: stream }),
        errorResponse: (status, message) => ({ status, headers: {}, body: message }),
      },
    );
    onTestFinished(close);
    const client = await RawSocket.open(url);
    onTestFinished(() => void client.socket.destroy());
    client.send(get("/"));
    return client;
  }

  const idsIn = (text: string) => [...text.matchAll(/^id: (\d+)$/gm)].map(([, id]) => Number(id));

  test.each(["destroy", "end", "resetAndDestroy"] as const)(
    "is freed when its client disconnects with %s",
    async (disconnect) => {
      const { companyId, stream } = await openSource();
      const client = await connect(stream());
      await expect.poll(() => newEvents.listenerCount(companyId)).toBe(1);
      client.socket[disconnect]();
      await expect.poll(() => newEvents.listenerCount(companyId)).toBe(0);
    },
  );

  test("is not read ahead of a slow client, which gets every event once", async () => {
    const { append, stream } = await openSource();
    const count = 5_000;
    await append(requests(count, "x".repeat(2_000)));
    let fetched = 0;
    const events = stream();
    const next = events.next.bind(events);
    events.next = async () => {
      const result = await next();
      fetched += idsIn(result.value ?? "").length;
      return result;
    };
    const client = await connect(events);
    client.socket.pause();
    await expect.poll(() => fetched).toBeGreaterThan(0);
    let before = -1;
    while (before < fetched) {
      before = fetched;
      await wait(A_WHILE);
    }
    // The system buffers some megabytes for each connection.
    expect(fetched).toBeLessThan(count / 2);
    client.socket.resume();
    const all = Array.from({ length: count }, (_, index) => index + 1);
    await expect.poll(() => idsIn(client.received).length, { timeout: 20_000 }).toBe(count);
    expect(idsIn(client.received)).toEqual(all);
    client.socket.destroy();
    await expect.poll(() => newEvents.eventNames()).toEqual([]);
  });

  test("goes on with the oldest kept event if the store no longer has the next one", async () => {
    const { append, stream } = await openSource();
    const events = stream();
    await append(requests(60));
    expect(idsIn((await events.next()).value)).toHaveLength(50);
    await append(requests(MAX_EVENTS + 100));
    const first = 60 + 100 + 1;
    expect(idsIn((await events.next()).value)[0]).toBe(first);
  });

  test("finds events that another process has added, within about a second", async () => {
    const { append, stream } = await openSource();
    const next = stream().next();
    await wait(A_WHILE);
    await append(requests(2));
    expect(idsIn((await next).value)).toEqual([1, 2]);
  });

  test("goes on after a reset, even if there are more events than it has read", async () => {
    const { store, companyId, append, stream } = await openSource();
    const events = stream();
    await append(requests(2));
    expect(idsIn((await events.next()).value)).toEqual([1, 2]);
    await store.transaction(companyId, async (data) => {
      await data.timeline.clear();
      await data.timeline.append(requests(3));
    });
    expect(idsIn((await events.next()).value)).toEqual([3, 4, 5]);
  });

  test("passes over many events that do not match", async () => {
    const { append, stream } = await openSource();
    await append(requests(500));
    await append([
      { ...requests(1)[0], data: { snapshotId: NOBODY }, type: "company.restored" },
    ] as NewEvent[]);
    expect(idsIn((await stream({ type: "company.restored" }).next()).value)).toEqual([501]);
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
      await append(requests(1));
      newEvents.emit(companyId);
      await vi.advanceTimersByTimeAsync(900);
      expect(piece).toBeUndefined();
      await vi.advanceTimersByTimeAsync(200);
      await store.read(companyId, async () => {});
      expect(piece).toMatch(/^: .*\n\n$/);
    }
  });

  test("ends while it waits", async () => {
    const { stream } = await openSource();
    const events = stream();
    const next = events.next();
    await wait(A_WHILE);
    await events.return();
    expect(await next).toEqual({ value: undefined, done: true });
    expect(await events.next()).toEqual({ value: undefined, done: true });
  });
});
