import type { Event } from "../../../../generated/sandbox-control-types.ts";
import { groupBy } from "../../../group-by.ts";
import type { NewEvent } from "../../../sandbox/store/records.ts";
import {
  apiOf,
  type EventFilters,
  MAX_EVENTS,
  type Page,
  type RequestIds,
  type ResultPage,
  SURPLUS_EVENTS,
  type Timeline,
} from "../../../sandbox/store/store.ts";
import { limitAt } from "./collection.ts";
import { insertionInto } from "./insertion.ts";
import { parseEvent } from "./parse-record.ts";
import { type Row, type Session, type SqlValue, withoutNul } from "./session.ts";

/** Counts as the status of a request that a fault has closed. */
const NO_ANSWER = 599;

/** The condition of each filter, without the place of its value. */
const conditions: Record<keyof EventFilters, string> = {
  type: "type =",
  resourceId: "resource_id =",
  requestId: "request_id =",
  operationId: "operation_id =",
  status: "status =",
  minStatus: `coalesce(status, ${NO_ANSWER}) >=`,
  api: "api =",
  after: "id >",
  since: "at >=",
  until: "at <",
};

const APPEND = insertionInto(
  "events",
  ["id", "type", "at", "resource_id", "request_id", "operation_id", "status", "api", "record"],
  { inDataset: false },
);

const COUNT = insertionInto("event_totals", ["type", "total"], {
  inDataset: false,
  onConflict:
    "ON CONFLICT (company, type) DO UPDATE SET total = event_totals.total + excluded.total",
});

const LATEST_REQUESTS = `SELECT id, request_id AS "requestId", resource_id AS "resourceId" FROM centavo.events
WHERE company = $1 AND id > $2 AND api IS NOT NULL ORDER BY id DESC LIMIT 0 + $3::bigint`;

const COUNT_EVENTS =
  "SELECT coalesce(sum(total), 0)::bigint AS count FROM centavo.event_totals WHERE company = $1";

const TOTALS = "SELECT type, total FROM centavo.event_totals WHERE company = $1";

const DELETE_OLDEST = "DELETE FROM centavo.events WHERE company = $1 AND id <= $2";

type EventRow = { record: string };

/** The end of a query for the events that match, and the values in it. */
type Matching = { sql: string; values: SqlValue[] };

/** Ids are consecutive, so the number of all events is the latest id. */
export class SqlTimeline implements Timeline {
  readonly #session: Session;
  readonly #company: string;
  /** Undefined as long as it is unknown. */
  #lastId: number | undefined;

  constructor(session: Session, company: string, lastId: number | undefined) {
    this.#session = session;
    this.#company = company;
    this.#lastId = lastId;
  }

  async append(events: readonly NewEvent[]): Promise<void> {
    if (events.length === 0) return;
    const before = await this.lastId();
    const last = before + events.length;
    this.#lastId = last;
    const rows = events.map((event, index) => rowOf(before + index + 1, event));
    this.#session.insert(APPEND, [this.#company], rows);
    const types = groupBy(events, ({ type }) => type);
    const totals = Array.from(types, ([type, { length }]) => ({ type, total: length }));
    this.#session.insert(COUNT, [this.#company], totals);
    if (Math.floor(before / SURPLUS_EVENTS) < Math.floor(last / SURPLUS_EVENTS))
      this.#session.run(DELETE_OLDEST, this.#company, last - MAX_EVENTS);
  }

  async page(filters: EventFilters, { page, limit }: Page): Promise<ResultPage<Event>> {
    const matching = await this.#matching(filters);
    const [count] = await this.#session.all<{ total: number }>(
      `SELECT count(*) AS total ${matching.sql}`,
      ...matching.values,
    );
    const rows = await this.#rows(matching, "DESC", limit, (page - 1) * limit);
    return { resources: rows.map(parseEvent), total: count?.total ?? 0 };
  }

  async after(id: number, filters: EventFilters, limit: number): Promise<Event[]> {
    const matching = await this.#matching({ ...filters, after: id });
    return (await this.#rows(matching, "ASC", limit, 0)).map(parseEvent);
  }

  async latestRequests(limit: number): Promise<RequestIds[]> {
    const deleted = (await this.lastId()) - MAX_EVENTS;
    return this.#session.all(LATEST_REQUESTS, this.#company, deleted, limit);
  }

  async lastId(): Promise<number> {
    this.#lastId ??= (
      await this.#session.all<{ count: number }>(COUNT_EVENTS, this.#company)
    )[0]?.count;
    return this.#lastId ?? 0;
  }

  async totals(): Promise<Partial<Record<Event["type"], number>>> {
    const rows = await this.#session.all<{ type: string; total: number }>(TOTALS, this.#company);
    return Object.fromEntries(rows.map(({ type, total }) => [type, total]));
  }

  async clear(): Promise<void> {
    this.#session.run("DELETE FROM centavo.events WHERE company = $1", this.#company);
  }

  #rows({ sql, values }: Matching, order: string, limit: number, offset: number) {
    return this.#session.all<EventRow>(
      `SELECT record ${sql} ORDER BY id ${order} ${limitAt(values.length + 1)}`,
      ...values,
      limit,
      offset,
    );
  }

  async #matching(filters: EventFilters): Promise<Matching> {
    const given = Object.entries(filters).filter(([, value]) => value !== undefined);
    const sql = given.map(
      ([name], index) => ` AND ${conditions[name as keyof EventFilters]} $${index + 3}`,
    );
    const kept = [this.#company, (await this.lastId()) - MAX_EVENTS];
    return {
      sql: `FROM centavo.events WHERE company = $1 AND id > $2${sql.join("")}`,
      values: [...kept, ...given.map(([, value]) => withoutNul(value))],
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
    api: request ? apiOf(request) : null,
    record: JSON.stringify({ id, ...event }),
  };
}
