import type { operations } from "../../../../generated/sandbox-control-types.ts";
import { COMPANY } from "../../domain/ledger-balances.ts";
import { accountBalances, shownEntry, statement } from "../../domain/ledger-reports.ts";
import { ValidationError } from "../../errors.ts";
import { getSubaccountOrThrow } from "../../services/subaccounts.ts";
import type { Handlers } from "../handler-types.ts";

export const ledger: Handlers<
  Pick<operations, "ledger.listAccounts" | "ledger.listEntries" | "ledger.getStatement">
> = {
  async "ledger.listAccounts"({ data, today }) {
    return { data: accountBalances(await data.ledger.daySums({}), today) };
  },

  async "ledger.listEntries"({ data }, { query }) {
    const entries = await data.ledger.entriesOf(query.resourceId);
    return { data: entries.map(({ event, ...entry }) => ({ event, ...shownEntry(entry) })) };
  },

  async "ledger.getStatement"(context, { query }) {
    const { subaccountId: owner = COMPANY, from, to = context.today } = query;
    if (from !== undefined && from > to) {
      throw new ValidationError([`from must not be after to, which is ${to}`]);
    }
    const sums = await context.data.ledger.daySums({ account: "available", owner });
    // The entries of a deleted subaccount stay in the ledger, so its statement can still be read.
    if (owner !== COMPANY && sums.length === 0) await getSubaccountOrThrow(context, owner);
    return { data: statement(owner, sums, { from, to }) };
  },
};
