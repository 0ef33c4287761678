import type { DatabaseSync } from "node:sqlite";
import { filterKey } from "../sql/filter-key.ts";
import { parseObject } from "../sql/parse-record.ts";

/** A table, an index or a trigger, with the statement that made it. */
interface SchemaRow {
  type: "table" | "index" | "trigger";
  name: string;
  table: string;
  sql: string;
}

/** The columns of version 16 that are not generated. */
const KEPT = ["sequence", "company", "id", "resource", "internal"];
/** A generated one, e.g. `title ANY AS (resource ->> 'title')`. */
const GENERATED = /(\w+) ANY AS \((\w+) ->> '\w+'\)/g;
/** In the triggers of the outbox. */
const READ_DUE = "internal ->> 'due'";

/** Columns that no generated one becomes. A subscription is filtered by the subaccounts of its splits. */
const ADDED: Record<string, { name: string; type: string; value: string }[]> = {
  subscriptions: [{ name: "subaccountId", type: "TEXT NOT NULL", value: "split_keys(resource)" }],
  postbacks: [{ name: "due", type: "INTEGER NOT NULL", value: READ_DUE }],
};

/**
 * Version 17: SQLite no longer looks for the values of filters and the due times of postbacks in JSON, of which it reads
 * half a surrogate pair otherwise than it writes it. The columns of filters have keys: an index has no long texts.
 */
export function plainColumns(sqlite: DatabaseSync): void {
  sqlite.function("filter_key", (json, field) => filterKey(fieldsOf(json)[`${field}`]));
  sqlite.function("split_keys", (json) =>
    JSON.stringify(fieldsOf(json).splits?.map(({ subaccountId }) => filterKey(subaccountId))),
  );
  const rows = sqlite
    .prepare('SELECT type, name, tbl_name AS "table", sql FROM sqlite_schema WHERE sql IS NOT NULL')
    .all() as unknown as SchemaRow[];
  for (const { name, sql } of rows.filter(({ type }) => type === "table")) {
    const dependents = rows.filter(({ type, table }) => type !== "table" && table === name);
    if (sql.search(GENERATED) >= 0) sqlite.exec(rebuilt(name, sql, dependents));
  }
}

interface Fields {
  [field: string]: unknown;
  splits?: { subaccountId: unknown }[];
}

function fieldsOf(json: unknown): Fields {
  return parseObject(`${json}`, "a collection");
}

/** The statements that make a table anew, with plain columns. Renaming the old one would take longer. */
function rebuilt(table: string, sql: string, dependents: SchemaRow[]): string {
  const filters = [...sql.matchAll(GENERATED)].map(([, name = "", source = ""]) => ({
    name,
    type: "TEXT",
    value: `filter_key(${source}, '${name}')`,
  }));
  const added = [...filters, ...(ADDED[table] ?? [])];
  const [before] = sql.split(/\n {2}, \w+ ANY AS/);
  return `CREATE TEMP TABLE kept AS SELECT ${KEPT} FROM ${table};
DROP TABLE ${table};
${before}${added.map(({ name, type }) => `, ${name} ${type}`).join("")}
) STRICT;
INSERT INTO ${table} (${[...KEPT, ...added.map(({ name }) => name)]})
SELECT ${[...KEPT, ...added.map(({ value }) => value)]} FROM kept;
DROP TABLE temp.kept;
${dependents.map((each) => `${each.sql.replaceAll(READ_DUE, "due")};`).join("\n")}`;
}
