import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { type Pages, serveFolder, servePages } from "../../scripts/docs/serve-folder.ts";
import { newFolder } from "../sandbox/database-file.ts";

test.each([
  ["guides/pix", 308, "/docs/guides/pix.html"],
  ["guides/pix?language=curl", 308, "/docs/guides/pix.html?language=curl"],
  ["guides", 308, "/docs/guides/"],
  ["guides/pix.html?language=curl", 200, null],
  ["guides/index.html", 200, null],
  ["guides/nothing", 404, null],
])("the docs answer %s with %i, and lead to %s", async (path, status, location) => {
  const folder = newFolder();
  mkdirSync(join(folder, "guides"));
  for (const page of ["guides/pix.html", "guides/index.html", "404.html"])
    writeFileSync(join(folder, page), page);
  const docs = await serveFolder(folder, { base: "/docs/" });
  onTestFinished(docs.close);

  const response = await fetch(`${docs.url}/docs/${path}`, { redirect: "manual" });

  expect({ status: response.status, location: response.headers.get("location") }).toEqual({
    status,
    location,
  });
});

test("a page that is opened while the docs are built says so, and opens again until they are there", async () => {
  const { promise, resolve } = Promise.withResolvers<Pages>();
  const docs = await servePages(promise);
  onTestFinished(docs.close);
  const open = async () => {
    const response = await fetch(`${docs.url}/guides/pix.html`);
    return [response.status, await response.text()];
  };
  const [status, text] = await open();
  expect([status, text]).toEqual([503, expect.stringContaining("The docs are being built")]);
  expect(text).toContain('http-equiv="refresh"');

  resolve(new Map([["/guides/pix.html", { type: "text/html", body: Buffer.from("PIX") }]]));
  await expect.poll(open).toEqual([200, "PIX"]);
});
