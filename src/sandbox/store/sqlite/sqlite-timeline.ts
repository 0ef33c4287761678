import type { SQLInputValue } from "node:sqlite";
import type { Event } from "../../../../generated/sandbox-control-types.ts";
import { groupBy } from "../../domain/group-by.ts";
import { parseEvent } from "../parse-record.ts";
import { type EventFilters, MAX_EVENTS, SURPLUS_EVENTS, type Timeline } from "../store.ts";
import { UnparsedJson } from "../unparsed-json.ts";
import { LIMIT, type PreparedStatements } from "./prepared-statements.ts";

/** The value of a request, and null for other events. */
const requestField = (name: string) =>
  `CASE record ->> '$.type' WHEN 'request.completed' THEN record ->> '$.data.${name}' END`;

const conditions: Record<keyof EventFilters, string> = {
  type: "record ->> '$.type' = ?",
  resourceId: "record ->> '$.resource.id' = ?",
  requestId: "record ->> '$.cause.requestId' = ?",
  operationId: `${requestField("operationId")} = ?`,
  status: `${requestField("status")} = ?`,
  after: "id > ?",
  since: "record ->> '$.at' >= ?",
  until: "record ->> '$.at' < ?",
};

export function timelineOf(database: PreparedStatements, company: string): Timeline {
  return {
    async append(events) {
      const last = lastId();
      for (const [index, event] of events.entries()) {
        const id = last + index + 1;
        database.run(
          "INSERT INTO events (company, id, record) VALUES (?, ?, ?)",
          ...[company, id, JSON.stringify({ id, ...event })],
        );
      }
      for (const [type, { length }] of groupBy(events, ({ type }) => type)) {
        database.run(
          "INSERT INTO eventTotals VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET total = total + excluded.total",
          ...[company, type, length],
        );
      }
      deleteOldest(last, last + events.length);
    },
    async page(filters, { page, limit }) {
      const { where, values } = queryFor(filters);
      const { total } = database.one<{ total: number }>(
        `SELECT count(*) AS total FROM events WHERE ${where}`,
        ...values,
      ) ?? { total: 0 };
      const rows = database.all<{ record: string }>(
        `SELECT record FROM events WHERE ${where} ORDER BY id DESC ${LIMIT} OFFSET +?`,
        ...[...values, limit, (page - 1) * limit],
      );
      const texts = rows.map(({ record }) => record);
      return { resources: new UnparsedJson<Event[]>(`[${texts}]`), total };
    },
    async after(id, filters, limit) {
      const { where, values } = queryFor({ ...filters, after: id });
      return database
        .all<{ record: string }>(
          `SELECT record FROM events WHERE ${where} ORDER BY id ${LIMIT}`,
          ...[...values, limit],
        )
        .map(parseEvent);
    },
    lastId: async () => lastId(),
    totals: async () =>
      Object.fromEntries(
        database
          .all<{ type: string; total: number }>(
            "SELECT type, total FROM eventTotals WHERE company = ?",
            company,
          )
          .map(({ type, total }) => [type, total]),
      ),
    async clear() {
      database.run("DELETE FROM events WHERE company = ?", company);
    },
  };

  /** Ids are consecutive, so the number of all events is the latest id. */
  function lastId(): number {
    const row = database.one<{ last: number | null }>(
      "SELECT sum(total) AS last FROM eventTotals WHERE company = ?",
      company,
    );
    return row?.last ?? 0;
  }

  function deleteOldest(before: number, after: number): void {
    if (Math.floor(before / SURPLUS_EVENTS) === Math.floor(after / SURPLUS_EVENTS)) return;
    database.run("DELETE FROM events WHERE company = ? AND id <= ?", company, after - MAX_EVENTS);
  }

  function queryFor(filters: EventFilters): { where: string; values: SQLInputValue[] } {
    const given = Object.entries(filters).filter(([, value]) => value !== undefined);
    const sql = given.map(([name]) => conditions[name as keyof EventFilters]);
    return {
      where: ["company = ?", "id > ?", ...sql].join(" AND "),
      values: [company, lastId() - MAX_EVENTS, ...given.map(([, value]) => value as SQLInputValue)],
    };
  }
}
