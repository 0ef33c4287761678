import { ConcurrencyLimits } from "../../../sandbox/store/concurrency-limits.ts";
import type { Store } from "../../../sandbox/store/store.ts";
import { StoreError } from "../../../sandbox/store/store-error.ts";
import { sharedData, withSharedData } from "../sql/companies-and-settings.ts";
import { withCompanyData, withRestore } from "../sql/company-data.ts";
import { stageData } from "../sql/fill-dataset.ts";
import { copyCompany } from "../sql/read-dataset.ts";
import { type RunTransaction, SpareDatasets } from "../sql/spare-datasets.ts";
import { describeFileProblem, openFile } from "./database-file.ts";
import { SqliteSession } from "./sqlite-session.ts";

/**
 * A store in a SQLite file, which no other process can open meanwhile. It has one connection, so all work
 * runs in turn.
 * @throws {StoreError} with the problem of the file.
 */
export function openSqliteStore(file: string): Store {
  const session = new SqliteSession(openFile(file));
  // The process that held these leases, and filled these datasets, has ended.
  session.run("DELETE FROM centavo.leases");
  session.run("UPDATE centavo.spare_datasets SET until = 0");
  const turns = new ConcurrencyLimits(1);
  const inProgress = new ConcurrencyLimits(Number.POSITIVE_INFINITY);
  const inTurn = <Result>(work: () => Promise<Result>) =>
    turns.run("", () => withStoreErrors(session, work));
  const transaction: RunTransaction = (work) =>
    inTurn(() => session.transaction(async () => ({ result: await work(session), keep: true })));
  const spareDatasets = new SpareDatasets(transaction);
  spareDatasets.deleteAll();
  return {
    transaction: (companyId, work) =>
      inProgress.run(companyId, () =>
        withRestore(companyId, spareDatasets, (filled) =>
          inTurn(() =>
            session.transaction(async () => {
              const done = await withCompanyData(session, companyId, work, { filled });
              return { result: done, keep: done.exists };
            }),
          ),
        ),
      ),
    read: (companyId, work) =>
      inTurn(
        async () => (await withCompanyData(session, companyId, work, { isRead: true })).result,
      ),
    sharedTransaction: (work) => withSharedData(spareDatasets, work, transaction),
    sharedRead: (work) => inTurn(() => work(sharedData(session))),
    copyCompany: (companyId) => copyCompany(companyId, spareDatasets, transaction),
    stageData: (companyId) => stageData(companyId, spareDatasets),
    async close() {
      await inProgress.idle();
      await spareDatasets.stop();
      await inTurn(async () => session.close());
    },
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
    throw error instanceof StoreError ? error : new StoreError(problem, { cause: error });
  }
}
