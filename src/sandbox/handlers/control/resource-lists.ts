import type { operations } from "../../../../generated/sandbox-control-types.ts";
import type { Handlers } from "../../requests/handler-types.ts";
import { listMeta } from "../list-meta.ts";

type ListOperations = Pick<operations, "cards.list" | "subaccounts.listWithIds">;

/** The lists of resources that the service does not list, or lists without their ids. */
export const resourceLists: Handlers<ListOperations> = {
  async "cards.list"({ data }, { query }) {
    const { customerId } = query;
    const { resources, total } = await data.cards.page({ customerId }, query);
    return { data: resources, meta: listMeta(total, query) };
  },

  async "subaccounts.listWithIds"({ data }, { query }) {
    const { resources, total } = await data.subaccounts.page({}, query);
    return { data: resources, meta: listMeta(total, query) };
  },
};
