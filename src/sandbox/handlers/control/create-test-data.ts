import type { operations } from "../../../../generated/sandbox-control-types.ts";
import type { Subscription, Withdrawal } from "../../../../generated/types.ts";
import { firstBilling } from "../../domain/billing-cycle.ts";
import { withdrawal } from "../../domain/ledger.ts";
import { BusinessRuleError } from "../../errors.ts";
import { enqueuePostback } from "../../postbacks/outbox.ts";
import { getBalance } from "../../services/balances.ts";
import { scheduleCharge } from "../../services/charge-jobs.ts";
import { createCustomer } from "../../services/customers.ts";
import { assertAmountIsPayable } from "../../services/payments.ts";
import { accountOwner } from "../../services/subaccounts.ts";
import { assertPayerExists } from "../../services/subscriptions.ts";
import type { Handlers } from "../handler-types.ts";

type Controls = Pick<
  operations,
  "customers.create" | "subscriptions.create" | "withdrawals.create"
>;

/** What the service has, and does not show how to create. */
export const createResources: Handlers<Controls> = {
  async "customers.create"(context, { body }) {
    const { resource } = await createCustomer(context, body);
    return { data: resource };
  },

  async "subscriptions.create"(context, { body }) {
    await assertPayerExists(context, body.customerId, body.cardId);
    const resource: Subscription = {
      id: context.uuid(),
      setupAmount: 0,
      expirationDate: null,
      tolerancePeriod: 0,
      ...body,
      status: "ACTIVE",
      splits: [],
      createdAt: context.timestamp,
      updatedAt: context.timestamp,
      canceledAt: null,
    };
    assertAmountIsPayable(resource.amount + resource.setupAmount);
    if (resource.dueDate < context.today)
      throw new BusinessRuleError("DueDatePassed", context.today);
    const record = { id: resource.id, resource, billing: firstBilling(resource, context.today) };
    await context.data.subscriptions.insert(record);
    await scheduleCharge(context, record);
    return { data: resource };
  },

  async "withdrawals.create"(context, { headers, body }) {
    const { data, timestamp, today } = context;
    const owner = await accountOwner(context, headers);
    const { available } = await getBalance(context, owner);
    if (body.amount > available) throw new BusinessRuleError("BalanceTooLow", `${available}`);
    const resource: Withdrawal = {
      id: context.uuid(),
      withdrawalPaymentType: "PIX",
      postbackUrl: "",
      ...body,
      liquidAmount: body.amount,
      status: "PENDING",
      createdAt: timestamp,
      updatedAt: timestamp,
    };
    const { id, amount } = resource;
    await data.withdrawals.insert({ id, owner, resource });
    await data.ledger.post("withdrawal", id, withdrawal(owner, amount, today));
    await enqueuePostback(context, "withdrawal", resource);
    return { data: resource };
  },
};
