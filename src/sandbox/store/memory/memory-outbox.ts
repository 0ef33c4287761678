import type { PostbackRecord } from "../records.ts";
import { ANY_LEASE, ANY_TIME, type DueLines, type Lease, type Outbox } from "../store.ts";
import { insertInOrder, removeFromOrder } from "./ordered-numbers.ts";
import { PriorityQueue, type QueueItem } from "./priority-queue.ts";
import type { UndoLog } from "./undo-log.ts";

/** The numbers of the pending postbacks of a payment or withdrawal, in their order. It may be empty. */
interface Line {
  readonly pending: number[];
  leasedUntil: number;
  /** The line's current item in the queue. All other items of the line are outdated. */
  item: LineItem | undefined;
}

interface LineItem extends QueueItem {
  readonly line: Line;
}

const NO_LEASE = 0;

/** The lines of pending postbacks, kept up to date by the collection of all postbacks. */
export class MemoryOutbox implements Outbox {
  readonly #undoLog: UndoLog;
  readonly #lines = new Map<string, Line>();
  /** The pending postbacks by their numbers. */
  readonly #pending = new Map<number | undefined, PostbackRecord>();
  /** The lines by the due time of their first postback, and outdated items. */
  readonly #queue = new PriorityQueue<LineItem>();

  constructor(undoLog: UndoLog) {
    this.#undoLog = undoLog;
  }

  /** Follows a change of a postback. It is called again with the opposite change to undo it. */
  follow(
    number: number,
    before: PostbackRecord | undefined,
    after: PostbackRecord | undefined,
  ): void {
    const { resourceId } = ((after ?? before) as PostbackRecord).resource;
    const line = this.#lineOf(resourceId);
    if (isPending(before) && !isPending(after)) removeFromOrder(line.pending, number);
    if (!isPending(before) && isPending(after)) insertInOrder(line.pending, number);
    if (isPending(after)) this.#pending.set(number, after);
    else this.#pending.delete(number);
    this.#schedule(line);
  }

  async claim({ dueFrom, dueBy, lease, limit, type }: Parameters<Outbox["claim"]>[0]) {
    const isDue = isFree(lease.from, dueFrom);
    const isOfType = (line: Line) => !type || this.#firstOf(line).resource.type === type;
    const lines = this.#firstLines(limit, dueBy, (line) => isDue(line) && isOfType(line));
    for (const line of lines) this.#setLease(line, lease.until);
    return lines.map((line) => this.#firstOf(line));
  }

  async release(resourceId: string, lease: Lease): Promise<boolean> {
    const line = this.#lines.get(resourceId);
    if (line?.leasedUntil !== lease.until) return false;
    this.#setLease(line, NO_LEASE);
    if (line.pending.length === 0) {
      this.#lines.delete(resourceId);
      this.#undoLog.add(() => this.#lines.set(resourceId, line));
    }
    return true;
  }

  async first(resourceId: string): Promise<PostbackRecord | undefined> {
    return this.#pending.get(this.#lines.get(resourceId)?.pending[0]);
  }

  async nextDueAt({ dueFrom, freeAt = ANY_LEASE }: DueLines & { freeAt?: number } = {}) {
    const [line] = this.#firstLines(1, Number.POSITIVE_INFINITY, isFree(freeAt, dueFrom));
    return line?.item?.due;
  }

  async overdue(before: number): Promise<PostbackRecord[]> {
    const lines = this.#firstLines(Number.POSITIVE_INFINITY, before, () => true);
    return lines.map((line) => this.#firstOf(line)).filter(({ due }) => due < before);
  }

  #lineOf(resourceId: string): Line {
    const existing = this.#lines.get(resourceId);
    if (existing) return existing;
    const line: Line = { pending: [], leasedUntil: NO_LEASE, item: undefined };
    this.#lines.set(resourceId, line);
    return line;
  }

  #firstOf({ pending }: Line): PostbackRecord {
    return this.#pending.get(pending[0]) as PostbackRecord;
  }

  #setLease(line: Line, until: number): void {
    const { leasedUntil } = line;
    line.leasedUntil = until;
    this.#undoLog.add(() => {
      line.leasedUntil = leasedUntil;
    });
  }

  /** Brings the queue up to date with the first postback of a line. */
  #schedule(line: Line): void {
    const [sequence] = line.pending;
    const due = this.#pending.get(sequence)?.due;
    if (sequence === undefined || due === undefined) {
      line.item = undefined;
      return;
    }
    if (line.item?.sequence === sequence && line.item.due === due) return;
    line.item = { line, sequence, due };
    this.#queue.add(line.item);
  }

  /** The first lines due by a time that meet a condition. They all stay in the queue. */
  #firstLines(limit: number, dueBy: number, condition: (line: Line) => boolean): Line[] {
    const lines: Line[] = [];
    const taken: LineItem[] = [];
    while (lines.length < limit && (this.#queue.peek()?.due ?? Number.POSITIVE_INFINITY) <= dueBy) {
      const item = this.#queue.take();
      if (!item) break;
      if (item.line.item !== item) continue;
      taken.push(item);
      if (condition(item.line)) lines.push(item.line);
    }
    for (const item of taken) this.#queue.add(item);
    return lines;
  }
}

/** Whether a line in the queue has no lease at a time, and its first postback is not due before another. */
function isFree(time: number, dueFrom = ANY_TIME): (line: Line) => boolean {
  return ({ leasedUntil, item }) =>
    leasedUntil <= time && item !== undefined && item.due >= dueFrom;
}

function isPending(record: PostbackRecord | undefined): record is PostbackRecord {
  return record?.resource.status === "PENDING";
}
