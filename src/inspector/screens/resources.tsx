import { texts } from "../language.ts";
import { useSession } from "../live-data.ts";
import type { Resource } from "../resource.ts";
import { addressOf } from "../router.ts";
import { payments } from "./payments.tsx";
import { postbacks } from "./postbacks.tsx";
import { requests } from "./requests.tsx";
import { subscriptions } from "./subscriptions.tsx";

/** The screens that show resources. A row is a screen: its list, and what it shows of one. */
export const resources = {
  payments,
  subscriptions,
  customers: {
    type: "customer",
    list: { api: "service", id: "customers.list" },
    create: [{ api: "control", id: "customers.create" }],
    get: { api: "service", id: "customers.get" },
    actions: [
      { api: "service", id: "customers.update" },
      { api: "service", id: "customers.delete" },
    ],
  },
  cards: {
    type: "card",
    list: { api: "control", id: "cards.list" },
    create: [{ api: "service", id: "cards.tokenize" }],
    get: { api: "service", id: "cards.get" },
    actions: [{ api: "service", id: "cards.delete" }],
  },
  subaccounts: {
    type: "subaccount",
    list: { api: "control", id: "subaccounts.listWithIds" },
    create: [
      { api: "service", id: "subaccounts.createPf" },
      { api: "service", id: "subaccounts.createPj" },
    ],
    get: { api: "service", id: "subaccounts.get" },
    actions: [{ api: "service", id: "subaccounts.delete" }],
    statuses: "SandboxSubaccountStatus",
    Extra: OfSubaccount,
  },
  "bank-accounts": {
    type: "bankAccount",
    list: { api: "service", id: "bankAccounts.list" },
    create: [{ api: "service", id: "bankAccounts.create" }],
  },
  withdrawals: {
    type: "withdrawal",
    list: { api: "service", id: "withdrawals.list" },
    create: [{ api: "control", id: "withdrawals.create" }],
    get: { api: "service", id: "withdrawals.get" },
    statuses: "SandboxWithdrawalStatus",
    hasPostbacks: true,
  },
  requests,
  postbacks,
} satisfies Record<string, Resource<never>>;

/** The header parameter that names a subaccount. */
export const CONTEXT = "x-subaccount-id";

/** Links to the lists that a subaccount has of its own. */
function OfSubaccount({ data: { id } }: { data: { id: string } }) {
  const { companyId } = useSession().clients;
  return (
    <p class="actions">
      {(["bank-accounts", "withdrawals"] as const).map((screen) => (
        <a key={screen} href={addressOf({ companyId, screen, filters: { [CONTEXT]: id } })}>
          {texts.itsOwn[screen]}
        </a>
      ))}
    </p>
  );
}
