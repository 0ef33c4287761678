import { createWriteStream, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { expect, onTestFinished, test } from "vitest";
import { Cursor } from "../../src/contract/cursor.ts";
import { readContract } from "../../src/contract/read-bundled-contract.ts";
import { readRecordedExchanges } from "../../src/verify/traffic/recorded-exchanges.ts";

test("a HAR of 100 megabytes is not held in memory", async () => {
  const folder = mkdtempSync(join(tmpdir(), "centavo-traffic-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, "large.har");
  const text = JSON.stringify("é".repeat(50_000));
  const request = { method: "GET", url: "https://api.example/payments" };
  const entry = JSON.stringify({ request, response: { status: 200, content: { text } } });
  await pipeline(function* () {
    yield `{"log":{"entries":[${entry}`;
    for (let index = 1; index < 1000; index++) yield `,${entry}`;
    yield "]}}";
  }, createWriteStream(file));

  const before = process.memoryUsage.rss();
  let count = 0;
  let highest = 0;
  for await (const _ of readRecordedExchanges(file, Cursor.root(readContract()))) {
    count += 1;
    highest = Math.max(highest, process.memoryUsage.rss());
  }
  expect(count).toBe(1000);
  expect((highest - before) / 1e6).toBeLessThan(80);
});
