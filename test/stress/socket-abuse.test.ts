import { METHODS } from "node:http";
import { connect } from "node:net";
import { setTimeout } from "node:timers/promises";
import { afterEach, expect, test } from "vitest";
import { get, post } from "../raw-socket.ts";
import { Shop } from "../sandbox/company-fixture.ts";
import { body } from "../sandbox/contract-examples.ts";
import { type Watched, watchSandbox } from "./sandbox-process.ts";
import { Chance, seed } from "./seeded-random.ts";
import { exchange, responsesIn } from "./send-once.ts";

const EXCHANGES = 1_500;
const RESETS = 1_500;
/** How many are under way at the same time. */
const CALLERS = 16;

/** The headers that Node handles by itself, and their possible values. */
const special: Record<string, readonly string[]> = {
  connection: [
    ...["close", "keep-alive", "upgrade", "close, keep-alive", "upgrade, close", "", ","],
    ...["transfer-encoding", "content-length, close", "x".repeat(2_000)],
  ],
  "keep-alive": ["timeout=0", "timeout=99999999999999", "timeout=-1, max=0", "x"],
  "proxy-connection": ["keep-alive", "close", "upgrade"],
  upgrade: ["h2c", "websocket", "TLS/1.0, HTTP/1.1", "", "h2c\r\nupgrade: websocket"],
  "http2-settings": ["AAMAAABkAAQAAP__", "", "%"],
  expect: ["100-continue", "100-CONTINUE", "100-continue, 100-continue", "magic", ""],
  "transfer-encoding": [
    ...["chunked", "Chunked", "gzip, chunked", "chunked, gzip", "identity", "trailers", ""],
    ...["chunked\r\ntransfer-encoding: chunked", "chunked;q=1"],
  ],
  "content-length": ["0", "1", "5", "30", "00005", "-1", "5, 5", "5\r\ncontent-length: 5", "1e9"],
  trailer: ["x", "content-length", "transfer-encoding, host", ""],
  te: ["trailers", "trailers, deflate;q=0.5", "chunked", ""],
  host: ["", "x", "x\r\nhost: y", "[::1]:80", "a b"],
  date: ["now", "Thu, 01 Jan 1970 00:00:00 GMT"],
  "max-forwards": ["0"],
  "content-encoding": ["gzip", "identity"],
  "sec-websocket-key": ["dGhlIHNhbXBsZSBub25jZQ=="],
  cookie: ["a=b\r\ncookie: c=d"],
};

const targets = [
  "/_sandbox/health",
  "/payments",
  "*",
  "shop.example:443",
  "/",
  "http://x/payments",
];
const versions = ["1.1", "1.1", "1.1", "1.1", "1.0", "2.0"];
const bodies = [
  "",
  "x",
  "0\r\n\r\n",
  "5\r\nhello\r\n0\r\n\r\n",
  `5;${"x".repeat(1_000)}\r\nhello\r\n0\r\n\r\n`,
  `5\r\nhello\r\n0\r\ncontent-length: 9\r\nx: ${"y".repeat(1_000)}\r\n\r\n`,
  "ffffffffffffffffff\r\n",
  `${"x".repeat(30)}GET / HTTP/1.1\r\n\r\n`,
  "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
];

/** A request with some of these headers, which may be none for HTTP. */
function oddRequest(chance: Chance): string {
  const names = chance.shuffled(Object.keys(special)).slice(0, chance.below(5));
  const headers = names.map((name) => `${name}: ${chance.pick(special[name] ?? [])}`);
  const line = `${chance.pick(METHODS)} ${chance.pick(targets)} HTTP/${chance.pick(versions)}`;
  const host = chance.below(8) === 0 ? [] : ["host: 127.0.0.1"];
  return [line, ...host, ...headers, "", chance.pick(bodies)].join("\r\n");
}

let sandbox: Watched | undefined;

afterEach(({ task }) => {
  sandbox?.kill();
  if (task.result?.state === "fail") task.meta.figures = { seed, ...task.meta.figures };
});

