import type { Company, Kind, Records } from "../../../sandbox/store/records.ts";
import type { CompanyCopy } from "../../../sandbox/store/store.ts";
import { selectAfter } from "./collection.ts";
import { READ_COMPANY } from "./company-data.ts";
import { OWN } from "./dataset.ts";
import { type PostingRow, toPostings } from "./ledger.ts";
import { parseCompany, parseJob, parseRecord, type RecordRow } from "./parse-record.ts";
import type { SqlValue } from "./session.ts";
import {
  copyDataset,
  emptyDataset,
  type RunTransaction,
  type SpareDatasets,
} from "./spare-datasets.ts";

/** The rows that are read at once. */
const PART = 400;

/** A part of the entries ends with all those of its last subject. */
const ENTRIES = `SELECT subject, event, account, owner, day AS "on", amount FROM centavo.entries
WHERE ${OWN} AND subject > $3 AND subject <= coalesce((
  SELECT subject FROM centavo.entries WHERE ${OWN} AND subject > $3 ORDER BY subject LIMIT 1 OFFSET ${PART}
), (SELECT max(subject) FROM centavo.entries WHERE ${OWN})) ORDER BY subject, sequence`;

const JOBS = `SELECT due, sequence, record FROM centavo.jobs
WHERE ${OWN} AND (due, sequence) > ($3::bigint, $4::bigint) ORDER BY due, sequence LIMIT ${PART}`;

/**
 * Copies the dataset of a company, in one transaction that sees one moment, and reads the copy in parts. So whoever reads
 * slowly keeps nothing from others but the space of the copy. A copy is closed when its rows are deleted.
 */
export async function copyCompany(
  companyId: string,
  spareDatasets: SpareDatasets,
  run: RunTransaction,
): Promise<CompanyCopy | undefined> {
  const { number, transaction, release } = await spareDatasets.reserve(companyId);
  const close = async () => {
    await release();
    await spareDatasets.delete(companyId, number);
  };
  try {
    const company = await run(async (session) => {
      const [row] = await session.all<{ record: string; dataset: number }>(READ_COMPANY, companyId);
      const found = parseCompany(row);
      // The transaction runs again if the answer to its commit was lost, and may see another moment then.
      emptyDataset(session, companyId, number);
      if (row && found) await copyDataset((work) => work(session), companyId, row.dataset, number);
      return found;
    });
    if (company) return copyIn(number, company, transaction, close);
  } catch (error) {
    await release();
    throw error;
  }
  await release();
  return undefined;
}

/** Reads a dataset that nobody changes, in parts. Each is read by `read`. */
function copyIn(
  dataset: number,
  company: Company,
  read: RunTransaction,
  close: () => Promise<void>,
): CompanyCopy {
  const parts = <Row>(sql: string, first: SqlValue[], keyOf: (last: Row) => SqlValue[]) =>
    readParts<Row>(
      (key) => read((session) => session.all(sql, company.id, dataset, ...key)),
      first,
      keyOf,
    );
  return {
    company,
    async *records<Name extends Kind>(kind: Name) {
      type Row = RecordRow & { number: number };
      const first = [0, PART];
      for await (const rows of parts<Row>(selectAfter(kind), first, ({ number }) => [number, PART]))
        yield rows.map((row) => parseRecord<Records[Name]>(row, kind));
    },
    async *postings() {
      for await (const rows of parts<PostingRow>(ENTRIES, [""], ({ subject }) => [subject]))
        yield toPostings(rows);
    },
    async *jobs() {
      type Row = { due: number; sequence: number; record: string };
      const first = [Number.MIN_SAFE_INTEGER, 0];
      for await (const rows of parts<Row>(JOBS, first, ({ due, sequence }) => [due, sequence]))
        yield rows.map(parseJob);
    },
    close,
  };
}

/** Reads rows after a key, until there are no more. */
async function* readParts<Row>(
  readAfter: (key: SqlValue[]) => Promise<Row[]>,
  first: SqlValue[],
  keyOf: (last: Row) => SqlValue[],
): AsyncIterable<Row[]> {
  let key = first;
  for (;;) {
    const rows = await readAfter(key);
    const last = rows.at(-1);
    if (last === undefined) return;
    yield rows;
    key = keyOf(last);
  }
}
