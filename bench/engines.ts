import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { PostgresServer, programs } from "../test/postgres/postgres-server.ts";

/** What a sandbox keeps its data in, each with the flags for a new one. */
export interface Engines {
  memory(): Promise<string[]>;
  SQLite(): Promise<string[]>;
  /** It is missing where PostgreSQL is not installed. */
  PostgreSQL?(): Promise<string[]>;
}

/** They live as long as the resources. On PostgreSQL, what is committed is on the disk. */
export async function openEngines(resources: AsyncDisposableStack): Promise<Engines> {
  const folder = mkdtempSync(join(tmpdir(), "centavo-bench-"));
  resources.defer(() => rmSync(folder, { recursive: true }));
  const settings = { fsync: "on", max_connections: 200 };
  const server = programs ? await PostgresServer.start({ settings }) : undefined;
  if (server) resources.defer(() => server.close());
  return {
    memory: async () => [],
    SQLite: async () => ["--db", join(folder, `${crypto.randomUUID()}.db`)],
    ...(server && { PostgreSQL: async () => ["--db", await server.createDatabase()] }),
  };
}

/** PostgreSQL's own benchmark, on a database of its own with this many times 100,000 accounts: transactions per second. */
export async function preparePgbench(database: string, scale: number) {
  const run = async (...flags: string[]) =>
    promisify(execFile)(join(programs ?? "", "pgbench"), [...flags, database]);
  await run("--initialize", "--quiet", `--scale=${scale}`);
  return async (kind: string, seconds: number): Promise<number> => {
    const usual = ["-M", "prepared", "-c", "8", "-j", "1", "--no-vacuum"];
    const { stdout } = await run(kind, ...usual, `--time=${seconds}`);
    // Up to PostgreSQL 13, the first of two lines includes the time to connect.
    return Number([...stdout.matchAll(/^tps = ([\d.]+)/gm)].at(-1)?.[1]);
  };
}
