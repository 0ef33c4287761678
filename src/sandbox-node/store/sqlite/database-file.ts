import { chmodSync, closeSync, existsSync, lstatSync, openSync, statSync } from "node:fs";
import { dirname } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { DamagedRecordError, StoreError } from "../../../sandbox/store/store-error.ts";
import { madeBefore, pendingStatements, SELECT_NUMBER } from "../sql/migrations.ts";
import { IN_MEMORY } from "../store-address.ts";
import { inSqlite } from "./sqlite-session.ts";

/** Identifies a file of the sandbox: "cent" in ASCII. */
const APPLICATION_ID = 0x63656e74;

/** The file contains the secret behind all keys. Only its owner may read it and SQLite's extra files. */
const OWNER_ONLY = { newFile: 0o600, mask: 0o700 };
const FILE_SUFFIXES = ["", "-wal", "-shm", "-journal"];

/** User-facing messages for SQLite's error codes. */
const problems: Record<number, string> = {
  5: "another sandbox or program has it open",
  8: "it is not writable",
  10: "the disk cannot read or write it",
  11: "it is damaged",
  13: "the disk is full",
  14: "no file can be opened or created there",
  26: "it is not a SQLite database",
};
/** Extended SQLite codes contain the primary code in their lowest byte. */
const PRIMARY_CODE = 0xff;

/**
 * Opens a database exclusively, and creates it if it does not exist.
 * @throws {StoreError} with the problem of the file.
 */
export function openFile(file: string): DatabaseSync {
  try {
    const { DatabaseSync } = loadSqlite();
    assertPossible(file);
    createForOwner(file);
    return configure(new DatabaseSync(file));
  } catch (error) {
    const problem = describeFileProblem(error);
    throw problem === undefined ? error : new StoreError(problem, { cause: error });
  }
}

/** Loaded on demand: without a file, the sandbox also runs on Node versions that have no SQLite. */
function loadSqlite(): typeof import("node:sqlite") {
  const sqlite = process.getBuiltinModule("node:sqlite");
  if (sqlite) return sqlite;
  throw new StoreError(`SQLite needs Node 22.13 or later, and this is ${process.version}`, {
    advice: "leave out --db to keep the data in memory",
  });
}

/** The problem of the database file, or undefined if the error has another cause. */
export function describeFileProblem(error: unknown): string | undefined {
  if (error instanceof DamagedRecordError) return error.message;
  const { code, errcode } = error as { code?: string; errcode?: number };
  return code === "ERR_SQLITE_ERROR" ? problems[Number(errcode) & PRIMARY_CODE] : undefined;
}

/** SQLite has one message for a folder in place of the file, no folder, and a folder that is closed. */
function assertPossible(file: string): void {
  if (file.startsWith("file:")) return;
  if (isFolder(file)) throw new StoreError("it is a folder");
  if (!existsSync(dirname(file))) throw new StoreError(`there is no folder ${dirname(file)}`);
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

/** SQLite would create a file that everyone can read. Ignores errors: SQLite reports them better. */
function createForOwner(file: string): void {
  if (file === IN_MEMORY || file.startsWith("file:") || existsSync(file)) return;
  try {
    closeSync(openSync(file, "a", OWNER_ONLY.newFile));
  } catch {}
}

/** Restricts an existing file too. Errors are ignored: some file systems have no permissions. */
function restrictToOwner(sqlite: DatabaseSync): void {
  const { file } = sqlite.prepare("SELECT file FROM pragma_database_list").get() as {
    file: string;
  };
  // SQLite has resolved symbolic links in this name. A link in place of an extra file is not ours to change.
  for (const path of file === "" ? [] : FILE_SUFFIXES.map((suffix) => file + suffix)) {
    try {
      const stats = lstatSync(path);
      if (!stats.isSymbolicLink()) chmodSync(path, stats.mode & OWNER_ONLY.mask);
    } catch {}
  }
}

function configure(sqlite: DatabaseSync): DatabaseSync {
  try {
    // Two sandboxes on one file would overwrite each other's ids and clocks. The operating system releases
    // the lock when the process ends, even after a crash.
    sqlite.exec("PRAGMA locking_mode = EXCLUSIVE");
    const pending = pendingStatements(currentLayout(sqlite));
    restrictToOwner(sqlite);
    // Commits survive a crash of the process. A crash of the machine may lose the latest ones.
    sqlite.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;");
    // Checkpoints less often than by default, so that a page with many changes is copied to the file less
    // often. The log can grow to 40 MB.
    sqlite.exec("PRAGMA wal_autocheckpoint = 10000");
    if (pending !== "")
      sqlite.exec(`BEGIN; PRAGMA application_id = ${APPLICATION_ID}; ${inSqlite(pending)} COMMIT`);
    return sqlite;
  } catch (error) {
    sqlite.close();
    throw error;
  }
}

/**
 * The layout of the tables, or 0 if there are none. Changes nothing.
 * @throws {StoreError} if another program has made the file, or the sandbox before its first release.
 */
function currentLayout(sqlite: DatabaseSync): number {
  const { tables, layouts, applicationId } = sqlite
    .prepare(
      `SELECT application_id AS applicationId, (SELECT count(*) FROM sqlite_schema) AS tables,
         (SELECT count(*) FROM sqlite_schema WHERE name = 'layouts') AS layouts FROM pragma_application_id`,
    )
    .get() as { applicationId: number; tables: number; layouts: number };
  if (tables === 0) return 0;
  if (applicationId !== APPLICATION_ID)
    throw new StoreError("it is the database of another program");
  if (layouts === 0) throw madeBefore();
  return Number(sqlite.prepare(inSqlite(SELECT_NUMBER)).get()?.number);
}
