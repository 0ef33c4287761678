import { kinds } from "../../../sandbox/store/filters.ts";
import type { Company, Kind } from "../../../sandbox/store/records.ts";
import type { Collection, CompanyData } from "../../../sandbox/store/store.ts";
import { SqlCollection } from "./collection.ts";
import { Dataset, OWN } from "./dataset.ts";
import { SqlJobQueue } from "./job-queue.ts";
import { ledgerOf } from "./ledger.ts";
import { LAYOUT } from "./migrations.ts";
import { type KnownNext, outboxOf, SqlPostbacks } from "./outbox.ts";
import { parseCompany } from "./parse-record.ts";
import type { Session, SqlValue } from "./session.ts";
import { addSnapshot, getSnapshot, listSnapshots } from "./snapshots.ts";
import {
  copyDataset,
  NO_DATASET,
  nextDataset,
  type SpareDatasets,
  takeSpareDataset,
  takeStagedData,
  useDataset,
} from "./spare-datasets.ts";
import { SqlTimeline } from "./timeline.ts";
import { ENTRIES, type Key, RECEIVED, Totals } from "./totals.ts";
import { WriteBehind } from "./write-behind.ts";

const ledgerCount = ([kind]: Key) => `(
  SELECT total FROM centavo.counts WHERE counts.company = $1 AND counts.dataset = companies.dataset
  AND kind = '${kind}' AND status = '' AND payment_method = ''
) AS ${kind}`;

/** A company, and what nearly every read needs. */
const COMPANY = `SELECT ${LAYOUT}, record, dataset, (
  SELECT due FROM centavo.jobs WHERE jobs.company = $1 AND jobs.dataset = companies.dataset ORDER BY due, sequence LIMIT 1
) AS "nextDue"`;

export const READ_COMPANY = `${COMPANY} FROM centavo.companies WHERE company = $1`;

/** With what nearly every change needs. */
const CHANGE_COMPANY = `${COMPANY}, ${ledgerCount(RECEIVED)}, ${ledgerCount(ENTRIES)},
  (SELECT sum(total)::bigint FROM centavo.event_totals WHERE event_totals.company = $1) AS "lastEvent"
FROM centavo.companies WHERE company = $1`;

const UPDATE_COMPANY = `UPDATE centavo.companies SET record = $2, clock_ahead = $3, clock_now = $4, clock_to = $5
WHERE company = $1`;

const COUNT_RECORDS = `SELECT coalesce(sum(total), 0)::bigint AS total FROM centavo.counts
WHERE ${OWN} AND kind NOT IN ('${RECEIVED[0]}', '${ENTRIES[0]}')`;

interface CompanyRow {
  record: string;
  dataset: number;
  nextDue: number | null;
  received?: number | null;
  entries?: number | null;
  lastEvent?: number | null;
}

/** A dataset that was filled for the restore of a snapshot. */
interface FilledDataset {
  snapshotId: string;
  number: number;
}

/** A transaction restores a snapshot, which is to be copied before. */
class RestoreNeedsCopy extends Error {
  readonly snapshotId: string;
  readonly dataset: number;

  constructor(snapshotId: string, dataset: number) {
    super("The snapshot is copied first.");
    this.snapshotId = snapshotId;
    this.dataset = dataset;
  }
}

/** Work on the data of a company, in a transaction that an engine begins and ends. */
type CompanyWork<Result> = (data: CompanyData) => Promise<Result>;

interface Done<Result> {
  result: Result;
  /** Whether there is such a company. Without it, nothing is to be kept. */
  exists: boolean;
  /** Whether a dataset became spare. */
  leavesDataset: boolean;
}

interface CompanyOptions {
  /** Whether the work changes nothing. */
  isRead?: boolean;
  /** The copy for a restore that the work may ask for. */
  filled?: FilledDataset | undefined;
  /** Whether the company was there when it was to be locked. One that was inserted since then has others at work. */
  hasLock?: Promise<boolean>;
}

