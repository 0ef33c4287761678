import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { connect, type Socket } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { type CompleteResponse, type HttpService, serve } from "../src/http-server/http-server.ts";
import { get } from "./raw-socket.ts";

/** More than the system buffers for a connection without a reader. */
const LARGE = Buffer.alloc(8 * 1_048_576, "x");
/** One read of Node's. */
const ONE_READ = 65_536;

function reply(content: string | Uint8Array): CompleteResponse {
  return { status: 200, headers: {}, body: content };
}

async function open(handle: HttpService["handle"]): Promise<Socket> {
  const reject = (status: number, message: string): CompleteResponse => ({
    ...reply(message),
    status,
  });
  const { url, close } = await serve(
    { host: "127.0.0.1", port: 0 },
    { handle, errorResponse: reject },
  );
  const socket = connect(Number(new URL(url).port), "127.0.0.1");
  socket.on("error", () => {});
  onTestFinished(async () => {
    socket.destroy();
    await close();
  });
  return socket;
}

test("few requests of a client that reads no responses are started, and all get their responses in order", async () => {
  const requests = 12;
  const begun: string[] = [];
  const socket = await open(async ({ target }) => {
    begun.push(target);
    return reply(Buffer.concat([Buffer.from(`<${target}>`), LARGE]));
  });
  socket.pause();
  const targets = Array.from({ length: requests }, (_, number) => `/${number}`);
  socket.write(targets.map((target) => get(target)).join(""));
  await wait(500);
  expect(begun.length).toBeGreaterThan(0);
  expect(begun.length).toBeLessThanOrEqual(2);

  const chunks: Buffer[] = [];
  let size = 0;
  socket.on("data", (data: Buffer) => {
    chunks.push(data);
    size += data.length;
  });
  socket.resume();
  await expect.poll(() => size, { timeout: 20_000 }).toBeGreaterThan(requests * LARGE.length);
  const received = Buffer.concat(chunks).toString("latin1");
  expect([...received.matchAll(/<(.+?)>/g)].map(([, target]) => target)).toEqual(targets);
  expect(begun).toEqual(targets);
});

test("the server reads ahead by one read of the connection at most", async () => {
  let parsed = 0;
  const count = () => {
    parsed += 1;
  };
  subscribe("http.server.request.start", count);
  onTestFinished(() => void unsubscribe("http.server.request.start", count));
  const next: (() => void)[] = [];
  const socket = await open(async () => {
    await new Promise<void>((resolve) => next.push(resolve));
    return reply("");
  });
  let responses = 0;
  socket.on("data", (data: Buffer) => {
    responses += data.toString("latin1").split("HTTP/1.1 200").length - 1;
  });
  const request = get("/", `x: ${"y".repeat(1_000)}`);
  const most = Math.ceil(ONE_READ / request.length);
  socket.write(request.repeat(1_000));

  while (responses < 20) {
    await expect.poll(() => next.length, { interval: 1 }).toBe(1);
    await wait(5);
    expect(parsed - responses).toBeLessThanOrEqual(most);
    const before = responses;
    next.pop()?.();
    await expect.poll(() => responses, { interval: 1 }).toBe(before + 1);
  }
  // The server reads and responds to the rest once nothing is held back.
  const goOn = setInterval(() => next.pop()?.(), 0);
  onTestFinished(() => clearInterval(goOn));
  await expect.poll(() => responses, { timeout: 10_000 }).toBe(1_000);
});
