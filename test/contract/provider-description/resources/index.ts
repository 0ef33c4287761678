/**
 * The facts of the interface, one file per resource. They are written from its description alone, and
 * never from the contract, which they judge. ../notation.ts explains the notation.
 */
import type { Operations, ReturnCodes, Transitions, Unexplained } from "../notation.ts";
import * as auth from "./auth.ts";
import * as bankAccounts from "./bank-accounts.ts";
import * as cards from "./cards.ts";
import * as customers from "./customers.ts";
import * as payments from "./payments.ts";
import * as subaccounts from "./subaccounts.ts";
import * as subscriptions from "./subscriptions.ts";
import * as withdrawals from "./withdrawals.ts";

export { errorData } from "./conventions.ts";
export { splitsOfPayments } from "./payments.ts";

export const version = "1.0.0";
/** Each environment has one base address, which the description does not show. */
export const environments = ["sandbox", "production"];
export const token = { type: "http", scheme: "bearer", bearerFormat: "JWT" };

export const operations: Operations = {
  ...auth.operations,
  ...cards.operations,
  ...payments.operations,
  ...customers.operations,
  ...subaccounts.operations,
  ...subscriptions.operations,
  ...bankAccounts.operations,
  ...withdrawals.operations,
};
export const returnCodes: ReturnCodes = {
  [-1001]: { message: "Conta não autorizada para utilizar as APIs" },
  ...cards.returnCodes,
  ...payments.returnCodes,
  ...customers.returnCodes,
  ...subaccounts.returnCodes,
  ...subscriptions.returnCodes,
};
export const transitions: Transitions = { ...payments.transitions, ...subscriptions.transitions };
export const unexplained: Unexplained = { ...payments.unexplained, ...subscriptions.unexplained };
