import type { Context } from "../context.ts";
import { CLOCK_RANGE } from "../domain/calendar.ts";
import { bookedEvents } from "../domain/expected-postings.ts";
import { MAX_TOTAL_RECEIVED } from "../domain/ledger-balances.ts";
import { HttpError } from "../errors.ts";
import type { Clock } from "../runtime/clock.ts";
import {
  assertKnown,
  assertOnce,
  assertPossible,
  assertPostings,
} from "../state-file/check-lines.ts";
import { readStateFile } from "../state-file/read-state-file.ts";
import {
  damaged,
  type NumberedLine,
  type StateLine,
  sharedState,
} from "../state-file/state-file.ts";
import type { Company, Kind } from "../store/records.ts";
import type { Collection, CopiedData, StagedData, Store } from "../store/store.ts";
import { identityOf } from "./companies.ts";

/** What is written at once, before other work gets a turn: lines, and the characters that they may have besides the last. */
const AT_ONCE = { lines: 200, length: 1_048_576 };

/** No record has more postings and jobs, itself included. Without a limit, a file could fill the disk with them. */
const LINES_PER_RECORD = 10;

/** The most damaged companies that a file may name. */
const MAX_DAMAGED = 10_000;

export interface StageOptions {
  store: Store;
  clock: Clock;
  /** The company that is to have the data of the file's company, in place of the id there. */
  into?: string | undefined;
  maxRecords?: number | undefined;
  /** Called with the id of each company before anything of it is staged. */
  check?(companyId: string): Promise<void>;
}

/** A company of a file whose data wait for a transaction that takes them. */
export interface StagedCompany {
  company: Company;
  data: StagedData;
}

/**
 * Reads a state file, and stages the data of its companies. Nobody sees them, and if the file is damaged, foreign or not
 * whole, they are deleted. `use` may take them. Those that it leaves are deleted too. It gets the ids of the companies that
 * are not in the file because they could not be read.
 * @throws {StateFileError}
 */
export async function withStagedCompanies<Result>(
  chunks: AsyncIterable<Uint8Array>,
  options: StageOptions,
  use: (companies: readonly StagedCompany[], damagedIds: readonly string[]) => Promise<Result>,
): Promise<Result> {
  const { into } = options;
  const companies: CompanyImport[] = [];
  const damagedIds: string[] = [];
  const idInFile = () => companies.at(-1)?.id ?? "";
  const ownId = (text: string) =>
    into === undefined || companies.length === 0 ? text : text.replaceAll(idInFile(), into);
  try {
    // Loaded on demand: most sandboxes import nothing.
    const { lineValidators } = await import("../state-file/line-validators.ts");
    for await (const numbered of readStateFile(chunks, ownId)) {
      assertPossible(numbered, lineValidators);
      const { number, line } = numbered;
      if (line.type === "company") {
        if (into !== undefined && companies.length > 0)
          throw damaged(number, "a company takes a file with one company");
        if (companies.some(({ id }) => id === line.value.id))
          throw damaged(number, "id must not be in the file twice");
        await companies.at(-1)?.complete();
        companies.push(await CompanyImport.begin(numbered, options));
      } else if (line.type === "damaged") {
        // Only an export of all companies names some that it lacks.
        if (into !== undefined || damagedIds.length === MAX_DAMAGED)
          throw damaged(number, "it names a damaged company");
        damagedIds.push(line.value.id);
      } else await lastOf(companies, numbered).add(numbered);
    }
    await companies.at(-1)?.complete();
    return await use(companies, damagedIds);
  } finally {
    await Promise.all(companies.map(({ data }) => data.discard()));
  }
}

function lastOf(companies: CompanyImport[], { number }: NumberedLine): CompanyImport {
  const last = companies.at(-1);
  if (!last) throw damaged(number, "it belongs to no company");
  return last;
}

/** The import of one company: checks its lines, and writes them in batches of one type. */
class CompanyImport implements StagedCompany {
  /** As it is in the file. */
  readonly id: string;
  readonly company: Company;
  readonly data: StagedData;
  /** That of its line. */
  readonly #number: number;
  readonly #maxRecords: number;
  #records = 0;
  #lines = 0;
  #batch: NumberedLine[] = [];
  #batchLength = 0;
  #postingsToCome = 0;
  #received = 0;
  #withdrawn = 0;

  static async begin(
    { line, number }: NumberedLine,
    options: StageOptions,
  ): Promise<CompanyImport> {
    const { value, privateKey } = line as Extract<StateLine, { type: "company" }>;
    const secret = privateKey === undefined ? {} : { importedPrivateKey: privateKey };
    const createdAt = options.clock.systemTime();
    const company = { ...sharedState(value), ...secret, createdAt, snapshotCount: 0 };
    const id = options.into ?? company.id;
    const now = options.clock.timeOf(company);
    if (now < CLOCK_RANGE.first || now > CLOCK_RANGE.last)
      throw damaged(number, "its clock is out of range");
    await options.check?.(id);
    const data = await options.store.stageData(id);
    return new CompanyImport(company.id, { ...company, id }, data, number, options.maxRecords);
  }

