import { setTimeout as wait } from "node:timers/promises";
import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { get, openServer, type RawSocket, reply, type ServerOptions } from "../raw-socket.ts";

/** Longer than any test may take: nothing may wait for the grace period of a server. */
const GRACE = 60_000;
/** The least time in which something that must not happen would have happened. */
const A_WHILE = 100;
const END = "\r\n0\r\n\r\n";

/** A source of pieces that never settles a pending piece by itself. */
class Source implements AsyncIterable<string> {
  readonly #resolvers: PromiseWithResolvers<IteratorResult<string>>[] = [];
  #asked = 0;
  returns = 0;

  #at(index: number): PromiseWithResolvers<IteratorResult<string>> {
    this.#resolvers[index] ??= Promise.withResolvers();
    return this.#resolvers[index];
  }

  #given = 0;

  give(value: string): void {
    this.#at(this.#given++).resolve({ value, done: false });
  }

  end(): void {
    this.#at(this.#given++).resolve({ value: undefined, done: true });
  }

  fail(error: Error): void {
    this.#at(this.#given++).reject(error);
  }

  [Symbol.asyncIterator](): AsyncIterator<string> {
    return {
      next: () => this.#at(this.#asked++).promise,
      return: async () => {
        this.returns += 1;
        return { value: undefined, done: true };
      },
    };
  }
}

/** A server that responds with streams at `/stream`, and else with the target. */
function open(stream: AsyncIterable<string>, options: ServerOptions = {}) {
  return openServer({
    handle: async ({ target }) => ({
      ...reply(target.startsWith("/stream") ? stream : target),
      headers: { "content-type": "application/x-ndjson" },
    }),
    grace: GRACE,
    ...options,
  });
}

/** A server with a stream that has begun for a client, which does not read it, and never ends. */
async function openEndless() {
  const state = { isReleased: false };
  async function* endless() {
    try {
      for (;;) yield "x".repeat(1_048_576);
    } finally {
      state.isReleased = true;
    }
  }
  const { connect, close } = await open(endless());
  const client = await connect(get("/stream"));
  client.socket.pause();
  await wait(A_WHILE);
  expect(state.isReleased).toBe(false);
  return { state, client, close };
}

/** A source that is being sent to a client, which has received the first piece. */
async function openStream(options?: ServerOptions, bytes = get("/stream")) {
  const source = new Source();
  const server = await open(source, options);
  const client = await server.connect(bytes);
  source.give("first");
  await expect.poll(() => client.received).toContain("first");
  return { source, client, ...server };
}

/** A server that has read a client's requests, and begins to send a source as their responses on request. */
async function openHeld(bytes: string) {
  const source = new Source();
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
  const { connect, statusesOf, close } = await openServer({
    handle: async () => {
      await begun;
      return reply(source);
    },
    grace: GRACE,
  });
  const client = await connect(bytes);
  const whenRead = () => statusesOf("");
  await whenRead();
  return { source, client, begin, whenRead, close };
}

/** The first lines of a response, and its pieces. */
function parts(received: string): { head: string; pieces: string[] } {
  const [head = "", ...rest] = received.split("\r\n\r\n");
  const lines = rest.join("\r\n\r\n").split("\r\n");
  return { head, pieces: lines.filter((_, index) => index % 2 === 1) };
}

async function settled(promise: Promise<unknown>, within: number): Promise<boolean> {
  return Promise.race([promise.then(() => true), wait(within, false)]);
}

test("the headers are sent before the first piece, and each piece as it comes", async () => {
  const lines: string[] = [];
  const source = new Source();
  const { connect } = await open(source, { log: (line) => lines.push(line) });
  const client = await connect(get("/stream"));
  await expect.poll(() => client.received).toContain("\r\n\r\n");
  const { head } = parts(client.received);
  expect(head).toContain("content-type: application/x-ndjson");
  expect(head).toContain("Transfer-Encoding: chunked");
  expect(head.toLowerCase()).not.toContain("content-length");
  expect(lines).toEqual(["GET /stream 200"]);
  for (const piece of ["one", "zwölf", "three"]) {
    source.give(piece);
    const sent = Buffer.from(piece).toString("latin1");
    await expect.poll(() => parts(client.received).pieces).toContain(sent);
  }
  source.end();
  await expect.poll(() => client.received).toContain(END);
  expect(source.returns).toBe(1);
  expect(lines).toHaveLength(1);
});

