import { filterKey } from "../sql/filter-key.ts";
import { parseObject } from "../sql/parse-record.ts";
import type { PostgresSession } from "./postgres-session.ts";

/** The due time of a postback, which the outbox read from its JSON: a text with NUL made it fail. */
const ADD_DUE = `ALTER TABLE centavo.postbacks ADD COLUMN due bigint;
-- The fields before it are an id.
UPDATE centavo.postbacks SET due = substring(internal FROM '"due":(-?[0-9]+)')::bigint;
ALTER TABLE centavo.postbacks ALTER COLUMN due SET NOT NULL`;

/** The filters by a text of any content. */
const FREE_TEXTS = [
  { table: "customers", column: "tax_number", source: "internal", field: "taxNumber" },
  { table: "subaccounts", column: "tax_number", source: "internal", field: "taxNumber" },
  { table: "subscriptions", column: "title", source: "resource", field: "title" },
];

/** Version 2: the due time of a postback is a column, and the columns of filters have keys in place of texts. */
export async function plainColumns(session: PostgresSession): Promise<void> {
  await session.script(ADD_DUE);
  for (const { table, column, source, field } of FREE_TEXTS) {
    // U+FFFD is what NUL and half surrogate pairs were stored as. Characters beyond 16 bits count twice in a key.
    const rows = await session.all<{ company: string; sequence: number; json: string }>(
      `SELECT company, sequence, ${source} AS json FROM centavo.${table}
       WHERE length(${column}) > 100 OR ${column} LIKE 'sha256:%' OR strpos(${column}, U&'\\FFFD') > 0`,
    );
    for (const { company, sequence, json } of rows) {
      session.run(
        `UPDATE centavo.${table} SET ${column} = $3 WHERE company = $1 AND sequence = $2`,
        company,
        sequence,
        filterKey(parseObject<Record<string, unknown>>(json, table)[field]),
      );
    }
  }
}
