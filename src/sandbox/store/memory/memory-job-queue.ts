import { type Job, jobKey } from "../records.ts";
import type { JobQueue } from "../store.ts";
import { isBefore, PriorityQueue, type QueueItem } from "./priority-queue.ts";
import type { UndoLog } from "./undo-log.ts";

class JobItem implements QueueItem {
  readonly job: Job;
  readonly sequence: number;
  /** Whether its addition was undone. It stays in the heap until it reaches the top. */
  isUndone = false;

  constructor(job: Job, sequence: number) {
    this.job = job;
    this.sequence = sequence;
  }

  get due(): number {
    return this.job.dueAt;
  }
}

export class MemoryJobQueue implements JobQueue {
  readonly #undoLog: UndoLog;
  readonly #queue = new PriorityQueue<JobItem>();
  readonly #keys = new Set<string>();
  #lastSequence = 0;

  constructor(undoLog: UndoLog) {
    this.#undoLog = undoLog;
  }

  async add(jobs: readonly Job[]): Promise<void> {
    for (const job of jobs) {
      const key = jobKey(job);
      if (key !== null && this.#keys.has(key)) continue;
      if (key !== null) this.#keys.add(key);
      this.#lastSequence += 1;
      const item = new JobItem(job, this.#lastSequence);
      this.#queue.add(item);
      this.#undoLog.add(() => {
        item.isUndone = true;
        this.#removeKey(item);
      });
    }
  }

  async nextDueAt(): Promise<number | undefined> {
    return this.#first()?.due;
  }

  async takeDue(until: number): Promise<Job | undefined> {
    const item = this.#first();
    if (!item || item.due > until) return undefined;
    this.#queue.take();
    this.#removeKey(item);
    this.#undoLog.add(() => {
      this.#queue.add(item);
      const key = jobKey(item.job);
      if (key !== null) this.#keys.add(key);
    });
    return item.job;
  }

  async all(): Promise<Job[]> {
    const items = this.#queue.items.filter(({ isUndone }) => !isUndone);
    return items.sort((one, other) => (isBefore(one, other) ? -1 : 1)).map(({ job }) => job);
  }

  #removeKey({ job }: JobItem): void {
    const key = jobKey(job);
    if (key !== null) this.#keys.delete(key);
  }

  #first(): JobItem | undefined {
    while (this.#queue.peek()?.isUndone) this.#queue.take();
    return this.#queue.peek();
  }
}
