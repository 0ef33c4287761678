import type { PreparedStatements } from "./prepared-statements.ts";

/** Keeps the changes of work, or rolls them back if it throws. */
export async function inSavepoint<Result>(
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
    // Not only to the savepoint: if its release failed again, later changes would never be committed.
    database.run("ROLLBACK");
  } catch {
    // If SQLite cannot write, e.g. because the disk is full, it has already rolled back.
  }
}
