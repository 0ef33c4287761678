import type { operations } from "../../../../generated/sandbox-control-types.ts";
import { accountBalances, shownEntry } from "../../domain/ledger-reports.ts";
import {
  ledgerOwner,
  listWithdrawals,
  readReceivables,
  readStatement,
} from "../../services/receivables.ts";
import type { Handlers } from "../handler-types.ts";
import { listMeta } from "../list-meta.ts";

export const ledger: Handlers<Pick<operations, Extract<keyof operations, `ledger.${string}`>>> = {
  async "ledger.listAccounts"({ data, today }) {
    return { data: accountBalances(await data.ledger.daySums({}), today) };
  },

  async "ledger.listEntries"({ data }, { query }) {
    const entries = await data.ledger.entriesOf(query.resourceId);
    return { data: entries.map(({ event, ...entry }) => ({ event, ...shownEntry(entry) })) };
  },

  async "ledger.listReceivables"(context, { query }) {
    return {
      data: await readReceivables(context, await ledgerOwner(context, query), query),
    };
  },

  async "ledger.getStatement"(context, { query }) {
    return {
      data: await readStatement(context, await ledgerOwner(context, query), query),
    };
  },

  async "ledger.listWithdrawals"(context, { query }) {
    const owner = await ledgerOwner(context, query);
    const { data, total } = await listWithdrawals(context, owner, query);
    return { data, meta: listMeta(total, query) };
  },
};
