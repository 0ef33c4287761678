import type { Pool } from "pg";
import { ConcurrencyLimits } from "../concurrency-limits.ts";
import { ALL, kinds } from "../filters.ts";
import { parseCompany, parseSettings } from "../parse-record.ts";
import type { Company, Kind } from "../records.ts";
import { SerialQueues } from "../serial-queue.ts";
import type { Collection, CompanyData, Lease, SharedData, Store } from "../store.ts";
import { StoreError } from "../store-error.ts";
import { type ConnectionOptions, connectionOptions } from "./connection-options.ts";
import { asStoreError } from "./database-errors.ts";
import { migrate } from "./migrations.ts";
import { PointReads } from "./point-read.ts";
import { PostgresCollection } from "./postgres-collection.ts";
import { jobQueueOf } from "./postgres-job-queue.ts";
import { ledgerOf } from "./postgres-ledger.ts";
import { outboxOf, PostgresPostbacks } from "./postgres-outbox.ts";
import { snapshotsOf } from "./postgres-snapshots.ts";
import { timelineOf } from "./postgres-timeline.ts";
import { dataTables } from "./schema.ts";
import type { Session } from "./session.ts";
import { type Row, type Transaction, Transactions } from "./transactions.ts";

/** The key of the queue for work on the data of no company. No company has this id. */
const SHARED = "";

/**
 * A store in a PostgreSQL database, which any number of processes share. A lock on the row of a company makes its
 * transactions run one after the other in all processes. Within a process they run in turn, so that those of a busy
 * company take one connection. Reads wait for no lock, and take any connection: those of a company at most half of them.
 * @throws {StoreError} with the problem of the address, the server or the database.
 */
export async function openPostgresStore(address: string): Promise<Store> {
  const options = connectionOptions(address);
  const pool = await createPool(options);
  const transactions = new Transactions(pool, options.statementTimeout);
  const pointReads = new PointReads(pool, options.statementTimeout);
  const turns = new SerialQueues();
  const reads = new ConcurrencyLimits(Math.ceil(pool.options.max / 2));
  let closing: Promise<void> | undefined;
  const close = async () => {
    await Promise.all([turns.idle(), reads.idle()]);
    await pool.end();
  };
  try {
    transactions.processId = await transactions.run({
      ...NOTHING_LOCKED,
      work: (session) => kept(prepare(session)),
    });
  } catch (error) {
    await close();
    throw error;
  }
  const inTurn = <Result>(key: string, transaction: Transaction<Result>) =>
    turns.run(key, () => transactions.run(transaction));
  return {
    transaction: (companyId, work) =>
      inTurn(companyId, {
        mode: "READ WRITE",
        locked: companyId,
        first: (quote) => `${COMPANY} = ${quote(companyId)} FOR UPDATE`,
        // Without the company there is nothing to keep.
        work: async (session, rows) => ({
          result: await work(companyData(session, companyId, rows)),
          keep: rows.length > 0,
        }),
      }),
    read(companyId, work, key) {
      const transaction = () =>
        transactions.run({
          mode: "READ ONLY",
          first: (quote) => `${COMPANY} = ${quote(companyId)}`,
          work: (session, rows) => kept(work(companyData(session, companyId, rows))),
        });
      return reads.run(companyId, async () => {
        const read = key && (await pointReads.read(companyId, key, work));
        return read ? read.result : transaction();
      });
    },
    sharedTransaction: (work) =>
      inTurn(SHARED, {
        mode: "READ WRITE",
        locked: SHARED,
        first: () => "SELECT record FROM centavo.settings FOR UPDATE",
        work: (session, rows) => kept(work(sharedData(session, rows))),
      }),
    claimCompanies: (lease, limit) =>
      transactions.run({
        ...NOTHING_LOCKED,
        work: (session) => kept(claimCompanies(session, lease, limit)),
      }),
    close() {
      closing ??= close();
      return closing;
    },
  };
}

const COMPANY = "SELECT record FROM centavo.companies WHERE id";

const NOTHING_LOCKED = { mode: "READ WRITE", first: () => "SELECT 1" } as const;

async function kept<Result>(result: Promise<Result>): Promise<{ result: Result; keep: boolean }> {
  return { result: await result, keep: true };
}

/** Returns an id for this process. */
async function prepare(session: Session): Promise<string> {
  await migrate(session);
  await session.run(FORGET_ENDED_PROCESSES);
  const row = await session.one<{ id: string }>("SELECT gen_random_uuid()::text AS id");
  return row?.id ?? "";
}

const FORGET_ENDED_PROCESSES = "DELETE FROM centavo.commits WHERE at < now() - interval '1 day'";

/** `pg` is an optional peer, which only such an address needs. */
async function createPool({ pool: config, statementTimeout }: ConnectionOptions): Promise<Pool> {
  const { Pool } = await loadDriver();
  try {
    // Longer than the server's own timeout: it ends a statement only if the server does not.
    const pool = new Pool({ ...config, query_timeout: 2 * statementTimeout });
    // A connection may end while nothing runs on it. The next statement then fails, and is tried on another.
    pool.on("error", () => {});
    pool.on("connect", (client) => client.on("error", () => {}));
    return pool;
  } catch (error) {
    throw asStoreError(error);
  }
}

