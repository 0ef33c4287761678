import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { expect, onTestFinished, test } from "vitest";
import { get, openServer, reply } from "./raw-socket.ts";

/** More than the system buffers for a connection without a reader. */
const LARGE = 8 * 1_048_576;
/** One read of Node's. */
const ONE_READ = 65_536;

test("few requests of a client that reads no responses are started, and all get theirs in order", async () => {
  const begun: string[] = [];
  const { connect, statusesOf } = await openServer({
    handle: async ({ target }) => {
      if (target !== "/") begun.push(target);
      return reply(target === "/" ? "" : `<${target}>${"x".repeat(LARGE)}`);
    },
  });
  const client = await connect("");
  client.socket.pause();
  const targets = Array.from({ length: 12 }, (_, number) => `/${number}`);
  client.send(targets.map((target) => get(target)).join(""));
  await expect.poll(() => begun.length).toBeGreaterThan(0);
  // In the meantime, all could have been started.
  for (let time = 0; time < 20; time++) await statusesOf(get("/"));
  expect(begun.length).toBeLessThanOrEqual(2);

  client.socket.resume();
  expect(await client.answered(targets.length)).toHaveLength(targets.length);
  const received = client.received.matchAll(/<(.+?)>/g);
  expect([...received].map(([, target]) => target)).toEqual(targets);
  expect(begun).toEqual(targets);
});

test("the server reads ahead by one read of the connection at most", async () => {
  let parsed = 0;
  const count = () => {
    parsed += 1;
  };
  const next: (() => void)[] = [];
  const { connect, statusesOf } = await openServer({
    handle: async ({ target }) => {
      if (target === "/held") await new Promise<void>((resolve) => next.push(resolve));
      return reply("");
    },
  });
  const request = get("/held", `x: ${"y".repeat(1_000)}`);
  const most = Math.ceil(ONE_READ / request.length);
  const client = await connect("");
  subscribe("http.server.request.start", count);
  onTestFinished(() => void unsubscribe("http.server.request.start", count));
  client.send(request.repeat(1_000));

  for (let responses = 0; responses < 20; responses++) {
    await expect.poll(() => next.length, { interval: 1 }).toBe(1);
    // This request is counted too.
    expect(await statusesOf(get("/"))).toEqual([200]);
    parsed -= 1;
    expect(parsed - responses).toBeLessThanOrEqual(most);
    next.pop()?.();
    await client.answered(responses + 1);
  }
  // The server reads and responds to the rest once nothing is held back.
  const goOn = setInterval(() => next.pop()?.(), 0);
  onTestFinished(() => clearInterval(goOn));
  await client.answered(1_000);
  expect(client.statuses).toHaveLength(1_000);
});