  private constructor(
    id: string,
    company: Company,
    data: StagedData,
    number: number,
    maxRecords = Number.POSITIVE_INFINITY,
  ) {
    this.id = id;
    this.company = company;
    this.data = data;
    this.#number = number;
    this.#maxRecords = maxRecords;
  }

  async add(numbered: NumberedLine): Promise<void> {
    const { type } = numbered.line;
    const { length } = this.#batch;
    const isFull = length === AT_ONCE.lines || this.#batchLength >= AT_ONCE.length;
    if (isFull || this.#batch[0]?.line.type !== type) await this.#writeBatch();
    this.#batch.push(numbered);
    this.#batchLength += numbered.length;
    this.#lines += 1;
    if (type !== "posting" && type !== "job") this.#records += 1;
    this.#count(numbered);
    const mostLines = LINES_PER_RECORD * this.#maxRecords;
    if (this.#records > this.#maxRecords)
      throw damaged(numbered.number, `a company may have ${this.#maxRecords} records here`);
    if (this.#lines > mostLines)
      throw damaged(numbered.number, `a company may have ${mostLines} lines here`);
  }

  async complete(): Promise<void> {
    await this.#writeBatch();
    if (this.#postingsToCome !== 0)
      throw damaged(this.#number, "a payment or a withdrawal of the company lacks a posting");
    await this.data.complete();
  }

  /** @throws {StateFileError} if the company has received or withdrawn more than a company can: sums would not be exact. */
  #count({ line: { type, value }, number }: NumberedLine): void {
    if (type === "payments" || type === "withdrawals")
      this.#postingsToCome += bookedEvents(value).length;
    if (type !== "posting") return;
    this.#postingsToCome -= 1;
    const sums = { buyers: 0, banks: 0 };
    for (const { account, amount } of value.entries)
      if (account === "buyers" || account === "banks") sums[account] += amount;
    if (value.event === "sale") this.#received -= sums.buyers;
    this.#withdrawn += sums.banks;
    if (Math.max(this.#received, this.#withdrawn) > MAX_TOTAL_RECEIVED)
      throw damaged(
        number,
        "with it, the company has received or withdrawn more than a company may",
      );
  }

  async #writeBatch(): Promise<void> {
    const batch = this.#batch;
    this.#batch = [];
    this.#batchLength = 0;
    if (batch.length > 0) await this.data.write((data) => insert(data, batch));
  }
}

/** Writes lines of one type. @throws {StateFileError} if one repeats another, or is about a record that is not before it. */
async function insert(data: CopiedData, lines: readonly NumberedLine[]): Promise<void> {
  const [first] = lines;
  const values = lines.map(({ line }) => line.value as never);
  if (first?.line.type === "posting") {
    await assertPostings(lines, data);
    await data.ledger.post(...values);
  } else if (first?.line.type === "job") {
    await assertKnown(lines, data);
    await data.jobQueue.add(values);
  } else {
    const collection = data[first?.line.type as Kind] as Collection<Kind>;
    await assertOnce(lines, collection);
    await collection.insert(...values);
  }
}

/**
 * Replaces the data of a company by those of a file. It keeps its id, its name, its keys, its timeline and its snapshots.
 * @throws {HttpError} 409 if it has data, and may not lose them.
 */
export async function replaceData(
  context: Context,
  { company: imported, data }: StagedCompany,
  { replace }: { replace: boolean },
): Promise<void> {
  const { company } = context;
  const count = await context.data.recordCount();
  if (count > 0 && !replace) throw hasData(company.id, count);
  await context.data.replaceBy(data);
  const generation = Math.max(company.generation, imported.generation) + 1;
  const { id, snapshotCount } = company;
  Object.assign(company, imported, identityOf(company), { id, snapshotCount, generation });
  context.setClock(company.clock);
  const records = await context.data.recordCount();
  context.record({ type: "company.imported", resource: null, data: { records } });
}

/** @throws {HttpError} 409 if a company has data. One that does not exist has none. */
export async function assertReplaceable(companyId: string, store: Pick<Store, "read">) {
  const count = await store.read(companyId, (data) => data.recordCount());
  if (count > 0) throw hasData(companyId, count);
}

function hasData(companyId: string, count: number): HttpError {
  const message = `Company ${companyId} has ${count} records. Add ?replace=true to replace them by those of the file.`;
  return new HttpError(409, message);
}
