import type { operations } from "../../../../generated/sandbox-control-types.ts";
import type { Handlers } from "../../requests/handler-types.ts";
import { createCustomer } from "../../services/customers.ts";
import { accountOwner } from "../../services/subaccounts.ts";
import { createSubscription } from "../../services/subscriptions.ts";
import { createWithdrawal } from "../../services/withdrawals.ts";

type CreateOperations = Pick<
  operations,
  "customers.create" | "subscriptions.create" | "withdrawals.create"
>;

/** Creates resources that the service's API can read, but that its description does not say how to create. */
export const createTestData: Handlers<CreateOperations> = {
  async "customers.create"(context, { body }) {
    const { resource } = await createCustomer(context, body);
    return { data: resource };
  },

  async "subscriptions.create"(context, { body }) {
    return { data: await createSubscription(context, body) };
  },

  async "withdrawals.create"(context, { headers, body }) {
    const owner = await accountOwner(context, headers);
    return { data: await createWithdrawal(context, owner, body) };
  },
};
