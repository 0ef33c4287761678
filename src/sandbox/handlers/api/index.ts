import type { operations } from "../../../../generated/types.ts";
import type { Handlers } from "../../requests/handler-types.ts";
import { auth } from "./auth.ts";
import { bankAccounts } from "./bank-accounts.ts";
import { cards } from "./cards.ts";
import { customers } from "./customers.ts";
import { payments } from "./payments.ts";
import { subaccounts } from "./subaccounts.ts";
import { subscriptions } from "./subscriptions.ts";
import { withdrawals } from "./withdrawals.ts";

/** The operations of the service that need no token. */
export const publicHandlers = auth;

/** The operations that need a token. A missing handler does not compile. */
export const handlers: Handlers<Omit<operations, keyof typeof publicHandlers>> = {
  ...cards,
  ...payments,
  ...customers,
  ...subaccounts,
  ...subscriptions,
  ...bankAccounts,
  ...withdrawals,
};
