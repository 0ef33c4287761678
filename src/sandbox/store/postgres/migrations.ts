import { type Migrations, missingSteps } from "../migrations.ts";
import { StoreError } from "../store-error.ts";
import { firstTables } from "./first-tables.ts";
import { plainColumns } from "./plain-columns.ts";
import type { Session } from "./session.ts";

/** An advance that a process has left is work for the others. The company's time in it is `clock_now`. */
const ADD_ADVANCES = "ALTER TABLE centavo.companies ADD COLUMN clock_to bigint";

const migrations: Migrations<(session: Session) => Promise<void>> = {
  first: 1,
  steps: [
    (session) => session.run(firstTables),
    plainColumns,
    (session) => session.run(ADD_ADVANCES),
  ],
};

/** The lock under which processes that start at the same time migrate one after the other. */
const LOCK = 0x63656e74;

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
 * Creates the tables, or brings those of an earlier version up to date, in one transaction.
 * @throws {StoreError} if the server is too old, or the database has another encoding than UTF-8, or it belongs to another
 * program or a newer sandbox.
 */
export async function migrate(session: Session): Promise<void> {
  await session.run(`SELECT pg_advisory_xact_lock(${LOCK})`);
  const current = await currentVersion(session);
  const missing = missingSteps(migrations, current);
  if (current === 0) {
    await session.run("CREATE SCHEMA centavo");
    await session.run("CREATE TABLE centavo.migrations (version integer PRIMARY KEY)");
  }
  for (const { step, version } of missing) {
    await step(session);
    await session.run("INSERT INTO centavo.migrations VALUES ($1)", version);
  }
}

/** The version of the tables, or 0 if the database is empty. */
async function currentVersion(session: Session): Promise<number> {
  const state = await session.one<State>(
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
    const row = await session.one<{ version: number }>(
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
