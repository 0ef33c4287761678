import { type Job, jobKey } from "../../../sandbox/store/records.ts";
import type { JobQueue } from "../../../sandbox/store/store.ts";
import { type Dataset, OWN } from "./dataset.ts";
import { insertionInto } from "./insertion.ts";
import { parseJob } from "./parse-record.ts";

type JobRow = { record: string };

const ADD = insertionInto("jobs", ["due", "key", "record"], {
  isNumbered: true,
  onConflict: "ON CONFLICT (company, dataset, key) DO NOTHING",
});

const NEXT_DUE = `SELECT due FROM centavo.jobs WHERE ${OWN} ORDER BY due, sequence LIMIT 1`;

const TAKE_FIRST = `DELETE FROM centavo.jobs WHERE ${OWN} AND sequence = (
  SELECT sequence FROM centavo.jobs WHERE ${OWN} ORDER BY due, sequence LIMIT 1
) RETURNING record`;

const ALL_JOBS = `SELECT record FROM centavo.jobs WHERE ${OWN} ORDER BY due, sequence`;

export class SqlJobQueue implements JobQueue {
  readonly #dataset: Dataset;
  /** When the next job is due, as long as it is known. */
  #next: { due: number | undefined } | undefined;

  constructor(dataset: Dataset, next: { due: number | undefined } | undefined) {
    this.#dataset = dataset;
    this.#next = next;
  }

  async add(jobs: readonly Job[]): Promise<void> {
    this.#next = undefined;
    const rows = jobs.map((job) => ({
      due: job.dueAt,
      key: jobKey(job),
      record: JSON.stringify(job),
    }));
    this.#dataset.insert(ADD, rows);
  }

  async nextDueAt(): Promise<number | undefined> {
    this.#next ??= { due: (await this.#dataset.one<{ due: number }>(NEXT_DUE))?.due };
    return this.#next.due;
  }

  async takeDue(until: number): Promise<Job | undefined> {
    const due = await this.nextDueAt();
    if (due === undefined || due > until) return undefined;
    this.#next = undefined;
    const row = await this.#dataset.one<JobRow>(TAKE_FIRST);
    return row && parseJob(row);
  }

  async all(): Promise<Job[]> {
    return (await this.#dataset.all<JobRow>(ALL_JOBS)).map(parseJob);
  }
}
