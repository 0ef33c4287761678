import type { Event, PostbackType, Snapshot } from "../../../generated/sandbox-control-types.ts";
import type { Entry, LedgerEvent, PostedEntry } from "../domain/ledger-balances.ts";
import type { Filters } from "./filters.ts";
import type { Company, Job, Kind, NewEvent, PostbackRecord, Records } from "./records.ts";

/**
 * Stores the state of a sandbox: its settings, its companies, and the data of each company. This file is
 * the whole contract between the sandbox and an engine; test/sandbox/store/store-conformance.ts tests it.
 *
 * **Isolation.** Transactions of one company run one after the other, in the order of the calls. A
 * transaction sees all changes of the transactions of its company that ended before its `work` began, its own
 * earlier changes, and nothing else. A read sees all changes of those that ended before it was called. It may
 * wait for the transactions in progress, or see the state before them. Work for different companies may run at
 * the same time, and need not wait for each other; an engine with a single connection may run everything in turn.
 * So `work` never starts or awaits other work of the store.
 *
 * **Atomicity.** Either all changes of a transaction are kept or, if `work` or the commit fails, none.
 * When `transaction` resolves, the changes are committed. When it rejects, with the error of `work` or of
 * the commit, they are not; the only exception is a connection that was lost while it committed. A call
 * that fails has changed nothing. If `work` catches its error, and it is no {@link StoreError}, the
 * transaction goes on.
 *
 * **Repetition.** An engine may run `work` more than once, e.g. after a serialization failure; it has undone
 * the changes of the earlier attempts. So `work` changes nothing but the data that it gets.
 *
 * **Values.** Everything that is stored is JSON. An engine may keep and return the objects themselves or
 * copies of them. So the caller never changes an object that it has passed to the store or got from it. The
 * order of fields need not be kept. A field with the value `undefined` counts as absent. Numbers are exact:
 * amounts, sums and times are integers up to 2^53, and are returned as numbers, never as text.
 *
 * **Failures.** An engine that cannot work, e.g. because its disk is full, rejects with a
 * {@link StoreError}. Once the cause has gone, it works again without a restart. A write may fail as late
 * as at the commit.
 *
 * Data of a transaction or read must not be used after its `work` has ended.
 */
export interface Store {
  /**
   * Runs work that may change the data of a company. Without a company with this id, there is no data, and
   * `work` adds none.
   */
  transaction<Result>(
    companyId: string,
    work: (data: CompanyData) => Promise<Result>,
  ): Promise<Result>;
  /**
   * Runs work that calls no method that changes data. All that it reads belongs to one point in time. It probably reads
   * the company, when its next job is due, and what the hint names: an engine may read it in advance.
   */
  read<Result>(
    companyId: string,
    work: (data: CompanyData) => Promise<Result>,
    hint?: ReadHint,
  ): Promise<Result>;
  /**
   * Runs work on the settings and the list of companies. Such transactions also run one after the other.
   * Nobody else sees a company before the transaction that inserts it is committed.
   */
  sharedTransaction<Result>(work: (data: SharedData) => Promise<Result>): Promise<Result>;
  /**
   * Runs work that only reads the shared data, as {@link read} does with a company. Where processes share the store, it
   * waits for no transaction: what anybody may ask for must not hold up others.
   */
  sharedRead<Result>(work: (data: SharedData) => Promise<Result>): Promise<Result>;
  /**
   * Copies the data of a company, as they are at one moment, except its timeline and its snapshots. It is read in parts,
   * and nobody waits for whoever reads it. Undefined if there is no such company.
   */
  copyCompany(companyId: string): Promise<CompanyCopy | undefined>;
  /**
   * Begins to write data for a company, which need not exist, beside those that it has. Nobody sees them before a
   * transaction puts them in their place (`replaceBy`), or inserts a company with them.
   */
  stageData(companyId: string): Promise<StagedData>;
  /**
   * Claims up to `limit` companies that have a due job, a due postback in a line without a lease, or an advance of the
   * clock in progress, and returns their ids. It skips those whose claim lasts, and may skip others for the moment. Only a
   * store that several processes share has this: the others have to find the work that a process left when it ended.
   */
  claimCompanies?(lease: Lease, limit: number): Promise<string[]>;
  /**
   * Milliseconds since 1970 on the clock of the server. Only a store that several processes share has this: they follow
   * that clock, because their own may be apart.
   */
  time?(): Promise<number | undefined>;
  /** The connections of this process to a server, if there is one. */
  connections?(): Connections;
  /**
   * Waits for the work in progress, then frees everything. Nothing may be started afterwards. A second call
   * does nothing.
   */
  close(): Promise<void>;
}

