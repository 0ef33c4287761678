import { createSerialQueue } from "../serial-queue.ts";
import { withCompanyData } from "../sql/company-data.ts";
import { sharedData } from "../sql/shared-data.ts";
import type { CompanyData, Store } from "../store.ts";
import { StoreError } from "../store-error.ts";
import { describeFileProblem, openFile } from "./database-file.ts";
import { SqliteSession } from "./sqlite-session.ts";

/**
 * A store in a SQLite file, which no other process can open meanwhile. It has one connection, so all work
 * runs in turn.
 * @throws {StoreError} with the problem of the file.
 */
export function openSqliteStore(file: string): Store {
  const session = new SqliteSession(openFile(file));
  // The process that held these leases has ended.
  session.run("DELETE FROM centavo.leases");
  const turns = createSerialQueue();
  const inTurn = <Result>(work: () => Promise<Result>) =>
    turns(() => withStoreErrors(session, work));
  const ofCompany = async <Result>(
    companyId: string,
    work: (data: CompanyData) => Promise<Result>,
  ) => {
    const { result, exists } = await withCompanyData(session, companyId, work);
    return { result, keep: exists };
  };
  return {
    transaction: (companyId, work) =>
      inTurn(() => session.transaction(() => ofCompany(companyId, work))),
    read: (companyId, work) => inTurn(async () => (await ofCompany(companyId, work)).result),
    sharedTransaction: (work) =>
      inTurn(() =>
        session.transaction(async () => ({ result: await work(sharedData(session)), keep: true })),
      ),
    close: () => inTurn(async () => session.close()),
  };
}

/**
 * Turns the errors of SQLite that come from the file into {@link StoreError}s. It then reads the file again:
 * it would keep damaged pages in its cache after the file has been repaired.
 */
async function withStoreErrors<Result>(
  session: SqliteSession,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    const problem = describeFileProblem(error);
    if (problem === undefined) throw error;
    session.dropCachedPages();
    throw new StoreError(problem, { cause: error });
  }
}
