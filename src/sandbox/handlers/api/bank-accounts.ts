import type { HandlersOf } from "../../requests/handler-types.ts";
import { accountOwner } from "../../services/subaccounts.ts";
import { listMeta } from "../list-meta.ts";

/** A company has fewer bank accounts, so the ids of one generation do not reach those of the next. */
const IDS_PER_GENERATION = 1_000_000;

export const bankAccounts: HandlersOf<"bankAccounts"> = {
  async "bankAccounts.create"(context, { headers, body }) {
    const owner = await accountOwner(context, headers);
    const account = { ...body, status: "APPROVED" };
    const count = await context.data.bankAccounts.nextNumber();
    const number = context.company.generation * IDS_PER_GENERATION + count;
    const resource = { ...account, id: number, createdAt: context.timestamp };
    const id = `${number}`;
    await context.data.bankAccounts.insert({ id, owner, resource });
    return { data: account, createdId: id };
  },

  async "bankAccounts.list"(context, { headers, query }) {
    const owner = await accountOwner(context, headers);
    const { resources, total } = await context.data.bankAccounts.page({ owner }, query);
    return { data: resources, meta: listMeta(total, query) };
  },
};
