import { expect, test } from "vitest";
import { runVitest } from "./run-vitest.ts";

test("a test that fails shows why, and the timeline of its company without card numbers and keys", async () => {
  const { status, stdout, stderr } = await runVitest("fails");
  const printed = stdout + stderr;
  /** What a test printed, below the line in which Vitest names it. */
  const linesOf = (name: string) => {
    const [, output = ""] = printed.split(`stderr | ${name}\n`);
    return output.split("\n\n", 1).flatMap((lines) => lines.split("\n"));
  };
  expect(status).toBe(1);
  expect(printed).toMatch(
    /Error: Expected the status PAID, received PENDING for [\da-f-]{36}\.\n ❯ fails\.suite\.ts:\d+:\d+\n/,
  );
  expect(linesOf("fails.suite.ts > a wrong status")).toEqual([
    "The test's company, all events:",
    expect.stringMatching(/^2026-03-02T09:00:00-03:00 {2}payments\.create .* 200 PENDING, /),
    expect.stringMatching(/^2026-03-02T09:00:00-03:00 {2}payment status .* PENDING$/),
    expect.stringMatching(/^2026-03-02T09:00:00-03:00 {2}payments\.get .* 200 PENDING, /),
  ]);
  expect(linesOf("fails.suite.ts > a card").join()).toContain("200 SUCCEEDED");
  expect(printed).not.toMatch(/4111111111111111|sandbox_\w/);
  // A test without a company prints none.
  expect(linesOf("fails.suite.ts > no company")).toEqual([""]);
  expect(printed.match(/The test's company/g)).toHaveLength(2);
});

test("the tests of a worker share a sandbox, in which each has its own company and receiver", async () => {
  const { status, stdout, stderr } = await runVitest("own-company");
  expect([status, stderr], stdout).toEqual([0, ""]);
  const [first, second] = stdout.match(/^sandbox at \S+$/gm) ?? [];
  expect(first).toBeDefined();
  expect(second).toBe(first);
});