/** Connections to a server, and the calls that wait for one. */
interface Connections {
  max: number;
  idle: number;
  busy: number;
  waiting: number;
}

/** A record of the company, or when its first postback is due. */
export type ReadHint = { kind: Kind; id: string } | "schedule";

/** The data that belongs to no company. */
export interface SharedData {
  settings: {
    get(): Promise<Settings | undefined>;
    save(settings: Settings): Promise<void>;
  };
  companies: {
    /** Adds a company, without data or with those that were staged for its id. Fails if there is one with this id. */
    insert(company: Company, data?: StagedData): Promise<void>;
    /** The ids of all companies, oldest first. */
    ids(): Promise<string[]>;
    /** One page of the companies, newest first. */
    page(page: Page): Promise<{ companies: Company[]; total: number }>;
    /**
     * Deletes a company with all its data, its timeline and its snapshots, and returns whether there was one. An engine may
     * delete rows afterwards that nobody sees any more.
     */
    delete(id: string): Promise<boolean>;
  };
  endedSessions: {
    /**
     * Adds a session, which has not expired at the time `now`, with a greater number than any session had before. Forgets
     * those that have expired; one of them may stay while an earlier one lasts. The duration must not depend on the number
     * of sessions.
     */
    add(session: Omit<EndedSession, "number">, now: number): Promise<void>;
    /** The sessions whose numbers are greater, in the order of these. */
    after(number: number): Promise<EndedSession[]>;
  };
}

/** A session of the inspector that was ended. */
export interface EndedSession {
  number: number;
  id: string;
  /** When it expires, in seconds since 1970. */
  exp: number;
}

/** The stored settings of a sandbox. */
export interface Settings {
  /** Keys, tokens and seeded ids are derived from it. */
  secret: string;
  /** Whether ids are derived from the secret instead of random. */
  seeded: boolean;
  /** The number of ids drawn for companies. */
  drawCount: number;
  id: string;
  /** The latest codes that open a session of the inspector, each once. */
  codes: string[];
}

/** The data of one company. It gives no access to the data of other companies. */
export type CompanyData = { [Name in Kind]: Collection<Name> } & {
  company: {
    get(): Promise<Company | undefined>;
    /** Replaces the company. Does nothing if there is none. */
    save(company: Company): Promise<void>;
  };
  ledger: Ledger;
  jobQueue: JobQueue;
  outbox: Outbox;
  timeline: Timeline;
  snapshots: Snapshots;
  /** The number of records of all kinds. The duration must not depend on it. */
  recordCount(): Promise<number>;
  /**
   * Deletes all data of the company except the company itself, its timeline and its snapshots. Ends all leases.
   * Collections that the caller took before must not be used afterwards.
   */
  clear(): Promise<void>;
  /** Replaces what `clear` would delete by data that were staged for the company. Likewise. */
  replaceBy(data: StagedData): Promise<void>;
};

/** What a company has that can be copied: the records, the ledger and the jobs. */
export type CopiedData = Pick<CompanyData, Kind | "ledger" | "jobQueue">;

/**
 * A copy of a company's data. It must be closed, and can be read for an hour without a pause of that length. It is closed
 * when it takes no space any more.
 */
