import type {
  operations,
  RequestCompletedEvent,
  RequestLogEntry,
} from "../../../../generated/sandbox-control-types.ts";
import { redactShown } from "../../../text/redact-by-search.ts";
import { ValidationError } from "../../errors.ts";
import type { Handlers } from "../../requests/handler-types.ts";
import { EventStream } from "../../timeline/stream.ts";
import { listMeta } from "../list-meta.ts";
import { parseDateTime } from "./parse-date-time.ts";

export const timeline: Handlers<Pick<operations, "events.list" | "requests.list">> = {
  async "events.list"({ data }, { query, wantsEvents, lastEventId }) {
    const { page, limit, since, until, ...filters } = query;
    if (wantsEvents) {
      const { type, resourceId, requestId } = filters;
      const after = parseEventId(lastEventId) ?? filters.after ?? (await data.timeline.lastId());
      const shown = { type, resourceId, requestId };
      return {
        openStream: (feed, mayRead) => new EventStream(feed, { after, filters: shown, mayRead }),
      };
    }
    const span = { since: inUtc("since", since), until: inUtc("until", until) };
    const { resources, total } = await data.timeline.page({ ...filters, ...span }, query);
    return { data: redactShown(resources), meta: listMeta(total, query) };
  },

  async "requests.list"({ data }, { query }) {
    const { page, limit, errorsOnly, withoutControls, ...filters } = query;
    const ofRequests = {
      ...filters,
      type: "request.completed",
      minStatus: errorsOnly ? FIRST_ERROR : undefined,
      api: withoutControls ? ("service" as const) : undefined,
    };
    const { resources, total } = await data.timeline.page(ofRequests, query);
    const events = resources as RequestCompletedEvent[];
    return { data: redactShown(events.map(toLogEntry)), meta: listMeta(total, query) };
  },
};

/** The lowest status of an error. */
const FIRST_ERROR = 400;

/** Browsers send an empty id if they have received none. */
function parseEventId(text = ""): number | undefined {
  if (text === "") return undefined;
  const id = Number(text);
  if (!/^\d+$/.test(text) || !Number.isSafeInteger(id)) {
    throw new ValidationError(["Last-Event-ID must be the id of an event"]);
  }
  return id;
}

function toLogEntry({ at, data }: RequestCompletedEvent): RequestLogEntry {
  return { at, ...data };
}

const LAST_TIME = Date.parse("9999-12-31T23:59:59.999Z");

/** Events have their times in this form, in which a year of five digits would not be later. */
function inUtc(name: string, time: string | undefined): string | undefined {
  if (time === undefined) return undefined;
  return new Date(Math.min(parseDateTime(name, time), LAST_TIME)).toISOString();
}
