import { openMemoryStore } from "./memory/memory-store.ts";
import type { Store } from "./store.ts";
import { StoreError } from "./store-error.ts";

/**
 * Opens the store at an address: a SQLite file, or memory without an address.
 * @throws {StoreError} with the problem of the file.
 */
export async function openStore(address: string | undefined): Promise<Store> {
  if (address === undefined) return openMemoryStore();
  const { openSqliteStore } = await loadSqlite();
  return openSqliteStore(address);
}

/** Loaded on demand: Node has SQLite since 22.13, and the rest of the sandbox does not need it. */
async function loadSqlite(): Promise<typeof import("./sqlite/sqlite-store.ts")> {
  try {
    return await import("./sqlite/sqlite-store.ts");
  } catch (error) {
    if ((error as { code?: string }).code !== "ERR_UNKNOWN_BUILTIN_MODULE") throw error;
    throw new StoreError(
      `a file needs Node 22.13 or later, but this is ${process.version}; without one the sandbox keeps its data in memory`,
      {
        cause: error,
      },
    );
  }
}
