import {
  type Account,
  assertBalanced,
  type Entry,
  ledgerEvents,
  type PostedEntry,
} from "../../domain/ledger-balances.ts";
import type {
  AvailableEntriesQuery,
  AvailableEntry,
  DaySum,
  Ledger,
  OwnerDay,
  Posting,
} from "../store.ts";
import { placeOf } from "./ordered-numbers.ts";
import type { UndoLog } from "./undo-log.ts";

/** All postings, and the sums per account, owner and day. */
export class MemoryLedger implements Ledger {
  readonly #undoLog: UndoLog;
  /** By event and subject, which form one key, in the order in which they were posted. */
  readonly #postings = new Map<string, CompactPosting>();
  /** By account and owner, which form one key. */
  readonly #sums = new Map<string, Sums>();
  /** The entries of accounts `available`, by owner and then by day. */
  readonly #available = new Map<string, Map<string, AvailableOnDay>>();
  #lastEntry = 0;
  #received = 0;

  constructor(undoLog: UndoLog) {
    this.#undoLog = undoLog;
  }

  async post(...postings: Posting[]): Promise<void> {
    for (const { event, entries } of postings) assertBalanced(event, entries);
    for (const posting of postings) this.#post(posting);
  }

  #post(posting: Posting): void {
    const { event, subject, entries } = posting;
    const key = `${event} ${subject}`;
    if (this.#postings.has(key)) throw new Error(`The ${event} of ${subject} is already posted.`);
    const compact = CompactPosting.of(posting);
    this.#postings.set(key, compact);
    this.#addToSums(entries, 1);
    this.#addAvailable(compact, entries);
    this.#undoLog.add(() => {
      this.#removeAvailable(entries);
      this.#addToSums(entries, -1);
      this.#postings.delete(key);
    });
  }

  async entriesOf(subject: string): Promise<PostedEntry[]> {
    return ledgerEvents.flatMap((event) => {
      const entries = this.#postings.get(`${event} ${subject}`)?.entries ?? [];
      return entries.map((entry) => ({ event, ...entry }));
    });
  }

  async daySums(filter: { account?: Entry["account"]; owner?: string }): Promise<DaySum[]> {
    const sums = [...this.#sums.values()]
      .filter(({ account }) => filter.account === undefined || account === filter.account)
      .filter(({ owner }) => filter.owner === undefined || owner === filter.owner)
      .flatMap(({ days, ...ofOwner }) =>
        [...days].map(([on, amount]) => ({ ...ofOwner, on, amount })),
      );
    return sums.sort(
      (one, other) =>
        compare(one.account, other.account) ||
        compare(one.owner, other.owner) ||
        compare(one.on, other.on),
    );
  }

  async availableOn({ owner, on }: OwnerDay): Promise<number> {
    return this.#sums.get(`available ${owner}`)?.days.get(on) ?? 0;
  }

  async availableEntries(query: AvailableEntriesQuery): Promise<AvailableEntry[]> {
    const { owner, from = "", to, event, before, limit } = query;
    const days = this.#available.get(owner) ?? new Map<string, AvailableOnDay>();
    const isAsked = (on: string) =>
      on >= from && (to === undefined || on <= to) && (!before || on <= before.on);
    const found: AvailableEntry[] = [];
    for (const on of [...days.keys()].filter(isAsked).sort().reverse()) {
      const { numbers, amounts, postings } = days.get(on) as AvailableOnDay;
      const end = before?.on === on ? placeOf(numbers, before.number) : numbers.length;
      for (let index = end - 1; index >= 0 && found.length < limit; index -= 1) {
        const [number, amount] = [numbers[index] as number, amounts[index] as number];
        const posting = postings[index] as CompactPosting;
        if (event !== undefined && event !== posting.event) continue;
        found.push({ subject: posting.subject, event: posting.event, on, amount, number });
      }
    }
    return found;
  }

  async postingsOf(subjects: readonly string[]): Promise<Posting[]> {
    return subjects.flatMap((subject) =>
      ledgerEvents.flatMap((event) => this.#postings.get(`${event} ${subject}`) ?? []),
    );
  }

  async received(): Promise<number> {
    return this.#received;
  }

  async postings(): Promise<Posting[]> {
    return [...this.#postings.values()];
  }

  #addAvailable(posting: CompactPosting, entries: readonly Entry[]): void {
    for (const { account, owner, on, amount } of entries) {
      this.#lastEntry += 1;
      if (account !== "available") continue;
      const days = this.#available.get(owner) ?? new Map<string, AvailableOnDay>();
      if (days.size === 0) this.#available.set(owner, days);
      const ofDay = days.get(on) ?? { numbers: [], amounts: [], postings: [] };
      if (ofDay.numbers.push(this.#lastEntry) === 1) days.set(on, ofDay);
      ofDay.amounts.push(amount);
      ofDay.postings.push(posting);
    }
  }

  /** Removes the latest ones. */
  #removeAvailable(entries: readonly Entry[]): void {
    for (const { account, owner, on } of entries) {
      this.#lastEntry -= 1;
      const ofDay = account === "available" ? this.#available.get(owner)?.get(on) : undefined;
      ofDay?.numbers.pop();
      ofDay?.amounts.pop();
      ofDay?.postings.pop();
    }
  }

  #addToSums(entries: readonly Entry[], sign: 1 | -1): void {
    for (const { account, owner, on, amount } of entries) {
      const key = `${account} ${owner}`;
      const days = this.#sums.get(key)?.days ?? new Map<string, number>();
      if (days.size === 0) this.#sums.set(key, { account, owner, days });
      const before = days.get(on);
      // A day without entries has no sum, also after a rollback.
      if (before === undefined) this.#undoLog.add(() => days.delete(on));
      days.set(on, (before ?? 0) + sign * amount);
      if (account === "buyers" && amount < 0) this.#received -= sign * amount;
    }
  }
}

/** The entries of an owner that become available on a day: their numbers, and beside them their amounts and postings. */
interface AvailableOnDay {
  numbers: number[];
  amounts: number[];
  postings: CompactPosting[];
}

/** The sums of the entries of an account and owner, by day. */
interface Sums extends Pick<Entry, "account" | "owner"> {
  days: Map<string, number>;
}

/** A posting whose entries are one text, since most of them are never read again. Objects take three times the memory. */
class CompactPosting implements Posting {
  readonly subject: string;
  readonly event: Posting["event"];
  readonly #entries: string;

  static of(posting: Posting): CompactPosting {
    return posting instanceof CompactPosting ? posting : new CompactPosting(posting);
  }

  private constructor({ subject, event, entries }: Posting) {
    this.subject = subject;
    this.event = event;
    const fields: (string | number)[] = [];
    for (const { account, owner, on, amount } of entries) fields.push(account, owner, on, amount);
    this.#entries = JSON.stringify(fields);
  }

  get entries(): Entry[] {
    const fields: (string | number)[] = JSON.parse(this.#entries);
    const entries: Entry[] = [];
    for (let index = 0; index < fields.length; index += 4) {
      const [account, owner, on, amount] = fields.slice(index, index + 4) as [
        Account,
        string,
        string,
        number,
      ];
      entries.push({ account, owner, on, amount });
    }
    return entries;
  }
}

function compare(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
