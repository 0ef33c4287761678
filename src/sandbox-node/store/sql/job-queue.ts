import { type Job, jobKey } from "../../../sandbox/store/records.ts";
import type { JobQueue } from "../../../sandbox/store/store.ts";
import { type Dataset, OWN } from "./dataset.ts";
import { insertionInto } from "./insertion.ts";
import { parseJob } from "./parse-record.ts";

type JobRow = { due: number; sequence: number; record: string };

const ADD = insertionInto("jobs", ["kind", "due", "key", "record"], {
  isNumbered: true,
  onConflict: "ON CONFLICT (company, dataset, kind, due, key) DO NOTHING",
});

const FIRST = `SELECT due, sequence, record FROM centavo.jobs WHERE ${OWN}
ORDER BY due, sequence LIMIT 0 + $3::bigint`;

const NEXT_OF_KIND = `SELECT due FROM centavo.jobs WHERE ${OWN} AND kind = $3 AND due > $4::bigint ORDER BY due LIMIT 1`;

const REMOVE = `DELETE FROM centavo.jobs WHERE ${OWN} AND kind = $3 AND due = $4::bigint AND key = $5`;

const REMOVE_TAKEN = `DELETE FROM centavo.jobs WHERE ${OWN} AND (due, sequence) <= ($3::bigint, $4::bigint)`;

const ALL_JOBS = `SELECT record FROM centavo.jobs WHERE ${OWN} ORDER BY due, sequence`;

export class SqlJobQueue implements JobQueue {
  readonly #dataset: Dataset;
  /** When the next job is due, as long as it is known. */
  #next: { due: number | undefined } | undefined;
  /** The first jobs of the queue, as far as they were read. */
  #first: JobRow[] = [];
  /** The last one taken, if the table still has it and those before. */
  #taken: JobRow | undefined;

  constructor(dataset: Dataset, next: { due: number | undefined } | undefined) {
    this.#dataset = dataset;
    this.#next = next;
  }

  async add(jobs: readonly Job[]): Promise<void> {
    const due = Math.min(...jobs.map(({ dueAt }) => dueAt));
    if (this.#taken && due <= this.#taken.due) this.write();
    // What comes after one that is added is read again.
    this.#keep((row) => row.due <= due);
    const rows = jobs.map((job) => ({
      kind: job.kind,
      due: job.dueAt,
      key: jobKey(job),
      record: JSON.stringify(job),
    }));
    this.#dataset.insert(ADD, rows);
  }

  async remove(job: Job): Promise<void> {
    this.#keep((row) => row.due < job.dueAt);
    this.#dataset.run(REMOVE, job.kind, job.dueAt, jobKey(job));
  }

  async nextDueAt(of?: { kind: Job["kind"]; after: number }): Promise<number | undefined> {
    if (of) return (await this.#dataset.one<JobRow>(NEXT_OF_KIND, of.kind, of.after))?.due;
    if (!this.#next) await this.#read(1);
    return this.#next?.due;
  }

  async takeDue(until: number): Promise<Job | undefined> {
    const due = await this.nextDueAt();
    if (due === undefined || due > until) return undefined;
    await this.#read(1);
    this.#taken = this.#first.shift();
    this.#setNext();
    return this.#taken && parseJob(this.#taken);
  }

  async ahead(until: number, limit: number): Promise<Job[]> {
    const due = await this.nextDueAt();
    if (due === undefined || due > until) return [];
    await this.#read(limit);
    return this.#first.filter((row) => row.due <= until).map(parseJob);
  }

  async all(): Promise<Job[]> {
    this.write();
    return (await this.#dataset.all<JobRow>(ALL_JOBS)).map(parseJob);
  }

  /** Removes those that were taken. */
  write(): void {
    if (this.#taken) this.#dataset.run(REMOVE_TAKEN, this.#taken.due, this.#taken.sequence);
    this.#taken = undefined;
  }

  async #read(limit: number): Promise<void> {
    if (this.#first.length > 0) return;
    this.write();
    this.#first = await this.#dataset.all<JobRow>(FIRST, limit);
    this.#next = { due: this.#first[0]?.due };
  }

  /** Forgets others that were read, which no longer are the first. */
  #keep(isFirst: (row: JobRow) => boolean): void {
    this.#first = this.#first.filter(isFirst);
    this.#setNext();
  }

  #setNext(): void {
    const [first] = this.#first;
    this.#next = first && { due: first.due };
  }
}
