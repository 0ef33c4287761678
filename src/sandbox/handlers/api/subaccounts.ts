import type { AccountBank, Subaccount, SubaccountListItem } from "../../../../generated/types.ts";
import { withoutPunctuation } from "../../../tax-id.ts";
import type { Context } from "../../context.ts";
import { DocumentedError } from "../../errors.ts";
import type { HandlersOf } from "../../requests/handler-types.ts";
import { getSubaccountOrThrow, insertSubaccount } from "../../services/subaccounts.ts";
import { listMeta } from "../list-meta.ts";

export const subaccounts: HandlersOf<"subaccounts"> = {
  async "subaccounts.createPf"(context, { body }) {
    const { accountBank, ...details } = body;
    const created = { ...details, ...newSubaccount(context), companyType: "PF" } as const;
    await insertSubaccount(context, created);
    return { data: asCreated(created, accountBank) };
  },

  async "subaccounts.createPj"(context, { body }) {
    const { accountBank, ...details } = body;
    const created = { ...details, ...newSubaccount(context), companyType: "PJ" } as const;
    await insertSubaccount(context, created);
    return { data: asCreated(created, accountBank) };
  },

  async "subaccounts.list"({ data }, { query }) {
    const { companyType, document } = query;
    const taxNumber = document && withoutPunctuation(document);
    const { resources, total } = await data.subaccounts.page({ companyType, taxNumber }, query);
    const shown = resources.map(asListed);
    return { data: shown, meta: listMeta(total, query) };
  },

  async "subaccounts.get"(context, { path }) {
    const { resource } = await getSubaccountOrThrow(context, path.subaccountId);
    return { data: resource };
  },

  async "subaccounts.delete"({ data }, { path }) {
    const record = await data.subaccounts.get(path.subaccountId);
    if (!record) throw new DocumentedError("SubaccountNotFoundOnDelete");
    await data.subaccounts.delete(record.id);
    return { data: { sellerUnicId: record.id } };
  },
};

function newSubaccount(context: Context) {
  return { id: context.uuid(), status: "PENDING", createdAt: context.timestamp } as const;
}

/** The response to a creation has the bank account, but not `companyType` and `createdAt`. No other has. */
function asCreated<NewSubaccount extends Subaccount>(
  created: NewSubaccount,
  accountBank: AccountBank,
) {
  const { companyType: _companyType, createdAt: _createdAt, ...shown } = created;
  return { ...shown, accountBank };
}

/** The items of a list have no id. */
function asListed({ id: _id, ...shown }: Subaccount): SubaccountListItem {
  return shown;
}
