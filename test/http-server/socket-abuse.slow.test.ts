import { once } from "node:events";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { serveFolder } from "../../scripts/docs/serve-folder.ts";
import type { HttpResponse } from "../../src/http-server/http-server.ts";
import { startMock } from "../../src/mock/index.ts";
import { startSandbox } from "../../src/sandbox-node/index.ts";
import { get, openServer, post, RawSocket, reply, type ServerOptions } from "../raw-socket.ts";
import { newFolder } from "../sandbox/database-file.ts";

const MEBIBYTE = 1_048_576;

const tunnel = "CONNECT shop.example:443 HTTP/1.1\r\nhost: shop.example:443\r\n\r\n";
const upgrade = ["connection: Upgrade, HTTP2-Settings", "http2-settings: AAMAAABkAAQAAP__"];
const inLength = (length: number) =>
  `POST / HTTP/1.1\r\nhost: x\r\ncontent-length: ${length}\r\n\r\n`;
const half = `${inLength(100)}{`;
const inChunks = "POST / HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n";
const notHttp = "\x16\x03\x01\r\n\r\n";

const uncaught: unknown[] = [];
const catchAll = (error: unknown) => uncaught.push(error);

beforeAll(() => {
  process.on("uncaughtException", catchAll);
  process.on("unhandledRejection", catchAll);
  process.on("warning", catchAll);
});

afterEach(() => expect(uncaught.splice(0)).toEqual([]));

afterAll(() => {
  process.off("uncaughtException", catchAll);
  process.off("unhandledRejection", catchAll);
  process.off("warning", catchAll);
});

/** A server whose requests to `/held` get their responses on request. */
async function openHolding(options: ServerOptions = {}) {
  const begun: string[] = [];
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const server = await openServer({
    handle: async ({ target }) => {
      begun.push(target);
      if (target === "/held") await released;
      return reply(target);
    },
    ...options,
  });
  /** The server has read all that was sent before. */
  const whenRead = () => server.statusesOf(get("/").repeat(2));
  return { ...server, begun, release, whenRead };
}

/** What a client may have sent when the connection is reset. */
const states: Record<string, string> = {
  "before the first byte": "",
  "in the first line": "GET /",
  "in the body": half,
  "in a chunk": `${inChunks}5\r\n{`,
  "before the response": get("/held"),
  "before one of many responses": get("/").repeat(200),
  "in a tunnel": tunnel,
  "in a tunnel behind a call that is held": get("/held") + tunnel,
  "in an upgrade": get("/", ...upgrade, "upgrade: h2c"),
  "in an upgrade that is held": get("/held", ...upgrade, "upgrade: h2c") + tunnel,
  "after bytes that are not HTTP": notHttp,
  "after the beginning of HTTP/2": "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
};

test.each(Object.entries(states))("a server survives a reset %s", async (_, bytes) => {
  const { connect, close, release, whenRead } = await openHolding({ grace: 60_000 });
  for (const when of ["at once", "when it was read", "after the response"]) {
    const raw = await connect(bytes);
    if (when !== "at once") await whenRead();
    if (when === "after the response") release();
    raw.socket.resetAndDestroy();
    await whenRead();
  }
  expect(await whenRead()).toEqual([200, 200]);
  // It would wait for a connection that is left.
  expect(await Promise.race([close(), wait(5_000, "still open", { ref: false })])).toBeUndefined();
});

