import { readdirSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { Socket } from "node:net";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { expect, test } from "vitest";
import { shownAnswer } from "../../../src/sandbox/postbacks/delivery.ts";
import { sendPostback } from "../../../src/sandbox-node/delivery/send-postback.ts";
import { listen } from "../../listen.ts";
import { start } from "../../run-command-line.ts";
import { KEY, SECRETS } from "../../secret-texts.ts";
import { openSandbox, Shop } from "../company-fixture.ts";
import { newFolder } from "../database-file.ts";
import { type Reply, receive, silence } from "../receiver.ts";
import { keysIn, sandbox } from "../sandbox-command.ts";
import { deliverDue, firstPostback, payWithPostback } from "./postback-fixtures.ts";

/** How long a response may take here, in milliseconds. */
const LONGEST = 5_000;

function sendTo(url: string, timeout = LONGEST) {
  return sendPostback(url, "{}", { closing: new AbortController().signal, timeout });
}

const answered = (status: number, answer = "") => ({ status, answer, problem: null });
const failed = (problem: string) => ({ status: null, answer: null, problem });
const RESET = "The connection ended without a response (ECONNRESET).";

test.each<[string, Reply, object]>([
  [
    "an error status with a body",
    (response) => response.writeHead(503).end("Service Unavailable"),
    answered(503, "Service Unavailable"),
  ],
  ["no response, and a reset", ({ socket }) => void socket?.resetAndDestroy(), failed(RESET)],
])("%s is recorded", async (_, reply, outcome) => {
  const { url } = await receive(reply);
  expect(await sendTo(url)).toEqual({ ...outcome, timedOut: false });
});

test("a receiver without TLS, and none at all, are recorded", async () => {
  const { url, deliveries, close } = await receive();
  const withTls = await sendTo(url.replace("http", "https"));
  expect(withTls).toMatchObject(failed(expect.stringMatching(/SSL|TLS|EPROTO/)));
  expect(deliveries).toEqual([]);
  close();
  // The second name may resolve to two addresses, and no server listens at either.
  for (const address of [url, url.replace("127.0.0.1", "localhost")])
    expect(await sendTo(address)).toMatchObject(
      failed("Nothing listens at this address (ECONNREFUSED)."),
    );
});

test("the reason for a missing response is short, and contains no keys", async () => {
  const host = `sandbox_private_4e1f.${"a".repeat(60_000)}.invalid`;
  expect(await sendTo(`http://${host}/`, 9_000)).toMatchObject(
    failed(expect.stringMatching(/^[A-Z][a-z ]+ \(E[A-Z_]+\)\.$/)),
  );
});

test.each([301, 302, 303, 307, 308])("a redirect with %i is not followed", async (status) => {
  const target = await receive();
  const { url } = await receive((response) =>
    response.writeHead(status, { location: target.url }).end(),
  );
  expect(await sendTo(url)).toMatchObject(answered(status));
  expect(target.deliveries).toEqual([]);
});

const OK = "HTTP/1.1 200 OK\r\n";

test.each<[string, Reply, object]>([
  ["no response", silence, failed("No response arrived within 0.2 seconds.")],
  [
    "a response that goes on and on",
    async (response) => {
      for (; !response.destroyed; await setTimeout(10)) response.write(".");
    },
    {
      ...{ status: 200, answer: expect.stringMatching(/^\.+$/) },
      problem: "The response was not complete within 0.2 seconds.",
    },
  ],
])("%s is waited for up to the limit", async (_, reply, outcome) => {
  const { url } = await receive(reply);
  const before = performance.now();
  expect(await sendTo(url, 200)).toEqual({ ...outcome, timedOut: true });
  expect(performance.now() - before).toBeLessThan(8_000);
});

/** Writes the same again and again, for as long as the other side takes it. */
function endlessly(socket: Socket, part: string): void {
  const bytes = Buffer.from(part.repeat(Math.ceil(16_384 / part.length)));
  const write = () => {
    while (!socket.destroyed && socket.write(bytes));
  };
  socket.on("drain", write);
  write();
}

/** What a hostile receiver writes, the part that it then repeats without end, and the status that counts. */
test.each<[string, written: string, repeated: string, status: number | null]>([
  ["interim responses", "", "HTTP/1.1 102 Processing\r\n\r\n", null],
  ["headers", OK, "x: y\r\n", null],
  ["a body", `${OK}\r\n`, "x", 200],
  ["trailers", `${OK}transfer-encoding: chunked\r\n\r\n0\r\n`, "x: y\r\n", 200],
])("%s without end are cut off", async (_, written, repeated, status) => {
  let receiver: Socket | null = null;
  const { url } = await receive(({ socket }) => {
    receiver = socket;
    socket?.write(written);
    if (socket) endlessly(socket, repeated);
  });
  const sent = await sendTo(url);
  expect(sent).toMatchObject({ status, timedOut: false });
  expect(sent.answer?.length ?? 0).toBeLessThanOrEqual(500);
  expect(sent.problem?.length ?? 0).toBeLessThan(200);
  expect(Object(receiver).bytesWritten).toBeLessThan(16 * 1024 * 1024);
});

const otherProtocol = "HTTP/1.1 101 Yes\r\nconnection: upgrade\r\nupgrade: x\r\n\r\nx";
const EMPTY = "content-length: 0\r\n\r\n";

test.each<[string, written: string, outcome: number | RegExp, isReset?: true]>([
  ["a reset in its body", `${OK}content-length: 9\r\n\r\nx`, 200, true],
  ["a reset after it", `${OK}content-length: 2\r\n\r\nok`, 200, true],
  ["another protocol, and a reset", otherProtocol, /without a response/, true],
  ["a status that there is none of", `HTTP/1.1 999 Enough\r\n${EMPTY}`, /status 999, which is not/],
  ["less than a status", `HTTP/1.1 OK\r\n${EMPTY}`, /^The response is not HTTP \(HPE_/],
])("a response with %s is handled like any other", async (_, written, outcome, isReset) => {
  const { url } = await receive(({ socket }) =>
    socket?.write(written, () => isReset && socket.resetAndDestroy()),
  );
  const sent = await sendTo(url);
  expect(sent.timedOut).toBe(false);
  expect(sent.problem?.length ?? 0).toBeLessThan(200);
  if (typeof outcome === "number") expect(sent.status).toBe(outcome);
  else expect(sent).toMatchObject(failed(expect.stringMatching(outcome)));
});

test.each([
  ...Object.entries(SECRETS).map(([what, text]) => [what, `a ${text}, b`, "a [redacted], b"]),
  ["a key of anybody", '{"privateKey": "sk_live"}', '{"privateKey":"[redacted]"}'],
  [
    "a token in its field, and once more",
    '{"access_token":"a\\"1-of-some-shop","note":"it is a\\"1-of-some-shop, not a\\"1"}',
    '{"access_token":"[redacted]","note":"it is [redacted], not a\\"1"}',
  ],
  ["a key where the quotation ends", "x".repeat(490) + KEY, `${"x".repeat(490)}[redacted]`],
])("%s in a response is redacted", (_, response = "", quoted) => {
  expect(shownAnswer(response)).toBe(quoted);
});

test("an incomplete response counts by its status", async () => {
  const { url, deliveries } = await receive((response) => {
    response.writeHead(200, { "content-length": 100 }).write("half");
    setTimeout(20).then(() => response.destroy());
  });
  const shop = await openSandbox();
  await payWithPostback(shop, url);
  await deliverDue(shop);
  const problem = "The connection ended before the response was complete.";
  expect(await firstPostback(shop)).toMatchObject({
    status: "DELIVERED",
    attempts: [{ status: 200, answer: "half", problem }],
  });
  expect(deliveries).toHaveLength(1);
});

test("the keys in a response are recorded neither in the list nor in the database", async () => {
  const folder = newFolder();
  const shop = await openSandbox({ db: join(folder, "sandbox.db") });
  const { publicKey, privateKey } = (await shop.control.companies.create()).data;
  const receiver = await receive((response) =>
    response.end(JSON.stringify({ publicKey, privateKey })),
  );
  await payWithPostback(shop, receiver.url);
  await deliverDue(shop);
  const listed = JSON.stringify(await firstPostback(shop));
  const stored = readdirSync(folder).map((name) => readFileSync(join(folder, name), "latin1"));
  for (const kept of [listed, stored.join()]) {
    expect(kept).toContain("[redacted]");
    expect(kept).not.toMatch(/sandbox_(public|private)_/);
  }
});

test("a loopback receiver is called without the proxy of the environment", async () => {
  const asked: string[] = [];
  const proxy = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    response.end();
  });
  proxy.on("connect", ({ url }, socket) => {
    asked.push(`CONNECT ${url}`);
    socket.end("HTTP/1.1 502 Bad Gateway\r\ncontent-length: 0\r\n\r\n");
  });
  const address = await listen(proxy);
  const proxies = ["HTTP_PROXY", "http_proxy", "HTTPS_PROXY", "https_proxy"];
  const env = Object.fromEntries(proxies.map((name) => [name, address]));
  const { url, text } = await start(sandbox("--port", "0", "--quiet"), {
    env: { ...env, NODE_USE_ENV_PROXY: "1", NO_PROXY: "", no_proxy: "" },
  });
  const shop = new Shop(url, keysIn(text));
  const receiver = await receive();
  await payWithPostback(shop, receiver.url);
  await payWithPostback(shop, receiver.url.replace("http", "https"));
  // Its clock moves, so that it has no moment to go on to that is not over.
  await shop.control.clock.advance({ seconds: 1 });
  expect(receiver.deliveries).toHaveLength(1);
  expect(asked).toEqual([]);
});
