import { setImmediate } from "node:timers/promises";
import { StoreError } from "../store-error.ts";
import { OWN } from "./dataset.ts";
import { dataTables, subjects } from "./schema.ts";
import type { Session, SqlValue } from "./session.ts";

/** The rows that are copied or deleted before other work gets a turn. */
const ROWS_AT_ONCE = 1_000;
/** How long nobody deletes a dataset after a part of it was filled, in seconds. */
const FILLING = 600;

const SYSTEM_TIME = "extract(epoch FROM now())::bigint";

const NEXT_NUMBER = `UPDATE centavo.companies SET last_dataset = last_dataset + 1 WHERE company = $1
RETURNING last_dataset AS number`;

const KEEP = `INSERT INTO centavo.spare_datasets (company, dataset, until) SELECT $1, $2::bigint, $3 + ${SYSTEM_TIME} WHERE true
ON CONFLICT (company, dataset) DO UPDATE SET until = excluded.until`;

const KEEP_LONGER = `UPDATE centavo.spare_datasets SET until = $3 + ${SYSTEM_TIME} WHERE ${OWN} RETURNING dataset`;

const REMOVE = `DELETE FROM centavo.spare_datasets WHERE ${OWN} RETURNING dataset`;

const USE = "UPDATE centavo.companies SET dataset = $2 WHERE company = $1";

/** One that nobody fills. */
const NEXT_TO_DELETE = `SELECT company, dataset FROM centavo.spare_datasets WHERE until < ${SYSTEM_TIME} LIMIT 1`;

type Statement = [sql: string, ...values: SqlValue[]];

/** Runs work in a transaction of no company. */
export type RunTransaction = <Result>(
  work: (session: Session) => Promise<Result>,
) => Promise<Result>;

/** A number that no dataset of the company has had. */
export async function nextDataset(session: Session, company: string): Promise<number> {
  const [row] = await session.all<{ number: number }>(NEXT_NUMBER, company);
  return row?.number ?? 0;
}

/** Makes another dataset that of the company. It was spare, or is new. */
export function useDataset(session: Session, company: string, before: number, next: number): void {
  session.run(USE, company, next);
  leaveDataset(session, company, before);
}

/** Makes a dataset spare that nothing needs any more. */
export function leaveDataset(session: Session, company: string, dataset: number): void {
  session.run(KEEP, company, dataset, -1);
}

/** @throws {StoreError} if the dataset was deleted, because nobody has filled it for long. */
export async function takeSpareDataset(session: Session, company: string, dataset: number) {
  if ((await session.all(REMOVE, company, dataset)).length === 0) throw new StoreError(TOO_LONG);
}

const TOO_LONG = "a restore took too long";

/** A transaction whose commit got no answer runs again. */
const ONCE = "ON CONFLICT DO NOTHING";

/** The statements that copy a dataset, except its leases, into an empty one. */
export async function copyOf(
  session: Session,
  company: string,
  from: number,
  to: number,
): Promise<Statement[]> {
  const statements: Statement[] = [];
  for (const { table, order } of dataTables) {
    if (order === undefined && table !== "leases")
      statements.push([`${copies[table]} ${ONCE}`, company, from, to]);
    if (order !== "sequence") continue;
    const last = `SELECT max(sequence) AS last FROM centavo.${table} WHERE ${OWN}`;
    const [row] = await session.all<{ last: number | null }>(last, company, from);
    for (let after = 0; after < (row?.last ?? 0); after += ROWS_AT_ONCE) {
      const values = [company, from, to, after, after + ROWS_AT_ONCE];
      statements.push([`${copies[table]} AND ${PART} ${ONCE}`, ...values]);
      // The entries of a record are copied with it.
      if (subjects.includes(table))
        statements.push([
          `${copies.entries} AND subject IN (SELECT id FROM centavo.${table} WHERE ${OWN} AND ${PART}) ${ONCE}`,
          ...values,
        ]);
    }
  }
  return statements;
}

const PART = "sequence > $4 AND sequence <= $5";

const copies: Record<string, string> = Object.fromEntries(
  dataTables.map(({ table, columns }) => [
    table,
    `INSERT INTO centavo.${table} (company, dataset, ${columns})
SELECT company, $3::bigint, ${columns} FROM centavo.${table} WHERE ${OWN}`,
  ]),
);

/**
 * The datasets that no company has, of a whole store. They are filled and deleted in many short transactions, so that
 * nothing waits for them.
 */
export class SpareDatasets {
  readonly #transaction: RunTransaction;
  readonly #filling = new Set<Promise<unknown>>();
  #deleting: Promise<void> | undefined;
  #isStopped = false;

  constructor(transaction: RunTransaction) {
    this.#transaction = transaction;
  }

  /** Fills a dataset, which `use` then makes that of the company. `fill` begins, and returns the statements that go on. */
  async fill<Result>(
    company: string,
    fill: (session: Session, dataset: number) => Promise<Statement[]>,
    use: (dataset: number) => Promise<Result>,
  ): Promise<Result> {
    const result = this.#fill(company, fill, use);
    this.#filling.add(result);
    try {
      return await result;
    } finally {
      this.#filling.delete(result);
    }
  }

  async #fill<Result>(
    company: string,
    fill: (session: Session, dataset: number) => Promise<Statement[]>,
    use: (dataset: number) => Promise<Result>,
  ): Promise<Result> {
    const { dataset, statements } = await this.#transaction(async (session) => {
      const dataset = await nextDataset(session, company);
      session.run(KEEP, company, dataset, FILLING);
      return { dataset, statements: await fill(session, dataset) };
    });
    try {
      for (const statement of statements) {
        await this.#transaction(async (session) => {
          const kept = await session.all(KEEP_LONGER, company, dataset, FILLING);
          if (kept.length === 0) throw new StoreError(TOO_LONG);
          session.run(...statement);
        });
        await setImmediate();
      }
      return await use(dataset);
    } catch (error) {
      await this.#transaction(async (session) => leaveDataset(session, company, dataset));
      throw error;
    }
  }

  /** Deletes those that nobody fills, in the background. What fails is deleted the next time. */
  deleteAll(): void {
    this.#deleting ??= this.#delete()
      .catch(() => {})
      .finally(() => {
        this.#deleting = undefined;
      });
  }

  /** Waits for those that are being filled. What is left to delete, the next process deletes. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await Promise.allSettled([...this.#filling, this.#deleting]);
  }

  async #delete(): Promise<void> {
    while (!this.#isStopped && (await this.#transaction(deleteSome))) await setImmediate();
  }
}

/** Returns false if there is no more to delete. */
async function deleteSome(session: Session): Promise<boolean> {
  const [next] = await session.all<{ company: string; dataset: number }>(NEXT_TO_DELETE);
  if (!next) return false;
  const key = [next.company, next.dataset] as const;
  for (const { table, order } of dataTables) {
    const own = `DELETE FROM centavo.${table} WHERE ${OWN}`;
    const some = `${own} AND ${order} IN (
  SELECT ${order} FROM centavo.${table} WHERE ${OWN} ORDER BY ${order} LIMIT ${ROWS_AT_ONCE}
) RETURNING ${order}`;
    if (order === undefined) session.run(own, ...key);
    else if ((await session.all(some, ...key)).length > 0) return true;
  }
  session.run(REMOVE, ...key);
  return true;
}
