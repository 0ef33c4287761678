import { chmodSync, closeSync, existsSync, lstatSync, openSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { schema } from "./schema.ts";

/** The name under which SQLite keeps everything in memory, and makes no file. */
export const IN_MEMORY = ":memory:";

/** Marks a file as a sandbox's: "cent" in ASCII. */
const APPLICATION_ID = 0x63656e74;
/** Of the tables and records. A file that was made with others is not read as if it had these. */
const VERSION = 9;

/** The file has the secret from which all keys follow, so only its owner may read it, or what SQLite keeps beside it. */
const OWNER_ONLY = { made: 0o600, kept: 0o700 };
const FILE_SUFFIXES = ["", "-wal", "-shm", "-journal"];

/** What SQLite finds wrong with a file, by its own code, in words for whoever chose the file. */
const problems: Record<number, string> = {
  5: "another sandbox or program has it open",
  8: "it cannot be written to",
  10: "the disk does not read or write it",
  11: "it is damaged",
  13: "the disk is full",
  14: "no file can be opened or made there",
  26: "it is no database",
};
/** The rest of a code of SQLite's says more than is told. */
const PRIMARY_CODE = 0xff;

/**
 * Opens a database for one sandbox alone, and makes one where there is none.
 * @throws {Error} that says what is wrong with the file.
 */
export function openFile(file: string): DatabaseSync {
  try {
    createForOwner(file);
    return configure(new DatabaseSync(file));
  } catch (error) {
    const problem = describeFileProblem(error);
    throw problem === undefined ? error : new Error(problem, { cause: error });
  }
}

/** What was written into a file by something else than a sandbox. The message never has what stands there. */
export class DamagedRecordError extends Error {
  override readonly name = "DamagedRecordError";

  constructor(table: string) {
    super(`it is damaged: a record of ${table} cannot be read`);
  }
}

/** What is wrong with a file, where it is the file that has something wrong. */
export function describeFileProblem(error: unknown): string | undefined {
  if (error instanceof DamagedRecordError) return error.message;
  const { code, errcode } = error as { code?: string; errcode?: number };
  return code === "ERR_SQLITE_ERROR" ? problems[Number(errcode) & PRIMARY_CODE] : undefined;
}

/** SQLite would make a file that everybody can read. What is in the way it says better itself. */
function createForOwner(file: string): void {
  if (file === IN_MEMORY || file.startsWith("file:") || existsSync(file)) return;
  try {
    closeSync(openSync(file, "a", OWNER_ONLY.made));
  } catch {}
}

/** A file may have been made before, or copied. Where the system knows no such rights they stay as they are. */
function restrictToOwner(sqlite: DatabaseSync): void {
  const { file } = sqlite.prepare("SELECT file FROM pragma_database_list").get() as {
    file: string;
  };
  // SQLite has followed a link to the file itself, so that this name is no link. One beside it is somebody else's.
  for (const path of file === "" ? [] : FILE_SUFFIXES.map((ending) => file + ending)) {
    try {
      const stats = lstatSync(path);
      if (!stats.isSymbolicLink()) chmodSync(path, stats.mode & OWNER_ONLY.kept);
    } catch {}
  }
}

function configure(sqlite: DatabaseSync): DatabaseSync {
  try {
    // Two that draw ids and move clocks in one file would undo each other's work. The system takes the
    // lock back when the process ends, in whatever way.
    sqlite.exec("PRAGMA locking_mode = EXCLUSIVE");
    assertSandboxFile(sqlite);
    restrictToOwner(sqlite);
    // What is committed is in the log, and outlives the process; only a crash of the machine loses the last of it.
    sqlite.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;");
    // A page that many calls write to is copied from the log into the file once for more of them. The
    // log then takes 40 MB at most.
    sqlite.exec("PRAGMA wal_autocheckpoint = 10000");
    sqlite.exec(
      `BEGIN; PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = ${VERSION};`,
    );
    sqlite.exec(`${schema} COMMIT;`);
    return sqlite;
  } catch (error) {
    sqlite.close();
    throw error;
  }
}

/** The tables of others are left alone, and so are those of a version that was otherwise. */
function assertSandboxFile(sqlite: DatabaseSync): void {
  const { tables, mark, version } = sqlite
    .prepare(
      `SELECT (SELECT count(*) FROM sqlite_schema) AS tables, application_id AS mark, user_version AS version
       FROM pragma_application_id, pragma_user_version`,
    )
    .get() as { tables: number; mark: number; version: number };
  if (tables === 0) return;
  if (mark !== APPLICATION_ID) throw new Error("it is the database of another program");
  if (version !== VERSION) throw new Error("another version of the sandbox has made it");
}
