import type { StagedData } from "../../../sandbox/store/store.ts";
import { StoreError } from "../../../sandbox/store/store-error.ts";
import { nodeTimers } from "../../node-timers.ts";
import { OWN } from "./dataset.ts";
import { type DataTable, dataTables } from "./dataset-tables.ts";
import type { Session } from "./session.ts";

/** The rows that are copied or deleted before other work gets a turn. */
const ROWS_AT_ONCE = 400;
/** The number of transactions that fill a large dataset: about 10,000 rows of an import, and 20,000 of a copy. */
const LARGE = 50;
/** How long a dataset is reserved for whoever fills or reads it, in seconds, after each part. */
const RESERVED_FOR = 3600;

const SYSTEM_TIME = "extract(epoch FROM now())::bigint";

const NEXT_NUMBER = `UPDATE centavo.companies SET last_dataset = last_dataset + 1 WHERE company = $1
RETURNING last_dataset AS number`;

/** No company has it. Rows of one that was deleted may still be in any other. */
export const NO_DATASET = -1;

/** Without a company, a dataset has a number below this, which no dataset of a company has had. */
const RESERVE_WITHOUT_COMPANY = `INSERT INTO centavo.spare_datasets (company, dataset, until)
SELECT $1, coalesce(min(dataset), ${NO_DATASET}) - 1, ${RESERVED_FOR} + ${SYSTEM_TIME} FROM centavo.spare_datasets
WHERE company = $1 AND dataset < ${NO_DATASET} ON CONFLICT DO NOTHING RETURNING dataset AS number`;

const RESERVE = `INSERT INTO centavo.spare_datasets (company, dataset, until)
SELECT $1, $2::bigint, ${RESERVED_FOR} + ${SYSTEM_TIME} WHERE true ON CONFLICT DO NOTHING`;

/** At time 0, a dataset is being deleted: nobody fills or uses it any more. */
const IS_RESERVED = `${OWN} AND until > 0`;

const RENEW = `UPDATE centavo.spare_datasets SET until = ${RESERVED_FOR} + ${SYSTEM_TIME} WHERE ${IS_RESERVED}
RETURNING dataset`;

const TAKE = `DELETE FROM centavo.spare_datasets WHERE ${IS_RESERVED} RETURNING dataset`;

const USE = "UPDATE centavo.companies SET dataset = $2 WHERE company = $1";

const DISCARD = "INSERT INTO centavo.spare_datasets (company, dataset, until) VALUES ($1, $2, 0)";

const GIVE_UP = `UPDATE centavo.spare_datasets SET until = 0 WHERE ${OWN}`;

/** Those that delete the same one take turns, since they change its row. */
const NEXT_TO_DELETE = `UPDATE centavo.spare_datasets SET until = 0 WHERE (company, dataset) IN (
  SELECT company, dataset FROM centavo.spare_datasets WHERE until < ${SYSTEM_TIME} LIMIT 1
) RETURNING company, dataset`;

const FORGET = `DELETE FROM centavo.spare_datasets WHERE ${OWN}`;

/** Runs work in a transaction. */
export type RunTransaction = <Result>(
  work: (session: Session) => Promise<Result>,
) => Promise<Result>;

/** A number that no dataset of the company has had. Undefined without a company. */
export async function nextDataset(session: Session, company: string): Promise<number | undefined> {
  const [row] = await session.all<{ number: number }>(NEXT_NUMBER, company);
  return row?.number;
}

async function reserveDataset(session: Session, company: string): Promise<number> {
  const next = await nextDataset(session, company);
  if (next !== undefined) {
    session.run(RESERVE, company, next);
    return next;
  }
  const [row] = await session.all<{ number: number }>(RESERVE_WITHOUT_COMPANY, company);
  if (!row) throw new StoreError("another import or export of the same company has just begun");
  return row.number;
}

/** Makes another dataset that of the company. */
export function useDataset(session: Session, company: string, before: number, next: number): void {
  session.run(USE, company, next);
  discardDataset(session, company, before);
}

/** Lets the rows of a dataset be deleted that a company or a snapshot had. */
export function discardDataset(session: Session, company: string, dataset: number): void {
  session.run(DISCARD, company, dataset);
}

/** @throws {StoreError} if the reservation has ended, and the dataset is being deleted. */
export async function takeSpareDataset(session: Session, company: string, dataset: number) {
  if ((await session.all(TAKE, company, dataset)).length === 0) throw new StoreError(TOO_LONG);
}

/** Takes the dataset of data that {@link ReservedDataset} filled, and returns its number. */
export async function takeStagedData(session: Session, company: string, staged: StagedData) {
  const { number } = staged as StagedData & Pick<ReservedDataset, "number">;
  await takeSpareDataset(session, company, number);
  return number;
}

const TOO_LONG = "a restore, an import or an export took too long";

/** A transaction whose commit got no answer runs again. */
const ONCE = "ON CONFLICT DO NOTHING";

export function emptyDataset(session: Session, company: string, dataset: number): void {
  for (const { name } of dataTables)
    session.run(`DELETE FROM centavo.${name} WHERE ${OWN}`, company, dataset);
}

/** Copies a dataset, except its leases, into an empty one, in any number of transactions. Nobody changes it meanwhile. */
export async function copyDataset(
  transaction: RunTransaction,
  company: string,
  from: number,
  to: number,
): Promise<void> {
  for (const table of dataTables.filter(({ name }) => name !== "leases")) {
    let after: Key | undefined = beforeFirst(table);
    while (after !== undefined) {
      const before: Key = after;
      after = await transaction((session) => copySome(session, table, company, from, to, before));
      await nodeTimers.nextTurn();
    }
  }
}

