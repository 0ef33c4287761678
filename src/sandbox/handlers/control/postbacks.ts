import type { operations } from "../../../../generated/sandbox-control-types.ts";
import { DocumentedError } from "../../errors.ts";
import { withDueTime } from "../../postbacks/outbox.ts";
import type { Handlers } from "../handler-types.ts";
import { listMeta } from "../list-meta.ts";

export const postbacks: Handlers<Pick<operations, "postbacks.list" | "postbacks.redeliver">> = {
  async "postbacks.list"({ data }, { query }) {
    const { page, limit, ...filters } = query;
    const { resources, total } = await data.postbacks.page(filters, query);
    return { data: resources, meta: listMeta(total, query) };
  },

  async "postbacks.redeliver"(context, { path }) {
    const record = await context.data.postbacks.get(path.eventId);
    if (!record) throw new DocumentedError("PostbackNotFound");
    const rescheduled = withDueTime(record, context.now);
    await context.data.postbacks.update(rescheduled);
    return { data: rescheduled.resource };
  },
};
