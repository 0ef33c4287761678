import { expect, test } from "centavo/testing/vitest";

// It fails on purpose, after its sandbox.

test("an ended sandbox", async ({ sandbox, company }) => {
  await sandbox.close();
  expect.fail(`on purpose: ${company.url}`);
});
