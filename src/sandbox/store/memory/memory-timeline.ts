import type { Event } from "../../../../generated/sandbox-control-types.ts";
import type { NewEvent } from "../records.ts";
import {
  apiOf,
  type EventFilters,
  MAX_EVENTS,
  type Page,
  type RequestIds,
  type ResultPage,
  SURPLUS_EVENTS,
  type Timeline,
} from "../store.ts";
import type { UndoLog } from "./undo-log.ts";

export class MemoryTimeline implements Timeline {
  readonly #undoLog: UndoLog;
  #events: Event[] = [];
  readonly #totals = new Map<Event["type"], number>();
  #lastId = 0;

  constructor(undoLog: UndoLog) {
    this.#undoLog = undoLog;
  }

  async append(events: readonly NewEvent[]): Promise<void> {
    for (const event of events) {
      this.#lastId += 1;
      this.#events.push({ id: this.#lastId, ...event } as Event);
      this.#count(event.type, 1);
    }
    this.#undoLog.add(() => {
      this.#lastId -= events.length;
      this.#events.length -= events.length;
      for (const { type } of events) this.#count(type, -1);
    });
  }

  async page(filters: EventFilters, { page, limit }: Page): Promise<ResultPage<Event>> {
    const matching = this.#keptAfter(filters.after)
      .filter((event) => matches(event, filters))
      .reverse();
    const start = (page - 1) * limit;
    return { resources: matching.slice(start, start + limit), total: matching.length };
  }

  async after(id: number, filters: EventFilters, limit: number): Promise<Event[]> {
    const events: Event[] = [];
    for (const event of this.#keptAfter(id)) {
      if (events.length === limit) break;
      if (matches(event, filters)) events.push(event);
    }
    return events;
  }

  async latestRequests(limit: number): Promise<RequestIds[]> {
    return this.#kept()
      .filter(({ type }) => type === "request.completed")
      .slice(-limit)
      .map(({ id, cause, resource }) => {
        return { id, requestId: cause.requestId ?? null, resourceId: resource?.id ?? null };
      })
      .reverse();
  }

  async lastId(): Promise<number> {
    return this.#lastId;
  }

  async totals(): Promise<Partial<Record<Event["type"], number>>> {
    return Object.fromEntries([...this.#totals].filter(([, total]) => total > 0));
  }

  async clear(): Promise<void> {
    const events = this.#events;
    this.#events = [];
    this.#undoLog.add(() => {
      this.#events = events;
    });
  }

  /** Called after a commit: what is deleted here cannot be undone. */
  deleteOldest(): void {
    const surplus = this.#events.length - MAX_EVENTS;
    if (surplus > SURPLUS_EVENTS) this.#events.splice(0, surplus);
  }

  #kept(): Event[] {
    return this.#events.length > MAX_EVENTS ? this.#events.slice(-MAX_EVENTS) : this.#events;
  }

  /** The ids are consecutive, so the place of an event follows from its id. */
  #keptAfter(id = 0): Event[] {
    const kept = this.#kept();
    return kept.slice(Math.max(0, id - (kept[0]?.id ?? 0) + 1));
  }

  #count(type: Event["type"], by: number): void {
    this.#totals.set(type, (this.#totals.get(type) ?? 0) + by);
  }
}

/** Whether an event has the value of each filter. */
const conditions: {
  [Name in keyof EventFilters]-?: (event: Event, value: NonNullable<EventFilters[Name]>) => boolean;
} = {
  type: ({ type }, value) => type === value,
  resourceId: ({ resource }, value) => resource?.id === value,
  requestId: ({ cause }, value) => cause.requestId === value,
  operationId: (event, value) => requestField(event, "operationId") === value,
  status: (event, value) => requestField(event, "status") === value,
  minStatus: (event, value) =>
    event.type === "request.completed" && (event.data.status ?? Infinity) >= value,
  api: (event, value) => event.type === "request.completed" && apiOf(event.data) === value,
  after: ({ id }, value) => id > value,
  since: ({ at }, value) => at >= value,
  until: ({ at }, value) => at < value,
};

function matches(event: Event, filters: EventFilters): boolean {
  return Object.entries(filters).every(
    ([name, value]) =>
      value === undefined || conditions[name as keyof EventFilters](event, value as never),
  );
}

/** Only requests have an operation and a status. */
function requestField({ type, data }: Event, name: "operationId" | "status"): unknown {
  return type === "request.completed" ? (data as Record<string, unknown>)[name] : undefined;
}
