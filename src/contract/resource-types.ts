import type { EventResource } from "../../generated/sandbox-control-types.ts";

/** The types of the resources whose ids fields have, and which the inspector has screens for. */
export type ResourceType = EventResource["type"] | "request" | "postback";

/** A missing type does not compile. */
const all: Record<ResourceType, true> = {
  payment: true,
  subscription: true,
  customer: true,
  card: true,
  subaccount: true,
  bankAccount: true,
  withdrawal: true,
  request: true,
  postback: true,
};

const TYPES = Object.keys(all) as ResourceType[];

/** The group of the operations on a type of resource: `bankAccount` has `bankAccounts`. */
export function groupOf(type: ResourceType): string {
  return `${type}s`;
}

export function isResourceType(text: unknown): text is ResourceType {
  return (TYPES as readonly unknown[]).includes(text);
}

/** The type of the resource that an operation is about, if its group is that of one. */
export function resourceTypeOf(operationId: string): ResourceType | undefined {
  const [group = ""] = operationId.split(".");
  return TYPES.find((type) => groupOf(type) === group);
}
