import { Place } from "../contract/place.ts";
import { readContract, readControlContract } from "../package.ts";
import type { Transition } from "./domain/transitions.ts";

/** The two contracts that the sandbox answers by: the service's, and that of its own controls. */
export const service = Place.root(readContract());
export const control = Place.root(readControlContract());

/** The steps from status to status that the contracts allow. */
export const transitions = {
  payment: transitionsOf(service, "PaymentStatus"),
  subscription: transitionsOf(service, "SubscriptionStatus"),
  subaccount: transitionsOf(control, "SandboxSubaccountStatus"),
  withdrawal: transitionsOf(control, "SandboxWithdrawalStatus"),
};

/** What a customer's first address has to have. */
export const addressFields = service
  .at("components", "schemas", "CustomerAddressUpdate", "properties")
  .members()
  .map(({ key }) => key);

function transitionsOf(contract: Place, schema: string): Transition[] {
  return contract.at("components", "schemas", schema, "x-transitions").value as Transition[];
}
