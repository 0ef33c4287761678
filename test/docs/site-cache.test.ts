import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { cachedPages, cachePages, siteKey } from "../../scripts/docs/site-cache.ts";
import { newFolder } from "../sandbox/database-file.ts";

const SERVERS = { mock: "http://127.0.0.1:4010", sandbox: "http://127.0.0.1:4020" };
const pages = (text: string) => new Map([["/", { type: "text/html", body: Buffer.from(text) }]]);

function write(root: string, file: string, text: string): void {
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), text);
}

test.each([
  "docs/guides/pix.md",
  "docs/pt-BR/texts.yaml",
  "docs/inspector-payment.webp",
  "docs/.vitepress/theme/site.css",
  "generated/openapi.json",
  "openapi/workflows/pix.arazzo.yaml",
  "scripts/docs/build-site.ts",
  "src/sandbox/index.ts",
  "CHANGELOG.md",
  "package-lock.json",
])("a change of %s needs another build", (file) => {
  const root = newFolder();
  write(root, "docs/home.md", "home");
  const missing = siteKey(SERVERS, root);
  write(root, file, "old");
  const before = siteKey(SERVERS, root);
  expect([missing, siteKey({ ...SERVERS, mock: "http://127.0.0.1:1" }, root)]).not.toContain(
    before,
  );
  write(root, "dist/docs/index.html", "built");
  expect(siteKey(SERVERS, root)).toBe(before);
  write(root, file, "new");
  expect(siteKey(SERVERS, root)).not.toBe(before);
});

test("the pages of one site are kept, and only as a whole", () => {
  const [folder, work] = [newFolder(), newFolder()];
  cachePages("first", pages("1"), work, folder);
  cachePages("second", pages("2"), work, folder);

  expect([cachedPages("first", folder), cachedPages("second", folder)]).toEqual([
    undefined,
    pages("2"),
  ]);
  expect([readdirSync(folder), readdirSync(work)]).toEqual([["second"], []]);
  const file = join(folder, "second");
  writeFileSync(file, readFileSync(file).subarray(0, -1));
  expect(cachedPages("second", folder)).toBeUndefined();
});
