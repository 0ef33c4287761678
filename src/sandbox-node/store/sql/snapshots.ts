import type { Snapshot } from "../../../../generated/sandbox-control-types.ts";
import type { Company } from "../../../sandbox/store/records.ts";
import { MAX_SNAPSHOTS } from "../../../sandbox/store/store.ts";
import type { Dataset } from "./dataset.ts";
import { parseSnapshot } from "./parse-record.ts";
import type { Session } from "./session.ts";
import { copyDataset, discardDataset, nextDataset } from "./spare-datasets.ts";

const ADD = `INSERT INTO centavo.snapshots (company, sequence, id, created_at, record, dataset)
SELECT $1, coalesce(max(sequence), 0) + 1, $2, $3, $4, $5::bigint FROM centavo.snapshots WHERE company = $1`;

const DELETE_OLDEST = `DELETE FROM centavo.snapshots WHERE company = $1 AND sequence <= (
  SELECT max(sequence) - $2::bigint FROM centavo.snapshots WHERE company = $1
) RETURNING dataset`;

const LIST = `SELECT id AS "snapshotId", created_at AS "createdAt" FROM centavo.snapshots
WHERE company = $1 ORDER BY sequence DESC`;

const GET = "SELECT record, dataset FROM centavo.snapshots WHERE company = $1 AND id = $2";

export function listSnapshots(session: Session, company: string): Promise<Snapshot[]> {
  return session.all(LIST, company);
}

export async function getSnapshot(
  session: Session,
  companyId: string,
  id: string,
): Promise<{ company: Company; dataset: number } | undefined> {
  const [row] = await session.all<{ record: string; dataset: number }>(GET, companyId, id);
  const company = parseSnapshot(row);
  return row && company && { company, dataset: row.dataset };
}

/** Copies the dataset of a company. Returns whether a dataset became spare. */
export async function addSnapshot(
  { session, company: companyId, number }: Dataset,
  { snapshotId, createdAt }: Snapshot,
  company: Company,
  keep = MAX_SNAPSHOTS,
): Promise<boolean> {
  const copy = await nextDataset(session, companyId);
  if (copy === undefined) return false;
  await copyDataset((work) => work(session), companyId, number, copy);
  session.run(ADD, companyId, snapshotId, createdAt, JSON.stringify(company), copy);
  const dropped = await session.all<{ dataset: number }>(DELETE_OLDEST, companyId, keep);
  for (const { dataset } of dropped) discardDataset(session, companyId, dataset);
  return dropped.length > 0;
}
