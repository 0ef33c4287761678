import { kinds } from "../filters.ts";
import type { Company, Job, Kind, Records } from "../records.ts";
import type { CompanyCopy, CompanyData, CopiedData, Posting, StagedData } from "../store.ts";
import { UndoLog } from "./undo-log.ts";

/** Everything of a company that `clear` deletes. */
export type Resources = CopiedData & Pick<CompanyData, "outbox">;

/** Data that nobody sees until a company adopts them. */
export class MemoryStagedData implements StagedData {
  readonly #undoLog = new UndoLog();
  readonly #resources: Resources;

  constructor(createResources: (undoLog: UndoLog) => Resources) {
    this.#resources = createResources(this.#undoLog);
  }

  async write(work: (data: CopiedData) => Promise<void>): Promise<void> {
    try {
      await work(this.#resources);
      this.#undoLog.commit();
    } catch (error) {
      this.#undoLog.rollBack();
      throw error;
    }
  }

  /** From now on, changes of the data belong to the transactions of a company. */
  adopt(undoLog: UndoLog): Resources {
    this.#undoLog.joinTo(undoLog);
    return this.#resources;
  }

  async complete(): Promise<void> {}

  async discard(): Promise<void> {}
}

/** Lists of the objects that a company has at the moment. No object is ever changed, so none is copied. */
export interface Lists {
  company: Company;
  /** Oldest first, so that inserting them keeps their order. */
  records: ReadonlyMap<Kind, Records[Kind][]>;
  postings: Posting[];
  jobs: Job[];
}

export async function listsOf(data: CopiedData, company: Company): Promise<Lists> {
  const records = new Map<Kind, Records[Kind][]>();
  for (const kind of kinds) records.set(kind, (await data[kind].find({})).toReversed());
  const [postings, jobs] = [await data.ledger.postings(), await data.jobQueue.all()];
  return { company, records, postings, jobs };
}

/** A copy of a company that can be read in parts. */
export async function copyOf(data: CompanyData): Promise<CompanyCopy | undefined> {
  const company = await data.company.get();
  if (!company) return undefined;
  const { records, postings, jobs } = await listsOf(data, company);
  const bySubject = postings.toSorted(
    (one, other) => Number(one.subject > other.subject) - Number(one.subject < other.subject),
  );
  return {
    company,
    records: <Name extends Kind>(kind: Name) => inParts(records.get(kind) as Records[Name][]),
    postings: () => inParts(bySubject),
    jobs: () => inParts(jobs),
    async close() {},
  };
}

/** The number of items that are handed over before other work gets a turn. */
const PART = 400;

export async function* inParts<Item>(items: readonly Item[]): AsyncIterable<Item[]> {
  for (let start = 0; start < items.length; start += PART) yield items.slice(start, start + PART);
}
