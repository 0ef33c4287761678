import type { operations } from "../../../../generated/sandbox-control-types.ts";
import { withdrawalReturned } from "../../domain/ledger.ts";
import { isAllowed, nextStatuses, type Transition } from "../../domain/state-machine.ts";
import { tell } from "../../postbacks/outbox.ts";
import { describeSteps, KnownRefusal, RuleRefusal } from "../../request-errors.ts";
import { anticipate, enterStatus, refund, refuseStep } from "../../services/payment-transitions.ts";
import { knownPayment } from "../../services/payments.ts";
import { knownSubaccount } from "../../services/subaccounts.ts";
import { transitions } from "../../spec/index.ts";
import type { Handlers } from "../handler-types.ts";

type Controls = Pick<
  operations,
  "payments.setStatus" | "payments.anticipate" | "subaccounts.setStatus" | "withdrawals.setStatus"
>;

/** What buyers, card holders, banks and reviewers decide in the service. */
export const decisions: Handlers<Controls> = {
  async "payments.setStatus"(context, { path, body: { status } }) {
    const record = await knownPayment(context, path.paymentId);
    refuseStep(record.resource, status);
    const enter = status === "REFUNDED" ? refund : enterStatus;
    return { data: await enter(context, record, status) };
  },

  async "subaccounts.setStatus"(context, { path, body: { status } }) {
    const record = await knownSubaccount(context, path.subaccountId);
    refuseUnknownStep(transitions.subaccount, record.resource.status, status);
    record.resource.status = status;
    await context.data.subaccounts.update(record);
    return { data: record.resource };
  },

  async "withdrawals.setStatus"(context, { path, body: { status } }) {
    const { data, timestamp: updatedAt, today } = context;
    const record = await data.withdrawals.get(path.withdrawalId);
    if (!record) throw new KnownRefusal("WithdrawalNotFound");
    const { id, owner, resource } = record;
    refuseUnknownStep(transitions.withdrawal, resource.status, status);
    Object.assign(resource, { status, updatedAt });
    await data.withdrawals.update(record);
    if (status === "FAILED") {
      await data.ledger.post("return", id, withdrawalReturned(owner, resource.amount, today));
    }
    await tell(context, "withdrawal", resource);
    return { data: resource };
  },

  async "payments.anticipate"(context, { path }) {
    return { data: await anticipate(context, await knownPayment(context, path.paymentId)) };
  },
};

function refuseUnknownStep(steps: readonly Transition[], from: string, to: string): void {
  if (isAllowed(steps, from, to)) return;
  throw new RuleRefusal("StepRefused", describeSteps(from, nextStatuses(steps, from)));
}
