import type { Payment, PaymentStatus, PaymentStatusTransition } from "../../../generated/types.ts";
import type { Context } from "../context.ts";
import { amountDue } from "../domain/late-fees.ts";
import type { Entry } from "../domain/ledger-balances.ts";
import {
  anticipation,
  chargeback,
  reversal,
  sale,
  settlementDays,
} from "../domain/ledger-entries.ts";
import { violatedRefundRule } from "../domain/refund-policy.ts";
import { feeOf } from "../domain/splits.ts";
import { isAllowed } from "../domain/state-machine.ts";
import { assertTransition, BusinessRuleError } from "../errors.ts";
import { transitions } from "../openapi/index.ts";
import { enqueuePostback } from "../postbacks/outbox.ts";
import type { PaymentRecord } from "../store/records.ts";
import { canReceive, getBalances } from "./balances.ts";
import { scheduleRetry } from "./schedule-subscription-charge.ts";

/** What a transition writes to the ledger, and what it changes in the payment beside its status. */
interface Booking {
  event: string;
  entries: Entry[];
  changes?: { splits: Payment["splits"] };
}

type Book = (context: Context, record: PaymentRecord) => Promise<Booking | undefined>;

const moveNoMoney: Book = async () => undefined;

/** What each transition books. One that is missing or misspelt does not compile. */
const bookings: Record<PaymentStatusTransition, Book> = {
  "NEW → SUCCEEDED": bookSale,
  "NEW → PENDING": moveNoMoney,
  "NEW → FAILED": moveNoMoney,
  "PENDING → SUCCEEDED": bookSale,
  "PENDING → PAID": bookSale,
  "PENDING → FAILED": moveNoMoney,
  "PENDING → CANCELED": moveNoMoney,
  "SUCCEEDED → REFUNDED": bookRefund,
  "SUCCEEDED → DISPUTED": moveNoMoney,
  // A dispute that is won leaves the accounts as they are.
  "DISPUTED → SUCCEEDED": moveNoMoney,
  "DISPUTED → CHARGEBACK": bookChargeback,
};

/** What a transition causes besides the booking. */
const followUps: Partial<
  Record<PaymentStatusTransition, (context: Context, record: PaymentRecord) => Promise<void>>
> = {
  "PENDING → FAILED": scheduleRetry,
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
  assertTransition(transitions.payment, payment.status, next, payment.paymentMethod);
}

/** Takes a step that the contract knows: books it, stores the payment, and enqueues its postback. */
export async function changePaymentStatus(
  context: Context,
  record: PaymentRecord,
  status: PaymentStatus,
): Promise<Payment> {
  const transition = transitionBetween(record.resource.status, status);
  const changes = await book(context, record, transition);
  await followUps[transition]?.(context, record);
  const resource = { ...record.resource, ...changes, status, updatedAt: context.timestamp };
  await context.data.payments.update({ ...record, resource });
  await enqueuePostback(context, "payment", resource);
  return resource;
}

/** Books a payment that has just been created. */
export async function bookNewPayment(context: Context, record: PaymentRecord): Promise<void> {
  await book(context, record, transitionBetween("NEW", record.resource.status));
}

/** Writes what a transition books, and returns what it changes in the payment. */
async function book(
  context: Context,
  record: PaymentRecord,
  transition: PaymentStatusTransition,
): Promise<Booking["changes"]> {
  const booking = await bookings[transition](context, record);
  if (booking) await context.data.ledger.post(booking.event, record.id, booking.entries);
  return booking?.changes;
}

/** @throws {Error} for a step that the contract does not know: callers ask for it first. */
function transitionBetween(
  from: PaymentStatus | "NEW",
  to: PaymentStatus,
): PaymentStatusTransition {
  const transition = `${from} → ${to}`;
  if (!Object.hasOwn(bookings, transition))
    throw new Error(`There is no transition ${transition}.`);
  return transition as PaymentStatusTransition;
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
 * What a payment brings to the company and its subaccounts, and its fee to the service. What a late
 * billet costs more is the company's alone.
 * @throws {BusinessRuleError} when the company cannot receive so much.
 */
async function bookSale(context: Context, { resource }: PaymentRecord): Promise<Booking> {
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
  return { event: "sale", entries };
}

/** What the buyer pays today. */
function paidAmount({ today }: Context, payment: Payment): number {
  const due = payment.paymentMethod === "billet" ? amountDue(payment, today) : undefined;
  return due?.total ?? payment.amount;
}

function installmentsOf(payment: Payment): number {
  return "installments" in payment ? payment.installments : 1;
}

/** Undoes what the payment brought, as if it had not been. A refunded payment has no splits. */
async function bookRefund({ data, today }: Context, { id }: PaymentRecord): Promise<Booking> {
  const entries = reversal(await data.ledger.entriesOf(id), today);
  return { event: "refund", entries, changes: { splits: [] } };
}

async function bookChargeback(context: Context, { id, resource }: PaymentRecord): Promise<Booking> {
  const { data, today } = context;
  const entries = chargeback(await data.ledger.entriesOf(id), resource.splits, today);
  return { event: "chargeback", entries };
}
