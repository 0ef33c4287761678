import { StoreError } from "../../../sandbox/store/store-error.ts";
import { madeBefore, pendingStatements, SELECT_NUMBER } from "../sql/migrations.ts";
import type { PostgresSession } from "./postgres-session.ts";

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
  hasLayouts: string | null;
  hasVersions: string | null;
  otherTables: number;
}

/**
 * Creates the tables, or brings those of an earlier layout up to date, in one transaction. Waits for another process that
 * does so, and then at most `lockTimeout` milliseconds for each table that transactions of other processes hold.
 * @throws {StoreError} if the server is too old, or the database has another encoding than UTF-8, or it belongs to another
 * program, or to a sandbox that is newer or older than the first release.
 */
export async function migrate(session: PostgresSession, lockTimeout: number): Promise<void> {
  await session.script(`SET LOCAL statement_timeout = ${MIGRATION_TIMEOUT};
SET LOCAL idle_in_transaction_session_timeout = ${MIGRATION_TIMEOUT};
SELECT pg_advisory_xact_lock(${LOCK})`);
  const current = await currentLayout(session);
  const pending = pendingStatements(current);
  if (pending === "") return;
  if (current > 0) await session.script(`SET LOCAL lock_timeout = ${lockTimeout}; ${LOCK_TABLES}`);
  await session.script(current > 0 ? pending : `CREATE SCHEMA centavo; ${pending}`);
}

/** The layout of the tables, or 0 if the database is empty. */
async function currentLayout(session: PostgresSession): Promise<number> {
  const [state] = await session.all<State>(
    `SELECT current_setting('server_version_num') AS server, getdatabaseencoding()::text AS encoding,
       to_regnamespace('centavo')::text AS "hasSchema", to_regclass('centavo.layouts')::text AS "hasLayouts",
       to_regclass('centavo.migrations')::text AS "hasVersions",
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
  if (state.hasLayouts) {
    const [latest] = await session.all<{ number: number }>(SELECT_NUMBER);
    return latest?.number ?? 0;
  }
  if (state.hasVersions) throw madeBefore();
  if (state.hasSchema || state.otherTables > 0) {
    throw new StoreError("it is the database of another program", {
      advice: "create a database for the sandbox with createdb",
    });
  }
  return 0;
}
