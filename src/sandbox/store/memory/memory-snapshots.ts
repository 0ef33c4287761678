import type { Snapshot } from "../../../../generated/sandbox-control-types.ts";
import { kinds } from "../filters.ts";
import type { Company, Job, Kind, Records } from "../records.ts";
import {
  type Collection,
  type CompanyData,
  MAX_SNAPSHOTS,
  type Posting,
  type Snapshots,
} from "../store.ts";
import type { UndoLog } from "./rollback.ts";

/** The number of records that are inserted before other work gets a turn. */
const RECORDS_AT_ONCE = 200;

/** Gives other work its turn. */
export type NextTurn = () => Promise<void>;

interface Copy {
  snapshot: Snapshot;
  company: Company;
  /** Oldest first, so that inserting them keeps their order. */
  records: { [Name in Kind]: Records[Name][] };
  postings: Posting[];
  jobs: Job[];
}

/** Lists of the objects that a company has had. No object is ever changed, so none is copied. */
export class MemorySnapshots implements Snapshots {
  readonly #undoLog: UndoLog;
  readonly #data: () => CompanyData;
  readonly #nextTurn: NextTurn;
  #kept: Copy[] = [];

  /** `data` returns the data of the company. */
  constructor(undoLog: UndoLog, data: () => CompanyData, nextTurn: NextTurn) {
    this.#nextTurn = nextTurn;
    this.#undoLog = undoLog;
    this.#data = data;
  }

  async list(): Promise<Snapshot[]> {
    return this.#kept.map(({ snapshot }) => snapshot).toReversed();
  }

  async add(snapshot: Snapshot, company: Company, keep = MAX_SNAPSHOTS): Promise<void> {
    const data = this.#data();
    const copies = [];
    for (const kind of kinds) copies.push([kind, (await data[kind].find({})).toReversed()]);
    const records: Copy["records"] = Object.fromEntries(copies);
    const [postings, jobs] = [await data.ledger.postings(), await data.jobQueue.all()];
    const before = this.#kept;
    this.#kept = [...before, { snapshot, company, records, postings, jobs }].slice(-keep);
    this.#undoLog.add(() => {
      this.#kept = before;
    });
  }

  async restore(id: string): Promise<Company | undefined> {
    const copy = this.#kept.find(({ snapshot }) => snapshot.snapshotId === id);
    if (!copy) return undefined;
    const data = this.#data();
    await data.clear();
    await insertCopy(data, copy, this.#nextTurn);
    return copy.company;
  }
}

/** Inserts a copy into empty data. */
async function insertCopy(
  data: CompanyData,
  { records, postings, jobs }: Copy,
  nextTurn: NextTurn,
): Promise<void> {
  for (const kind of kinds) {
    const collection = data[kind] as Collection<Kind>;
    await inChunks<Records[Kind]>(records[kind], (some) => collection.insert(...some), nextTurn);
  }
  await inChunks(postings, (some) => data.ledger.post(...some), nextTurn);
  await data.jobQueue.add(jobs);
}

/** A large snapshot must not keep the process from everything else. */
async function inChunks<Item>(
  items: readonly Item[],
  insert: (some: Item[]) => Promise<void>,
  nextTurn: NextTurn,
): Promise<void> {
  for (let start = 0; start < items.length; start += RECORDS_AT_ONCE) {
    await insert(items.slice(start, start + RECORDS_AT_ONCE));
    await nextTurn();
  }
}