/** A value of the column that orders a table. */
type Key = number | string;

/** Copies the rows after a key, and returns that of the last one if there are more. */
async function copySome(
  session: Session,
  table: DataTable,
  company: string,
  from: number,
  to: number,
  after: Key,
): Promise<Key | undefined> {
  const { name, columns, order } = table;
  const copy = `INSERT INTO centavo.${name} (company, dataset, ${columns})
SELECT company, $3::bigint, ${columns} FROM centavo.${name} WHERE ${OWN}`;
  if (order === undefined) return void session.run(`${copy} ${ONCE}`, company, from, to);
  const last = await endOfPart(session, table, [company, from], after);
  const values = [company, from, to, after];
  if (last === undefined) session.run(`${copy} AND ${order} > $4 ${ONCE}`, ...values);
  else session.run(`${copy} AND ${order} > $4 AND ${order} <= $5 ${ONCE}`, ...values, last);
  return last;
}

const beforeFirst = ({ order }: DataTable): Key => (order === "sequence" ? 0 : "");

/** The last key of the next rows of a large table, if there are more. Whatever an engine knows of the table, it reads no others. */
async function endOfPart(
  session: Session,
  table: DataTable,
  dataset: readonly [company: string, number: number],
  after = beforeFirst(table),
): Promise<Key | undefined> {
  const { name, order } = table;
  if (order === undefined) return undefined;
  const sql = `SELECT ${order} AS key FROM centavo.${name} WHERE ${OWN} AND ${order} > $3
ORDER BY ${order} LIMIT 1 OFFSET ${ROWS_AT_ONCE}`;
  const [last] = await session.all<{ key: Key }>(sql, ...dataset, after);
  return last?.key;
}

/** A dataset for whoever fills or reads it. */
export interface ReservedDataset {
  readonly number: number;
  /** Runs a transaction, and goes on to reserve the dataset. */
  readonly transaction: RunTransaction;
  /** Called when it is filled, before it is used. */
  complete(): Promise<void>;
  /** Lets it be deleted, unless a company has it by now. */
  release(): Promise<void>;
}

/**
 * The datasets that no company has, of a whole store. They are filled and deleted in many short transactions, so that
 * nothing waits for them.
 */
export class SpareDatasets {
  readonly #transaction: RunTransaction;
  readonly #analyze: string | undefined;
  #deleting: Promise<void> | undefined;
  #isRequested = false;
  #isStopped = false;

  /**
   * `analyze` is a statement for a table, of a database that chooses how to read one by what it knows of it. It would take a
   * new dataset for a few rows, and read all of them to find some by their ids.
   */
  constructor(transaction: RunTransaction, { analyze }: { analyze?: string } = {}) {
    this.#transaction = transaction;
    this.#analyze = analyze;
  }

  async reserve(company: string): Promise<ReservedDataset> {
    const number = await this.#transaction((session) => reserveDataset(session, company));
    let transactions = 0;
    return {
      number,
      transaction: (work) => {
        transactions += 1;
        return this.#transaction(async (session) => {
          const renewed = await session.all(RENEW, company, number);
          if (renewed.length === 0) throw new StoreError(TOO_LONG);
          return work(session);
        });
      },
      complete: async () => {
        if (transactions >= LARGE) await this.#analyzeTables();
      },
      release: async () => {
        await this.#transaction((session) => session.all(GIVE_UP, company, number)).catch(() => {});
        this.deleteAll();
      },
    };
  }

  /** What fails, e.g. because it takes too long, the database does later by itself. */
  async #analyzeTables(): Promise<void> {
    const statement = this.#analyze;
    if (statement === undefined) return;
    for (const { name } of dataTables)
      await this.#transaction((session) => session.all(`${statement} centavo.${name}`)).catch(
        () => {},
      );
  }

  /** Deletes those that nobody fills, in the background. What fails is deleted the next time. */
  deleteAll(): void {
    this.#isRequested = true;
    this.#deleting ??= this.#delete()
      .catch(() => {})
      .finally(() => {
        this.#deleting = undefined;
        if (this.#isRequested && !this.#isStopped) this.deleteAll();
      });
  }

  /** Deletes one that was released, whatever others wait for it too. */
  async delete(company: string, dataset: number): Promise<void> {
    const deleteNext = (session: Session) => {
      session.run(GIVE_UP, company, dataset);
      return deletePart(session, company, dataset);
    };
    while (!this.#isStopped && (await this.#transaction(deleteNext))) await nodeTimers.nextTurn();
  }

  /** What is left to delete, the next process deletes. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#deleting;
  }

  async #delete(): Promise<void> {
    this.#isRequested = false;
    while (!this.#isStopped && (await this.#transaction(deleteSome))) await nodeTimers.nextTurn();
  }
}

/** Returns false if there is no more to delete. */
async function deleteSome(session: Session): Promise<boolean> {
  const [next] = await session.all<{ company: string; dataset: number }>(NEXT_TO_DELETE);
  if (!next) return false;
  await deletePart(session, next.company, next.dataset);
  return true;
}

/** Returns false if there is no more to delete of this dataset. */
async function deletePart(session: Session, ...key: [company: string, dataset: number]) {
  for (const table of dataTables) {
    const { name, order } = table;
    const own = `DELETE FROM centavo.${name} WHERE ${OWN}`;
    const last = await endOfPart(session, table, key);
    if (last === undefined) session.run(own, ...key);
    else {
      session.run(`${own} AND ${order} <= $3`, ...key, last);
      return true;
    }
  }
  session.run(FORGET, ...key);
  return false;
}
