import type { DatabaseSync } from "node:sqlite";
import { copyToDatasets } from "../sql/copy-to-datasets.ts";
import { firstTables } from "../sql/initial-schema.ts";
import { inSqlite } from "./sqlite-session.ts";

/** The value of a request, and null for other events. */
const requestField = (name: string) =>
  `CASE record ->> '$.type' WHEN 'request.completed' THEN record ->> '$.data.${name}' END`;

const COPY = copyToDatasets(
  (table) => `before_${table}`,
  (name) => name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
  {
    settings: "json_remove(record, '$.endedSessions')",
    companies: `sequence, record,
      CASE WHEN record ->> '$.advance' IS NULL THEN record ->> '$.clock.ahead' END,
      coalesce(record ->> '$.advance.now', record ->> '$.clock.now'), record ->> '$.advance.to', 0`,
    subaccountIds: "subaccountId",
    jobKey: `CASE record ->> '$.kind' WHEN 'settlement' THEN
      'settlement ' || (record ->> '$.owner') || ' ' || (record ->> '$.day') END`,
    events: `record ->> '$.type', record ->> '$.at', record ->> '$.resource.id', record ->> '$.cause.requestId',
      ${requestField("operationId")}, ${requestField("status")}, record`,
  },
);

/** Version 18: one layout for both databases, with datasets and without triggers. Every row is copied. */
export function moveToDatasets(sqlite: DatabaseSync): void {
  const rows = sqlite
    .prepare("SELECT type, name FROM sqlite_schema WHERE sql IS NOT NULL")
    .all() as { type: "table" | "index" | "trigger"; name: string }[];
  const namesOf = (type: string) => rows.filter((row) => row.type === type).map(({ name }) => name);
  for (const name of namesOf("trigger")) sqlite.exec(`DROP TRIGGER ${name}`);
  for (const name of namesOf("index")) sqlite.exec(`DROP INDEX ${name}`);
  const tables = namesOf("table");
  for (const name of tables) sqlite.exec(`ALTER TABLE ${name} RENAME TO before_${name}`);
  sqlite.exec(inSqlite(firstTables + COPY));
  for (const name of tables) sqlite.exec(`DROP TABLE before_${name}`);
}
