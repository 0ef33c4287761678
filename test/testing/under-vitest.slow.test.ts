import { describe, expect, test } from "vitest";
import type { Ended } from "../run-command-line.ts";
import { runVitest } from "./run-vitest.ts";

describe("when tests fail", () => {
  let ended: Promise<Ended> | undefined;

  /** What Vitest printed. All tests share one run. */
  async function printed(): Promise<string> {
    ended ??= runVitest("fails", "unreadable-timeline");
    const { status, stdout, stderr } = await ended;
    expect(status).toBe(1);
    return stdout + stderr;
  }

  /** The lines that a test printed, without the line in which Vitest names the test. */
  async function linesOf(name: string, file = "fails.suite.ts"): Promise<string[]> {
    const [, output = ""] = (await printed()).split(`stderr | ${file} > ${name}\n`);
    return output.split("\n\n", 1).flatMap((lines) => lines.split("\n"));
  }

  test("Vitest says what the matcher expected, and where", async () => {
    expect(await printed()).toMatch(
      /Error: Expected the status PAID, received PENDING for [\da-f-]{36}\.\n ❯ fails\.suite\.ts:\d+:\d+\n/,
    );
  });

  test("the timeline of the test's company is printed, the earliest event first", async () => {
    expect(await linesOf("a wrong status")).toEqual([
      "The test's company, all events:",
      expect.stringMatching(/^2026-03-02T09:00:00-03:00 {2}payments\.create .* 200 PENDING, /),
      expect.stringMatching(/^2026-03-02T09:00:00-03:00 {2}payment status .* PENDING$/),
      expect.stringMatching(/^2026-03-02T09:00:00-03:00 {2}payments\.get .* 200 PENDING, /),
    ]);
  });

  test("no card number and no key is printed", async () => {
    expect(await linesOf("a card")).toContainEqual(expect.stringContaining("200 SUCCEEDED"));
    expect(await printed()).not.toMatch(/4111111111111111|sandbox_\w/);
  });

  test("that its timeline cannot be read does not hide why it failed", async () => {
    expect(await linesOf("an ended sandbox", "unreadable-timeline.suite.ts")).toEqual([
      expect.stringMatching(/^The timeline cannot be read: NetworkError: /),
    ]);
    expect(await printed()).toMatch(/AssertionError: on purpose: http:/);
  });

  test("a test without a company prints none", async () => {
    expect(await linesOf("no company")).toEqual([""]);
    expect((await printed()).match(/The test's company/g)).toHaveLength(2);
  });
});

test("all tests of a worker share a sandbox, in which each has its own company and receiver", async () => {
  const stdout = await expectPassed("one", "another", "--no-isolate", "--maxWorkers=1");
  const sandboxes = [...stdout.matchAll(/^sandbox at (\S+)$/gm)].map(([, url]) => url);
  expect(sandboxes).toHaveLength(4);
  expect(new Set(sandboxes).size).toBe(1);
});

test("the sandbox of a worker ends after its last test", async () => {
  expect(await expectPassed("sandbox-teardown")).toContain("the sandbox has ended");
});

/** Runs a suite of which each test passes, and returns what it printed. */
async function expectPassed(...args: string[]): Promise<string> {
  const { status, stdout, stderr } = await runVitest(...args);
  expect(stderr).toBe("");
  expect(status, stdout).toBe(0);
  return stdout;
}
