import { randomUUID } from "node:crypto";
import { Client } from "pg";
import { inject } from "vitest";
import type { Store } from "../../../src/sandbox/store/store.ts";
import { openPostgresStore } from "../../../src/sandbox-node/store/postgres/postgres-store.ts";
import { openSqliteStore } from "../../../src/sandbox-node/store/sqlite/sqlite-store.ts";

/**
 * Replaces the sandbox's `openStore` for the engine `postgres`: without an address, it opens a new database. Tests set the
 * clock of this process, so it does not follow that of the server.
 */
export async function openStore(address: string | undefined): Promise<Store> {
  if (address !== undefined) return openSqliteStore(address);
  const server = inject("postgres");
  const name = `sandbox_${randomUUID().replaceAll("-", "")}`;
  const client = new Client({ connectionString: server });
  await client.connect();
  await client.query(`CREATE DATABASE ${name}`);
  await client.end();
  const { time: _, ...store } = await openPostgresStore(new URL(name, server).href);
  return store;
}
