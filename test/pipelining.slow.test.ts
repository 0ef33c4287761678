import { expect, test } from "vitest";
import { get, openServer, reply } from "./raw-socket.ts";

/** More than the system buffers for a connection without a reader. */
const LARGE = 8 * 1_048_576;

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
