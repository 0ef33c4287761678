import type { operations } from "../../../../generated/sandbox-control-types.ts";
import { accountBalances, receivableDays, shownEntry } from "../../domain/ledger-accounts.ts";
import type { Handlers } from "../../requests/handler-types.ts";
import { ledgerOwner, readStatement } from "../../services/statements.ts";

export const ledger: Handlers<Pick<operations, Extract<keyof operations, `ledger.${string}`>>> = {
  async "ledger.listAccounts"({ data, today }) {
    return { data: accountBalances(await data.ledger.daySums({}), today) };
  },

  async "ledger.listEntries"({ data }, { query }) {
    const entries = await data.ledger.entriesOf(query.resourceId);
    return { data: entries.map(({ event, ...entry }) => ({ event, ...shownEntry(entry) })) };
  },

  async "ledger.listReceivables"(context, { query }) {
    const owner = await ledgerOwner(context, query);
    return { data: receivableDays(await context.data.ledger.daySums({ owner })) };
  },

  async "ledger.getStatement"(context, { query }) {
    return {
      data: await readStatement(context, await ledgerOwner(context, query), query),
    };
  },
};
