import { cpSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { builtOnce } from "../built-once.ts";
import { TRANSIENT } from "../contract/repository-copy.ts";
import { run } from "./run-and-capture.ts";

const REPOSITORY = resolve(import.meta.dirname, "../..");

/** Not needed for packing, or with files that other processes delete meanwhile. */
const LEFT_OUT = /^(\.git|\.new-.*|dist|node_modules|coverage)$/;

/** Leftovers of earlier builds, other commands and people. None of them may be packed. */
const STRAYS = [
  "dist/package/left-over.js",
  "dist/docs/index.html",
  "generated/notes.md",
  "src/client/notes.md",
  ".env",
];

/**
 * The tarball of the repository, packed as publishing would. A copy is packed, so that people who build at the same time
 * do not take the output from each other.
 */
export async function pack(): Promise<string> {
  const folder = await builtOnce("package", (folder) =>
    run("npm", ["pack", "--pack-destination", folder], copyRepository(folder)),
  );
  const [name = ""] = readdirSync(folder).filter((file) => file.endsWith(".tgz"));
  return join(folder, name);
}

function copyRepository(folder: string): string {
  const copy = join(folder, "repository");
  const filter = (from: string) => !LEFT_OUT.test(basename(from)) && !TRANSIENT.test(from);
  cpSync(REPOSITORY, copy, { recursive: true, filter });
  symlinkSync(join(REPOSITORY, "node_modules"), join(copy, "node_modules"));
  for (const stray of STRAYS) {
    mkdirSync(dirname(join(copy, stray)), { recursive: true });
    writeFileSync(join(copy, stray), "stray");
  }
  return copy;
}
