import { kinds } from "../store/filters.ts";
import type { Company, Kind, Records } from "../store/records.ts";
import type { Store } from "../store/store.ts";
import { type CompanyState, Digest, HEADER, type StateLine } from "./state-file.ts";

interface StateFileOptions {
  store: Pick<Store, "copyCompany">;
  companyIds: readonly string[];
  /** The company as it is at the moment of the copy, without what belongs to this sandbox alone. */
  stateOf(company: Company): CompanyState;
  /** The private key that the file is to have. */
  privateKeyOf?: ((company: Company) => string) | undefined;
}

/**
 * Writes companies to a file of newline-delimited JSON, in pieces of whole lines. Each company is as it was at one moment.
 * A file that breaks off has no trailer, and no sandbox imports it.
 */
export async function* writeStateFile(options: StateFileOptions): AsyncIterable<string> {
  const digest = new Digest();
  const piece = (lines: readonly object[]) => {
    const text = linesOf(lines);
    digest.add(text, lines.length);
    return text;
  };
  yield piece([HEADER]);
  for (const id of options.companyIds)
    for await (const lines of companyLines(id, options)) yield piece(lines);
  yield linesOf([digest.trailer()]);
}

/** The lines of a company. It may have been deleted meanwhile: then there are none. */
async function* companyLines(
  companyId: string,
  { store, stateOf, privateKeyOf }: StateFileOptions,
): AsyncIterable<StateLine[]> {
  const copy = await store.copyCompany(companyId);
  if (!copy) return;
  try {
    const { company } = copy;
    const secret = privateKeyOf && { privateKey: privateKeyOf(company) };
    yield [{ type: "company", value: stateOf(company), ...secret }];
    for (const kind of kinds)
      for await (const records of copy.records(kind))
        yield records.map((value) => ({ type: kind, value: withoutClaim(value) }) as StateLine);
    for await (const postings of copy.postings())
      yield postings.map(({ subject, event, entries }) => {
        return { type: "posting", value: { subject, event, entries } };
      });
    for await (const jobs of copy.jobs()) yield jobs.map((value) => ({ type: "job", value }));
  } finally {
    await copy.close();
  }
}

/** A postback that a listener of this sandbox delivers is one that waits elsewhere. */
function withoutClaim(record: Records[Kind]): object {
  return { ...record, listenerClaim: undefined };
}

function linesOf(values: readonly object[]): string {
  return values.map((value) => `${JSON.stringify(value)}\n`).join("");
}
