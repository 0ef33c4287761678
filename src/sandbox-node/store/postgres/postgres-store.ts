import type { Pool, PoolConfig } from "pg";
import { ConcurrencyLimits } from "../../../sandbox/store/concurrency-limits.ts";
import type { Store } from "../../../sandbox/store/store.ts";
import { sharedData, withSharedData } from "../sql/companies-and-settings.ts";
import { withCompanyData, withRestore } from "../sql/company-data.ts";
import { stageData } from "../sql/fill-dataset.ts";
import { copyCompany } from "../sql/read-dataset.ts";
import { SpareDatasets } from "../sql/spare-datasets.ts";
import { SELECT_LAYOUT } from "./company-lock.ts";
import { type ConnectionOptions, connectionOptions } from "./connection-options.ts";
import { asStoreError } from "./database-errors.ts";
import { loadDriver } from "./load-driver.ts";
import { MIGRATION_TIMEOUT, migrate } from "./migrate.ts";
import { PointReads } from "./point-read.ts";
import { type PostgresSession, StatementNames } from "./postgres-session.ts";
import { type Transaction, Transactions } from "./transactions.ts";

/** The key of the queue for work on the data of no company. No company has this id. */
const SHARED = "";

/**
 * A store in a PostgreSQL database, which any number of processes share. A lock on the row of a company makes its
 * transactions run one after the other in all processes. Within a process they run in turn, so that those of a busy
 * company take one connection. Reads wait for no lock, and take any connection: those of a company, and those of the shared
 * data, at most half of them.
 * @throws {StoreError} with the problem of the address, the server or the database.
 */
export async function openPostgresStore(address: string): Promise<Store> {
  const options = connectionOptions(address);
  const pool = await createPool(options.pool, 2 * options.statementTimeout);
  const names = new StatementNames();
  const transactions = new Transactions(pool, names, options.statementTimeout);
  const pointReads = new PointReads(pool, names, options.statementTimeout);
  const turns = new ConcurrencyLimits(1);
  const reads = new ConcurrencyLimits(Math.ceil(pool.options.max / 2));
  const inProgress = new ConcurrencyLimits(Number.POSITIVE_INFINITY);
  let closing: Promise<void> | undefined;
  const close = async () => {
    await inProgress.idle();
    await spareDatasets.stop();
    await Promise.all([turns.idle(), reads.idle()]);
    await pool.end();
  };
  const inTurn = <Result>(locked: string, work: Transaction<Result>["work"]) =>
    turns.run(locked, () => transactions.run({ mode: "READ WRITE", locked, work }));
  const unlocked = <Result>(
    work: (session: PostgresSession) => Promise<Result>,
    mode: Transaction<Result>["mode"] = "READ WRITE",
  ) =>
    transactions.run({
      mode,
      work: async (session) => {
        session.run(SELECT_LAYOUT);
        return { result: await work(session), keep: true };
      },
    });
  const spareDatasets = new SpareDatasets(unlocked, { analyze: "ANALYZE" });
  try {
    transactions.processId = await prepare(options, names);
  } catch (error) {
    await close();
    throw error;
  }
  spareDatasets.deleteAll();
  return {
    transaction: (companyId, work) =>
      inProgress.run(companyId, () =>
        withRestore(companyId, spareDatasets, (filled) =>
          inTurn(companyId, async (session, hasLock) => {
            const done = await withCompanyData(session, companyId, work, { filled, hasLock });
            return { result: done, keep: done.exists };
          }),
        ),
      ),
    read(companyId, work, hint) {
      const transaction = () =>
        reads.run(companyId, () =>
          transactions.run({
            mode: "READ ONLY",
            work: async (session) => {
              const { result } = await withCompanyData(session, companyId, work, { isRead: true });
              return { result, keep: true };
            },
          }),
        );
      return inProgress.run(companyId, async () => {
        const read = hint && (await pointReads.read(companyId, hint, work));
        return read ? read.result : transaction();
      });
    },
    sharedTransaction: (work) =>
      withSharedData(spareDatasets, work, (run) =>
        inTurn(SHARED, async (session) => ({ result: await run(session), keep: true })),
      ),
    sharedRead: (work) =>
      reads.run(SHARED, () => unlocked((session) => work(sharedData(session)), "READ ONLY")),
    copyCompany: (companyId) =>
      copyCompany(companyId, spareDatasets, (work) => unlocked(work, "COPY")),
    stageData: (companyId) => stageData(companyId, spareDatasets),
    claimCompanies: (lease, limit) =>
      unlocked(async (session) => {
        const rows = session.all<{ company: string }>(
          CLAIM_COMPANIES,
          lease.from,
          lease.until,
          limit,
        );
        return (await rows).map(({ company }) => company);
      }),
    time: () =>
      unlocked(async (session) => {
        const [row] = await session.all<{ time: number }>(SELECT_TIME);
        return row?.time;
      }, "READ ONLY"),
    connections() {
      const { totalCount, idleCount: idle, waitingCount: waiting } = pool;
      return { max: pool.options.max, idle, busy: totalCount - idle, waiting };
    },
    close() {
      closing ??= close();
      return closing;
    },
  };
}