export interface CompanyCopy {
  readonly company: Company;
  /** Oldest first, so that inserting them keeps their order. */
  records<Name extends Kind>(kind: Name): AsyncIterable<Records[Name][]>;
  /** Ordered by subject, and those of a subject as they were posted. */
  postings(): AsyncIterable<Posting[]>;
  /** In the order in which they would be taken. */
  jobs(): AsyncIterable<Job[]>;
  close(): Promise<void>;
}

/** Data that no company has yet. They last for an hour after the latest write. */
export interface StagedData {
  /** Runs work that adds data. It may run more than once, as that of a transaction. */
  write(work: (data: CopiedData) => Promise<void>): Promise<void>;
  /** Called when all are written, so that an engine can prepare to read many. It does not fail. */
  complete(): Promise<void>;
  /** Deletes them, unless a company has them by now. */
  discard(): Promise<void>;
}

/** All records of one kind that a company has. */
export interface Collection<Name extends Kind> {
  get(id: string): Promise<Records[Name] | undefined>;
  /** The records that have one of these ids, in any order. An engine with statements reads them with one. */
  getAll(ids: readonly string[]): Promise<Records[Name][]>;
  /** Adds records in this order, as the newest. If there is one with such an id, the call fails or the transaction does. */
  insert(...records: Records[Name][]): Promise<void>;
  /** Replaces the record with the same id, which keeps its place. Does nothing if there is none. */
  update(record: Records[Name]): Promise<void>;
  /** Does nothing if there is no such record. */
  delete(id: string): Promise<void>;
  /** All matching records, newest first: in the reverse order of their insertion. */
  find(filters: Filters[Name]): Promise<Records[Name][]>;
  /** The first `limit` of these. Unlike a page, it does not count the others. */
  latest(filters: Filters[Name], limit: number): Promise<Records[Name][]>;
  /** The ids of the newest `limit` records, newest first. Reads nothing else of them. */
  latestIds(limit: number): Promise<string[]>;
  /** The number of records plus one, from which a kind with numeric ids, which is never deleted, gets its next id. */
  nextNumber(): Promise<number>;
  /**
   * One page of the matching records, newest first. Pages begin with 1; a page after the last is empty.
   * The duration must not depend on the number of records: of any page, if there is no filter and none was deleted; of
   * the first and last pages of payments by status, by method, by both, or by amount.
   */
  page(filters: Filters[Name], page: Page): Promise<ResultPage<Records[Name]["resource"]>>;
}

export interface Page {
  page: number;
  limit: number;
}

/** `total` is the number of all matches. */
export interface ResultPage<Resource> {
  resources: Resource[];
  total: number;
}

/** The entries of an event. `subject` is the id of its payment or withdrawal. */
export interface Posting {
  subject: string;
  event: LedgerEvent;
  entries: Entry[];
}

/** The sum of all entries of an account, owner and day. */
export type DaySum = Entry;

/** A day of an owner, who is the company itself if it is empty. */
export type OwnerDay = Pick<Entry, "owner" | "on">;

/** An entry of an owner's account `available`. Its number shows the order in which entries were posted. */
export type AvailableEntry = Pick<PostedEntry, "event" | "on" | "amount"> & {
  readonly subject: string;
  readonly number: number;
};

/** Entries from one day to another, after the place of one of them. */
export interface AvailableEntriesQuery {
  owner: string;
  from?: string | undefined;
  to?: string | undefined;
  event?: LedgerEvent | undefined;
  before?: Pick<AvailableEntry, "on" | "number"> | undefined;
  limit: number;
}

