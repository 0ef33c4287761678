import type { Company, Kind, Records } from "../records.ts";
import type { CompanyCopy } from "../store.ts";
import { READ_COMPANY } from "./company-data.ts";
import { OWN } from "./dataset.ts";
import { type PostingRow, toPostings } from "./ledger.ts";
import { parseCompany, parseJob, parseRecord, type RecordRow } from "./parse-record.ts";
import { nameOf } from "./schema.ts";
import type { SqlValue } from "./session.ts";
import {
  copyDataset,
  type ReservedDataset,
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

/** Copies a company in a transaction that locks it, and reads the copy in short ones. */
export async function copyCompany(
  companyId: string,
  spareDatasets: SpareDatasets,
  lockCompany: RunTransaction,
): Promise<CompanyCopy | undefined> {
  const reserved = await spareDatasets.reserve(companyId);
  try {
    const company = await lockCompany(async (session): Promise<Company | undefined> => {
      const [row] = await session.all<{ record: string; dataset: number }>(READ_COMPANY, companyId);
      if (row) await copyDataset((work) => work(session), companyId, row.dataset, reserved.number);
      return parseCompany(row);
    });
    if (company) return copyIn(reserved, company);
  } catch (error) {
    await reserved.release();
    throw error;
  }
  await reserved.release();
  return undefined;
}

function copyIn({ number, transaction, release }: ReservedDataset, company: Company): CompanyCopy {
  const parts = <Row>(sql: string, first: SqlValue[], keyOf: (last: Row) => SqlValue[]) =>
    readParts<Row>(
      (key) => transaction((session) => session.all(sql, company.id, number, ...key)),
      first,
      keyOf,
    );
  return {
    company,
    async *records<Name extends Kind>(kind: Name) {
      const sql = `SELECT sequence, resource, internal FROM centavo.${nameOf(kind)}
WHERE ${OWN} AND sequence > $3 ORDER BY sequence LIMIT ${PART}`;
      type Row = RecordRow & { sequence: number };
      for await (const rows of parts<Row>(sql, [0], ({ sequence }) => [sequence]))
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
    close: release,
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
