import { expect, test } from "vitest";
import { openSandbox } from "../company-fixture.ts";
import { receive, silence } from "../receiver.ts";

test("an attempt waits ten seconds for a response, and is repeated a minute later", async () => {
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
      attempts: [{ status: null, answer: null, problem: "No response arrived within 10 seconds." }],
    },
  ]);
});
