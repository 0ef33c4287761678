import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { PostgresServer, programs } from "../test/postgres/postgres-server.ts";

const folder = mkdtempSync(join(tmpdir(), "centavo-bench-"));
process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
let server: Promise<PostgresServer> | undefined;

/** The path of a file that does not exist yet, in a folder of its own. */
export function newFile(): string {
  return join(mkdtempSync(join(folder, "file-")), "file");
}

/** The address of an empty database. On its server, what is committed is on the disk. */
async function newDatabase(): Promise<string> {
  const settings = { fsync: "on", max_connections: 200 };
  server ??= PostgresServer.start({ settings });
  return (await server).createDatabase();
}

/** What a sandbox keeps its data in, each with the flags for a new one. */
export const ENGINES = {
  memory: async (): Promise<string[]> => [],
  SQLite: async () => ["--db", newFile()],
  PostgreSQL: async () => ["--db", await newDatabase()],
};

/** PostgreSQL's own benchmark, on a database of its own with this many times 100,000 accounts: transactions per second. */
export async function preparePgbench(scale: number) {
  const database = await newDatabase();
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