/** What may follow calls, and the status of its own response. */
const followers: [what: string, bytes: string, status?: number][] = [
  ["a tunnel", tunnel, 405],
  ["bytes that are not HTTP", notHttp, 400],
  ["the beginning of HTTP/2", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 400],
  ["half a body", half, 400],
  ["two lengths", post("/", "{}", "content-length: 3"), 400],
  ["a length beside chunks", post("/", "0\r\n\r\n", "transfer-encoding: chunked"), 400],
  ["a length that is no number", get("/", "content-length: 0x22"), 400],
  ["a transfer coding that nobody knows", get("/", "transfer-encoding: xchunked"), 400],
  [
    "an upgrade with a chunked body",
    `${get("/", "upgrade: h2c", "transfer-encoding: chunked")}5\r\nhello\r\n0\r\n\r\n`,
    200,
  ],
  ["headers that are too large", get("/", `x: ${"y".repeat(20_000)}`), 431],
  ["a request without a host", "GET / HTTP/1.1\r\n\r\n", 200],
  ["an expectation that nobody knows", get("/", "expect: magic"), 200],
  ["a body of a mebibyte", post("/", "x".repeat(MEBIBYTE)), 200],
  ["a body of more than a mebibyte", post("/", "x".repeat(MEBIBYTE + 1)), 413],
  ["the end of the request stream", ""],
];

/** While one call is pending, the connection is still read; while two are, it is not. */
const pending = [get("/held"), get("/held") + get("/")];

test.each(followers)("calls get their responses before %s does", async (_, bytes, status) => {
  for (const [behind, calls] of pending.entries()) {
    const { connect, release, whenRead } = await openHolding();
    const raw = await connect("");
    raw.socket.end(calls + bytes);
    await whenRead();
    release();
    const statuses = [200, 200, status].filter((each) => each !== undefined);
    expect(await raw.ended()).toEqual(statuses.slice(1 - behind));
  }
});

test("a call behind one whose connection is gone does not take effect", async () => {
  const { connect, begun, release, whenRead } = await openHolding();
  const raw = await connect(get("/held") + get("/behind"));
  await whenRead();
  raw.socket.resetAndDestroy();
  await whenRead();
  release();
  await whenRead();
  expect(begun).toContain("/held");
  expect(begun).not.toContain("/behind");
});

test("a body that is too large is read to its end, but not kept, and followed by the next request", async () => {
  const { connect } = await openHolding();
  const raw = await connect(inLength(256 * MEBIBYTE));
  const before = process.memoryUsage().arrayBuffers;
  const piece = Buffer.alloc(MEBIBYTE);
  for (let count = 0; count < 256; count++)
    if (!raw.socket.write(piece)) await once(raw.socket, "drain");
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(128 * MEBIBYTE);
  raw.send(get("/"));
  expect(await raw.answered(2)).toEqual([413, 200]);
});

test.each(["h2c", "websocket"])("an upgrade to %s is answered, and then ends", async (protocol) => {
  const { connect, begun, release, whenRead } = await openHolding();
  const raw = await connect(
    get("/1") + get("/held", ...upgrade, `upgrade: ${protocol}`) + get("/2"),
  );
  await whenRead();
  // A request in another packet cannot get a response either, so it must not take effect.
  raw.send(get("/3"));
  await whenRead();
  release();
  await raw.answered(2);
  raw.send(get("/4"));
  expect(await raw.ended()).toEqual([200, 200]);
  expect(raw.received.match(/^connection: close\r$/gm)).toHaveLength(1);
  await whenRead();
  expect(begun.filter((target) => target !== "/")).toEqual(["/1", "/held"]);
});

test("what follows a refused tunnel is read, for two seconds", async () => {
  const { connect } = await openHolding();
  const raw = await connect(tunnel);
  // More than the system buffers.
  raw.send(Buffer.alloc(16 * MEBIBYTE));
  await expect.poll(() => raw.socket.writableLength, { timeout: 5_000 }).toBe(0);
  expect(raw.socket.destroyed).toBe(false);
  expect(await raw.ended()).toEqual([405]);
  const isCut = () => {
    raw.send("x");
    return raw.socket.destroyed;
  };
  await expect.poll(isCut, { timeout: 5_000 }).toBe(true);
});

