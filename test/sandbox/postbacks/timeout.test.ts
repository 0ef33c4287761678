import { expect, onTestFinished, test, vi } from "vitest";
import { createControl } from "../../../src/sandbox-node/index.ts";

test("the client of the control API waits for ten attempts without a response", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] });
  vi.stubGlobal("fetch", ({ signal }: Request) => {
    return new Promise((_, reject) => {
      signal.addEventListener("abort", () => reject(signal.reason));
    });
  });
  onTestFinished(() => void vi.useRealTimers().unstubAllGlobals());
  const { clock } = createControl({
    baseUrl: "http://127.0.0.1:4020",
    publicKey: "a",
    privateKey: "b",
  });
  const ended = vi.fn();
  clock.advance({ days: 10 }).catch(ended);
  await vi.advanceTimersByTimeAsync(10 * 10_000);
  expect(ended).not.toHaveBeenCalled();
  // The client does not wait as long again for a sandbox that has stopped.
  await vi.advanceTimersByTimeAsync(60_000);
  expect(ended).toHaveBeenCalledWith(expect.objectContaining({ name: "TimeoutError" }));
});
