import type {
  operations,
  RequestCompletedEvent,
  RequestLogEntry,
} from "../../../../generated/sandbox-control-types.ts";
import { redactShown } from "../../request-log/redact-secrets.ts";
import { parsed } from "../../store/unparsed-json.ts";
import type { Handlers } from "../handler-types.ts";
import { listMeta } from "../list-meta.ts";

export const timeline: Handlers<Pick<operations, "events.list" | "requests.list">> = {
  async "events.list"({ data }, { query }) {
    const { page, limit, since, until, ...filters } = query;
    const span = { since: inUtc(since), until: inUtc(until) };
    const { resources, total } = await data.timeline.page({ ...filters, ...span }, query);
    return { data: redactShown(parsed(resources)), meta: listMeta(total, query) };
  },

  async "requests.list"({ data }, { query }) {
    const { page, limit, ...filters } = query;
    const ofRequests = { ...filters, type: "request.completed" };
    const { resources, total } = await data.timeline.page(ofRequests, query);
    const events = parsed(resources) as RequestCompletedEvent[];
    return { data: redactShown(events.map(toLogEntry)), meta: listMeta(total, query) };
  },
};

function toLogEntry({ at, data }: RequestCompletedEvent): RequestLogEntry {
  return { at, ...data };
}

/** Events have their times in this form. */
function inUtc(time: string | undefined): string | undefined {
  return time === undefined ? undefined : new Date(time).toISOString();
}
