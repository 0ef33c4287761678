import { latestVersion, type Migrations, pendingSteps } from "../pending-migrations.ts";
import { copyToDatasets } from "../sql/copy-to-datasets.ts";
import { firstTables } from "../sql/initial-schema.ts";
import { fillReceivables, receivablesTables } from "../sql/receivables-schema.ts";
import { StoreError } from "../store-error.ts";
import { plainColumns } from "./migration-2-plain-columns.ts";
import { addSearchEntries } from "./migration-6-search.ts";
import type { PostgresSession } from "./postgres-session.ts";

const CREATE = `CREATE SCHEMA centavo;
CREATE TABLE centavo.migrations (version integer PRIMARY KEY);
-- The latest commit of each process in a company, or in the settings. The company is "" there.
CREATE TABLE centavo.commits (
  company text COLLATE "C" NOT NULL, process text COLLATE "C" NOT NULL, id text COLLATE "C" NOT NULL, at timestamptz NOT NULL,
  PRIMARY KEY (company, process)
);
${firstTables}`;

/** An advance that a process has left is work for the others. The company's time in it is `clock_now`. */
const ADD_ADVANCES = "ALTER TABLE centavo.companies ADD COLUMN clock_to bigint";

/** One layout for both databases, with datasets. Every row is copied. */
const MOVE_TO_DATASETS = `ALTER SCHEMA centavo RENAME TO centavo_before;
CREATE SCHEMA centavo;
ALTER TABLE centavo_before.migrations SET SCHEMA centavo;
ALTER TABLE centavo_before.commits SET SCHEMA centavo;
${firstTables}
${copyToDatasets(
  (table) => `centavo_before.${table}`,
  (name) => name,
  {
    settings: "(record::jsonb - 'endedSessions')::text",
    companies: "number, record, clock_ahead, clock_now, clock_to, worker_until",
    subaccountIds: "array_to_json(subaccount_id)::text",
    jobKey: `CASE record::jsonb ->> 'kind' WHEN 'settlement' THEN
      'settlement ' || (record::jsonb ->> 'owner') || ' ' || (record::jsonb ->> 'day') END`,
    events: `type, at, resource_id, request_id, operation_id, status, '{"id":' || id || ',' || substr(record, 2)`,
  },
)}
DROP SCHEMA centavo_before CASCADE`;

const addReceivables = (session: PostgresSession) =>
  session.script(`${receivablesTables}${fillReceivables}`);

export const migrations: Migrations<(session: PostgresSession) => Promise<unknown>> = {
  async create(session) {
    await session.script(CREATE);
    await addReceivables(session);
    await addSearchEntries(session);
  },
  first: 1,
  upgrades: [
    plainColumns,
    (session) => session.script(ADD_ADVANCES),
    (session) => session.script(MOVE_TO_DATASETS),
    addReceivables,
    addSearchEntries,
  ],
};

/** The lock under which processes that start at the same time migrate one after the other. */
const LOCK = 0x63656e74;

/** The longest time of a migration's statement, and between two, in milliseconds: a day. Large tables take long. */
export const MIGRATION_TIMEOUT = 24 * 60 * 60_000;

/**
 * Waits for the transactions of other processes, which lock the settings or their company first, and then other tables: a
 * migration that already held one of those would not let them end. Those that begin meanwhile wait for the migration.
 */
const LOCK_TABLES = "LOCK TABLE centavo.settings, centavo.companies IN ACCESS EXCLUSIVE MODE";

/** `gen_random_uuid` needs no extension since then. */
const OLDEST_SERVER = 130_000;

interface State {
  server: string;
  encoding: string;
  hasSchema: string | null;
  hasVersions: string | null;
  otherTables: number;
}

/**
 * Creates the tables, or brings those of an earlier version up to date, in one transaction. Waits for another process that
 * does so, and then at most `lockTimeout` milliseconds for each table that transactions of other processes hold.
 * @throws {StoreError} if the server is too old, or the database has another encoding than UTF-8, or it belongs to another
 * program or a newer sandbox.
 */
export async function migrate(
  session: PostgresSession,
  lockTimeout: number,
  known = migrations,
): Promise<void> {
  await session.script(`SET LOCAL statement_timeout = ${MIGRATION_TIMEOUT};
SET LOCAL idle_in_transaction_session_timeout = ${MIGRATION_TIMEOUT};
SELECT pg_advisory_xact_lock(${LOCK})`);
  const current = await currentVersion(session);
  const pending = pendingSteps(known, current);
  if (pending.length === 0) return;
  if (current > 0) await session.script(`SET LOCAL lock_timeout = ${lockTimeout}; ${LOCK_TABLES}`);
  for (const { step, version } of pending) {
    await step(session);
    await session.script(`INSERT INTO centavo.migrations VALUES (${version})`);
  }
  for (const table of ["settings", "companies"]) {
    await session.script(`ALTER TABLE centavo.${table}
DROP COLUMN IF EXISTS layout_${current}, ADD COLUMN layout_${latestVersion(known)} bigint`);
  }
}

/** The version of the tables, or 0 if the database is empty. */
async function currentVersion(session: PostgresSession): Promise<number> {
  const [state] = await session.all<State>(
    `SELECT current_setting('server_version_num') AS server, getdatabaseencoding()::text AS encoding,
       to_regnamespace('centavo')::text AS "hasSchema", to_regclass('centavo.migrations')::text AS "hasVersions",
       (SELECT count(*) FROM pg_tables WHERE schemaname !~ '^(pg_|information_schema$)') AS "otherTables"`,
  );
  if (!state) return 0;
  if (Number(state.server) < OLDEST_SERVER) {
    const { server } = state;
    throw new StoreError(`its server is PostgreSQL ${Math.floor(Number(server) / 10_000)}`, {
      advice: `use PostgreSQL ${OLDEST_SERVER / 10_000} or later`,
    });
  }
  if (state.encoding !== "UTF8") {
    throw new StoreError(`its encoding is ${state.encoding}, which has not all characters`, {
      advice: "create a database with createdb --encoding=UTF8 --template=template0",
    });
  }
  if (state.hasVersions) {
    const [row] = await session.all<{ version: number }>(
      "SELECT max(version)::bigint AS version FROM centavo.migrations",
    );
    return row?.version ?? 0;
  }
  if (state.hasSchema || state.otherTables > 0) {
    throw new StoreError("it is the database of another program", {
      advice: "create a database for the sandbox with createdb",
    });
  }
  return 0;
}
