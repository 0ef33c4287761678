import type { operations } from "../../../../generated/sandbox-control-types.ts";
import { type Balance, balance, COMPANY } from "../../domain/ledger-balances.ts";
import type { Handlers } from "../../requests/handler-types.ts";
import { resetClock } from "../../runtime/clock.ts";
import { namesIn, shownCompany } from "../../services/companies.ts";
import { getBalance, getBalances } from "../../services/company-balances.ts";

type CompanyOperations = Pick<
  operations,
  "company.update" | "company.rotateKeys" | "company.reset" | "balance.get"
>;

/** Operations on the whole company. */
export const company: Handlers<CompanyOperations> = {
  async "company.update"({ company }, { body }) {
    Object.assign(company, namesIn(body));
    return { data: shownCompany(company) };
  },

  async "company.rotateKeys"(context) {
    const { company } = context;
    company.keyRotations = (company.keyRotations ?? 0) + 1;
    company.importedPrivateKey = undefined;
    company.invitations = undefined;
    return { data: { companyId: company.id, ...context.keys }, opens: company };
  },

  // The counts of seeded ids restart, in a new generation: the n-th reset gives the same ids in each run, and never
  // those of another.
  async "company.reset"(context, { sentence }) {
    const { company, data } = context;
    await data.clear();
    await data.timeline.clear();
    const generation = company.generation + 1;
    Object.assign(company, {
      drawCount: 0,
      tokens: 0,
      faults: [],
      generation,
      receiver: "accept",
    });
    context.setClock(resetClock(company.clock));
    return { data: sentence };
  },

  async "balance.get"(context) {
    const ids = await context.data.subaccounts.latestIds(Number.MAX_SAFE_INTEGER);
    const empty = ids.toReversed().map((id): [string, Balance] => [id, balance([], context.today)]);
    // The oldest come first. A deleted subaccount keeps its balance.
    const subaccounts = [...new Map([...empty, ...(await getBalances(context))])]
      .filter(([owner]) => owner !== COMPANY)
      .map(([subaccountId, balance]) => ({ subaccountId, ...balance }));
    return { data: { ...(await getBalance(context, COMPANY)), subaccounts } };
  },
};
