import type { Cursor } from "../../contract/cursor.ts";
import { operations, requestExamples } from "../../contract/operations.ts";
import { readVersion } from "../../contract/read-bundled-contract.ts";
import type { Transition } from "../domain/status-transitions.ts";
import { openApiDocuments } from "./openapi-documents.ts";
import { routesOf } from "./routes-from-contract.ts";

const { service, control } = openApiDocuments;

// Everything here must be JSON. The build computes it in advance, because parsing the contracts takes
// longer than the rest of the start.

/** The version of the package. */
export const version = readVersion();

export const routes = {
  service: routesOf(service),
  control: routesOf(control),
};

/** The status transitions that the contracts allow. */
export const transitions = {
  payment: transitionsOf(service, "PaymentStatus"),
  subscription: transitionsOf(service, "SubscriptionStatus"),
  subaccount: transitionsOf(control, "SandboxSubaccountStatus"),
  withdrawal: transitionsOf(control, "SandboxWithdrawalStatus"),
};

/** The keys in the contract's examples, which everyone knows. */
export const exampleKeys = operations(service)
  .filter(({ id }) => id === "auth.createToken")
  .flatMap(requestExamples)
  .map((example) => example.at("value").value as { publicKey: string; privateKey: string });

/** The fields that the first address of a customer must have. */
export const addressFields = service
  .at("components", "schemas", "CustomerAddressUpdate", "properties")
  .members()
  .map(({ key }) => key);

function transitionsOf(contract: Cursor, schema: string): Transition[] {
  return contract.at("components", "schemas", schema, "x-transitions").value as Transition[];
}
