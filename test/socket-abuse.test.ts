import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { METHODS } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { serveFolder } from "../scripts/docs/serve-folder.ts";
import { startMock } from "../src/mock/index.ts";
import { startSandbox } from "../src/sandbox/index.ts";
import { get, post, RawSocket, statusesOf } from "./raw-socket.ts";

const folder = mkdtempSync(join(tmpdir(), "centavo-pages-"));

/** Every server that users start, and the status of a call to its `/`. */
const servers = {
  sandbox: { start: () => startSandbox(), status: 404 },
  mock: { start: () => startMock(), status: 404 },
  docs: { start: () => serveFolder(folder), status: 200 },
};

const tunnel = "CONNECT shop.example:443 HTTP/1.1\r\nhost: shop.example:443\r\n\r\n";
const upgrade = ["connection: Upgrade, HTTP2-Settings", "http2-settings: AAMAAABkAAQAAP__"];
const half = "POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 100\r\n\r\n{";
const inChunks = "POST / HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n";

/** What a client may have sent when the connection is reset. */
const states: Record<string, string> = {
  "before the first byte": "",
  "in the first line": "GET /",
  "in the headers": "GET / HTTP/1.1\r\nhost: x",
  "in the body": half,
  "in a chunk": `${inChunks}5\r\n{`,
  "in the trailers": `${inChunks}0\r\nx: y`,
  "before the response": get("/"),
  "before one of many responses": get("/").repeat(200),
  "in a tunnel": tunnel,
  "in a tunnel behind calls": get("/").repeat(20) + tunnel,
  "in an upgrade": get("/", ...upgrade, "upgrade: h2c"),
  "in a body that is expected": half.replace("\r\n\r\n", "\r\nexpect: 100-continue\r\n\r\n"),
  "after bytes that are not HTTP": "\x16\x03\x01\r\n\r\n",
  "after the beginning of HTTP/2": "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
};

const uncaught: unknown[] = [];
const catchAll = (error: unknown) => uncaught.push(error);

beforeAll(() => {
  writeFileSync(join(folder, "index.html"), "<p>Here.</p>");
  process.on("uncaughtException", catchAll);
  process.on("unhandledRejection", catchAll);
});

afterAll(() => {
  process.off("uncaughtException", catchAll);
  process.off("unhandledRejection", catchAll);
  rmSync(folder, { recursive: true });
});

describe.each(Object.entries(servers))("the %s", (_, { start, status }) => {
  let url = "";
  let close: () => Promise<void>;

  beforeAll(async () => {
    ({ url, close } = await start());
  });

  afterAll(() => close());

  test.each(Object.entries(states))("survives a reset %s", async (_, bytes) => {
    for (const pause of [0, 1, 30]) {
      const raw = await RawSocket.open(url);
      raw.send(bytes);
      await wait(pause);
      raw.socket.resetAndDestroy();
    }
    await wait(20);
    expect(uncaught.splice(0)).toEqual([]);
    expect(await statusesOf(url, get("/"))).toEqual([status]);
  });

  test.each([
    ["a tunnel", tunnel, 405],
    ["a tunnel with a call in it", tunnel + get("/"), 405],
    ["bytes that are not HTTP", "\x16\x03\x01\r\n\r\n", 400],
    ["the beginning of HTTP/2", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 400],
    ["half a body", half, 400],
    [
      "an upgrade with a body in no known coding",
      get("/", "upgrade: h2c", "transfer-encoding: x"),
      400,
    ],
    [
      "an upgrade with a chunked body",
      `${get("/", "upgrade: h2c", "transfer-encoding: chunked")}5\r\nhello\r\n0\r\n\r\n`,
      400,
    ],
    ["headers that are too large", get("/", `x: ${"y".repeat(20_000)}`), 431],
  ])("first responds to the calls before %s", async (_, bytes, last) => {
    expect(await statusesOf(url, get("/").repeat(3) + bytes)).toEqual([
      ...[status, status, status],
      last,
    ]);
  });

  test.each([
    ["that nobody knows", "expect: magic"],
    ["to go on", "expect: 100-continue"],
  ])("ignores an expectation %s", async (_, header) => {
    expect(await statusesOf(url, get("/", header) + get("/"))).toEqual([status, status]);
  });

  test.each(["h2c", "websocket"])(
    "responds to an upgrade to %s, and then ends",
    async (protocol) => {
      const upgrading = get("/", ...upgrade, `upgrade: ${protocol}`);
      const raw = await RawSocket.open(url);
      raw.send(get("/") + upgrading + get("/"));
      await raw.answered(2);
      raw.send(get("/"));
      expect(await raw.ended()).toEqual([status, status]);
      expect(raw.received.match(/^connection: close\r$/gm)).toHaveLength(1);
    },
  );

  test("accepts a request without a host", async () => {
    expect(await statusesOf(url, "GET / HTTP/1.1\r\n\r\n")).toEqual([status]);
  });

  test.each(METHODS)("responds to %s", async (method) => {
    const [found, ...more] = await statusesOf(url, get("/").replace("GET", method));
    expect(found).toBeLessThan(500);
    expect(more).toEqual([]);
  });

  test("ends the connection of a client that does not close a tunnel", async () => {
    const raw = await RawSocket.open(url);
    raw.send(tunnel);
    expect(await raw.ended()).toEqual([405]);
    await expect.poll(() => sendsInVain(raw), { timeout: 5_000 }).toBe(true);
  });

  test("closes immediately, even if a client keeps a tunnel open", async () => {
    const other = await start();
    const raw = await RawSocket.open(other.url);
    raw.send(tunnel);
    await raw.answered(1);
    const late = wait(5_000, "still open", { ref: false });
    expect(await Promise.race([other.close(), late])).toBeUndefined();
    raw.socket.destroy();
  });

  test("rejects a body of more than a mebibyte, and responds to the next request", async () => {
    const larger = post("/", "x".repeat(1_048_577));
    expect(await statusesOf(url, larger + get("/"))).toEqual([413, status]);
  });
});

/** Whether the other side has closed the connection as a whole: it is reset by what is sent. */
function sendsInVain({ socket }: RawSocket): boolean {
  if (!socket.destroyed) socket.write("x");
  return socket.destroyed;
}
