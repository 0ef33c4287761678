import type { operations } from "../../../../generated/sandbox-control-types.ts";
import { keysOf } from "../../auth/api-keys.ts";
import { DocumentedError } from "../../errors.ts";
import type { PublicHandlers } from "../../requests/handler-types.ts";
import { createCompany, shownCompany } from "../../services/companies.ts";
import { listMeta } from "../list-meta.ts";

/** What only the operator may do, who has no company. */
export const companies: PublicHandlers<
  Pick<operations, "companies.list" | "companies.create" | "companies.delete">
> = {
  async "companies.list"({ store }, { query }) {
    const { companies, total } = await store.sharedRead((data) => data.companies.page(query));
    return { data: companies.map(shownCompany), meta: listMeta(total, query) };
  },

  async "companies.create"(context, { body = {} }) {
    const { store, secrets } = context;
    const created = await store.sharedTransaction((data) => createCompany(data, context, body));
    return { data: { companyId: created.id, ...keysOf(created, secrets) }, opens: created };
  },

  async "companies.delete"({ store }, { path: { companyId }, sentence }) {
    const isDeleted = await store.sharedTransaction(({ companies }) => companies.delete(companyId));
    if (!isDeleted) throw new DocumentedError("CompanyNotFound");
    return { data: sentence };
  },
};
