import type { Payment, PaymentStatus } from "../../../generated/types.ts";
import type { Context } from "../context.ts";
import { amountDue } from "../domain/late-fees.ts";
import { anticipation, chargeback, reversal, sale, settlementDays } from "../domain/ledger.ts";
import { violatedRefundRule } from "../domain/refund-policy.ts";
import { feeOf } from "../domain/splits.ts";
import { isAllowed, nextStatuses } from "../domain/state-machine.ts";
import { enqueuePostback } from "../postbacks/outbox.ts";
import { BusinessRuleError, describeTransitions } from "../request-errors.ts";
import { transitions } from "../spec/index.ts";
import type { PaymentRecord } from "../store/records.ts";
import { canReceive, getBalances } from "./balances.ts";
import { scheduleRetry } from "./subscription-schedule.ts";

/** What a step does beside. A dispute that is won leaves the accounts as they are. */
const effects: Record<string, (context: Context, record: PaymentRecord) => Promise<void>> = {
  "PENDING → SUCCEEDED": bookSale,
  "PENDING → PAID": bookSale,
  "PENDING → FAILED": scheduleRetry,
  "SUCCEEDED → REFUNDED": giveBack,
  "DISPUTED → CHARGEBACK": giveChargeback,
};

/** Whether the contract knows the step. */
function canEnter({ status, paymentMethod }: Payment, next: PaymentStatus): boolean {
  return isAllowed(transitions.payment, status, next, paymentMethod);
}

/**
 * Takes a step on its own day, where the contract still knows it. Nobody asks for this step, so nobody
 * could be told that the company cannot receive as much.
 */
export async function changeStatusIfAllowed(
  context: Context,
  record: PaymentRecord,
  next: PaymentStatus,
): Promise<void> {
  if (!canEnter(record.resource, next)) return;
  try {
    await changePaymentStatus(context, record, next);
  } catch (error) {
    // It is thrown before anything is written.
    if (!(error instanceof BusinessRuleError && error.rule === "ReceivedTooMuch")) throw error;
  }
}

/** @throws {BusinessRuleError} that names the steps that the contract knows, where it does not know this one. */
export function assertPaymentTransition(payment: Payment, next: PaymentStatus): void {
  if (canEnter(payment, next)) return;
  const legal = nextStatuses(transitions.payment, payment.status, payment.paymentMethod);
  throw new BusinessRuleError("StepRefused", describeTransitions(payment.status, legal));
}

/** Takes a step that the contract knows. */
export async function changePaymentStatus(
  context: Context,
  record: PaymentRecord,
  status: PaymentStatus,
): Promise<Payment> {
  const { resource } = record;
  await effects[`${resource.status} → ${status}`]?.(context, record);
  resource.status = status;
  resource.updatedAt = context.timestamp;
  await context.data.payments.update(record);
  await enqueuePostback(context, "payment", resource);
  return resource;
}

/** @throws {BusinessRuleError} naming the rule that stands against it. */
export async function refundPayment(context: Context, record: PaymentRecord): Promise<Payment> {
  const { id, resource, anticipated } = record;
  const broken = violatedRefundRule({
    method: resource.paymentMethod,
    status: resource.status,
    installments: installmentsOf(resource),
    anticipated,
    entries: await context.data.ledger.entriesOf(id),
    balances: await getBalances(context),
    today: context.today,
  });
  if (broken) throw new BusinessRuleError(broken, `${resource.paymentMethod}, ${resource.status}`);
  return changePaymentStatus(context, record, "REFUNDED");
}

/** Makes what is still to settle of a payment available today. */
export async function anticipatePayment(context: Context, record: PaymentRecord): Promise<Payment> {
  const { data, today } = context;
  const { id, resource } = record;
  const entries = anticipation(await data.ledger.entriesOf(id), today);
  const isOpen = resource.status === "SUCCEEDED" && entries.length > 0;
  if (!isOpen || resource.paymentMethod !== "card")
    throw new BusinessRuleError("AnticipationRefused");
  await data.ledger.post("anticipation", id, entries);
  await data.payments.update({ ...record, anticipated: true });
  return resource;
}

/**
 * What a payment brings to the company and its subaccounts, and the service its fee. What a late billet
 * costs more is the company's alone.
 * @throws {BusinessRuleError} when the company cannot receive so much.
 */
export async function bookSale(context: Context, { id, resource }: PaymentRecord): Promise<void> {
  const { amount, splits, paymentMethod } = resource;
  const paid = paidAmount(context, resource);
  if (!(await canReceive(context, paid))) throw new BusinessRuleError("ReceivedTooMuch");
  const entries = sale({
    amount: paid,
    fee: feeOf(amount, context.company),
    parts: splits,
    day: context.today,
    settlementDays: settlementDays(paymentMethod, installmentsOf(resource), context.today),
  });
  await context.data.ledger.post("sale", id, entries);
}

/** What the buyer pays today. */
function paidAmount({ today }: Context, payment: Payment): number {
  const due = payment.paymentMethod === "billet" ? amountDue(payment, today) : undefined;
  return due?.total ?? payment.amount;
}

function installmentsOf(payment: Payment): number {
  return "installments" in payment ? payment.installments : 1;
}

/** Undoes what the payment brought, as if it had not been. */
async function giveBack({ data, today }: Context, { id, resource }: PaymentRecord): Promise<void> {
  await data.ledger.post("refund", id, reversal(await data.ledger.entriesOf(id), today));
  resource.splits = [];
}

async function giveChargeback(context: Context, { id, resource }: PaymentRecord): Promise<void> {
  const { data, today } = context;
  const entries = await data.ledger.entriesOf(id);
  await data.ledger.post("chargeback", id, chargeback(entries, resource.splits, today));
}