async function loadDriver(): Promise<Pick<typeof import("pg"), "Pool">> {
  try {
    return (await import("pg")).default;
  } catch (error) {
    if ((error as { code?: string }).code !== "ERR_MODULE_NOT_FOUND") throw error;
    throw new StoreError("the package pg is not installed", { advice: "run npm install pg" });
  }
}

function sharedData(session: Session, [row]: Row[]): SharedData {
  let record = row?.record;
  return {
    settings: {
      get: async () => (record ? parseSettings({ record: `${record}` }) : undefined),
      async save(settings) {
        const text = JSON.stringify(settings);
        await session.run("UPDATE centavo.settings SET record = $1", text);
        record = text;
      },
    },
    companies: {
      async insert(company) {
        const inserted = await session.one(INSERT_COMPANY, ...columnsOf(company));
        if (!inserted) throw new Error(`Company ${company.id} already exists.`);
      },
      async ids() {
        const rows = await session.all<{ id: string }>(
          "SELECT id FROM centavo.companies ORDER BY number",
        );
        return rows.map(({ id }) => id);
      },
    },
  };
}

const INSERT_COMPANY = `WITH counted AS (
  UPDATE centavo.settings SET company_count = company_count + 1
  WHERE NOT EXISTS (SELECT 1 FROM centavo.companies WHERE id = $1) RETURNING company_count
) INSERT INTO centavo.companies (id, number, record, clock_ahead, clock_now, clock_to)
SELECT $1, company_count, $2, $3, $4, $5 FROM counted RETURNING 1`;

const UPDATE_COMPANY = `UPDATE centavo.companies SET record = $2, clock_ahead = $3, clock_now = $4, clock_to = $5 WHERE id = $1`;

/** The columns of a company. Its clock is in three of them, to find the companies that have due work. */
function columnsOf(company: Company) {
  const { id, clock, advance } = company;
  const [ahead, now] = "now" in clock ? [null, clock.now] : [clock.ahead, null];
  const clockColumns = advance ? [null, advance.now, advance.to] : [ahead, now, null];
  return [id, JSON.stringify(company), ...clockColumns] as const;
}

function companyData(session: Session, company: string, [row]: Row[]): CompanyData {
  let record = row?.record;
  const collections = Object.fromEntries(
    kinds.map((kind) => [kind, new PostgresCollection(session, kind, company)]),
  ) as unknown as { [Name in Kind]: Collection<Name> };
  return {
    ...collections,
    postbacks: new PostgresPostbacks(session, company),
    company: {
      get: async () => (record ? parseCompany({ record: `${record}` }) : undefined),
      async save(changed) {
        const columns = columnsOf(changed);
        await session.run(UPDATE_COMPANY, ...columns);
        if (record) record = columns[1];
      },
    },
    ledger: ledgerOf(session, company),
    jobQueue: jobQueueOf(session, company),
    outbox: outboxOf(session, company),
    timeline: timelineOf(session, company),
    snapshots: snapshotsOf(session, company),
    async recordCount() {
      const row = await session.one<{ total: number }>(COUNT_RECORDS, company);
      return row?.total ?? 0;
    },
    clear: () => session.run(CLEAR, company),
  };
}

const COUNT_RECORDS = `SELECT coalesce(sum(total), 0)::bigint AS total FROM centavo.counts
  WHERE company = $1 AND field = '${ALL}'`;

const CLEAR = `WITH ${dataTables
  .map((table, index) => `deleted_${index} AS (DELETE FROM ${table} WHERE company = $1)`)
  .join(",\n")}
SELECT 1`;

/**
 * Skips the companies that another process is claiming at the moment, and those whose transactions are running: what is
 * due in them is looked after already.
 */
async function claimCompanies(session: Session, lease: Lease, limit: number): Promise<string[]> {
  const rows = await session.all<{ id: string }>(CLAIM_COMPANIES, lease.from, lease.until, limit);
  return rows.map(({ id }) => id);
}

/** The time on the clock of a company when the system time is `$1`. */
const NOW = "coalesce(clock_now, $1::bigint + clock_ahead)";

const CLAIM_COMPANIES = `WITH due AS (
  SELECT id FROM centavo.companies
  WHERE worker_until <= $1 AND (
    clock_to IS NOT NULL
    OR EXISTS (SELECT 1 FROM centavo.jobs WHERE company = companies.id AND due <= ${NOW})
    OR EXISTS (
      SELECT 1 FROM centavo.outbox LEFT JOIN centavo.leases USING (company, resource_id)
      WHERE company = companies.id AND due <= ${NOW} AND coalesce(until, 0) <= $1
    )
  ) ORDER BY worker_until LIMIT $3 FOR UPDATE SKIP LOCKED
) UPDATE centavo.companies SET worker_until = $2 FROM due WHERE companies.id = due.id RETURNING companies.id`;
