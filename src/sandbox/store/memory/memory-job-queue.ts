import { type Job, jobKey } from "../records.ts";
import type { JobQueue } from "../store.ts";
import { isBefore, PriorityQueue, type QueueItem } from "./priority-queue.ts";
import type { UndoLog } from "./undo-log.ts";

class JobItem implements QueueItem {
  readonly job: Job;
  readonly key: string;
  readonly sequence: number;

  constructor(job: Job, key: string, sequence: number) {
    this.job = job;
    this.key = key;
    this.sequence = sequence;
  }

  get due(): number {
    return this.job.dueAt;
  }
}

export class MemoryJobQueue implements JobQueue {
  readonly #undoLog: UndoLog;
  /** The jobs in the queue. */
  readonly #items = new Map<string, JobItem>();
  /** Their order, by kind. A job that was removed stays in it until it comes first. */
  readonly #orders = new Map<Job["kind"], PriorityQueue<JobItem>>();
  #lastSequence = 0;

  constructor(undoLog: UndoLog) {
    this.#undoLog = undoLog;
  }

  async add(jobs: readonly Job[]): Promise<void> {
    for (const job of jobs) {
      const key = keyOf(job);
      if (this.#items.has(key)) continue;
      this.#lastSequence += 1;
      this.#put(new JobItem(job, key, this.#lastSequence));
      this.#undoLog.add(() => this.#items.delete(key));
    }
  }

  async remove(job: Job): Promise<void> {
    const item = this.#items.get(keyOf(job));
    if (item) this.#delete(item);
  }

  async nextDueAt(of?: { kind: Job["kind"]; after: number }): Promise<number | undefined> {
    if (!of) return this.#first()?.due;
    this.#firstOf(of.kind);
    const order = this.#orders.get(of.kind);
    return order?.find((item) => item.due > of.after && this.#isQueued(item))?.due;
  }

  async takeDue(until: number): Promise<Job | undefined> {
    const item = this.#first();
    if (!item || item.due > until) return undefined;
    this.#delete(item);
    return item.job;
  }

  async ahead(): Promise<Job[]> {
    return [];
  }

  async all(): Promise<Job[]> {
    const items = [...this.#items.values()];
    return items.sort((one, other) => (isBefore(one, other) ? -1 : 1)).map(({ job }) => job);
  }

  #put(item: JobItem): void {
    const { kind } = item.job;
    const order = this.#orders.get(kind) ?? new PriorityQueue();
    this.#orders.set(kind, order);
    order.add(item);
    this.#items.set(item.key, item);
  }

  #delete(item: JobItem): void {
    this.#items.delete(item.key);
    // It may be in the order twice then, of which one is a job that was removed.
    this.#undoLog.add(() => this.#put(item));
  }

  #isQueued(item: JobItem): boolean {
    return this.#items.get(item.key) === item;
  }

  #first(): JobItem | undefined {
    let first: JobItem | undefined;
    for (const kind of this.#orders.keys()) {
      const item = this.#firstOf(kind);
      if (item && (!first || isBefore(item, first))) first = item;
    }
    return first;
  }

  #firstOf(kind: Job["kind"]): JobItem | undefined {
    const order = this.#orders.get(kind);
    for (let item = order?.peek(); item && !this.#isQueued(item); item = order?.peek())
      order?.take();
    return order?.peek();
  }
}

function keyOf(job: Job): string {
  return `${job.kind} ${job.dueAt} ${jobKey(job)}`;
}
