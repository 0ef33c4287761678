import type { DatabaseSync } from "node:sqlite";
import type { Kind, Records } from "../records.ts";
import { type SearchedKind, searchEntriesOf, searchedKinds } from "../search-terms.ts";
import { parseEvent, parseRecord } from "../sql/parse-record.ts";
import { nameOf } from "../sql/schema.ts";
import { addSearch } from "../sql/search-schema.ts";
import { apiOf } from "../store.ts";
import { inSqlite } from "./sqlite-session.ts";

/** Version 20: records are found by their names, addresses and ends of ids, and requests by their interface. */
export function addSearchEntries(sqlite: DatabaseSync): void {
  sqlite.exec(inSqlite(addSearch));
  sqlite.function("entries_of", (kind, resource, internal) => {
    const record = parseRecord<Records[Kind]>(
      { resource: `${resource}`, internal: `${internal}` },
      `${kind}`,
    );
    return JSON.stringify(searchEntriesOf(kind as SearchedKind, record));
  });
  sqlite.function("api_of", (record) => {
    const event = parseEvent({ record: `${record}` });
    return event.type === "request.completed" ? apiOf(event.data) : null;
  });
  for (const kind of searchedKinds)
    sqlite.exec(`INSERT INTO search_entries (company, dataset, entry)
SELECT company, dataset, value FROM ${nameOf(kind)}, json_each(entries_of('${kind}', resource, internal))`);
  sqlite.exec("UPDATE events SET api = api_of(record) WHERE type = 'request.completed'");
}
