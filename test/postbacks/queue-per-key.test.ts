import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import { createQueuePerKey } from "../../src/postbacks/queue-per-key.ts";

test("the tasks of one key run one after the other, those of others at the same time", async () => {
  const queue = createQueuePerKey();
  const gates = [0, 1, 2].map(() => Promise.withResolvers<void>());
  const begun: string[] = [];
  const start = (key: string, gate?: Promise<void>) =>
    queue(key, async () => {
      begun.push(key);
      await gate;
    });
  const first = start("a", gates[0]?.promise);
  const second = start("a", gates[1]?.promise);
  await start("b");
  expect(begun).toEqual(["a", "b"]);

  gates[0]?.resolve();
  await first;
  // Begins while the second one runs, and the first one is forgotten.
  const third = start("a");
  await setImmediate();
  expect(begun).toEqual(["a", "b", "a"]);
  gates[1]?.resolve();
  await Promise.all([second, third]);
  expect(begun).toEqual(["a", "b", "a", "a"]);
});

test("a task runs after one that failed, whose error goes to its own caller", async () => {
  const queue = createQueuePerKey();
  const failed = queue("a", () => Promise.reject(new Error("first")));
  const next = queue("a", async () => {});
  await expect(failed).rejects.toThrow("first");
  await expect(next).resolves.toBeUndefined();
});
