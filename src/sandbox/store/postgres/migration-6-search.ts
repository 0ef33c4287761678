import { groupBy } from "../../domain/group-by.ts";
import { type SearchedKind, searchEntriesOf, searchedKinds } from "../search-terms.ts";
import { insertionInto } from "../sql/insertion.ts";
import { parseRecord, type RecordRow } from "../sql/parse-record.ts";
import { nameOf } from "../sql/schema.ts";
import { addSearch } from "../sql/search-schema.ts";
import type { SqlValue } from "../sql/session.ts";
import type { PostgresSession } from "./postgres-session.ts";

/** The rows that are read at once. */
const PART = 1000;

const ADD_ENTRIES = insertionInto("search_entries", ["entry"]);

/** Of the fields before the path, no text is a caller's. */
const FILL_API = `UPDATE centavo.events
SET api = CASE left(substring(record FROM '"path":"([^"]*)'), 9) WHEN '/_sandbox' THEN 'control' ELSE 'service' END
WHERE type = 'request.completed'`;

type Row = RecordRow & { company: string; dataset: number; sequence: number };

/** Version 6: records are found by their names, addresses and ends of ids, and requests by their interface. */
export async function addSearchEntries(session: PostgresSession): Promise<void> {
  await session.script(addSearch);
  for (const kind of searchedKinds) await fill(session, kind);
  await session.script(FILL_API);
}

async function fill(session: PostgresSession, kind: SearchedKind): Promise<void> {
  const next = `SELECT company, dataset, sequence, resource, internal FROM centavo.${nameOf(kind)}
WHERE (company, dataset, sequence) > ($1, $2::bigint, $3::bigint) ORDER BY company, dataset, sequence LIMIT ${PART}`;
  let after: SqlValue[] = ["", Number.MIN_SAFE_INTEGER, 0];
  for (;;) {
    const rows = await session.all<Row>(next, ...after);
    const last = rows.at(-1);
    if (!last) return;
    const datasets = groupBy(rows, ({ company, dataset }) => JSON.stringify([company, dataset]));
    for (const [owner, own] of datasets) {
      const entries = own.flatMap((row) => searchEntriesOf(kind, parseRecord(row, kind)));
      session.insert(
        ADD_ENTRIES,
        JSON.parse(owner),
        entries.map((entry) => ({ entry })),
      );
    }
    after = [last.company, last.dataset, last.sequence];
  }
}
