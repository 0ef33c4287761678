import { expect, test } from "vitest";
import { openSandbox } from "../company-fixture.ts";
import { receive, silence } from "../receiver.ts";
import { firstPostback, payWithPostback } from "./postback-fixtures.ts";

test("an attempt waits ten seconds for a response", async () => {
  const { url } = await receive(silence);
  const shop = await openSandbox();
  await payWithPostback(shop, url);
  const before = performance.now();
  await shop.control.clock.advance({ seconds: 1 });
  const waited = performance.now() - before;
  expect(waited).toBeGreaterThan(9_500);
  expect(waited).toBeLessThan(14_000);
  const problem = "No response arrived within 10 seconds.";
  expect((await firstPostback(shop)).attempts).toMatchObject([{ status: null, problem }]);
});
