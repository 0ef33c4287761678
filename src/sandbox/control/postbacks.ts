import type { operations } from "../../../generated/sandbox-control-types.ts";
import { dueAt } from "../business/postbacks.ts";
import type { Handlers } from "../handler.ts";
import { metaOf } from "../operations/list.ts";
import { KnownRefusal } from "../refusal.ts";

export const postbacks: Handlers<Pick<operations, "postbacks.list" | "postbacks.redeliver">> = {
  async "postbacks.list"({ data }, { query }) {
    const { page, limit, ...filters } = query;
    const { resources, total } = await data.postbacks.page(filters, query);
    return { data: resources, meta: metaOf(total, query) };
  },

  async "postbacks.redeliver"(context, { path }) {
    const record = await context.data.postbacks.get(path.eventId);
    if (!record) throw new KnownRefusal("PostbackNotFound");
    const again = dueAt(record, context.now);
    await context.data.postbacks.update(again);
    return { data: again.resource };
  },
};
