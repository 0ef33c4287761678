import { createHash } from "node:crypto";
import {
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join, relative } from "node:path";
import { deserialize, serialize } from "node:v8";
import type { Servers } from "./generated-pages.ts";
import type { Pages } from "./serve-folder.ts";

const KEPT = "dist/docs-cache";

/** What the site is made from, and more: whole folders, so that none of their files can be forgotten. `**` enters no hidden ones. */
const SOURCES = ["*.{json,md,yaml}", "{docs,docs/.vitepress,generated,openapi,scripts,src}/**"];

/** The name of a site. It is another one after a change of a file that the site is made from, or of an address in it. */
export function siteKey({ mock, sandbox }: Servers, root = "."): string {
  const hash = createHash("sha256").update(`${mock} ${sandbox}`);
  const files = globSync(SOURCES, { cwd: root, withFileTypes: true })
    .filter((file) => file.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
  for (const file of files.sort())
    hash.update(`\n${relative(root, file)}\n`).update(readFileSync(file));
  return hash.digest("hex");
}

/** The pages of a site that was built earlier. */
export function cachedPages(key: string, folder = KEPT): Pages | undefined {
  try {
    return deserialize(readFileSync(join(folder, key)));
  } catch {
    return undefined;
  }
}

/** Keeps these pages in place of older ones: in one file, so that they are there as a whole or not at all. */
export function cachePages(key: string, pages: Pages, work: string, folder = KEPT): void {
  const written = join(work, key);
  writeFileSync(written, serialize(pages));
  mkdirSync(folder, { recursive: true });
  for (const old of readdirSync(folder)) rmSync(join(folder, old), { force: true });
  renameSync(written, join(folder, key));
}
