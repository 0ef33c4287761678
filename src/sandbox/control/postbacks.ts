import type { operations } from "../../../generated/sandbox-control-types.ts";
import { dueAt } from "../business/postbacks.ts";
import type { Handlers } from "../handler.ts";
import { resources } from "../operations/list.ts";
import { KnownRefusal } from "../refusal.ts";

export const postbacks: Handlers<Pick<operations, "postbacks.list" | "postbacks.redeliver">> = {
  async "postbacks.list"({ data }, { query }) {
    const { limit, ...filters } = query;
    const { records } = await data.postbacks.page(filters, { page: 1, limit });
    return { data: resources(records) };
  },

  async "postbacks.redeliver"({ data, now }, { path }) {
    const record = await data.postbacks.get(path.eventId);
    if (!record) throw new KnownRefusal("PostbackNotFound");
    const again = dueAt(record, now);
    await data.postbacks.update(again);
    return { data: again.resource };
  },
};
