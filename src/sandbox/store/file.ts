import { DatabaseSync } from "node:sqlite";
import { schema } from "./tables.ts";

/** Marks a file as a sandbox's: "cent" in ASCII. */
const MARK = 0x63656e74;
/** Of the tables and records. A file that was made with others is not read as if it had these. */
const VERSION = 7;

/** What SQLite finds wrong with a file, by its own code, in words for whoever chose the file. */
const problems: Record<number, string> = {
  5: "another sandbox or program has it open",
  8: "it cannot be written to",
  14: "no file can be opened or made there",
  26: "it is no database",
};

/**
 * Opens a database for one sandbox alone, and makes one where there is none.
 * @throws {Error} that says what is wrong with the file.
 */
export function openFile(file: string): DatabaseSync {
  try {
    return prepared(new DatabaseSync(file));
  } catch (error) {
    const problem = problems[Number((error as { errcode?: number }).errcode)];
    throw problem === undefined ? error : new Error(problem, { cause: error });
  }
}

function prepared(sqlite: DatabaseSync): DatabaseSync {
  try {
    // Two that draw ids and move clocks in one file would undo each other's work. The system takes the
    // lock back when the process ends, in whatever way.
    sqlite.exec("PRAGMA locking_mode = EXCLUSIVE");
    refuseForeign(sqlite);
    // What is committed is in the log, and outlives the process; only a crash of the machine loses the last of it.
    sqlite.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;");
    // A page that many calls write to is copied from the log into the file once for more of them. The
    // log then takes 40 MB at most.
    sqlite.exec("PRAGMA wal_autocheckpoint = 10000");
    sqlite.exec(`BEGIN; PRAGMA application_id = ${MARK}; PRAGMA user_version = ${VERSION};`);
    sqlite.exec(`${schema} COMMIT;`);
    return sqlite;
  } catch (error) {
    sqlite.close();
    throw error;
  }
}

/** The tables of others are left alone, and so are those of a version that was otherwise. */
function refuseForeign(sqlite: DatabaseSync): void {
  const { tables, mark, version } = sqlite
    .prepare(
      `SELECT (SELECT count(*) FROM sqlite_schema) AS tables, application_id AS mark, user_version AS version
       FROM pragma_application_id, pragma_user_version`,
    )
    .get() as { tables: number; mark: number; version: number };
  if (tables === 0) return;
  if (mark !== MARK) throw new Error("it is the database of another program");
  if (version !== VERSION) throw new Error("another version of the sandbox has made it");
}
