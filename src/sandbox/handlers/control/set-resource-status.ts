import type { operations } from "../../../../generated/sandbox-control-types.ts";
import { transitions } from "../../contract-facts/index.ts";
import type { Handlers } from "../../requests/handler-types.ts";
import {
  anticipatePayment,
  assertPaymentTransition,
  changePaymentStatus,
  refundPayment,
} from "../../services/payment-status-changes.ts";
import { getPaymentOrThrow } from "../../services/payments.ts";
import { assertTransition, recordStatus } from "../../services/status-changes.ts";
import { getSubaccountOrThrow } from "../../services/subaccounts.ts";
import { changeWithdrawalStatus, getWithdrawalOrThrow } from "../../services/withdrawals.ts";

type StatusOperations = Pick<
  operations,
  "payments.setStatus" | "payments.anticipate" | "subaccounts.setStatus" | "withdrawals.setStatus"
>;

/** Status changes that buyers, card holders, banks and reviewers cause in the real service. */
export const setStatus: Handlers<StatusOperations> = {
  async "payments.setStatus"(context, { path, body: { status } }) {
    const record = await getPaymentOrThrow(context, path.paymentId);
    assertPaymentTransition(record.resource, status);
    const changeStatus = status === "REFUNDED" ? refundPayment : changePaymentStatus;
    return { data: await changeStatus(context, record, status) };
  },

  async "subaccounts.setStatus"(context, { path, body: { status } }) {
    const record = await getSubaccountOrThrow(context, path.subaccountId);
    assertTransition(transitions.subaccount, record.resource.status, status);
    const resource = { ...record.resource, status };
    await context.data.subaccounts.update({ ...record, resource });
    recordStatus(context, { type: "subaccount", id: record.id }, record.resource.status, status);
    return { data: resource };
  },

  async "withdrawals.setStatus"(context, { path, body: { status } }) {
    const record = await getWithdrawalOrThrow(context, path.withdrawalId);
    return { data: await changeWithdrawalStatus(context, record, status) };
  },

  async "payments.anticipate"(context, { path }) {
    const record = await getPaymentOrThrow(context, path.paymentId);
    return { data: await anticipatePayment(context, record) };
  },
};
