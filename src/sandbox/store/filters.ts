import type { Kind, Records } from "./records.ts";

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

/**
 * The target of every filter. Memory derives its indexes from this table; the databases derive their statements, and need a
 * migration that adds the column and the index of a new filter.
 */
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

/**
 * Engines know how many records have each pair of values of these fields, and find them by both, so that a list by one or
 * both of them counts nothing. They also know how many payments have each amount. Other filters together would need more
 * to be written with each record: their list takes longer, the more records match one of them.
 */
const PAIRED: Partial<Record<Kind, readonly string[]>> = { payments: ["status", "paymentMethod"] };

export function pairedFields(kind: Kind): readonly string[] {
  return PAIRED[kind] ?? [];
}

/** The values by which a filter finds a record: one, or one for each item of a list. */
export function filteredValues(
  record: Records[Kind],
  name: string,
  target: FilterTarget,
): unknown[] {
  const source = target === "internal" ? record : record.resource;
  if (typeof target === "string") return [fieldOf(source, name)];
  const items = fieldOf(source, target.list) as object[];
  return items.map((item) => fieldOf(item, name));
}

function fieldOf(object: object, name: string): unknown {
  return (object as Record<string, unknown>)[name];
}
