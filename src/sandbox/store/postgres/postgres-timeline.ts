import type { Event } from "../../../../generated/sandbox-control-types.ts";
import { parseEvent } from "../parse-record.ts";
import type { NewEvent } from "../records.ts";
import { type EventFilters, MAX_EVENTS, SURPLUS_EVENTS, type Timeline } from "../store.ts";
import { UnparsedJson } from "../unparsed-json.ts";
import type { Session, SqlValue } from "./session.ts";

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

/** Ids are consecutive, so the number of all events is the latest id. */
const LAST_ID =
  "(SELECT coalesce(sum(total), 0)::bigint FROM centavo.event_totals WHERE company = $1)";

const APPEND = `WITH last AS (SELECT ${LAST_ID} AS id, array_length($2::text[], 1) AS added),
added AS (
  INSERT INTO centavo.events (company, id, type, at, resource_id, request_id, operation_id, status, record)
  SELECT $1, last.id + place, type, at, resource_id, request_id, operation_id, status, record
  FROM last, unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::bigint[], $8::text[])
    WITH ORDINALITY AS event (type, at, resource_id, request_id, operation_id, status, record, place)
), counted AS (
  INSERT INTO centavo.event_totals (company, type, total)
  SELECT $1, type, count(*) FROM unnest($2::text[]) AS type GROUP BY type
  ON CONFLICT (company, type) DO UPDATE SET total = event_totals.total + excluded.total
)
DELETE FROM centavo.events WHERE company = $1 AND id <= (
  SELECT id + added - ${MAX_EVENTS} FROM last WHERE id / ${SURPLUS_EVENTS} < (id + added) / ${SURPLUS_EVENTS}
)`;

type EventRow = { id: number; record: string };

export function timelineOf(session: Session, company: string): Timeline {
  return {
    async append(events) {
      const columns = [
        events.map(({ type }) => type),
        events.map(({ at }) => at),
        events.map(({ resource }) => resource?.id ?? null),
        events.map(({ cause }) => cause.requestId),
        events.map((event) => requestOf(event)?.operationId ?? null),
        events.map((event) => requestOf(event)?.status ?? null),
        events.map((event) => JSON.stringify(event)),
      ];
      if (events.length > 0) await session.run(APPEND, company, ...columns);
    },
    async page(filters, { page, limit }) {
      const { where, values } = queryFor(filters);
      const count = await session.one<{ total: number }>(
        `SELECT count(*) AS total FROM centavo.events WHERE ${where}`,
        ...values,
      );
      const rows = await session.all<EventRow>(
        `SELECT id, record FROM centavo.events WHERE ${where}
         ORDER BY id DESC LIMIT ${limit} OFFSET ${(page - 1) * limit}`,
        ...values,
      );
      const texts = rows.map(withId);
      return { resources: new UnparsedJson<Event[]>(`[${texts}]`), total: count?.total ?? 0 };
    },
    async after(id, filters, limit) {
      const { where, values } = queryFor({ ...filters, after: id });
      const rows = await session.all<EventRow>(
        `SELECT id, record FROM centavo.events WHERE ${where} ORDER BY id LIMIT ${limit}`,
        ...values,
      );
      return rows.map((row) => parseEvent({ record: withId(row) }));
    },
    async lastId() {
      return (await session.one<{ id: number }>(`SELECT ${LAST_ID} AS id`, company))?.id ?? 0;
    },
    async totals() {
      const rows = await session.all<{ type: string; total: number }>(
        "SELECT type, total FROM centavo.event_totals WHERE company = $1",
        company,
      );
      return Object.fromEntries(rows.map(({ type, total }) => [type, total]));
    },
    async clear() {
      await session.run("DELETE FROM centavo.events WHERE company = $1", company);
    },
  };

  function queryFor(filters: EventFilters): { where: string; values: SqlValue[] } {
    const given = Object.entries(filters).filter(([, value]) => value !== undefined);
    const sql = given.map(
      ([name], index) => `${conditions[name as keyof EventFilters]} $${index + 2}`,
    );
    return {
      where: ["company = $1", `id > ${LAST_ID} - ${MAX_EVENTS}`, ...sql].join(" AND "),
      values: [company, ...given.map(([, value]) => value as string | number)],
    };
  }
}

/** What the filters by operation and status compare. */
function requestOf(
  event: NewEvent,
): { operationId: string | null; status: number | null } | undefined {
  return event.type === "request.completed" ? event.data : undefined;
}

/** The JSON of an event. Its id was unknown when it was stored. */
function withId({ id, record }: EventRow): string {
  return `{"id":${id},${record.slice(1)}`;
}
