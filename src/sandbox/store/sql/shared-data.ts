import type { SharedData } from "../store.ts";
import { clockColumns } from "./company-data.ts";
import { parseSettings } from "./parse-record.ts";
import type { Session } from "./session.ts";
import { takeStagedData } from "./spare-datasets.ts";

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

/** Numbers grow: the expired ones are deleted after the greatest was read. */
const ADD_ENDED_SESSION = `INSERT INTO centavo.ended_sessions (number, id, exp)
SELECT coalesce(max(number), 0) + 1, $1, $2::bigint FROM centavo.ended_sessions`;

const DELETE_EXPIRED = "DELETE FROM centavo.ended_sessions WHERE exp <= $1";

const ENDED_SESSIONS =
  "SELECT number, id, exp FROM centavo.ended_sessions WHERE number > $1 ORDER BY number";

/** The data that belongs to no company. A lock on the settings keeps others from changing it. */
export function sharedData(session: Session): SharedData {
  return {
    settings: {
      async get() {
        const [row] = await session.all<{ value: string | null }>(SELECT_SETTINGS);
        return parseSettings(row?.value ? { record: row.value } : undefined);
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
