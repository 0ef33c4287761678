import { cpSync, existsSync, mkdtempSync, rmSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { onTestFinished } from "vitest";

/** In memory, where a system has a folder there with space: a disk would have to write each new database several times. */
const FOLDERS = hasSpace("/dev/shm") ? "/dev/shm" : tmpdir();

function hasSpace(folder: string): boolean {
  if (!existsSync(folder)) return false;
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize > 2 ** 30;
}

/** A folder that ends with the test. */
export function newFolder(): string {
  const folder = mkdtempSync(join(FOLDERS, "centavo-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

/** The name of a file for a database, where there is none yet. */
export function newFile(): string {
  return join(newFolder(), "sandbox.db");
}

/**
 * A copy of a sandbox's file in its current state. The file itself stays as a crash left it, so that the
 * sandbox repairs it, and a sandbox that has it open is not disturbed.
 */
export function openCopy(db: string): { sqlite: DatabaseSync } & Disposable {
  const folder = mkdtempSync(join(FOLDERS, "centavo-copy-"));
  cpSync(dirname(db), folder, { recursive: true });
  const sqlite = new DatabaseSync(join(folder, basename(db)));
  return {
    sqlite,
    [Symbol.dispose]() {
      sqlite.close();
      rmSync(folder, { recursive: true });
    },
  };
}
