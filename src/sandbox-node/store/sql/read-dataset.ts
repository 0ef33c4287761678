import type { Company, Kind, Records } from "../../../sandbox/store/records.ts";
import type { CompanyCopy } from "../../../sandbox/store/store.ts";
import { selectAfter } from "./collection.ts";
import { READ_COMPANY } from "./company-data.ts";
import { OWN } from "./dataset.ts";
import { type PostingRow, toPostings } from "./ledger.ts";
import { parseCompany, parseJob, parseRecord, type RecordRow } from "./parse-record.ts";
import type { Session, SqlValue } from "./session.ts";
import type { RunTransaction } from "./spare-datasets.ts";

/** The rows that are read at once. */
const PART = 400;

/** A part of the entries ends with all those of its last subject. */
const ENTRIES = `SELECT subject, event, account, owner, day AS "on", amount FROM centavo.entries
WHERE ${OWN} AND subject > $3 AND subject <= coalesce((
  SELECT subject FROM centavo.entries WHERE ${OWN} AND subject > $3 ORDER BY subject LIMIT 1 OFFSET ${PART}
), (SELECT max(subject) FROM centavo.entries WHERE ${OWN})) ORDER BY subject, sequence`;

const JOBS = `SELECT due, sequence, record FROM centavo.jobs
WHERE ${OWN} AND (due, sequence) > ($3::bigint, $4::bigint) ORDER BY due, sequence LIMIT ${PART}`;

/** Reads a company and the number of its dataset. */
export async function readCompany(
  session: Session,
  companyId: string,
): Promise<{ company: Company; dataset: number } | undefined> {
  const [row] = await session.all<{ record: string; dataset: number }>(READ_COMPANY, companyId);
  const company = parseCompany(row);
  return row && company && { company, dataset: row.dataset };
}

/** Reads a dataset that nobody changes, in parts. Each is read by `read`. */
export function copyIn(
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
