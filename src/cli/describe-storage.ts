import { resolve } from "node:path";
import { IN_MEMORY, isServerAddress, shownAddress } from "../sandbox/store/store-address.ts";

/** Where the data of a sandbox is, for whoever starts it. */
export function describeStorage(db: string | undefined): string {
  if (db === undefined || db === IN_MEMORY)
    return "Its data is in memory: it is gone when the sandbox stops.";
  const isAddress = isServerAddress(db) || db.startsWith("file:");
  return `Its data is in ${isAddress ? shownAddress(db) : resolve(db)}.`;
}
