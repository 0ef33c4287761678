import type { Snapshot } from "../../../generated/sandbox-control-types.ts";
import type { Context } from "../context.ts";
import { DocumentedError } from "../errors.ts";
import { identityOf } from "./companies.ts";

/** Stores a copy of the company and its data. */
export async function createSnapshot(context: Context): Promise<Snapshot> {
  const { data, company } = context;
  const snapshot = { snapshotId: context.snapshotId(), createdAt: context.timestamp };
  const identity = identityOf({ createdAt: company.createdAt });
  const copy = { ...company, ...identity, clock: context.currentClock(), advance: undefined };
  await data.snapshots.add(snapshot, copy, context.maxSnapshots);
  return snapshot;
}

/**
 * Replaces the company and its data with the copy. The timeline stays. Deliveries in progress belong to the
 * replaced data, so the new generation of the data ignores their outcome. It gives other ids to what is made
 * from now on than an earlier restore of the same copy.
 */
export async function restoreSnapshot(context: Context, snapshotId: string): Promise<void> {
  const { data, company } = context;
  const restored = await data.snapshots.restore(snapshotId);
  if (!restored) throw new DocumentedError("SnapshotNotFound");
  const { snapshotCount, generation } = company;
  Object.assign(company, restored, identityOf(company), {
    snapshotCount,
    generation: generation + 1,
  });
  context.setClock(company.clock);
  context.record({ type: "company.restored", resource: null, data: { snapshotId } });
}
