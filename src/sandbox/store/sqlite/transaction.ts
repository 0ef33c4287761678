import type { PreparedStatements } from "./prepared-statements.ts";

/** Runs work sequentially: asynchronous work must not interleave on the one SQLite connection. */
export function createQueue(): <Result>(work: () => Promise<Result>) => Promise<Result> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const result = last.then(work);
    last = result.catch(() => {});
    return result;
  };
}

/** Commits the changes of work, or rolls them back if it throws. */
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
    // If SQLite cannot write, e.g. because the disk is full, it has already rolled back.
  }
}
