import type { Job } from "../records.ts";
import type { JobQueue } from "../store.ts";
import { isBefore, PriorityQueue, type QueueItem } from "./priority-queue.ts";
import type { UndoLog } from "./undo-log.ts";

interface JobItem extends QueueItem {
  readonly job: Job;
  /** Whether its addition was undone. It stays in the heap until it reaches the top. */
  isUndone: boolean;
}

export class MemoryJobQueue implements JobQueue {
  readonly #undoLog: UndoLog;
  readonly #queue = new PriorityQueue<JobItem>();
  #lastSequence = 0;

  constructor(undoLog: UndoLog) {
    this.#undoLog = undoLog;
  }

  async add(jobs: readonly Job[]): Promise<void> {
    for (const job of jobs) {
      this.#lastSequence += 1;
      const item = { job, due: job.dueAt, sequence: this.#lastSequence, isUndone: false };
      this.#queue.add(item);
      this.#undoLog.add(() => {
        item.isUndone = true;
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
    this.#undoLog.add(() => this.#queue.add(item));
    return item.job;
  }

  async all(): Promise<Job[]> {
    const items = this.#queue.items.filter(({ isUndone }) => !isUndone);
    return items.sort((one, other) => (isBefore(one, other) ? -1 : 1)).map(({ job }) => job);
  }

  #first(): JobItem | undefined {
    while (this.#queue.peek()?.isUndone) this.#queue.take();
    return this.#queue.peek();
  }
}
