import { expect, test } from "vitest";
import { receive, silence } from "./receiver.ts";
import { openSandbox } from "./shop.ts";

test("a receiver is waited for ten seconds, and tried again a minute later", async () => {
  const { url } = await receive(silence);
  const shop = await openSandbox();
  await shop.pay("card", { billingData: { postbackUrl: url } });
  const before = performance.now();
  await shop.control.clock.advance({ seconds: 1 });
  const waited = performance.now() - before;
  expect(waited).toBeGreaterThan(9500);
  expect(waited).toBeLessThan(14_000);
  expect((await shop.control.postbacks.list()).data).toMatchObject([
    {
      nextAttemptAt: "2026-03-02T12:01:00.000Z",
      attempts: [{ status: null, answer: null, problem: "No answer came within 10 seconds." }],
    },
  ]);
});