test("pipelined requests wait until a stream has ended, other connections do not", async () => {
  const { source, client, connect } = await openStream({}, get("/stream") + get("/behind"));
  expect(await (await connect(get("/other"))).answered(1)).toEqual([200]);
  await wait(A_WHILE);
  expect(client.received).not.toContain("/behind");
  source.end();
  expect(await client.answered(2)).toEqual([200, 200]);
  expect(client.received).toContain("/behind");
});

describe("the source of a stream is released once when the client", () => {
  const disconnects: Record<string, (client: RawSocket) => unknown> = {
    "closes the connection": ({ socket }) => socket.destroy(),
    "resets the connection": ({ socket }) => socket.resetAndDestroy(),
    "closes its half of the connection": ({ socket }) => socket.end(),
    "sends bytes that are not HTTP": ({ socket }) => socket.write("no HTTP\r\n\r\n"),
  };

  test.each(Object.entries(disconnects))("%s", async (_, disconnect) => {
    const { source, client } = await openStream();
    disconnect(client);
    await expect.poll(() => source.returns).toBe(1);
    source.give("nobody reads this");
    await client.ended();
    expect(client.received).not.toContain("nobody");
    expect(source.returns).toBe(1);
  });

  test.each(Object.entries(disconnects))("%s before it begins", async (_, disconnect) => {
    const { source, client, begin, whenRead } = await openHeld(get("/held"));
    disconnect(client);
    await whenRead();
    begin();
    await expect.poll(() => source.returns).toBe(1);
  });

  test("has sent bytes that are not HTTP behind the request, before it begins", async () => {
    const bytes = `${get("/held") + get("/stream")}no HTTP\r\n\r\n`;
    const { source, client, begin } = await openHeld(bytes);
    begin();
    expect(await client.ended()).toEqual([200, 200, 400]);
    expect(source.returns).toBe(2);
  });

  test.each(Object.entries(disconnects))(
    "%s while it is too slow for it",
    async (_, disconnect) => {
      const { state, client } = await openEndless();
      disconnect(client);
      await expect.poll(() => state.isReleased).toBe(true);
      client.socket.resume();
      await client.ended();
    },
  );
});

describe("a server that closes", () => {
  test("soon ends the stream of a client that does not read it", async () => {
    const { state, close } = await openEndless();
    expect(await settled(close(), 1_000)).toBe(true);
    expect(state.isReleased).toBe(true);
  });

  test("ends a stream that begins later at its start", async () => {
    const { source, begin, close } = await openHeld(get("/held"));
    const closed = close();
    begin();
    expect(await settled(closed, 1_000)).toBe(true);
    expect(source.returns).toBe(1);
  });

  test("responds to the request behind a stream", async () => {
    const { client, close } = await openStream({}, get("/stream") + get("/behind"));
    expect(await settled(close(), 1_000)).toBe(true);
    expect(await client.ended()).toEqual([200, 200]);
    expect(client.received).toContain("/behind");
  });
});

describe("the failure of a source is reported and cuts the connection", () => {
  const messages: string[] = [];
  const note = ({ message }: Error) => messages.push(message);
  const report = expect.stringMatching(/^Error: The source is dry\.\n/);
  const dry = () => new Error("The source is dry.");

  beforeEach(() => {
    messages.length = 0;
    process.on("warning", note);
    onTestFinished(() => void process.off("warning", note));
  });

  test("at a piece", async () => {
    const { source, client } = await openStream();
    source.fail(dry());
    expect(await client.ended()).toEqual([200]);
    expect(client.received).not.toContain(END);
    await expect.poll(() => messages).toEqual([report]);
  });

  test("at its start", async () => {
    const { statusesOf } = await open({
      [Symbol.asyncIterator]() {
        throw dry();
      },
    });
    expect(await statusesOf(get("/stream"))).toEqual([]);
    await expect.poll(() => messages).toEqual([report]);
  });
});
