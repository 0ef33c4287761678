import type { Kind } from "./records.ts";

/** The filters of each collection. A record matches if it equals all values. An undefined filter is ignored. */
export interface Filters {
  customers: { taxNumber?: string | undefined };
  cards: { customerId?: string | undefined };
  payments: {
    status?: string | undefined;
    paymentMethod?: string | undefined;
    amount?: number | undefined;
    customerId?: string | undefined;
    subscriptionId?: string | undefined;
  };
  subaccounts: { companyType?: string | undefined; taxNumber?: string | undefined };
  subscriptions: {
    status?: string | undefined;
    title?: string | undefined;
    amount?: number | undefined;
    setupAmount?: number | undefined;
    frequency?: number | undefined;
    dueDate?: string | undefined;
    subaccountId?: string | undefined;
  };
  bankAccounts: { owner?: string | undefined };
  withdrawals: { owner?: string | undefined };
  postbacks: { status?: string | undefined; resourceId?: string | undefined };
}

/**
 * What a filter compares: the field of its name in the resource or in the internal fields of a record, or
 * that field of any item of a list in the resource.
 */
export type FilterTarget = "resource" | "internal" | { list: string };

/** The target of every filter. Engines derive their indexes and conditions from this table. */
export const filterTargets: { [Name in Kind]: Record<keyof Filters[Name], FilterTarget> } = {
  customers: { taxNumber: "internal" },
  cards: { customerId: "resource" },
  payments: {
    status: "resource",
    paymentMethod: "resource",
    amount: "resource",
    customerId: "internal",
    subscriptionId: "internal",
  },
  subaccounts: { companyType: "resource", taxNumber: "internal" },
  subscriptions: {
    status: "resource",
    title: "resource",
    amount: "resource",
    setupAmount: "resource",
    frequency: "resource",
    dueDate: "resource",
    subaccountId: { list: "splits" },
  },
  bankAccounts: { owner: "internal" },
  withdrawals: { owner: "internal" },
  postbacks: { status: "resource", resourceId: "resource" },
};

export const kinds = Object.keys(filterTargets) as Kind[];
