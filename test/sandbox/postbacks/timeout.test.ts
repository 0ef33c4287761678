import { setTimeout } from "node:timers/promises";
import { expect, onTestFinished, test, vi } from "vitest";
import { createControl } from "../../../src/sandbox/index.ts";
import { deliver } from "../../../src/sandbox/postbacks/deliver.ts";
import { receive, silence } from "../receiver.ts";

const limits = { closing: new AbortController().signal, timeout: 200 };
const token = {
  data: {
    ...{ access_token: "any", expires_in: "3600s", token_type: "bearer" },
    ...{ refresh_token: "any", refresh_expires_in: "3600s" },
  },
  message: null,
};
const tooLate = {
  ...{ status: null, answer: null, timedOut: true },
  problem: "No response arrived within 0.2 seconds.",
};

test("an attempt waits for a response up to the limit", async () => {
  const { url } = await receive(silence);
  const before = performance.now();
  expect(await deliver(url, "{}", limits)).toEqual(tooLate);
  expect(performance.now() - before).toBeLessThan(8_000);
});

test("a slow response has the same limit, and its status counts", async () => {
  const { url } = await receive(async (response) => {
    response.writeHead(200);
    while (!response.destroyed) {
      response.write(".");
      await setTimeout(10);
    }
  });
  const before = performance.now();
  expect(await deliver(url, "{}", limits)).toEqual({
    ...{ status: 200, answer: expect.stringMatching(/^\.+$/) },
    problem: "The response was not complete within 0.2 seconds.",
    timedOut: true,
  });
  expect(performance.now() - before).toBeLessThan(8_000);
});

test("closing the sandbox ends an attempt", async () => {
  const { url, arrived } = await receive(silence);
  const ending = new AbortController();
  const sending = deliver(url, "{}", { closing: ending.signal });
  await arrived(1);
  ending.abort();
  expect(await sending).toMatchObject({ status: null });
});

test("the reason for a missing response is short, and contains no keys", async () => {
  const host = `sandbox_private_4e1f.${"a".repeat(60_000)}.invalid`;
  const { status, problem } = await deliver(`http://${host}/`, "{}", {
    ...limits,
    timeout: 9000,
  });
  expect({ status, problem }).toEqual({
    status: null,
    problem: expect.stringMatching(/^[A-Z][a-z ]+ \(E[A-Z_]+\)\.$/),
  });
});

test("the client of the control interface waits for ten attempts without a response", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] });
  vi.stubGlobal("fetch", ({ url, signal }: Request) => {
    if (url.endsWith("/auth")) return Promise.resolve(Response.json(token));
    return new Promise((_, reject) => {
      signal.addEventListener("abort", () => reject(signal.reason));
    });
  });
  onTestFinished(() => void vi.useRealTimers().unstubAllGlobals());
  const { clock } = createControl("http://127.0.0.1:4020", { publicKey: "a", privateKey: "b" });
  const ended = vi.fn();
  clock.advance({ days: 10 }).catch(ended);
  await vi.advanceTimersByTimeAsync(10 * 10_000);
  expect(ended).not.toHaveBeenCalled();
  // The client does not wait as long again for a sandbox that has stopped.
  await vi.advanceTimersByTimeAsync(60_000);
  expect(ended).toHaveBeenCalledWith(expect.objectContaining({ name: "TimeoutError" }));
});
