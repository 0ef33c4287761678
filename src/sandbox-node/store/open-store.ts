import { openMemoryStore } from "../../sandbox/store/memory/memory-store.ts";
import type { Store } from "../../sandbox/store/store.ts";
import { nodeTimers } from "../node-timers.ts";
import { openPostgresStore } from "./postgres/postgres-store.ts";
import { openSqliteStore } from "./sqlite/sqlite-store.ts";
import { isServerAddress } from "./store-address.ts";

/**
 * Opens the store at an address: a database on a PostgreSQL server, a SQLite file, or memory without an address.
 * @throws {StoreError} with the problem of the server or the file.
 */
export async function openStore(address: string | undefined): Promise<Store> {
  if (address === undefined) return openMemoryStore(nodeTimers.nextTurn);
  return isServerAddress(address) ? openPostgresStore(address) : openSqliteStore(address);
}
