import type { SharedData } from "../../../sandbox/store/store.ts";
import { clockColumns } from "./company-data.ts";
import { parseCompany, parseSettings } from "./parse-record.ts";
import type { Session } from "./session.ts";
import {
  discardDataset,
  type RunTransaction,
  type SpareDatasets,
  takeStagedData,
} from "./spare-datasets.ts";

const SELECT_SETTINGS = "SELECT value FROM centavo.settings";

const UPDATE_SETTINGS = "UPDATE centavo.settings SET value = $1";

/** The data of an earlier company with this id may be still there. */
const FIRST_DATASET = `(
  SELECT coalesce(max(dataset) + 1, 0) FROM centavo.spare_datasets WHERE company = $1 AND dataset >= 0
)`;

const INSERT_COMPANY = `INSERT INTO centavo.companies
  (company, dataset, last_dataset, worker_until, number, record, clock_ahead, clock_now, clock_to)
SELECT $1, coalesce($6::bigint, ${FIRST_DATASET}), ${FIRST_DATASET}, 0, coalesce(max(number), 0) + 1, $2, $3::bigint,
  $4::bigint, $5::bigint
FROM centavo.companies WHERE true
ON CONFLICT (company) DO NOTHING RETURNING company`;

const COMPANY_IDS = "SELECT company FROM centavo.companies ORDER BY number";

const COMPANY_PAGE = "SELECT record FROM centavo.companies ORDER BY number DESC LIMIT $1 OFFSET $2";

const COUNT_COMPANIES = "SELECT count(*) AS total FROM centavo.companies";

const DELETE_COMPANY = "DELETE FROM centavo.companies WHERE company = $1 RETURNING dataset";

const DISCARD_SNAPSHOTS = `INSERT INTO centavo.spare_datasets (company, dataset, until)
SELECT company, dataset, 0 FROM centavo.snapshots WHERE company = $1`;

/** What belongs to a company, but to none of its datasets. */
const OWN_TABLES = ["snapshots", "events", "event_totals"];

/** Numbers grow: the expired ones are deleted after the greatest was read. */
const ADD_ENDED_SESSION = `INSERT INTO centavo.ended_sessions (number, id, exp)
SELECT coalesce(max(number), 0) + 1, $1, $2::bigint FROM centavo.ended_sessions`;

const DELETE_EXPIRED = "DELETE FROM centavo.ended_sessions WHERE exp <= $1";

const ENDED_SESSIONS =
  "SELECT number, id, exp FROM centavo.ended_sessions WHERE number > $1 ORDER BY number";

/** Runs work in a transaction, which `run` begins and ends, and then deletes what it has left of companies. */
export async function withSharedData<Result>(
  spareDatasets: SpareDatasets,
  work: (data: SharedData) => Promise<Result>,
  run: RunTransaction,
): Promise<Result> {
  let leavesDatasets = false;
  const result = await run((session) => {
    leavesDatasets = false;
    const leave = () => {
      leavesDatasets = true;
    };
    return work(sharedData(session, leave));
  });
  if (leavesDatasets) spareDatasets.deleteAll();
  return result;
}

/**
 * The data that belongs to no company. A lock on the settings keeps others from changing it. Calls `leavesDatasets` if
 * datasets became spare.
 */
export function sharedData(session: Session, leavesDatasets = () => {}): SharedData {
  return {
    settings: {
      async get() {
        const [row] = await session.all<{ value: string | null }>(SELECT_SETTINGS);
        return parseSettings(row);
      },
      async save(settings) {
        session.run(UPDATE_SETTINGS, JSON.stringify(settings));
      },
    },
    companies: {
      async insert(company, staged) {
        const dataset = staged ? await takeStagedData(session, company.id, staged) : null;
        const values = [company.id, JSON.stringify(company), ...clockColumns(company), dataset];
        const [inserted] = await session.all(INSERT_COMPANY, ...values);
        if (!inserted) throw new Error(`Company ${company.id} already exists.`);
      },
      async ids() {
        const rows = await session.all<{ company: string }>(COMPANY_IDS);
        return rows.map(({ company }) => company);
      },
      async page({ page, limit }) {
        const [count] = await session.all<{ total: number }>(COUNT_COMPANIES);
        const rows = await session.all<{ record: string }>(COMPANY_PAGE, limit, (page - 1) * limit);
        const companies = rows.map(parseCompany).filter((company) => company !== undefined);
        return { companies, total: count?.total ?? 0 };
      },
      async delete(id) {
        const [deleted] = await session.all<{ dataset: number }>(DELETE_COMPANY, id);
        if (!deleted) return false;
        discardDataset(session, id, deleted.dataset);
        session.run(DISCARD_SNAPSHOTS, id);
        for (const table of OWN_TABLES)
          session.run(`DELETE FROM centavo.${table} WHERE company = $1`, id);
        leavesDatasets();
        return true;
      },
    },
    endedSessions: {
      async add({ id, exp }, now) {
        session.run(ADD_ENDED_SESSION, id, exp);
        session.run(DELETE_EXPIRED, now);
      },
      after: (number) => session.all(ENDED_SESSIONS, number),
    },
  };
}
