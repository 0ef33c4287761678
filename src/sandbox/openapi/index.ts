import type { Cursor } from "../../contract/cursor.ts";
import type { Transition } from "../domain/state-machine.ts";
import { openApiDocuments } from "./openapi-documents.ts";
import { routesOf } from "./routes-from-contract.ts";

const { service, control } = openApiDocuments;

// What the sandbox has to know of its contracts. All of it is JSON: a build works it out beforehand,
// as to read the contracts takes longer than the rest of the start.

/** What each operation takes and answers. */
export const routes = { service: routesOf(service), control: routesOf(control) };

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

function transitionsOf(contract: Cursor, schema: string): Transition[] {
  return contract.at("components", "schemas", schema, "x-transitions").value as Transition[];
}
