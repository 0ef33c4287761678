import type { Payment, PaymentStatus, PaymentStatusTransition } from "../../../generated/types.ts";
import type { Context } from "../context.ts";
import { transitions } from "../contract-facts/index.ts";
import { amountPaid } from "../domain/late-fees.ts";
import type { Entry, LedgerEvent } from "../domain/ledger-balances.ts";
import {
  anticipation,
  chargeback,
  installmentsOf,
  reversal,
  sale,
  settlementDays,
} from "../domain/ledger-entries.ts";
import { uncovered, violatedRefundRule } from "../domain/refund-eligibility.ts";
import { feeOf } from "../domain/splits.ts";
import { isAllowed, transitionBetween } from "../domain/status-transitions.ts";
import { BusinessRuleError } from "../errors.ts";
import { enqueuePostback } from "../postbacks/outbox.ts";
import type { PaymentRecord } from "../store/records.ts";
import { canReceive, getBalances } from "./company-balances.ts";
import { describeBalance } from "./describe-balance.ts";
import { postEntries } from "./post-entries.ts";
import { expiryOf, scheduleRetry } from "./scheduled-jobs.ts";
import { assertTransition, recordStatus } from "./status-changes.ts";

/** The ledger entries of a transition, and its changes to the payment apart from the status. */
interface Booking {
  event: LedgerEvent;
  entries: Entry[];
  changes?: { splits: Payment["splits"] };
}

type CreateBooking = (context: Context, record: PaymentRecord) => Promise<Booking | undefined>;

const moveNoMoney: CreateBooking = async () => undefined;

/** The booking of each transition. A missing or misspelt transition does not compile. */
const bookings: Record<PaymentStatusTransition, CreateBooking> = {
  "NEW → SUCCEEDED": bookSale,
  "NEW → PENDING": moveNoMoney,
  "NEW → FAILED": moveNoMoney,
  "PENDING → SUCCEEDED": bookSale,
  "PENDING → PAID": bookSale,
  "PENDING → FAILED": moveNoMoney,
  "PENDING → CANCELED": moveNoMoney,
  "SUCCEEDED → REFUNDED": bookRefund,
  "SUCCEEDED → DISPUTED": moveNoMoney,
  // A won dispute changes no account.
  "DISPUTED → SUCCEEDED": moveNoMoney,
  "DISPUTED → CHARGEBACK": bookChargeback,
};

/** Side effects of a transition apart from the booking. */
const followUps: Partial<
  Record<PaymentStatusTransition, (context: Context, record: PaymentRecord) => Promise<void>>
> = {
  "PENDING → FAILED": scheduleRetry,
};

function canChangeTo({ status, paymentMethod }: Payment, next: PaymentStatus): boolean {
  return isAllowed(transitions.payment, status, next, paymentMethod);
}

/**
 * Changes the status for a background job, if the contract still allows the transition. If the company
 * cannot receive the amount, the status stays: there is no request that could get the error.
 */
export async function changeStatusIfAllowed(
  context: Context,
  record: PaymentRecord,
  next: PaymentStatus,
): Promise<void> {
  if (!canChangeTo(record.resource, next)) return;
  try {
    await changePaymentStatus(context, record, next);
  } catch (error) {
    // This error is thrown before anything is written.
    if (!(error instanceof BusinessRuleError && error.rule === "ReceivedTooMuch")) throw error;
  }
}

/** @throws {BusinessRuleError} if the contract does not allow the transition. It lists the allowed ones. */
export function assertPaymentTransition(payment: Payment, next: PaymentStatus): void {
  assertTransition(transitions.payment, payment.status, next, payment.paymentMethod);
}

/** Makes an allowed transition: books it, stores the payment and enqueues the postback. */
export async function changePaymentStatus(
  context: Context,
  record: PaymentRecord,
  status: PaymentStatus,
): Promise<Payment> {
  const resource = await changeWithoutPostback(context, record, status);
  await enqueuePostback(context, "payment", resource);
  return resource;
}

