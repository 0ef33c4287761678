import type { Snapshot } from "../../../../generated/sandbox-control-types.ts";
import { ALL, kinds } from "../filters.ts";
import { parseCompany, parseSettings, parseSnapshot } from "../parse-record.ts";
import type { Kind } from "../records.ts";
import { createSerialQueue } from "../serial-queue.ts";
import {
  type Collection,
  type CompanyData,
  MAX_SNAPSHOTS,
  type SharedData,
  type Store,
} from "../store.ts";
import { StoreError } from "../store-error.ts";
import { describeFileProblem, openFile } from "./database-file.ts";
import { PreparedStatements } from "./prepared-statements.ts";
import { inSavepoint } from "./savepoint.ts";
import { dataTables } from "./schema.ts";
import { SqliteCollection } from "./sqlite-collection.ts";
import { jobQueueOf } from "./sqlite-job-queue.ts";
import { ledgerOf } from "./sqlite-ledger.ts";
import { outboxOf } from "./sqlite-outbox.ts";
import { timelineOf } from "./sqlite-timeline.ts";

/**
 * A store in a SQLite file, which no other process can open meanwhile. It has one connection, so all work
 * runs in turn.
 * @throws {StoreError} with the problem of the file.
 */
export function openSqliteStore(file: string): Store {
  const database = openDatabase(file);
  const shared = sharedData(database);
  const turns = createSerialQueue();
  const inTurn = <Result>(work: () => Promise<Result>) =>
    turns(() => withStoreErrors(database, work));
  return {
    transaction: (companyId, work) =>
      inTurn(() => inSavepoint(database, () => work(companyData(database, companyId)))),
    read: (companyId, work) => inTurn(() => work(companyData(database, companyId))),
    sharedTransaction: (work) => inTurn(() => inSavepoint(database, () => work(shared))),
    close: () => inTurn(async () => database.close()),
  };
}

function openDatabase(file: string): PreparedStatements {
  const database = new PreparedStatements(openFile(file));
  // The process that held these leases has ended.
  database.run("DELETE FROM leases");
  return database;
}

/**
 * Turns the errors of SQLite that come from the file into {@link StoreError}s. It then reads the file again:
 * it would keep damaged pages in its cache after the file has been repaired.
 */
async function withStoreErrors<Result>(
  database: PreparedStatements,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    const problem = describeFileProblem(error);
    if (problem === undefined) throw error;
    database.dropCachedPages();
    throw new StoreError(problem, { cause: error });
  }
}

function sharedData(database: PreparedStatements): SharedData {
  return {
    settings: {
      get: async () => parseSettings(database.one("SELECT record FROM settings")),
      save: async (settings) =>
        database.run(
          "INSERT OR REPLACE INTO settings (id, record) VALUES (1, ?)",
          JSON.stringify(settings),
        ),
    },
    companies: {
      insert: async (company) =>
        database.run(
          "INSERT INTO companies (id, record) VALUES (?, ?)",
          company.id,
          JSON.stringify(company),
        ),
      ids: async () =>
        database
          .all<{ id: string }>("SELECT id FROM companies ORDER BY sequence")
          .map(({ id }) => id),
    },
  };
}

function companyData(database: PreparedStatements, company: string): CompanyData {
  const collections = Object.fromEntries(
    kinds.map((kind) => [kind, new SqliteCollection(database, kind, company)]),
  ) as unknown as { [Name in Kind]: Collection<Name> };
  return {
    ...collections,
    company: {
      get: async () =>
        parseCompany(database.one("SELECT record FROM companies WHERE id = ?", company)),
      save: async (changed) =>
        database.run(
          "UPDATE companies SET record = ? WHERE id = ?",
          JSON.stringify(changed),
          company,
        ),
    },
    ledger: ledgerOf(database, company),
    jobQueue: jobQueueOf(database, company),
    outbox: outboxOf(database, company),
    timeline: timelineOf(database, company),
    snapshots: snapshotsOf(database, company),
    recordCount: async () =>
      database.one<{ total: number }>(
        `SELECT coalesce(sum(total), 0) AS total FROM counts WHERE company = ? AND field = '${ALL}'`,
        company,
      )?.total ?? 0,
    async clear() {
      for (const table of dataTables) {
        database.run(`DELETE FROM ${table} WHERE company = ?`, company);
      }
    },
  };
}

function snapshotsOf(database: PreparedStatements, company: string): CompanyData["snapshots"] {
  return {
    list: async () =>
      database.all<Snapshot>(
        "SELECT id AS snapshotId, createdAt FROM snapshots WHERE company = ? ORDER BY sequence DESC",
        company,
      ),
    get: async (id) =>
      parseSnapshot(
        database.one("SELECT record FROM snapshots WHERE company = ? AND id = ?", company, id),
      ),
    async add({ snapshotId, createdAt }, copy) {
      database.run(
        "INSERT INTO snapshots (company, id, createdAt, record) VALUES (?, ?, ?, ?)",
        ...[company, snapshotId, createdAt, JSON.stringify(copy)],
      );
      database.run(
        `DELETE FROM snapshots WHERE company = ?1 AND sequence <= (SELECT sequence FROM snapshots
         WHERE company = ?1 ORDER BY sequence DESC LIMIT 1 OFFSET ${MAX_SNAPSHOTS})`,
        company,
      );
    },
  };
}
