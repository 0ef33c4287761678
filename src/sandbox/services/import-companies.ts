import type { Context } from "../context.ts";
import { CLOCK_RANGE } from "../domain/calendar.ts";
import { HttpError } from "../errors.ts";
import { isReceiverBehavior } from "../postbacks/built-in-receiver.ts";
import type { Clock } from "../runtime/clock.ts";
import { readStateFile } from "../state-file/read-state-file.ts";
import {
  damaged,
  type NumberedLine,
  type StateLine,
  sharedState,
} from "../state-file/state-file.ts";
import { isCompany, isJob } from "../store/check-records.ts";
import type { Company, Kind, SubscriptionRecord } from "../store/records.ts";
import type { Collection, CopiedData, StagedData, Store } from "../store/store.ts";
import { StoreError } from "../store/store-error.ts";
import { identityOf } from "./companies.ts";

/** The lines that are written at once, before other work gets a turn. */
const LINES_AT_ONCE = 200;

/** No record has more postings and jobs, itself included. Without a limit, a file could fill the disk with them. */
const LINES_PER_RECORD = 10;

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
 * whole, they are deleted. `use` may take them. Those that it leaves are deleted too.
 * @throws {StateFileError}
 */
export async function withStagedCompanies<Result>(
  chunks: AsyncIterable<Uint8Array>,
  options: StageOptions,
  use: (companies: readonly StagedCompany[]) => Promise<Result>,
): Promise<Result> {
  const { into } = options;
  const companies: CompanyImport[] = [];
  const idInFile = () => companies.at(-1)?.id ?? "";
  const ownId = (text: string) =>
    into === undefined || companies.length === 0 ? text : text.replaceAll(idInFile(), into);
  try {
    for await (const numbered of readStateFile(chunks, ownId)) {
      if (numbered.line.type === "company") {
        if (into !== undefined && companies.length > 0)
          throw damaged(numbered.number, "a company takes a file with one company");
        await companies.at(-1)?.complete();
        companies.push(await CompanyImport.begin(numbered, options));
      } else await lastOf(companies, numbered).add(numbered);
    }
    await companies.at(-1)?.complete();
    return await use(companies);
  } finally {
    await Promise.all(companies.map(({ data }) => data.discard()));
  }
}

function lastOf(companies: CompanyImport[], { number }: NumberedLine): CompanyImport {
  const last = companies.at(-1);
  if (!last) throw damaged(number, "it belongs to no company");
  return last;
}

/** The import of one company: writes its lines in batches of one type. */
class CompanyImport implements StagedCompany {
  /** As it is in the file. */
  readonly id: string;
  readonly company: Company;
  readonly data: StagedData;
  readonly #maxRecords: number;
  #records = 0;
  #lines = 0;
  #batch: NumberedLine[] = [];

  static async begin(numbered: NumberedLine, options: StageOptions): Promise<CompanyImport> {
    const { value, privateKey } = numbered.line as Extract<StateLine, { type: "company" }>;
    const secret = typeof privateKey === "string" ? { importedPrivateKey: privateKey } : {};
    const createdAt = options.clock.systemTime();
    const company = { ...sharedState(value), ...secret, createdAt, snapshotCount: 0 };
    if (!isCompany(company) || !isPossible(company))
      throw damaged(numbered.number, "it is not a company");
    const id = options.into ?? company.id;
    await options.check?.(id);
    const data = await options.store.stageData(id);
    return new CompanyImport(company.id, { ...company, id }, data, options.maxRecords);
  }

  private constructor(
    id: string,
    company: Company,
    data: StagedData,
    maxRecords = Number.POSITIVE_INFINITY,
  ) {
    this.id = id;
    this.company = company;
    this.data = data;
    this.#maxRecords = maxRecords;
  }

  async add(numbered: NumberedLine): Promise<void> {
    const { type } = numbered.line;
    const isFull = this.#batch.length === LINES_AT_ONCE;
    if (isFull || this.#batch[0]?.line.type !== type) await this.#writeBatch();
    this.#batch.push(numbered);
    this.#lines += 1;
    if (type !== "posting" && type !== "job") this.#records += 1;
    if (this.#records > this.#maxRecords || this.#lines > LINES_PER_RECORD * this.#maxRecords)
      throw damaged(numbered.number, `a company may have ${this.#maxRecords} records here`);
  }

  async complete(): Promise<void> {
    await this.#writeBatch();
    await this.data.complete();
  }

  async #writeBatch(): Promise<void> {
    const [first] = this.#batch;
    if (!first) return;
    const lines = this.#batch.map(({ line }) => line);
    this.#batch = [];
    try {
      await this.data.write((data) => insert(data, first.line.type, lines));
    } catch (error) {
      if (error instanceof StoreError) throw error;
      const problem = `it or one of the ${lines.length - 1} lines after it does not fit what comes before`;
      throw damaged(first.number, problem);
    }
  }
}

/**
 * Whether a company can exist here. Anybody can write a file with a right trailer, and a company that cannot be read, or
 * whose time is no date, would keep the list of all companies and the next start from working.
 */
function isPossible(company: Company): boolean {
  const { id, name = "", owner = "", clock, keyRotations = 0 } = company;
  const { drawCount, tokens, generation, receiver } = company;
  return (
    UUID.test(id) &&
    [name, owner].every((text) => typeof text === "string" && text.length <= MAX_NAME) &&
    isReceiverBehavior(receiver) &&
    Object.values(clock).every((time) => Math.abs(time) < CLOCK_RANGE.last) &&
    [drawCount, tokens, generation, keyRotations].every(isCount)
  );
}

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;
/** Twice that of the contract, which does not count halves of characters. */
const MAX_NAME = 200;

function isCount(value: unknown): boolean {
  return Number.isInteger(value) && Number(value) >= 0 && Number(value) < 2 ** 48;
}

/** Writes values of one type. */
async function insert(
  data: CopiedData,
  type: StateLine["type"],
  lines: readonly StateLine[],
): Promise<void> {
  const values = lines.map(({ value }) => value as never);
  if (type === "posting") return data.ledger.post(...values);
  if (type === "job") {
    if (!values.every(isJob)) throw new TypeError("Not a job.");
    return data.jobQueue.add(values);
  }
  if (type === "subscriptions" && !values.every(goesForward))
    throw new TypeError("A subscription that is billed without end.");
  return (data[type as Kind] as Collection<Kind>).insert(...values);
}

function goesForward({ resource }: SubscriptionRecord): boolean {
  return resource.frequency >= 1;
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
