import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join, resolve } from "node:path";
import { run } from "./run-and-capture.ts";

const REPOSITORY = resolve(import.meta.dirname, "../..");

/** Not needed for packing, or deleted by other processes meanwhile. */
const LEFT_OUT = /^(\.git|\.new-.*|docs-build-.*|node_modules|coverage)$/;

/** Leftovers of earlier builds, other commands and people. None of them may be packed. */
const STRAYS = [
  "dist/package/left-over.js",
  "dist/docs/index.html",
  "generated/notes.md",
  "src/client/notes.md",
  ".env",
];

/** The tarball, in a folder that exists until this is disposed of. */
export interface Pack extends Disposable {
  tarball: string;
}

/**
 * Packs the repository as publishing would. A copy is packed, so that test files, and people, who
 * build at the same time do not take the output from each other.
 */
export async function pack(): Promise<Pack> {
  const folder = mkdtempSync(join(tmpdir(), "centavo-pack-"));
  const dispose = () => rmSync(folder, { recursive: true });
  try {
    await run("npm", ["pack", "--pack-destination", folder], copyRepository(folder));
  } catch (error) {
    dispose();
    throw error;
  }
  const [name = ""] = readdirSync(folder).filter((file) => file.endsWith(".tgz"));
  return { tarball: join(folder, name), [Symbol.dispose]: dispose };
}

function copyRepository(folder: string): string {
  const copy = join(folder, "repository");
  cpSync(REPOSITORY, copy, { recursive: true, filter: (from) => !LEFT_OUT.test(basename(from)) });
  symlinkSync(join(REPOSITORY, "node_modules"), join(copy, "node_modules"));
  for (const stray of STRAYS) {
    mkdirSync(dirname(join(copy, stray)), { recursive: true });
    writeFileSync(join(copy, stray), "stray");
  }
  return copy;
}