/** The double-entry ledger of a company. Entries are added, and never changed. */
export interface Ledger {
  /**
   * Writes the entries of events, of which there is at least one each. If an event of the subject was posted before, the
   * call fails or the transaction does. The caller makes sure that no two entries of an event have the same account, owner
   * and day.
   * @throws {UnbalancedEntriesError} if the entries of a day do not sum to zero. It then writes nothing.
   */
  post(...postings: Posting[]): Promise<void>;
  /** All entries of a payment or withdrawal, as they were posted; within an event, in any order. */
  entriesOf(subject: string): Promise<PostedEntry[]>;
  /**
   * The sums per account, owner and day, past and future, ordered by the names of the accounts, by owner and
   * by day. Sums of zero may be left out. The owner `""` is the company itself. The duration depends on the
   * number of days, not of entries.
   */
  daySums(filter: { account?: Entry["account"]; owner?: string }): Promise<DaySum[]>;
  /** The sum of the entries of an owner's account `available` on a day. The duration depends on nothing else. */
  availableOn(day: OwnerDay): Promise<number>;
  /**
   * Entries of an owner's account `available`, the latest day first, and of a day the last that was posted. The duration
   * depends on `limit`, but for a filter by event.
   */
  availableEntries(query: AvailableEntriesQuery): Promise<AvailableEntry[]>;
  /** What was posted for some payments or withdrawals: those of each as they were posted. */
  postingsOf(subjects: readonly string[]): Promise<Posting[]>;
  /** What buyers have paid: minus the sum of the entries of `buyers` below zero. Refunds do not reduce it. */
  received(): Promise<number>;
  /** Everything that was posted since the last `clear`, in order. */
  postings(): Promise<Posting[]>;
}

/**
 * The jobs of a company. A job needs no lease: it is removed in the transaction that runs it, so a process
 * that dies meanwhile leaves it in the queue.
 */
export interface JobQueue {
  /** Adds jobs, except those that are in the queue. */
  add(jobs: readonly Job[]): Promise<void>;
  /** Removes a job that would find nothing to do. */
  remove(job: Job): Promise<void>;
  /** When the next one is due: the next of all, or the next of a kind that is due after a time. */
  nextDueAt(of?: { kind: Job["kind"]; after: number }): Promise<number | undefined>;
  /** Removes and returns the next job due by a time. Of jobs with the same due time, the first added comes first. */
  takeDue(until: number): Promise<Job | undefined>;
  /**
   * The next jobs due by a time, in that order, at most `limit`, if the engine reads many rows at the price of one. What
   * the jobs are about can then be read at once, and the unit of work need not read it again.
   */
  ahead(until: number, limit: number): Promise<Job[]>;
  /** All jobs, in the order in which they would be taken. */
  all(): Promise<Job[]>;
}

/**
 * The pending postbacks: the records of the collection `postbacks` with the status `PENDING`. Those of one
 * payment or withdrawal form a line in the order of their insertion, and only the first of a line is ever
 * delivered. A postback that becomes pending again has its old place. A line is claimed with a lease, which
 * has run out at its `until`. Then another process may claim the line.
 */
export interface Outbox {
  /**
   * Claims up to `limit` lines whose first postback is due by a time on the company's clock, and not before another, and
   * returns those postbacks: the earliest first, and of those due together the first inserted. Skips lines whose
   * lease has not run out, and those of the other type. Changes to postbacks end no lease, even if the line becomes empty.
   */
  claim(
    request: DueLines & {
      dueBy: number;
      lease: Lease;
      limit: number;
      type?: PostbackType | undefined;
    },
  ): Promise<PostbackRecord[]>;
  /** Ends the lease of a line, and returns true. If the line has no lease or a later one, returns false. */
  release(resourceId: string, lease: Lease): Promise<boolean>;
  /** The first postback of a line, whether or not it is due or claimed. */
  first(resourceId: string): Promise<PostbackRecord | undefined>;
  /**
   * When the first postback of a line is due, of those that are not due before a time. With the system time as `freeAt`,
   * lines with a lease do not count.
   */
  nextDueAt(lines?: DueLines & { freeAt?: number }): Promise<number | undefined>;
  /** The first postback of each line that was due before a time, claimed or not, in the order of `claim`. */
  overdue(before: number): Promise<PostbackRecord[]>;
}

