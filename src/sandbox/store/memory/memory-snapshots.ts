import type { Snapshot } from "../../../../generated/sandbox-control-types.ts";
import { kinds } from "../filters.ts";
import type { Company, Kind, Records } from "../records.ts";
import { type Collection, type CompanyData, MAX_SNAPSHOTS, type Snapshots } from "../store.ts";
import { inParts, type Lists, listsOf } from "./memory-staging.ts";
import type { UndoLog } from "./undo-log.ts";

/** Gives other work its turn. */
export type NextTurn = () => Promise<void>;

/** Lists of the objects that a company has had. */
export class MemorySnapshots implements Snapshots {
  readonly #undoLog: UndoLog;
  readonly #data: () => CompanyData;
  readonly #nextTurn: NextTurn;
  #kept: { snapshot: Snapshot; lists: Lists }[] = [];

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
    const lists = await listsOf(this.#data(), company);
    const before = this.#kept;
    this.#kept = [...before, { snapshot, lists }].slice(-keep);
    this.#undoLog.add(() => {
      this.#kept = before;
    });
  }

  async restore(id: string): Promise<Company | undefined> {
    const kept = this.#kept.find(({ snapshot }) => snapshot.snapshotId === id);
    if (!kept) return undefined;
    const { company, records, postings, jobs } = kept.lists;
    const data = this.#data();
    await data.clear();
    for (const kind of kinds) {
      const collection = data[kind] as Collection<Kind>;
      const ofKind = records.get(kind) ?? [];
      await this.#inTurns<Records[Kind]>(ofKind, (some) => collection.insert(...some));
    }
    await this.#inTurns(postings, (some) => data.ledger.post(...some));
    await data.jobQueue.add(jobs);
    return company;
  }

  /** A large snapshot must not keep the process from everything else. */
  async #inTurns<Item>(
    items: readonly Item[],
    insert: (some: Item[]) => Promise<void>,
  ): Promise<void> {
    for await (const some of inParts(items)) {
      await insert(some);
      await this.#nextTurn();
    }
  }
}