/** A sandbox, and the bytes of a payment in it. */
async function arrive() {
  sandbox = await watchSandbox(() => false);
  const shop = new Shop(sandbox.url, sandbox.keys);
  const json = JSON.stringify(body("payments.create", "pix"));
  const payment = post("/payments", json, `authorization: Bearer ${await shop.token()}`);
  const madeSoFar = async () => (await shop.centavo.payments.list()).meta.total;
  return { watched: sandbox, payment, madeSoFar };
}

/** Makes a call for each number from 0, this many at a time. */
async function forAll(count: number, call: (number: number) => Promise<void>): Promise<void> {
  let next = 0;
  const work = async () => {
    while (next < count) await call(next++);
  };
  await Promise.all(Array.from({ length: CALLERS }, work));
}

test("a payment gets its response regardless of what follows it, and the process keeps running", async ({
  task,
}) => {
  const { watched, payment, madeSoFar } = await arrive();
  const problems: string[] = [];
  const byStatus: Record<string, number> = {};
  await forAll(EXCHANGES, async (number) => {
    const chance = new Chance("behind", number);
    const odd = Array.from({ length: chance.between(1, 3) }, () => oddRequest(chance)).join("");
    const at = chance.pick([odd.length, chance.below(odd.length)]);
    const pieces = [payment + odd.slice(0, at), odd.slice(at)].map((piece) => Buffer.from(piece));
    const found = await exchange(watched.url, { pieces }).then(
      // A response to a HEAD gives a length and has no body: only what comes before it can be read.
      (bytes) => [...`${bytes}`.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => status),
      (error: Error) => [error.message],
    );
    for (const status of found) byStatus[`${status}`] = (byStatus[`${status}`] ?? 0) + 1;
    const isWrong = found[0] !== "200" || found.some((status) => !/^[1-4]\d\d$/.test(`${status}`));
    if (isWrong) problems.push(`${number}: ${JSON.stringify(odd)} is answered ${found}`);
  });
  task.meta.figures = { "sent behind a payment": EXCHANGES, ...byStatus };
  expect(problems.slice(0, 10)).toEqual([]);
  expect(await madeSoFar()).toBe(EXCHANGES);
  expect(watched.complaints).toEqual([]);
  expect(await watched.end()).toBe(0);
});

test("after any reset of a connection, the process goes on, and nothing stays behind", async ({
  task,
}) => {
  const { watched, payment, madeSoFar } = await arrive();
  await forAll(RESETS / 10, (number) => reset(watched.url, number));
  const before = await watched.measure();

  await forAll(RESETS, (number) => reset(watched.url, RESETS + number));

  const made = await madeSoFar();
  const most = before.descriptors + 3;
  let after = await watched.measure();
  for (let time = 0; after.descriptors > most && time < 20; time++) {
    await setTimeout(250);
    after = await watched.measure();
  }
  task.meta.figures = {
    "connections reset": RESETS,
    "payments that were made all the same": made,
    "files and sockets open": `${before.descriptors}, then ${after.descriptors}`,
  };
  const [response] = responsesIn(
    await exchange(watched.url, { pieces: [get("/_sandbox/health")] }),
  );
  expect(response?.status).toBe(200);
  expect(after.descriptors).toBeLessThanOrEqual(most);
  expect(watched.complaints).toEqual([]);
  expect(await watched.end()).toBe(0);

  /** Sends as much of some requests as chance will have it, and resets the connection a while later. */
  async function reset(url: string, number: number): Promise<void> {
    const chance = new Chance("reset", number);
    const { hostname, port } = new URL(url);
    const socket = connect({ host: hostname, port: Number(port) });
    socket.on("error", () => {});
    const odd = chance.pick([payment, oddRequest(chance), payment + oddRequest(chance)]);
    const whole = odd.repeat(chance.pick([1, 1, 1, 5]));
    const end = chance.pick([whole.length, chance.below(whole.length + 1)]);
    await new Promise((resolve) => socket.once("connect", resolve));
    socket.write(whole.slice(0, end));
    await setTimeout(chance.pick([0, 0, 1, 3, 10]));
    if (chance.below(4) === 0) socket.end();
    if (chance.below(2) === 0) socket.resetAndDestroy();
    else socket.destroy();
  }
});
