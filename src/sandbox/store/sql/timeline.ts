import type { Event } from "../../../../generated/sandbox-control-types.ts";
import { groupBy } from "../../domain/group-by.ts";
import type { NewEvent } from "../records.ts";
import { type EventFilters, MAX_EVENTS, SURPLUS_EVENTS, type Timeline } from "../store.ts";
import { StoredJson } from "../stored-json.ts";
import { limitAt } from "./collection.ts";
import { insertionInto } from "./insertion.ts";
import { parseEvent } from "./parse-record.ts";
import { type Row, type Session, type SqlValue, withoutNul } from "./session.ts";

/** The condition of each filter, without the place of its value. */
const conditions: Record<keyof EventFilters, string> = {
  type: "type =",
  resourceId: "resource_id =",
  requestId: "request_id =",
  operationId: "operation_id =",
  status: "status =",
  after: "id >",
  since: "at >=",
  until: "at <",
};

const APPEND = insertionInto(
  "events",
  ["id", "type", "at", "resource_id", "request_id", "operation_id", "status", "record"],
  { inDataset: false },
);

const COUNT = insertionInto("event_totals", ["type", "total"], {
  inDataset: false,
  onConflict:
    "ON CONFLICT (company, type) DO UPDATE SET total = event_totals.total + excluded.total",
});

const COUNT_EVENTS =
  "SELECT coalesce(sum(total), 0)::bigint AS count FROM centavo.event_totals WHERE company = $1";

const TOTALS = "SELECT type, total FROM centavo.event_totals WHERE company = $1";

const DELETE_OLDEST = "DELETE FROM centavo.events WHERE company = $1 AND id <= $2";

type EventRow = { record: string };

/** Ids are consecutive, so the number of all events is the latest id. `count` is that number, if it is known. */
export function timelineOf(session: Session, company: string, count: number | undefined): Timeline {
  let last = count;
  return {
    async append(events) {
      if (events.length === 0) return;
      const before = await lastId();
      last = before + events.length;
      const rows = events.map((event, index) => rowOf(before + index + 1, event));
      session.insert(APPEND, [company], rows);
      const totals = [...groupBy(events, ({ type }) => type)].map(([type, { length }]) => {
        return { type, total: length };
      });
      session.insert(COUNT, [company], totals);
      if (Math.floor(before / SURPLUS_EVENTS) < Math.floor(last / SURPLUS_EVENTS))
        session.run(DELETE_OLDEST, company, last - MAX_EVENTS);
    },
    async page(filters, { page, limit }) {
      const { where, values } = queryFor(filters, await lastId());
      const [count] = await session.all<{ total: number }>(
        `SELECT count(*) AS total FROM centavo.events WHERE ${where}`,
        ...values,
      );
      const rows = await session.all<EventRow>(
        `SELECT record FROM centavo.events WHERE ${where} ORDER BY id DESC ${limitAt(values.length + 1)}`,
        ...values,
        limit,
        (page - 1) * limit,
      );
      const texts = rows.map(({ record }) => record);
      return { resources: new StoredJson<Event[]>(`[${texts}]`), total: count?.total ?? 0 };
    },
    async after(id, filters, limit) {
      const { where, values } = queryFor({ ...filters, after: id }, await lastId());
      const rows = await session.all<EventRow>(
        `SELECT record FROM centavo.events WHERE ${where} ORDER BY id ${limitAt(values.length + 1)}`,
        ...values,
        limit,
        0,
      );
      return rows.map(parseEvent);
    },
    lastId,
    async totals() {
      const rows = await session.all<{ type: string; total: number }>(TOTALS, company);
      return Object.fromEntries(rows.map(({ type, total }) => [type, total]));
    },
    async clear() {
      session.run("DELETE FROM centavo.events WHERE company = $1", company);
    },
  };

  async function lastId(): Promise<number> {
    if (last === undefined) {
      const [row] = await session.all<{ count: number }>(COUNT_EVENTS, company);
      last = row?.count ?? 0;
    }
    return last;
  }

  function queryFor(filters: EventFilters, lastId: number): { where: string; values: SqlValue[] } {
    const given = Object.entries(filters).filter(([, value]) => value !== undefined);
    const sql = given.map(
      ([name], index) => `${conditions[name as keyof EventFilters]} $${index + 3}`,
    );
    return {
      where: ["company = $1", "id > $2", ...sql].join(" AND "),
      values: [company, lastId - MAX_EVENTS, ...given.map(([, value]) => withoutNul(value))],
    };
  }
}

function rowOf(id: number, event: NewEvent): Row {
  // Nothing else is filtered by its operation and status.
  const request = event.type === "request.completed" ? event.data : undefined;
  return {
    id,
    type: event.type,
    at: event.at,
    resource_id: withoutNul(event.resource?.id ?? null),
    request_id: withoutNul(event.cause.requestId ?? null),
    operation_id: request?.operationId ?? null,
    status: request?.status ?? null,
    record: JSON.stringify({ id, ...event }),
  };
}
