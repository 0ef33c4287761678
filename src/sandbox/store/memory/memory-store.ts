import { ConcurrencyLimits } from "../concurrency-limits.ts";
import { kinds } from "../filters.ts";
import type { Company, Kind } from "../records.ts";
import type {
  Collection,
  CompanyData,
  EndedSession,
  Settings,
  SharedData,
  Store,
} from "../store.ts";
import { MemoryCollection } from "./memory-collection.ts";
import { MemoryJobQueue } from "./memory-job-queue.ts";
import { MemoryLedger } from "./memory-ledger.ts";
import { MemoryOutbox } from "./memory-outbox.ts";
import { MemorySnapshots, type NextTurn } from "./memory-snapshots.ts";
import { copyOf, MemoryStagedData, type Resources } from "./memory-staging.ts";
import { MemoryTimeline } from "./memory-timeline.ts";
import { UndoLog } from "./undo-log.ts";

/** A store in the memory of the process. It keeps the objects themselves, and copies none. */
export function openMemoryStore(nextTurn: NextTurn): Store {
  const companies = new Map<string, MemoryCompany>();
  const shared = new MemorySharedData(companies, nextTurn);
  return {
    transaction: (companyId, work) => companyOf(companyId).transaction(work),
    read: (companyId, work) => companyOf(companyId).read(work),
    sharedTransaction: (work) => shared.transaction(work),
    sharedRead: (work) => shared.read(work),
    copyCompany: (companyId) => companyOf(companyId).read(copyOf),
    stageData: async () => new MemoryStagedData(createResources),
    async close() {
      await Promise.all([...companies.values(), shared].map((each) => each.idle()));
      companies.clear();
    },
  };

  function companyOf(id: string): MemoryCompany {
    return companies.get(id) ?? new MemoryCompany(undefined, nextTurn);
  }
}

/** Data that only one transaction or read uses at a time, and that can undo its changes. */
abstract class Transactional<Data> {
  protected readonly undoLog = new UndoLog();
  readonly #turns = new ConcurrencyLimits(1);

  protected abstract readonly data: Data;

  read<Result>(work: (data: Data) => Promise<Result>): Promise<Result> {
    return this.#turns.run("", () => work(this.data));
  }

  transaction<Result>(work: (data: Data) => Promise<Result>): Promise<Result> {
    return this.#turns.run("", async () => {
      try {
        const result = await work(this.data);
        this.undoLog.commit();
        this.committed();
        return result;
      } catch (error) {
        this.undoLog.rollBack();
        throw error;
      }
    });
  }

  idle(): Promise<void> {
    return this.#turns.idle();
  }

  protected committed(): void {}
}

class MemorySharedData extends Transactional<SharedData> {
  protected readonly data: SharedData;
  readonly #companies: Map<string, MemoryCompany>;
  /** The companies that a transaction has inserted or deleted. Nobody else sees that before the commit. */
  readonly #changed = new Map<string, MemoryCompany | undefined>();