test("a server closes immediately, even if a client keeps a tunnel open", async () => {
  const { connect, close } = await openHolding({ grace: 60_000 });
  await (await connect(tunnel)).answered(1);
  const late = wait(1_000, "still open", { ref: false });
  expect(await Promise.race([close(), late])).toBeUndefined();
});

test("bytes that are not HTTP get one response, however many more follow", async () => {
  const { connect, release, whenRead } = await openHolding();
  const raw = await connect(get("/held"));
  for (let count = 0; count < 12; count++) {
    raw.send(notHttp);
    await whenRead();
  }
  release();
  expect(await raw.ended()).toEqual([200, 400]);
});

test("a closing server waits for a request no longer than its grace period", async () => {
  const { connect, close, whenRead } = await openHolding({ grace: 100 });
  const raw = await connect(get("/held"));
  await whenRead();
  await close();
  expect(await raw.ended()).toEqual([]);
});

test("a closing server responds to all requests of a connection", async () => {
  const { connect, close, release, whenRead } = await openHolding({ grace: 60_000 });
  const raw = await connect(get("/held") + get("/").repeat(2));
  await whenRead();
  const closed = close();
  release();
  await closed;
  expect(await raw.ended()).toEqual([200, 200, 200]);
});

test("a closing server responds to requests that arrived while it was busy", async () => {
  const { connect, close } = await openHolding({ grace: 60_000 });
  const all = await Promise.all(Array.from({ length: 50 }, () => connect(get("/"))));
  await Promise.all(all.map((raw) => raw.answered(1)));
  for (const raw of all) raw.send(get("/"));
  await close();
  for (const raw of all) expect(await raw.ended()).toEqual([200, 200]);
});

test("a closing server sends clients that read late all of their large responses, also of one that it completes later", async () => {
  const content = "x".repeat(16 * MEBIBYTE);
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const { connect, close, whenRead } = await openHolding({
    async handle({ target }) {
      if (target === "/held") await released;
      return reply(target === "/" ? "" : content);
    },
    grace: 60_000,
  });
  const [early, late] = [await connect(""), await connect("")];
  for (const { socket } of [early, late]) socket.pause();
  early.send(get("/early"));
  late.send(get("/held"));
  await whenRead();
  const closed = close();
  await wait(100);
  release();
  early.socket.resume();
  expect(await early.ended()).toEqual([200]);
  await wait(100);
  late.socket.resume();
  await closed;
  expect(await late.ended()).toEqual([200]);
  for (const { received } of [early, late]) expect(received.endsWith(content)).toBe(true);
});

test("a draining server ends each connection with its next response", async () => {
  const { connect, drain, release, whenRead } = await openHolding();
  const raw = await connect(get("/"));
  await raw.answered(1);
  expect(raw.received).not.toContain("connection: close");
  raw.send(get("/held"));
  await whenRead();
  drain();
  release();
  expect(await raw.ended()).toEqual([200, 200]);
  expect(raw.received).toContain("connection: close");
  expect(await (await connect(get("/"))).ended()).toEqual([200]);
});

test("a request behind the last response of a draining server does not take effect", async () => {
  const begun: string[] = [];
  const { connect, drain, statusesOf } = await openServer({
    handle: async ({ target }) => {
      begun.push(target);
      // More than the system buffers.
      return reply("x".repeat(8 * MEBIBYTE));
    },
  });
  drain();
  const raw = await connect(get("/last"));
  raw.socket.pause();
  await expect.poll(() => begun).toEqual(["/last"]);
  raw.send(get("/late"));
  await statusesOf("");
  raw.socket.resume();
  expect(await raw.ended()).toEqual([200]);
  expect(begun).toEqual(["/last"]);
});

