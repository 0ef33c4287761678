import type { Payment, PaymentStatus } from "../../../generated/types.ts";
import type { Context } from "../context.ts";
import { amountDue } from "../domain/late-fees.ts";
import { anticipation, chargeback, reversal, sale, settlementDays } from "../domain/ledger.ts";
import { refundRefusal } from "../domain/refund-policy.ts";
import { feeOf } from "../domain/splits.ts";
import { isAllowed, nextStatuses } from "../domain/state-machine.ts";
import { tell } from "../postbacks/outbox.ts";
import { describeSteps, RuleRefusal } from "../request-errors.ts";
import { transitions } from "../spec/index.ts";
import type { PaymentRecord } from "../store/records.ts";
import { balances, canReceive } from "./balances.ts";
import { planRetry } from "./subscription-schedule.ts";

/** What a step does beside. A dispute that is won leaves the accounts as they are. */
const effects: Record<string, (context: Context, record: PaymentRecord) => Promise<void>> = {
  "PENDING → SUCCEEDED": takeSale,
  "PENDING → PAID": takeSale,
  "PENDING → FAILED": planRetry,
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
export async function enterStatusUnasked(
  context: Context,
  record: PaymentRecord,
  next: PaymentStatus,
): Promise<void> {
  if (!canEnter(record.resource, next)) return;
  try {
    await enterStatus(context, record, next);
  } catch (error) {
    // It is thrown before anything is written.
    if (!(error instanceof RuleRefusal && error.rule === "ReceivedTooMuch")) throw error;
  }
}

/** @throws {RuleRefusal} that names the steps that the contract knows, where it does not know this one. */
export function refuseStep(payment: Payment, next: PaymentStatus): void {
  if (canEnter(payment, next)) return;
  const legal = nextStatuses(transitions.payment, payment.status, payment.paymentMethod);
  throw new RuleRefusal("StepRefused", describeSteps(payment.status, legal));
}

/** Takes a step that the contract knows. */
export async function enterStatus(
  context: Context,
  record: PaymentRecord,
  status: PaymentStatus,
): Promise<Payment> {
  const { resource } = record;
  await effects[`${resource.status} → ${status}`]?.(context, record);
  resource.status = status;
  resource.updatedAt = context.timestamp;
  await context.data.payments.update(record);
  await tell(context, "payment", resource);
  return resource;
}

/** @throws {RuleRefusal} naming the rule that stands against it. */
export async function refund(context: Context, record: PaymentRecord): Promise<Payment> {
  const { id, resource, anticipated } = record;
  const broken = refundRefusal({
    method: resource.paymentMethod,
    status: resource.status,
    installments: installmentsOf(resource),
    anticipated,
    entries: await context.data.ledger.entriesOf(id),
    balances: await balances(context),
    today: context.today,
  });
  if (broken) throw new RuleRefusal(broken, `${resource.paymentMethod}, ${resource.status}`);
  return enterStatus(context, record, "REFUNDED");
}

/** Makes what is still to settle of a payment available today. */
export async function anticipate(context: Context, record: PaymentRecord): Promise<Payment> {
  const { data, today } = context;
  const { id, resource } = record;
  const entries = anticipation(await data.ledger.entriesOf(id), today);
  const isOpen = resource.status === "SUCCEEDED" && entries.length > 0;
  if (!isOpen || resource.paymentMethod !== "card") throw new RuleRefusal("AnticipationRefused");
  await data.ledger.post("anticipation", id, entries);
  await data.payments.update({ ...record, anticipated: true });
  return resource;
}

/**
 * What a payment brings to the company and its subaccounts, and the service its fee. What a late billet
 * costs more is the company's alone.
 * @throws {RuleRefusal} when the company cannot receive so much.
 */
export async function takeSale(context: Context, { id, resource }: PaymentRecord): Promise<void> {
  const { amount, splits, paymentMethod } = resource;
  const paid = paidAmount(context, resource);
  if (!(await canReceive(context, paid))) throw new RuleRefusal("ReceivedTooMuch");
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