/** Books an allowed transition and stores the payment. */
export async function changeWithoutPostback(
  context: Context,
  record: PaymentRecord,
  status: PaymentStatus,
): Promise<Payment> {
  const transition = transitionBetween(bookings, record.resource.status, status);
  const changes = await book(context, record, transition);
  await followUps[transition]?.(context, record);
  const resource = { ...record.resource, ...changes, status, updatedAt: context.timestamp };
  await context.data.payments.update({ ...record, resource });
  await context.replaceJob(expiryOf(record.resource), undefined);
  recordStatus(context, { type: "payment", id: record.id }, record.resource.status, status);
  return resource;
}

/** Books a payment that has just been created. */
export function bookNewPayment(context: Context, record: PaymentRecord): Promise<unknown> {
  return book(context, record, transitionBetween(bookings, "NEW", record.resource.status));
}

/** Posts the ledger entries of a transition and returns its changes to the payment. */
async function book(
  context: Context,
  record: PaymentRecord,
  transition: PaymentStatusTransition,
): Promise<Booking["changes"]> {
  const booking = await bookings[transition](context, record);
  if (booking) {
    const { event, entries } = booking;
    await postEntries(context, "payment", { subject: record.id, event, entries });
  }
  return booking?.changes;
}

/** The error of the refund rule that the payment violates, or undefined if it can be refunded now. */
export async function findRefundError(
  context: Context,
  record: PaymentRecord,
): Promise<BusinessRuleError | undefined> {
  const { id, resource, anticipated } = record;
  const refund = {
    method: resource.paymentMethod,
    status: resource.status,
    installments: installmentsOf(resource),
    anticipated,
    entries: await context.data.ledger.entriesOf(id),
    balances: await getBalances(context),
    today: context.today,
  };
  const violated = violatedRefundRule(refund);
  if (!violated) return undefined;
  const short = violated === "RefundBalanceUnavailable" ? uncovered(refund) : undefined;
  const detail = short
    ? describeBalance(short.owner, short.balance)
    : `${refund.method}, ${refund.status}`;
  return new BusinessRuleError(violated, detail);
}

/** @throws {BusinessRuleError} with the refund rule that the payment violates. */
export async function refundPayment(context: Context, record: PaymentRecord): Promise<Payment> {
  const error = await findRefundError(context, record);
  if (error) throw error;
  return changePaymentStatus(context, record, "REFUNDED");
}

/** Makes the unsettled part of a card payment available today. */
export async function anticipatePayment(context: Context, record: PaymentRecord): Promise<Payment> {
  const { data, today } = context;
  const { id, resource } = record;
  const entries = anticipation(await data.ledger.entriesOf(id), today);
  const isUnsettled = resource.status === "SUCCEEDED" && entries.length > 0;
  if (!isUnsettled || resource.paymentMethod !== "card")
    throw new BusinessRuleError("AnticipationRefused");
  await postEntries(context, "payment", { subject: id, event: "anticipation", entries });
  await data.payments.update({ ...record, anticipated: true });
  return resource;
}

/**
 * Credits the company and its subaccounts, and the fee to the service. The late fee and interest of a
 * boleto go to the company alone.
 * @throws {BusinessRuleError} if the company cannot receive the amount.
 */
async function bookSale(context: Context, { resource }: PaymentRecord): Promise<Booking> {
  const { amount, splits, paymentMethod } = resource;
  const paid = amountPaid(resource, context.today);
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

/** Reverses all entries of the payment. A refunded payment has no splits. */
async function bookRefund({ data, today }: Context, { id }: PaymentRecord): Promise<Booking> {
  // The service returns its fee too.
  const entries = reversal(await data.ledger.entriesOf(id), today);
  return { event: "refund", entries, changes: { splits: [] } };
}

async function bookChargeback(context: Context, { id, resource }: PaymentRecord): Promise<Booking> {
  const { data, today } = context;
  const entries = chargeback(await data.ledger.entriesOf(id), resource.splits, today);
  return { event: "chargeback", entries };
}