test("a client that sends requests without reading is read no further, and then gets all responses in order", async () => {
  const { connect, begun, release, whenRead } = await openHolding();
  const raw = await connect(get("/held"));
  // More than the system buffers.
  const targets = Array.from({ length: 2_000 }, (_, number) => `/${number}`);
  raw.send(targets.map((target) => get(target, `x: ${"y".repeat(16_000)}`)).join(""));
  for (let times = 0; times < 100; times++) await whenRead();
  expect(raw.socket.writableLength).toBeGreaterThan(0);
  expect(begun.filter((target) => target !== "/")).toEqual(["/held"]);
  release();
  expect(await raw.answered(1 + targets.length)).toHaveLength(1 + targets.length);
  const bodies = raw.received.matchAll(/\r\n\r\n(\/held|\/\d+)/g);
  expect([...bodies].map(([, body]) => body)).toEqual(["/held", ...targets]);
});

test("a response without a body has no length, and one to HEAD has only that", async () => {
  const { connect } = await openServer({
    handle: async ({ target }) => ({ ...reply("body"), status: Number(target.slice(1)) }),
  });
  const head = get("/200").replace("GET", "HEAD");
  const raw = await connect(get("/204") + head + get("/304") + get("/200"));
  expect(await raw.answered(4)).toEqual([204, 200, 304, 200]);
  expect(raw.received.match(/content-length: 4/g)).toHaveLength(2);
  expect(raw.received.match(/\bbody\b/g)).toHaveLength(1);
});

const defects: Record<string, () => Promise<HttpResponse>> = {
  "a handler that fails": () => Promise.reject(new Error("planned")),
  "a header that is invalid": async () => ({ ...reply(""), headers: { x: "planned\n" } }),
};

test.each(Object.entries(defects))("%s is reported, and answered with a 500", async (_, fail) => {
  const { statusesOf } = await openServer({
    handle: async ({ target }) => (target === "/" ? reply("") : fail()),
  });
  expect(await statusesOf(get("/defect") + get("/"))).toEqual([500, 200]);
  await expect.poll(() => uncaught.splice(0)).toHaveLength(1);
});

describe("a log", () => {
  test("that throws, and then rejects, prevents no response", async () => {
    const full = new Error("The disk is full.");
    const lines: string[] = [];
    const log = (line: string) => {
      if (lines.push(line) === 1) throw full;
      return Promise.reject(full);
    };
    const { statusesOf } = await openHolding({ log });
    expect(await statusesOf(get("/").repeat(2))).toEqual([200, 200]);
    const message = expect.stringContaining("option log has failed");
    await expect.poll(() => uncaught.splice(0)).toEqual([expect.objectContaining({ message })]);
  });

  test("has a line for each response and one for its warnings, without control characters", async () => {
    const lines: string[] = [];
    const texts = ["x\r\ny", "\u001b[2J\u009b\u202e"];
    const { statusesOf } = await openHolding({
      log: (line) => lines.push(line),
      handle: async () => ({ ...reply(""), reasons: texts, warnings: texts }),
    });
    expect(await statusesOf(get("/") + post("/x", "x".repeat(MEBIBYTE + 1)))).toEqual([200, 413]);
    const escaped = "x\\u{d}\\u{a}y; \\u{1b}[2J\\u{9b}\\u{202e}";
    expect(lines).toEqual([`GET / 200 ${escaped}`, `  warning: ${escaped}`, "POST /x 413"]);
  });
});

/** Every server that users start, and what its error responses have. */
const servers = {
  sandbox: { start: () => startSandbox(), shows: '"statusCode":405' },
  mock: { start: () => startMock(), shows: '"statusCode":405' },
  docs: { start: () => serveFolder(newFolder()), shows: "not a proxy" },
};

test.each(Object.entries(servers))(
  "the %s is such a server, with error responses of its own format",
  async (_, { start, shows }) => {
    const { url, close } = await start();
    onTestFinished(close);
    const raw = await RawSocket.open(url);
    raw.socket.end(get("/").repeat(3) + tunnel);
    expect(await raw.ended()).toEqual([404, 404, 404, 405]);
    expect(raw.received.split("\r\n\r\n").at(-1)).toContain(shows);
  },
);