  constructor(companies: Map<string, MemoryCompany>, nextTurn: NextTurn) {
    super();
    let settings: Settings | undefined;
    this.#companies = companies;
    this.data = {
      settings: {
        get: async () => settings,
        save: async (changed) => {
          const before = settings;
          settings = changed;
          this.undoLog.add(() => {
            settings = before;
          });
        },
      },
      companies: {
        insert: async (company, staged) => {
          if (this.#all().has(company.id)) throw new Error(`Company ${company.id} already exists.`);
          this.#change(
            company.id,
            new MemoryCompany(company, nextTurn, staged as MemoryStagedData),
          );
        },
        ids: async () => [...this.#all().keys()],
        page: async ({ page, limit }) => {
          const all = [...this.#all().values()];
          const shown = all.toReversed().slice((page - 1) * limit, page * limit);
          const records = shown.map((each) => each.read(({ company }) => company.get()));
          const found = (await Promise.all(records)).filter((company) => company !== undefined);
          return { companies: found, total: all.length };
        },
        delete: async (id) => {
          if (!this.#all().has(id)) return false;
          this.#change(id, undefined);
          return true;
        },
      },
      endedSessions: createEndedSessions(this.undoLog),
    };
  }

  #change(id: string, company: MemoryCompany | undefined): void {
    this.#changed.set(id, company);
    this.undoLog.add(() => this.#changed.clear());
  }

  /** The companies as the transaction sees them. */
  #all(): ReadonlyMap<string, MemoryCompany> {
    if (this.#changed.size === 0) return this.#companies;
    const all = new Map(this.#companies);
    applyChanges(all, this.#changed);
    return all;
  }

  protected override committed(): void {
    for (const id of this.#changed.keys()) this.#companies.get(id)?.empty();
    applyChanges(this.#companies, this.#changed);
    this.#changed.clear();
  }
}

function applyChanges<Value>(
  values: Map<string, Value>,
  changes: ReadonlyMap<string, Value | undefined>,
): void {
  for (const [id, value] of changes) {
    // One that is inserted again is the newest.
    values.delete(id);
    if (value !== undefined) values.set(id, value);
  }
}

class MemoryCompany extends Transactional<CompanyData> {
  protected data: CompanyData;
  readonly #timeline: MemoryTimeline;
  readonly #nextTurn: NextTurn;

  constructor(company: Company | undefined, nextTurn: NextTurn, staged?: MemoryStagedData) {
    super();
    this.#nextTurn = nextTurn;
    const { undoLog } = this;
    this.#timeline = new MemoryTimeline(undoLog);
    const data: CompanyData = {
      ...(staged?.adopt(undoLog) ?? createResources(undoLog)),
      company: companyCell(company, undoLog),
      timeline: this.#timeline,
      snapshots: new MemorySnapshots(undoLog, () => data, nextTurn),
      async recordCount() {
        const next = await Promise.all(kinds.map((kind) => data[kind].nextNumber()));
        return next.reduce((total, number) => total + number - 1, 0);
      },
      clear: async () => replaceResources(createResources(undoLog)),
      replaceBy: async (staged) => replaceResources((staged as MemoryStagedData).adopt(undoLog)),
    };
    const replaceResources = (resources: Resources) => {
      const before = { ...data };
      Object.assign(data, resources);
      undoLog.add(() => Object.assign(data, before));
    };
    this.data = data;
  }

  /** What still waits for its turn finds what it would find without the company. */
  empty(): void {
    this.data = new MemoryCompany(undefined, this.#nextTurn).data;
  }

  protected override committed(): void {
    this.#timeline.deleteOldest();
  }
}

function createResources(undoLog: UndoLog): Resources {
  const outbox = new MemoryOutbox(undoLog);
  const collections = Object.fromEntries(
    kinds.map((kind) => [kind, new MemoryCollection(kind, undoLog)]),
  ) as unknown as { [Name in Kind]: Collection<Name> };
  return {
    ...collections,
    postbacks: new MemoryCollection("postbacks", undoLog, (...change) => outbox.follow(...change)),
    outbox,
    ledger: new MemoryLedger(undoLog),
    jobQueue: new MemoryJobQueue(undoLog),
  };
}

function companyCell(initial: Company | undefined, undoLog: UndoLog): CompanyData["company"] {
  let company = initial;
  return {
    get: async () => company,
    async save(changed) {
      if (!company) return;
      const before = company;
      company = changed;
      undoLog.add(() => {
        company = before;
      });
    },
  };
}

function createEndedSessions(undoLog: UndoLog): SharedData["endedSessions"] {
  let ended: EndedSession[] = [];
  return {
    async add(session, now) {
      ended.push({ ...session, number: (ended.at(-1)?.number ?? 0) + 1 });
      const kept = ended.findIndex(({ exp }) => exp > now);
      const expired = ended.splice(0, kept);
      undoLog.add(() => {
        ended = [...expired, ...ended.slice(0, -1)];
      });
    },
    after: async (number) =>
      ended.slice(ended.findLastIndex((session) => session.number <= number) + 1),
  };
}
