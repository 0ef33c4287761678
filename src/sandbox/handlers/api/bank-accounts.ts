import { bankAccountId } from "../../domain/bank-account-id.ts";
import type { HandlersOf } from "../../requests/handler-types.ts";
import { accountOwner } from "../../services/subaccounts.ts";
import { listMeta } from "../list-meta.ts";

export const bankAccounts: HandlersOf<"bankAccounts"> = {
  async "bankAccounts.create"(context, { headers, body }) {
    const owner = await accountOwner(context, headers);
    const account = { ...body, status: "APPROVED" };
    const count = await context.data.bankAccounts.nextNumber();
    const number = bankAccountId(context.company.generation, count);
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
