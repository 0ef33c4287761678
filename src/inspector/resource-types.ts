import type { EventResource } from "../../generated/sandbox-control-types.ts";

export type ResourceType = EventResource["type"] | "request" | "postback";

/** The types of resources that have a screen, each with the group of its operations. */
const groups: Readonly<Record<ResourceType, string>> = {
  payment: "payments",
  subscription: "subscriptions",
  customer: "customers",
  card: "cards",
  subaccount: "subaccounts",
  bankAccount: "bankAccounts",
  withdrawal: "withdrawals",
  request: "requests",
  postback: "postbacks",
};

/** The screen of a type of resource: `bankAccount` has `bank-accounts`. */
export function screenOf(type: ResourceType): string {
  return groups[type].replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** The type of the resources that the operations of a group return, if they have a screen. */
export function typeOfGroup(group: string): ResourceType | undefined {
  const types = Object.keys(groups) as ResourceType[];
  return types.find((type) => groups[type] === group);
}