/** The lines whose first postback is due at a time or later; without a time, all of them. */
export interface DueLines {
  dueFrom?: number | undefined;
}

/** A lease from one point in the system time to another, in milliseconds since 1970. */
export interface Lease {
  from: number;
  until: number;
}

/** No lease lasts longer: by this system time, all have run out. */
export const ANY_LEASE = Number.MAX_SAFE_INTEGER;

/** A time before any other. */
export const ANY_TIME = Number.MIN_SAFE_INTEGER;

/** What happened to a company. The engine gives the events consecutive ids, beginning with 1. */
export interface Timeline {
  /**
   * Adds events in this order. A timeline keeps the latest {@link MAX_EVENTS}: an engine deletes older ones,
   * at once or {@link SURPLUS_EVENTS} later, and does not show them meanwhile.
   */
  append(events: readonly NewEvent[]): Promise<void>;
  /** One page of the matching events, newest first. `total` counts those that are kept. */
  page(filters: EventFilters, page: Page): Promise<ResultPage<Event>>;
  /** The first matching events after an id, oldest first. */
  after(id: number, filters: EventFilters, limit: number): Promise<Event[]>;
  /** The ids of the newest `limit` requests that are kept, newest first. Reads nothing else of them. */
  latestRequests(limit: number): Promise<RequestIds[]>;
  /** The id of the latest event, or 0. */
  lastId(): Promise<number>;
  /** The number of all events ever added, by type, including deleted and cleared ones. */
  totals(): Promise<Partial<Record<Event["type"], number>>>;
  /** Deletes all events. Ids and totals go on: whoever has read up to an id misses no later event. */
  clear(): Promise<void>;
}

/** The id of a `request.completed` event, of its request and of the resource that it was about. */
export interface RequestIds {
  id: number;
  requestId: string | null;
  resourceId: string | null;
}

export const MAX_EVENTS = 10_000;
/** Deleting the oldest events costs time, so an engine does it once for this many. */
export const SURPLUS_EVENTS = 500;

/**
 * Undefined filters are ignored. `after` is the id of an event: only later ones match. `since` (inclusive)
 * and `until` (exclusive) are times in the form of `toISOString()`, as in the events.
 */
export interface EventFilters {
  type?: string | undefined;
  resourceId?: string | undefined;
  requestId?: string | undefined;
  /** The operation and the status in a `request.completed` event. No other event matches. */
  operationId?: string | undefined;
  status?: number | undefined;
  /** The lowest status of a request. One without an answer has the highest. */
  minStatus?: number | undefined;
  /** The interface that a request was for. No other event matches. */
  api?: "service" | "control" | undefined;
  after?: number | undefined;
  since?: string | undefined;
  until?: string | undefined;
}

/** The interface that a request was for, as its path says. */
export function apiOf({ path }: { path: string }): "service" | "control" {
  return path.startsWith("/_sandbox") ? "control" : "service";
}

/** Copies of a company's data, by the id of the snapshot. The latest {@link MAX_SNAPSHOTS} are kept. */
export interface Snapshots {
  /** The snapshots that are kept, newest first. The duration must not depend on the size of the copies. */
  list(): Promise<Snapshot[]>;
  /**
   * Stores a snapshot with a new id. It copies the company and everything that `clear` deletes, except leases. Of all
   * snapshots, the latest `keep` remain: by default {@link MAX_SNAPSHOTS}.
   */
  add(snapshot: Snapshot, company: Company, keep?: number): Promise<void>;
  /**
   * Replaces what `clear` would delete by the copy, and returns the company of the snapshot. An engine may fill the copy in
   * first, and then run the transaction again: meanwhile other transactions and reads of the company go on, and what they
   * change is replaced too. Collections that the caller took before must not be used afterwards.
   */
  restore(id: string): Promise<Company | undefined>;
}

export const MAX_SNAPSHOTS = 10;
