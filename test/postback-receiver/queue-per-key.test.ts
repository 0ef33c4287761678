import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import { createQueuePerKey } from "../../src/postback-receiver/queue-per-key.ts";

test("the tasks of one key run one after the other, those of others at the same time", async () => {
  const queue = createQueuePerKey();
  const gates = [0, 1].map(() => Promise.withResolvers<void>());
  const begun: string[] = [];
  const start = (key: string, gate?: Promise<void>) =>
    queue(key, async () => {
      begun.push(key);
      await gate;
    });
  const [first, second] = gates.map(({ promise }) => start("a", promise));
  await start("b");
  expect(begun).toEqual(["a", "b"]);

  // The next one runs also after one that failed, whose error goes to its own caller.
  gates[0]?.reject(new Error("first"));
  await expect(first).rejects.toThrow("first");
  // Begins while the second one runs, and the first one is forgotten.
  const third = start("a");
  await setImmediate();
  expect(begun).toEqual(["a", "b", "a"]);
  gates[1]?.resolve();
  await Promise.all([second, third]);
  expect(begun).toEqual(["a", "b", "a", "a"]);
});