/** Runs work on the data of a company. */
export async function withCompanyData<Result>(
  connection: Session,
  companyId: string,
  work: CompanyWork<Result>,
  { isRead = false, filled, hasLock }: CompanyOptions,
): Promise<Done<Result>> {
  const session = new WriteBehind(connection);
  const sql = isRead ? READ_COMPANY : CHANGE_COMPANY;
  const [found] = await session.all<CompanyRow>(sql, companyId);
  const row = (await hasLock) === false ? undefined : found;
  let parts = partsOf(new Dataset(session, companyId, row?.dataset ?? NO_DATASET), row);
  let leavesDataset = false;
  const replaceDataset = (next: number) => {
    useDataset(session, companyId, parts.dataset.number, next);
    leavesDataset = true;
    parts = partsOf(new Dataset(session, companyId, next));
    Object.assign(data, parts.data);
  };
  const data: CompanyData = {
    ...parts.data,
    company: companyOf(session, companyId, row?.record),
    timeline: new SqlTimeline(session, companyId, isRead ? undefined : (row?.lastEvent ?? 0)),
    snapshots: {
      list: () => listSnapshots(session, companyId),
      async add(snapshot, company, keep) {
        parts.write();
        if (await addSnapshot(parts.dataset, snapshot, company, keep)) leavesDataset = true;
      },
      async restore(id) {
        const snapshot = await getSnapshot(session, companyId, id);
        if (!snapshot) return undefined;
        if (filled?.snapshotId !== id) throw new RestoreNeedsCopy(id, snapshot.dataset);
        await takeSpareDataset(session, companyId, filled.number);
        replaceDataset(filled.number);
        return snapshot.company;
      },
    },
    async clear() {
      const next = await nextDataset(session, companyId);
      if (next !== undefined) replaceDataset(next);
    },
    async replaceBy(staged) {
      replaceDataset(await takeStagedData(session, companyId, staged));
    },
  };
  const result = await work(data);
  parts.write();
  session.write();
  return { result, exists: row !== undefined, leavesDataset };
}

/** The parts of a company's data that belong to a dataset, of which the row of the company says something. */
export function partsOf(dataset: Dataset, row?: CompanyRow) {
  const totals = new Totals(dataset, row?.entries === undefined ? [] : countsOf(row));
  const collections = Object.fromEntries(
    kinds.map((kind) => [kind, new SqlCollection(kind, dataset, totals)]),
  ) as unknown as { [Name in Kind]: Collection<Name> };
  const nextPostback: KnownNext = {};
  const jobQueue = new SqlJobQueue(dataset, row && { due: row.nextDue ?? undefined });
  const data = {
    ...collections,
    postbacks: new SqlPostbacks(dataset, totals, nextPostback),
    ledger: ledgerOf(dataset, totals),
    jobQueue,
    outbox: outboxOf(dataset, nextPostback),
    async recordCount() {
      totals.write(["counts"]);
      return (await dataset.one<{ total: number }>(COUNT_RECORDS))?.total ?? 0;
    },
  };
  const write = () => {
    totals.write();
    jobQueue.write();
  };
  return { dataset, data, write };
}

function countsOf({ received, entries }: CompanyRow): [Key, number][] {
  return [
    [RECEIVED, received ?? 0],
    [ENTRIES, entries ?? 0],
  ];
}

/**
 * Runs a transaction of a company. If its work restores a snapshot, the copy is filled in first, and then the work runs
 * again.
 */
export async function withRestore<Result>(
  companyId: string,
  spareDatasets: SpareDatasets,
  run: (filled?: FilledDataset) => Promise<Done<Result>>,
): Promise<Result> {
  const deletesUnused = ({ result, leavesDataset }: Done<Result>): Result => {
    if (leavesDataset) spareDatasets.deleteAll();
    return result;
  };
  try {
    return deletesUnused(await run());
  } catch (error) {
    if (!(error instanceof RestoreNeedsCopy)) throw error;
    const { snapshotId, dataset } = error;
    const { number, transaction, complete, release } = await spareDatasets.reserve(companyId);
    try {
      await copyDataset(transaction, companyId, dataset, number);
      await complete();
      return deletesUnused(await run({ snapshotId, number }));
    } finally {
      await release();
    }
  }
}

function companyOf(
  session: Session,
  companyId: string,
  initial: string | undefined,
): CompanyData["company"] {
  let record = initial;
  return {
    get: async () => parseCompany(record === undefined ? undefined : { record }),
    async save(company) {
      if (record === undefined) return;
      record = JSON.stringify(company);
      session.run(UPDATE_COMPANY, companyId, record, ...clockColumns(company));
    },
  };
}

/** The clock of a company is in three columns, to find the companies that have due work. */
export function clockColumns({ clock, advance }: Company): SqlValue[] {
  if (advance) return [null, advance.now, advance.to];
  return "now" in clock ? [null, clock.now, null] : [clock.ahead, null, null];
}
