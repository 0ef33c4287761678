import { expect, test } from "vitest";
import { runVitest } from "./run-vitest.ts";

test("the tests of a worker share a sandbox, in which each has its own company and receiver", async () => {
  const { status, stdout, stderr } = await runVitest("own-company");
  expect([status, stderr], stdout).toEqual([0, ""]);
  const [first, second] = stdout.match(/^sandbox at \S+$/gm) ?? [];
  expect(first).toBeDefined();
  expect(second).toBe(first);
});
