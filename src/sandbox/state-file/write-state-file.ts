import { kinds } from "../store/filters.ts";
import type { Company, Kind, Records } from "../store/records.ts";
import type { CompanyCopy } from "../store/store.ts";
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

/**
 * Writes companies to a file of newline-delimited JSON, in pieces of whole lines. Each company is as it was at one moment.
 * A file that breaks off has no trailer, and no sandbox imports it. There is no piece before the first company is copied.
 */
export async function* writeStateFile(options: StateFileOptions): AsyncGenerator<string, void> {
  const digest = new Digest();
  const piece = (lines: readonly object[]) => {
    const text = linesOf(lines);
    digest.add(text, lines.length);
    return text;
  };
  let lines: StateLine[] | [typeof HEADER] = [HEADER];
  const damaged: StateLine[] = [];
  for (const id of options.companyIds)
    try {
      for await (const next of companyLines(id, options)) {
        yield piece(lines);
        lines = next;
      }
    } catch (error) {
      if (!options.leavesOutDamaged || !(error instanceof DamagedRecordError)) throw error;
      damaged.push({ type: "damaged", value: { id } });
    }
  yield piece([...lines, ...damaged]) + linesOf([digest.trailer()]);
}

/** The lines of a company. It may have been deleted meanwhile: then there are none. */
async function* companyLines(
  companyId: string,
  { copy, stateOf, privateKeyOf, leavesOutDamaged }: StateFileOptions,
): AsyncIterable<StateLine[]> {
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

async function* dataLines(copy: CompanyCopy): AsyncIterable<StateLine[]> {
  for (const kind of kinds)
    for await (const records of copy.records(kind))
      yield records.map((value) => ({ type: kind, value: withoutClaim(value) }) as StateLine);
  for await (const postings of copy.postings())
    yield postings.map(({ subject, event, entries }) => {
      return { type: "posting", value: { subject, event, entries } };
    });
  for await (const jobs of copy.jobs()) yield jobs.map((value) => ({ type: "job", value }));
}

/** A postback that a listener of this sandbox delivers is one that waits elsewhere. */
function withoutClaim(record: Records[Kind]): object {
  return { ...record, listenerClaim: undefined };
}

function linesOf(values: readonly object[]): string {
  return values.map((value) => `${JSON.stringify(value)}\n`).join("");
}
