/**
 * The facts of the interface, one file per resource. They are written from its description alone, and
 * never from the contract, which they judge. ../read-notation.ts explains the notation.
 */
import * as auth from "./auth.ts";
import * as bankAccounts from "./bank-accounts.ts";
import * as cards from "./cards.ts";
import * as customers from "./customers.ts";
import * as payments from "./payments.ts";
import type {
  Operations,
  ResourceFacts,
  ReturnCodes,
  Transitions,
  Unexplained,
  Unsaid,
} from "./resource-facts.ts";
import * as subaccounts from "./subaccounts.ts";
import * as subscriptions from "./subscriptions.ts";
import * as withdrawals from "./withdrawals.ts";

export { errorData } from "./conventions.ts";
export { splitsOfPayments } from "./payments.ts";

export const version = "1.0.0";
/** Each environment has one base address, which the description does not show. */
export const environments = ["sandbox", "production"];
export const token = { type: "http", scheme: "bearer", bearerFormat: "JWT" };

const resources: readonly ResourceFacts[] = [
  auth,
  cards,
  payments,
  customers,
  subaccounts,
  subscriptions,
  bankAccounts,
  withdrawals,
];

/** The facts of one kind, of all resources. A key belongs to one resource. */
function allOf<Kind extends keyof ResourceFacts>(kind: Kind): Required<ResourceFacts>[Kind] {
  const entries = resources.flatMap((facts) => Object.entries(facts[kind] ?? {}));
  const all = Object.fromEntries(entries);
  if (Object.keys(all).length < entries.length) throw new Error(`Two resources share ${kind}`);
  return all as Required<ResourceFacts>[Kind];
}

export const operations: Operations = allOf("operations");
export const returnCodes: ReturnCodes = {
  [-1001]: { message: "Conta não autorizada para utilizar as APIs" },
  ...allOf("returnCodes"),
};
export const transitions: Transitions = allOf("transitions");
export const unexplained: Unexplained = allOf("unexplained");
export const unsaid: Unsaid = allOf("unsaid");
