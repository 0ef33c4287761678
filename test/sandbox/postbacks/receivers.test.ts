import { readdirSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { type SandboxOptions, startSandbox } from "../../../src/sandbox/index.ts";
import { listen } from "../../listen.ts";
import { fromSource, start } from "../../run-command-line.ts";
import { KEY, SECRETS } from "../../secret-texts.ts";
import { openSandbox, Shop } from "../company-fixture.ts";
import { newFolder } from "../database-file.ts";
import { receive } from "../receiver.ts";
import { deliverDue, payWithPostback, postbacksOf } from "./postback-fixtures.ts";

async function attemptAt(url: string, options: SandboxOptions = {}) {
  const shop = await openSandbox(options);
  await payWithPostback(shop, url);
  await deliverDue(shop);
  const [postback] = await postbacksOf(shop);
  return { ...postback?.attempts[0], postback: postback?.status };
}

test("an error status and its body are recorded", async () => {
  const { url } = await receive((response) => response.writeHead(503).end("Service Unavailable"));
  expect(await attemptAt(url)).toMatchObject({
    ...{ status: 503, answer: "Service Unavailable", problem: null, postback: "PENDING" },
  });
});

test("a late response is awaited", async () => {
  const { url } = await receive(async (response) => {
    await setTimeout(700);
    response.writeHead(204).end();
  });
  expect(await attemptAt(url)).toMatchObject({
    ...{ status: 204, answer: "", problem: null, postback: "DELIVERED" },
  });
});

test("a cut connection is not a response", async () => {
  const { url } = await receive((response) => void response.socket?.resetAndDestroy());
  const attempt = await attemptAt(url);
  expect(attempt).toMatchObject({ status: null, answer: null, postback: "PENDING" });
  expect(attempt.problem).toBe("The connection ended without a response (ECONNRESET).");
});

test.each([
  [200, "DELIVERED"],
  [500, "PENDING"],
])("an incomplete response counts by its status %i", async (status, postback) => {
  const { url, deliveries } = await receive((response) => {
    response.writeHead(status, { "content-length": 100 }).write("half");
    setTimeout(20).then(() => response.destroy());
  });
  expect(await attemptAt(url)).toMatchObject({
    ...{
      status,
      answer: "half",
      problem: "The connection ended before the response was complete.",
      postback,
    },
  });
  expect(deliveries).toHaveLength(1);
});

test.each([
  ["that would speak another protocol", "101 Switching\r\nupgrade: x\r\nconnection: upgrade"],
  ["with a status that there is none of", "999 Enough"],
  ["with less than a status", "OK"],
])("%s is not a response", async (_, line) => {
  const { url } = await receive((response) =>
    response.socket?.end(`HTTP/1.1 ${line}\r\ncontent-length: 0\r\n\r\n`),
  );
  const attempt = await attemptAt(url);
  expect(attempt).toMatchObject({ status: null, answer: null, postback: "PENDING" });
  expect(attempt.problem).toMatch(/without a response|status 999|not HTTP \(HPE_/);
});

test("a TLS failure is recorded", async () => {
  const { url, deliveries } = await receive();
  const attempt = await attemptAt(url.replace("http", "https"));
  expect(attempt).toMatchObject({ status: null, answer: null, postback: "PENDING" });
  expect(attempt.problem).toMatch(/SSL|TLS|EPROTO/);
  expect(deliveries).toEqual([]);
});

test("a refused connection is recorded", async () => {
  const { url, close } = await receive();
  close();
  // The second name may resolve to two addresses, and no server listens at either.
  for (const address of [url, url.replace("127.0.0.1", "localhost")]) {
    const attempt = await attemptAt(address);
    expect(attempt).toMatchObject({ status: null, answer: null });
    expect(attempt.problem).toBe("Nothing listens at this address (ECONNREFUSED).");
  }
});

test.each([301, 302, 303, 307, 308])("a redirect with %i is not followed", async (status) => {
  const target = await receive();
  const { url } = await receive((response) =>
    response.writeHead(status, { location: target.url }).end(),
  );
  expect(await attemptAt(url)).toMatchObject({ status, problem: null, postback: "PENDING" });
  expect(target.deliveries).toEqual([]);
});

test("an endless response is read only in part", async () => {
  let sent = 0;
  const { url } = await receive((response) => {
    const piece = Buffer.alloc(16_384, "x");
    response.writeHead(200);
    const pour = () => {
      while (!response.destroyed) {
        sent += piece.length;
        if (!response.write(piece)) return void response.once("drain", pour);
      }
    };
    pour();
  });
  const attempt = await attemptAt(url);
  expect(attempt).toMatchObject({ status: 200, postback: "DELIVERED" });
  expect(attempt.answer).toBe("x".repeat(500));
  expect(sent).toBeLessThan(16 * 1024 * 1024);
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
])("%s in a response is redacted", async (_, body, quoted) => {
  const { url } = await receive((response) => response.end(body));
  expect((await attemptAt(url)).answer).toBe(quoted);
});

test.each([
  ["JSON that is nested deep", "[".repeat(30_000) + "]".repeat(30_000)],
  ["a field of many digits", JSON.stringify({ cardNumber: "4".repeat(60_000) })],
  ["many secrets", JSON.stringify(Array(2_000).fill({ privateKey: "+\\sandbox_private_" }))],
  ["backslashes", JSON.stringify({ privateKey: "+abcdefghijklmnopqrstu", x: "\\".repeat(30_000) })],
])("a response with %s counts as delivered", async (_, body) => {
  const { url } = await receive((response) => response.end(body));
  expect(await attemptAt(url)).toMatchObject({ status: 200, problem: null });
});

test("the keys in a response are recorded neither in the list nor in the database", async () => {
  const { url, publicKey, privateKey, close } = await startSandbox();
  onTestFinished(close);
  const keys = JSON.stringify({ data: { url, publicKey, privateKey } });
  const receiver = await receive((response) => response.end(keys));
  const folder = newFolder();
  const attempt = await attemptAt(receiver.url, { db: join(folder, "sandbox.db") });
  expect(attempt).toMatchObject({ status: 200, answer: expect.stringContaining("[redacted]") });
  const kept = readdirSync(folder).map((name) => readFileSync(join(folder, name), "latin1"));
  expect(kept.join()).toContain("[redacted]");
  expect(attempt.answer + kept.join()).not.toMatch(/sandbox_(public|private)_/);
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
  const sandbox = await start([...fromSource, "sandbox", "--port", "0", "--quiet"], {
    env: {
      ...{ NODE_USE_ENV_PROXY: "1", NO_PROXY: "", no_proxy: "" },
      ...Object.fromEntries(proxies.map((name) => [name, address])),
    },
  });
  const [publicKey = "", privateKey = ""] = sandbox.text.match(/sandbox_\w+/g) ?? [];
  const shop = new Shop(sandbox.url, { publicKey, privateKey });
  const receiver = await receive();
  await payWithPostback(shop, receiver.url);
  await payWithPostback(shop, receiver.url.replace("http", "https"));
  // Its clock moves, so that it has no moment to go on to that is not over.
  await shop.control.clock.advance({ seconds: 1 });
  expect(receiver.deliveries).toHaveLength(1);
  expect(asked).toEqual([]);
});