/** Migrates, on a connection of its own that waits as long as that takes. Returns an id for this process. */
async function prepare(options: ConnectionOptions, names: StatementNames): Promise<string> {
  const { pool: config, statementTimeout } = options;
  const pool = await createPool({ ...config, max: 1 }, MIGRATION_TIMEOUT);
  const work = async (session: PostgresSession) => {
    await migrate(session, statementTimeout);
    await session.script(FORGET_ENDED_PROCESSES);
    const [row] = await session.all<{ id: string }>("SELECT gen_random_uuid()::text AS id");
    return { result: row?.id ?? "", keep: true };
  };
  try {
    return await new Transactions(pool, names, statementTimeout).run({ mode: "READ WRITE", work });
  } finally {
    await pool.end();
  }
}

const FORGET_ENDED_PROCESSES = "DELETE FROM centavo.commits WHERE at < now() - interval '1 day'";

/** Statements do not wait for the answers of those before. Versions of `pg` before 8.23 ignore it, and wait. */
const PIPELINE = { pipeline: true };

async function createPool(config: PoolConfig, answerTimeout: number): Promise<Pool> {
  const { Pool } = await loadDriver();
  try {
    // Longer than the server's own timeout: it ends a statement only if the server does not.
    const pool = new Pool({ ...config, ...PIPELINE, query_timeout: answerTimeout });
    // A connection may end while nothing runs on it. The next statement then fails, and is tried on another.
    pool.on("error", () => {});
    pool.on("connect", (client) => client.on("error", () => {}));
    return pool;
  } catch (error) {
    throw asStoreError(error);
  }
}

const SELECT_TIME = "SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint AS time";

/** The time on the clock of a company when the system time is `$1`. */
const NOW = "coalesce(clock_now, $1::bigint + clock_ahead)";

/**
 * Skips the companies that another process is claiming at the moment, and those whose transactions are running: what is
 * due in them is looked after already.
 */
const CLAIM_COMPANIES = `WITH due AS (
  SELECT company FROM centavo.companies
  WHERE worker_until <= $1 AND (
    clock_to IS NOT NULL
    OR EXISTS (
      SELECT 1 FROM centavo.jobs
      WHERE jobs.company = companies.company AND jobs.dataset = companies.dataset AND due <= ${NOW}
    )
    OR EXISTS (
      SELECT 1 FROM centavo.outbox LEFT JOIN centavo.leases USING (company, dataset, resource_id)
      WHERE company = companies.company AND dataset = companies.dataset AND due <= ${NOW} AND coalesce(until, 0) <= $1
    )
  ) ORDER BY worker_until LIMIT $3 FOR UPDATE SKIP LOCKED
) UPDATE centavo.companies SET worker_until = $2 FROM due WHERE companies.company = due.company
RETURNING companies.company`;
