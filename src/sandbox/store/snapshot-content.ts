import { setImmediate } from "node:timers/promises";
import { kinds } from "./filters.ts";
import type { Job, Kind, Records } from "./records.ts";
import type { Collection, CopiedData, Posting } from "./store.ts";

/** The number of records that are inserted before other work gets a turn. */
const RECORDS_AT_ONCE = 200;

/** Everything that a snapshot puts back. Records are oldest first, so that inserting them keeps their order. */
export interface SnapshotContent {
  records: { [Name in Kind]: Records[Name][] };
  postings: Posting[];
  jobs: Job[];
}

/** Inserts the content of a snapshot into empty data. */
export async function insertContent(
  data: CopiedData,
  { records, postings, jobs }: SnapshotContent,
): Promise<void> {
  for (const kind of kinds) {
    const collection = data[kind] as Collection<Kind>;
    await inChunks<Records[Kind]>(records[kind], (some) => collection.insert(...some));
  }
  await inChunks(postings, (some) => data.ledger.post(...some));
  await data.jobQueue.add(jobs);
}

/** A large snapshot must not keep the process from everything else. */
async function inChunks<Item>(
  items: readonly Item[],
  insert: (some: Item[]) => Promise<void>,
): Promise<void> {
  for (let start = 0; start < items.length; start += RECORDS_AT_ONCE) {
    await insert(items.slice(start, start + RECORDS_AT_ONCE));
    await setImmediate();
  }
}
