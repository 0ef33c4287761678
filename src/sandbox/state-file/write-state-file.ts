import { kinds } from "../store/filters.ts";
import type { Company, Kind, Records } from "../store/records.ts";
import type { CompanyCopy, Posting } from "../store/store.ts";
import { DamagedRecordError } from "../store/store-error.ts";
import { type CompanyState, Digest, HEADER, type StateLine } from "./state-file.ts";

interface StateFileOptions {
  companyIds: readonly string[];
  /** Copies a company, unless it has been deleted. */
  copy(companyId: string): Promise<CompanyCopy | undefined>;
  /** Whether a company with a record that cannot be read is left out, and named at the end. Otherwise the file breaks off. */
  leavesOutDamaged: boolean;
  /** The company as it is at the moment of the copy, without what belongs to this sandbox alone. */
  stateOf(company: Company): CompanyState;
  /** The private key that the file is to have. */
  privateKeyOf?: ((company: Company) => string) | undefined;
}

/** The characters after which a piece ends: a part may have hundreds of large records. */
const PIECE = 1_048_576;

/**
 * Writes companies to a file of newline-delimited JSON, in pieces of whole lines. Each company is as it was at one moment.
 * A truncated file has no trailer, and no sandbox imports it. There is no piece before the first company is copied.
 */
export async function* writeStateFile(options: StateFileOptions): AsyncGenerator<string, void> {
  const digest = new Digest();
  let lines: string[] = [];
  let length = 0;
  const add = (line: StateLine | typeof HEADER) => {
    const text = textOf(line);
    lines.push(text);
    length += text.length;
  };
  const piece = () => {
    const text = lines.join("");
    digest.add(text, lines.length);
    [lines, length] = [[], 0];
    return text;
  };
  add(HEADER);
  const damaged: StateLine[] = [];
  for (const id of options.companyIds)
    try {
      for await (const part of companyLines(id, options)) {
        for (const line of part) {
          add(line);
          if (length >= PIECE) yield piece();
        }
        if (length > 0) yield piece();
      }
    } catch (error) {
      if (!options.leavesOutDamaged || !(error instanceof DamagedRecordError)) throw error;
      damaged.push({ type: "damaged", value: { id } });
    }
  damaged.forEach(add);
  yield piece() + textOf(digest.trailer());
}

/** The lines of a company. It may have been deleted meanwhile: then there are none. */
async function* companyLines(
  companyId: string,
  { copy, stateOf, privateKeyOf, leavesOutDamaged }: StateFileOptions,
): AsyncIterable<Iterable<StateLine>> {
  const copied = await copy(companyId);
  if (!copied) return;
  try {
    const { company } = copied;
    const secret = privateKeyOf && { privateKey: privateKeyOf(company) };
    // What is sent cannot be taken back.
    if (leavesOutDamaged) for await (const _ of dataLines(copied));
    yield [{ type: "company", value: stateOf(company), ...secret }];
    yield* dataLines(copied);
  } finally {
    await copied.close();
  }
}

async function* dataLines(copy: CompanyCopy): AsyncIterable<Iterable<StateLine>> {
  for (const kind of kinds)
    for await (const records of copy.records(kind))
      yield records.map((value) => ({ type: kind, value: withoutClaim(value) }) as StateLine);
  for await (const postings of copy.postings()) yield postingLines(postings);
  for await (const jobs of copy.jobs()) yield jobs.map((value) => ({ type: "job", value }));
}

/** One at a time, since the entries of a posting may take much more memory as objects than in the store. */
function* postingLines(postings: readonly Posting[]): Iterable<StateLine> {
  for (const { subject, event, entries } of postings)
    yield { type: "posting", value: { subject, event, entries } };
}

/** A postback that a listener of this sandbox delivers is one that waits elsewhere. */
function withoutClaim(record: Records[Kind]): object {
  return { ...record, listenerClaim: undefined };
}

function textOf(line: object): string {
  return `${JSON.stringify(line)}\n`;
}
