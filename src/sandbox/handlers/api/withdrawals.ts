import { DocumentedError } from "../../errors.ts";
import type { HandlersOf } from "../../requests/handler-types.ts";
import { accountOwner } from "../../services/subaccounts.ts";
import { getWithdrawalOrThrow } from "../../services/withdrawals.ts";

export const withdrawals: HandlersOf<"withdrawals"> = {
  async "withdrawals.list"(context, { headers, query }) {
    const owner = await accountOwner(context, headers);
    const { resources, total } = await context.data.withdrawals.page({ owner }, query);
    return { data: resources, meta: { total } };
  },

  async "withdrawals.get"(context, { headers, path }) {
    const owner = await accountOwner(context, headers);
    const record = await getWithdrawalOrThrow(context, path.withdrawalId);
    if (record.owner !== owner) throw new DocumentedError("WithdrawalNotFound");
    return { data: record.resource };
  },
};
