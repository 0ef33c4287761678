import { openMemoryStore } from "./memory/memory-store.ts";
import { openSqliteStore } from "./sqlite/sqlite-store.ts";
import type { Store } from "./store.ts";

/**
 * Opens the store at an address: a SQLite file, or memory without an address.
 * @throws {StoreError} with the problem of the file.
 */
export async function openStore(address: string | undefined): Promise<Store> {
  return address === undefined ? openMemoryStore() : openSqliteStore(address);
}
