import type {
  operations,
  SandboxWithdrawalStatusTransition,
} from "../../../../generated/sandbox-control-types.ts";
import { type Entry, withdrawalReturned } from "../../domain/ledger.ts";
import { isAllowed, nextStatuses, type Transition } from "../../domain/state-machine.ts";
import { BusinessRuleError, DocumentedError, describeTransitions } from "../../errors.ts";
import { transitions } from "../../openapi/index.ts";
import { enqueuePostback } from "../../postbacks/outbox.ts";
import {
  anticipatePayment,
  assertPaymentTransition,
  changePaymentStatus,
  refundPayment,
} from "../../services/payment-transitions.ts";
import { getPaymentOrThrow } from "../../services/payments.ts";
import { getSubaccountOrThrow } from "../../services/subaccounts.ts";
import type { Handlers } from "../handler-types.ts";

type Controls = Pick<
  operations,
  "payments.setStatus" | "payments.anticipate" | "subaccounts.setStatus" | "withdrawals.setStatus"
>;

/** What each transition of a withdrawal books. One that is missing or misspelt does not compile. */
const returnedMoney: Record<
  SandboxWithdrawalStatusTransition,
  (owner: string, amount: number, today: string) => Entry[]
> = {
  // The money left the account when the withdrawal was created.
  "PENDING → PAID": () => [],
  "PENDING → FAILED": withdrawalReturned,
};

/** What buyers, card holders, banks and reviewers decide in the service. */
export const setStatus: Handlers<Controls> = {
  async "payments.setStatus"(context, { path, body: { status } }) {
    const record = await getPaymentOrThrow(context, path.paymentId);
    assertPaymentTransition(record.resource, status);
    const enter = status === "REFUNDED" ? refundPayment : changePaymentStatus;
    return { data: await enter(context, record, status) };
  },

  async "subaccounts.setStatus"(context, { path, body: { status } }) {
    const record = await getSubaccountOrThrow(context, path.subaccountId);
    assertTransition(transitions.subaccount, record.resource.status, status);
    record.resource.status = status;
    await context.data.subaccounts.update(record);
    return { data: record.resource };
  },

  async "withdrawals.setStatus"(context, { path, body: { status } }) {
    const { data, timestamp: updatedAt, today } = context;
    const record = await data.withdrawals.get(path.withdrawalId);
    if (!record) throw new DocumentedError("WithdrawalNotFound");
    const { id, owner } = record;
    const { amount, status: from } = record.resource;
    assertTransition(transitions.withdrawal, from, status);
    const resource = { ...record.resource, status, updatedAt };
    await data.withdrawals.update({ ...record, resource });
    const entries = returnedMoney[`${from} → ${status}` as SandboxWithdrawalStatusTransition](
      owner,
      amount,
      today,
    );
    if (entries.length > 0) await data.ledger.post("return", id, entries);
    await enqueuePostback(context, "withdrawal", resource);
    return { data: resource };
  },

  async "payments.anticipate"(context, { path }) {
    return {
      data: await anticipatePayment(context, await getPaymentOrThrow(context, path.paymentId)),
    };
  },
};

function assertTransition(steps: readonly Transition[], from: string, to: string): void {
  if (isAllowed(steps, from, to)) return;
  throw new BusinessRuleError("StepRefused", describeTransitions(from, nextStatuses(steps, from)));
}
