import type { Store } from "../../../src/sandbox/store/store.ts";
import { openSqliteStore } from "../../../src/sandbox-node/store/sqlite/sqlite-store.ts";

/** Replaces the sandbox's `openStore` for the engine `sqlite`: without an address too, the engine is SQLite. */
export async function openStore(address = ":memory:"): Promise<Store> {
  return openSqliteStore(address);
}
