import type { PreparedStatements } from "./prepared-statements.ts";

/** Runs work one after the other: SQLite has one connection, and work awaits in between. */
export function createQueue(): <Result>(work: () => Promise<Result>) => Promise<Result> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const done = last.then(work);
    last = done.catch(() => {});
    return done;
  };
}

/** Commits what work writes, or rolls all of it back where it throws. */
export async function runInTransaction<Result>(
  database: PreparedStatements,
  work: () => Promise<Result>,
): Promise<Result> {
  database.run("SAVEPOINT work");
  try {
    const result = await work();
    database.run("RELEASE work");
    return result;
  } catch (error) {
    rollBack(database);
    throw error;
  }
}

function rollBack(database: PreparedStatements): void {
  try {
    database.run("ROLLBACK TO work");
    database.run("RELEASE work");
  } catch {
    // Where it cannot write, as on a full disk, SQLite has rolled back by itself.
  }
}
