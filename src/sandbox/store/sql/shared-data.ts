import { parseSettings } from "../parse-record.ts";
import type { SharedData } from "../store.ts";
import { clockColumns } from "./company-data.ts";
import type { Session } from "./session.ts";

const SELECT_SETTINGS = "SELECT record FROM centavo.settings";

const UPDATE_SETTINGS = "UPDATE centavo.settings SET record = $1";

const INSERT_COMPANY = `INSERT INTO centavo.companies (company, dataset, last_dataset, worker_until, number, record, clock_ahead, clock_now, clock_to)
SELECT $1, 0, 0, 0, coalesce(max(number), 0) + 1, $2, $3::bigint, $4::bigint, $5::bigint FROM centavo.companies WHERE true
ON CONFLICT (company) DO NOTHING RETURNING company`;

const COMPANY_IDS = "SELECT company FROM centavo.companies ORDER BY number";

/** The data that belongs to no company. A lock on the settings keeps others from changing it. */
export function sharedData(session: Session): SharedData {
  return {
    settings: {
      async get() {
        const [row] = await session.all<{ record: string | null }>(SELECT_SETTINGS);
        return parseSettings(row?.record ? { record: row.record } : undefined);
      },
      async save(settings) {
        session.run(UPDATE_SETTINGS, JSON.stringify(settings));
      },
    },
    companies: {
      async insert(company) {
        const values = [company.id, JSON.stringify(company), ...clockColumns(company)];
        const [inserted] = await session.all(INSERT_COMPANY, ...values);
        if (!inserted) throw new Error(`Company ${company.id} already exists.`);
      },
      async ids() {
        const rows = await session.all<{ company: string }>(COMPANY_IDS);
        return rows.map(({ company }) => company);
      },
    },
  };
}
