import { ALL, kinds } from "../filters.ts";
import { parseCompany } from "../parse-record.ts";
import type { Company, Kind } from "../records.ts";
import type { Collection, CompanyData } from "../store.ts";
import { SqlCollection } from "./collection.ts";
import { Dataset, OWN } from "./dataset.ts";
import { SqlJobQueue } from "./job-queue.ts";
import { ledgerOf } from "./ledger.ts";
import { outboxOf, SqlPostbacks } from "./outbox.ts";
import { dataTables } from "./schema.ts";
import type { Session, SqlValue } from "./session.ts";
import { snapshotsOf } from "./snapshots.ts";
import { timelineOf } from "./timeline.ts";
import { Totals } from "./totals.ts";

/** A company, and what nearly every unit of work reads. */
const SELECT_COMPANY = `SELECT record, dataset,
  (SELECT due FROM centavo.jobs WHERE jobs.company = $1 AND jobs.dataset = companies.dataset ORDER BY due, sequence LIMIT 1) AS "nextDue",
  (SELECT total FROM centavo.received WHERE received.company = $1 AND received.dataset = companies.dataset) AS received,
  (SELECT sum(total)::bigint FROM centavo.event_totals WHERE event_totals.company = $1) AS "lastEvent"
FROM centavo.companies WHERE company = $1`;

const UPDATE_COMPANY = `UPDATE centavo.companies SET record = $2, clock_ahead = $3, clock_now = $4, clock_to = $5
WHERE company = $1`;

const COUNT_RECORDS = `SELECT coalesce(sum(total), 0)::bigint AS total FROM centavo.counts WHERE ${OWN} AND field = '${ALL}'`;

interface CompanyRow {
  record: string;
  dataset: number;
  nextDue: number | null;
  received: number | null;
  lastEvent: number | null;
}

const NO_COMPANY = {
  record: undefined,
  dataset: 0,
  nextDue: null,
  received: null,
  lastEvent: null,
};

/**
 * Runs work on the data of a company, in a transaction that both engines begin and end. Returns whether there is such a
 * company: without it, nothing is to be kept.
 */
export async function withCompanyData<Result>(
  session: Session,
  companyId: string,
  work: (data: CompanyData) => Promise<Result>,
): Promise<{ result: Result; exists: boolean }> {
  const [row] = await session.all<CompanyRow>(SELECT_COMPANY, companyId);
  const { record, dataset: number, nextDue, received, lastEvent } = row ?? NO_COMPANY;
  const dataset = new Dataset(session, companyId, number);
  const totals = new Totals(dataset, received ?? 0);
  const collections = Object.fromEntries(
    kinds.map((kind) => [kind, new SqlCollection(kind, dataset, totals)]),
  ) as unknown as { [Name in Kind]: Collection<Name> };
  const jobQueue = new SqlJobQueue(dataset, nextDue ?? undefined);
  const result = await work({
    ...collections,
    postbacks: new SqlPostbacks(dataset, totals),
    company: companyOf(session, companyId, record),
    ledger: ledgerOf(dataset, totals),
    jobQueue,
    outbox: outboxOf(dataset),
    timeline: timelineOf(session, companyId, lastEvent ?? 0),
    snapshots: snapshotsOf(session, companyId),
    async recordCount() {
      totals.write(["counts"]);
      return (await dataset.one<{ total: number }>(COUNT_RECORDS))?.total ?? 0;
    },
    async clear() {
      totals.clear();
      jobQueue.clear();
      for (const table of dataTables) dataset.run(`DELETE FROM centavo.${table} WHERE ${OWN}`);
    },
  });
  totals.write();
  return { result, exists: row !== undefined };
}

function companyOf(
  session: Session,
  companyId: string,
  initial: string | undefined,
): CompanyData["company"] {
  let record = initial;
  return {
    get: async () => parseCompany(record === undefined ? undefined : { record }),
    async save(company) {
      if (record === undefined) return;
      record = JSON.stringify(company);
      session.run(UPDATE_COMPANY, companyId, record, ...clockColumns(company));
    },
  };
}

/** The clock of a company is in three columns, to find the companies that have due work. */
export function clockColumns({ clock, advance }: Company): SqlValue[] {
  if (advance) return [null, advance.now, advance.to];
  return "now" in clock ? [null, clock.now, null] : [clock.ahead, null, null];
}
