import type {
  operations,
  RequestCompletedEvent,
  RequestLogEntry,
} from "../../../../generated/sandbox-control-types.ts";
import { redactShown } from "../../../text/redact-by-search.ts";
import type { Handlers } from "../../requests/handler-types.ts";
import { listMeta } from "../list-meta.ts";
import { parseDateTime } from "./parse-date-time.ts";

export const timeline: Handlers<Pick<operations, "events.list" | "requests.list">> = {
  async "events.list"({ data }, { query }) {
    const { page, limit, since, until, ...filters } = query;
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

function toLogEntry({ at, data }: RequestCompletedEvent): RequestLogEntry {
  return { at, ...data };
}

const LAST_TIME = Date.parse("9999-12-31T23:59:59.999Z");

/** Events have their times in this form, in which a year of five digits would not be later. */
function inUtc(name: string, time: string | undefined): string | undefined {
  if (time === undefined) return undefined;
  return new Date(Math.min(parseDateTime(name, time), LAST_TIME)).toISOString();
}
