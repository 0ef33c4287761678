import { StoreError } from "../store-error.ts";
import { advances, firstTables } from "./schema.ts";
import type { Session } from "./session.ts";

/** What brings the tables from one version to the next. Published migrations never change. */
const migrations: readonly string[] = [firstTables, advances];

/** The lock under which processes that start at the same time migrate one after the other. */
const LOCK = 0x63656e74;

/** `gen_random_uuid` needs no extension since then. */
const OLDEST_SERVER = 130_000;

interface State {
  server: string;
  hasSchema: string | null;
  hasVersions: string | null;
  otherTables: number;
}

/**
 * Creates the tables, or brings those of an earlier version up to date, in one transaction.
 * @throws {StoreError} if the server is too old, or the database belongs to another program or a newer sandbox.
 */
export async function migrate(session: Session): Promise<void> {
  await session.run(`SELECT pg_advisory_xact_lock(${LOCK})`);
  const version = await currentVersion(session);
  if (version > migrations.length) {
    throw new StoreError("a newer version of the sandbox has changed it", {
      advice: "update this sandbox",
    });
  }
  if (version === migrations.length) return;
  if (version === 0) {
    await session.run("CREATE SCHEMA centavo");
    await session.run("CREATE TABLE centavo.migrations (version integer PRIMARY KEY)");
  }
  for (const [index, sql] of migrations.entries()) {
    if (index < version) continue;
    await session.run(sql);
    await session.run("INSERT INTO centavo.migrations VALUES ($1)", index + 1);
  }
}

/** The version of the tables, or 0 if the database is empty. */
async function currentVersion(session: Session): Promise<number> {
  const state = await session.one<State>(
    `SELECT current_setting('server_version_num') AS server,
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
