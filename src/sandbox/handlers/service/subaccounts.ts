import type { AccountBank, Subaccount, SubaccountListItem } from "../../../../generated/types.ts";
import type { Context } from "../../context.ts";
import { KnownRefusal } from "../../request-errors.ts";
import { taxNumberOf, withoutPunctuation } from "../../services/customers.ts";
import { knownSubaccount } from "../../services/subaccounts.ts";
import type { HandlersOf } from "./index.ts";
import { metaOf } from "./list-meta.ts";

export const subaccounts: HandlersOf<"subaccounts"> = {
  async "subaccounts.createPf"(context, { body }) {
    const { accountBank, ...details } = body;
    const begun = { ...details, ...beginning(context), companyType: "PF" } as const;
    await add(context, begun, details.juridicDataPartner.cpf);
    return { data: asCreated(begun, accountBank) };
  },

  async "subaccounts.createPj"(context, { body }) {
    const { accountBank, ...details } = body;
    const begun = { ...details, ...beginning(context), companyType: "PJ" } as const;
    await add(context, begun, details.juridicLegalData.cnpj);
    return { data: asCreated(begun, accountBank) };
  },

  async "subaccounts.list"({ data }, { query }) {
    const { companyType, document } = query;
    const taxNumber = document && withoutPunctuation(document);
    const { resources, total } = await data.subaccounts.page({ companyType, taxNumber }, query);
    return { data: resources.read().map(asListed), meta: metaOf(total, query) };
  },

  async "subaccounts.get"(context, { path }) {
    const { resource } = await knownSubaccount(context, path.subaccountId);
    return { data: resource };
  },

  async "subaccounts.delete"({ data }, { path }) {
    const record = await data.subaccounts.get(path.subaccountId);
    if (!record) throw new KnownRefusal("SubaccountNotFoundOnDelete");
    await data.subaccounts.delete(record.id);
    return { data: { sellerUnicId: record.id } };
  },
};

function beginning(context: Context) {
  return { id: context.uuid(), status: "PENDING", createdAt: context.timestamp } as const;
}

async function add({ data }: Context, resource: Subaccount, document: string): Promise<void> {
  const { id } = resource;
  await data.subaccounts.insert({ id, resource, taxNumber: taxNumberOf(document) });
}

/** A new subaccount shows its bank account, which is not shown again, and not yet what it is. */
function asCreated<Begun extends Subaccount>(begun: Begun, accountBank: AccountBank) {
  const { companyType: _, createdAt: __, ...shown } = begun;
  return { ...shown, accountBank };
}

/** A list shows no ids. */
function asListed({ id: _, ...shown }: Subaccount): SubaccountListItem {
  return shown;
}
