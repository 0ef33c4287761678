import { recordColumns } from "./initial-schema.ts";

/** The expressions in which the earlier tables of the two engines differ. */
interface Differences {
  settings: string;
  companies: string;
  subaccountIds: string;
  jobKey: string;
  events: string;
}

/**
 * The statements that copy everything from the tables of the version before into the first tables with datasets. `before`
 * returns the name of an earlier table.
 */
export function copyToDatasets(
  before: (table: string) => string,
  earlierName: (name: string) => string,
  { settings, companies, subaccountIds, jobKey, events }: Differences,
): string {
  const copy = (table: string, columns: string, values = columns) =>
    `INSERT INTO centavo.${table} (${columns}) SELECT ${values} FROM ${before(earlierName(table))};`;
  const owned = (table: string, columns: string, values = columns) =>
    copy(table, `company, dataset, ${columns}`, `company, 0, ${values}`);
  const record = "sequence, id, resource, internal";
  return [
    `UPDATE centavo.settings SET value = (SELECT ${settings} FROM ${before("settings")});`,
    `INSERT INTO centavo.ended_sessions (number, id, exp)
SELECT row_number() OVER (), value ->> 'id', (value ->> 'exp')::bigint FROM jsonb_array_elements((
  SELECT record::jsonb -> 'endedSessions' FROM ${before("settings")}
));`,
    copy(
      "companies",
      "dataset, last_dataset, company, number, record, clock_ahead, clock_now, clock_to, worker_until",
      `0, 0, id, ${companies}`,
    ),
    ...Object.entries(recordColumns).map(([table, columns]) => {
      const values = columns.map((name) =>
        name === "subaccount_id" ? subaccountIds : earlierName(name),
      );
      return owned(table, `${record}, ${columns}`, `${record}, ${values}`);
    }),
    owned("counts", "kind, field, value, total"),
    owned("outbox", "resource_id, sequence, due", `${earlierName("resource_id")}, sequence, due`),
    owned("leases", "resource_id, until", `${earlierName("resource_id")}, until`),
    owned(
      "entries",
      "sequence, subject, event, place, account, owner, day, amount",
      `sequence, subject, event, row_number() OVER (PARTITION BY company, subject, event ORDER BY sequence),
  account, owner, day, amount`,
    ),
    owned("sums", "account, owner, day, total", "account, owner, day, amount"),
    `INSERT INTO centavo.counts (company, dataset, kind, field, value, total)
SELECT company, 0, 'ledger', 'received', '', amount FROM ${before("received")}
UNION ALL SELECT company, 0, 'ledger', 'entries', '', max(sequence) FROM ${before("entries")} GROUP BY company;`,
    owned("jobs", "sequence, due, key, record", `sequence, due, ${jobKey}, record`),
    copy(
      "events",
      "company, id, type, at, resource_id, request_id, operation_id, status, record",
      `company, id, ${events}`,
    ),
    copy("event_totals", "company, type, total"),
    copy(
      "snapshots",
      "company, sequence, id, created_at, record",
      `company, sequence, id, ${earlierName("created_at")}, record`,
    ),
  ].join("\n");
}
