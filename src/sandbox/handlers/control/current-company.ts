import type { operations } from "../../../../generated/sandbox-control-types.ts";
import { COMPANY } from "../../domain/ledger-balances.ts";
import { resetClock } from "../../runtime/clock.ts";
import { getBalance, getBalances } from "../../services/company-balances.ts";
import { parsed } from "../../store/unparsed-json.ts";
import type { Handlers } from "../handler-types.ts";

type CompanyOperations = Pick<operations, "company.reset" | "balance.get" | "requests.list">;

/** Operations on the whole company: reset, balance and request log. */
export const company: Handlers<CompanyOperations> = {
  // Seeded ids restart too, so that a repeated test gets exactly the same responses.
  async "company.reset"({ company, data }, { example }) {
    await data.clear();
    const clock = resetClock(company.clock);
    Object.assign(company, { drawCount: 0, tokens: 0, clock, faults: [] });
    return { data: example.data };
  },

  async "balance.get"(context) {
    const subaccounts = [...(await getBalances(context))]
      .filter(([owner]) => owner !== COMPANY)
      .map(([subaccountId, balance]) => ({ subaccountId, ...balance }));
    return { data: { ...(await getBalance(context, COMPANY)), subaccounts } };
  },

  async "requests.list"({ data }, { query }) {
    const filters = { type: "request.completed" };
    const { resources } = await data.timeline.page(filters, { page: 1, limit: query.limit });
    return {
      data: parsed(resources).map(({ at, data }) => ({ at, ...(data as object) })) as never,
    };
  },
};
