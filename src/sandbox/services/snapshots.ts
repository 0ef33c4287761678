import { setImmediate } from "node:timers/promises";
import type { Snapshot } from "../../../generated/sandbox-control-types.ts";
import type { Context } from "../context.ts";
import { DocumentedError } from "../errors.ts";
import { kinds } from "../store/filters.ts";
import type { Company, Job, Kind, Records } from "../store/records.ts";
import type { Collection, CompanyData, Posting } from "../store/store.ts";

/** The number of records that are restored before other work gets a turn. */
const RECORDS_AT_ONCE = 1000;

/** A copy of everything that a restore puts back. */
interface CompanySnapshot {
  company: Company;
  /** Oldest first, so that inserting them again keeps their order. */
  records: { [Name in Kind]: Records[Name][] };
  postings: Posting[];
  jobs: Job[];
}

/** Stores a copy of the company and its data. */
export async function createSnapshot(context: Context): Promise<Snapshot> {
  const { data, company } = context;
  const snapshot = { snapshotId: context.snapshotId(), createdAt: context.timestamp };
  const copy: CompanySnapshot = {
    company: { ...company, clock: context.currentClock(), advance: undefined },
    records: await copyRecords(data),
    postings: await data.ledger.postings(),
    jobs: await data.jobQueue.all(),
  };
  await data.snapshots.add(snapshot, copy);
  return snapshot;
}

/**
 * Replaces the company and its data with the copy. The timeline stays. Deliveries in progress belong to the
 * replaced data, so the new generation of the data ignores their outcome. It gives other ids to what is made
 * from now on than an earlier restore of the same copy.
 */
export async function restoreSnapshot(context: Context, snapshotId: string): Promise<void> {
  const { data, company } = context;
  const snapshot = (await data.snapshots.get(snapshotId)) as CompanySnapshot | undefined;
  if (!snapshot) throw new DocumentedError("SnapshotNotFound");
  await data.clear();
  for (const kind of kinds) await insertAll(data[kind] as Collection<Kind>, snapshot.records[kind]);
  for (const posting of snapshot.postings) await data.ledger.post(posting);
  await data.jobQueue.add(snapshot.jobs);
  const { snapshotCount, generation } = company;
  Object.assign(company, snapshot.company, { snapshotCount, generation: generation + 1 });
  context.setClock(company.clock);
  context.record({ type: "company.restored", resource: null, data: { snapshotId } });
}

async function copyRecords(data: CompanyData): Promise<CompanySnapshot["records"]> {
  const copies = [];
  for (const kind of kinds) copies.push([kind, (await data[kind].find({})).toReversed()]);
  return Object.fromEntries(copies);
}

async function insertAll(
  collection: Collection<Kind>,
  records: readonly Records[Kind][],
): Promise<void> {
  for (const [index, record] of records.entries()) {
    await collection.insert(record);
    // Otherwise a large snapshot would keep the process from everything else.
    if (index % RECORDS_AT_ONCE === 0) await setImmediate();
  }
}
