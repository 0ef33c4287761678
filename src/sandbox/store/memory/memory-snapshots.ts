import type { Snapshot } from "../../../../generated/sandbox-control-types.ts";
import { kinds } from "../filters.ts";
import type { Company } from "../records.ts";
import { insertContent, type SnapshotContent } from "../snapshot-content.ts";
import { type CompanyData, MAX_SNAPSHOTS, type Snapshots } from "../store.ts";
import type { UndoLog } from "./rollback.ts";

interface Copy extends SnapshotContent {
  snapshot: Snapshot;
  company: Company;
}

/** Lists of the objects that a company has had. No object is ever changed, so none is copied. */
export class MemorySnapshots implements Snapshots {
  readonly #undoLog: UndoLog;
  readonly #data: () => CompanyData;
  #kept: Copy[] = [];

  /** `data` returns the data of the company. */
  constructor(undoLog: UndoLog, data: () => CompanyData) {
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
    await insertContent(data, copy);
    return copy.company;
  }
}
