import type {
  BilletDetails,
  BuyerDetails,
  CardDetails,
  Customer,
  CustomerData,
  Payment,
  PaymentBase,
  PaymentSplit,
  PaymentSplitCreate,
  PixDetails,
} from "../../../generated/types.ts";
import { formatMoney } from "../../text/format-money.ts";
import type { Context } from "../context.ts";
import { documentPath } from "../documents/document-urls.ts";
import { BILLET_DAYS, MAX_AMOUNT, makeBillet } from "../domain/billet.ts";
import { addDays, endOfDay } from "../domain/calendar.ts";
import { MAX_INSTALLMENTS } from "../domain/card.ts";
import { dynamicCode, PIX_LIFETIME } from "../domain/pix.ts";
import { divide, feeOf, type Split } from "../domain/splits.ts";
import { type OutcomeName, type OutcomeStep, paymentOutcome } from "../domain/test-outcomes.ts";
import { BusinessRuleError, DocumentedError } from "../errors.ts";
import { enqueuePostback } from "../postbacks/outbox.ts";
import type { Job, PaymentRecord } from "../store/records.ts";
import { findOrCreateCustomer } from "./customers.ts";
import { bookNewPayment } from "./payment-status-changes.ts";
import { expiryOf } from "./scheduled-jobs.ts";
import { recordStatus } from "./status-changes.ts";
import { assertSubaccountsApproved } from "./subaccounts.ts";

/** A payment as the client requests it. */
interface PaymentOrder {
  buyer: CustomerData;
  amount: number;
  postbackUrl?: string | undefined;
  splits?: PaymentSplitCreate[] | undefined;
  paymentMethod: ChargeMethod;
}

/** A validated charge, with its customer and resolved splits. */
export interface Charge {
  customerId: string;
  subscriptionId: string | null;
  buyerDetails: BuyerDetails;
  amount: number;
  postbackUrl: string;
  splits: PaymentSplit[];
  paymentMethod: ChargeMethod;
}

/** How a charge is paid. The outcome of a card is the one that its number forces. */
export type ChargeMethod =
  | { method: "card"; installments: number; details: CardDetails; outcome: OutcomeName }
  | { method: "pix" }
  | { method: "billet" };

export async function getPaymentOrThrow(context: Context, id: string): Promise<PaymentRecord> {
  const record = await context.data.payments.get(id);
  if (!record) throw new DocumentedError("PaymentNotFound");
  return record;
}

/** Validates and charges a requested payment. A buyer who is not yet a customer becomes one. */
export async function createPayment(context: Context, order: PaymentOrder): Promise<Payment> {
  const { buyer, amount, postbackUrl = "", splits = [], paymentMethod } = order;
  assertChargeable(order);
  await assertSubaccountsApproved(context, splits);
  const resolvedSplits = resolveSplits(context, amount, splits);
  const customer = await findOrCreateCustomer(context, buyer);
  return await createCharge(context, {
    customerId: customer.id,
    subscriptionId: null,
    buyerDetails: buyerDetailsOf(buyer, buyer.phone ?? null),
    amount,
    postbackUrl,
    splits: resolvedSplits,
    paymentMethod,
  });
}

/** Creates and books a payment, schedules its later status changes and enqueues its postback. */
export async function createCharge(context: Context, charge: Charge): Promise<Payment> {
  const { customerId, subscriptionId, paymentMethod, ...fields } = charge;
  const { method } = paymentMethod;
  const cardOutcome = "outcome" in paymentMethod ? paymentMethod.outcome : undefined;
  const outcome = paymentOutcome(method, fields.amount, cardOutcome);
  const base: PaymentBase = {
    id: context.uuid(),
    status: outcome.status,
    currency: "BRL",
    ...fields,
    createdAt: context.timestamp,
    updatedAt: context.timestamp,
  };
  const resource = withPaymentMethod(context, base, paymentMethod);
  const record = { id: base.id, resource, customerId, subscriptionId, anticipated: false };
  await insertPayment(context, record, outcome.later);
  await enqueuePostback(context, "payment", resource);
  return resource;
}

/** Stores and books a new payment, and schedules its later status changes. */
export async function insertPayment(
  context: Context,
  record: PaymentRecord,
  later: readonly OutcomeStep[],
): Promise<void> {
  const { id, resource } = record;
  await context.data.payments.insert(record);
  recordStatus(context, { type: "payment", id }, null, resource.status);
  await bookNewPayment(context, record);
  await scheduleJobs(context, record, later);
}

function assertChargeable({ amount, paymentMethod }: PaymentOrder): void {
  assertAmountIsPayable(amount);
  if (paymentMethod.method !== "card") return;
  const limit = Math.min(MAX_INSTALLMENTS, amount);
  if (paymentMethod.installments > limit)
    throw new BusinessRuleError("InstallmentsRefused", `1 a ${limit}`);
}

/** @throws {BusinessRuleError} if the amount does not fit in a boleto's barcode. */
export function assertAmountIsPayable(amount: number): void {
  if (amount > MAX_AMOUNT) throw new BusinessRuleError("AmountTooLarge", formatMoney(MAX_AMOUNT));
}

/** @throws {BusinessRuleError} if the splits exceed the amount minus the fee. */
export function resolveSplits(
  { company }: Context,
  amount: number,
  splits: readonly Split[],
): PaymentSplit[] {
  const available = amount - feeOf(amount, company);
  const resolved = divide(amount, available, splits);
  if (!resolved) {
    const limit = `${formatMoney(available)} de ${formatMoney(amount)}`;
    throw new BusinessRuleError("SplitsExceedAmount", limit);
  }
  return resolved;
}

/** A customer without an address can be charged too, with empty fields. */
export function buyerDetailsOf(
  { firstName, lastName, email, document, address }: CustomerData | Customer,
  phone: string | null,
): BuyerDetails {
  const { street = "", streetNumber = 0, neighborhood = "", city = "", state = "" } = address ?? {};
  const { complement = null, reference = null } = address ?? {};
  return {
    firstName,
    lastName,
    email,
    document,
    phone,
    street,
    streetNumber,
    neighborhood,
    complement,
    reference,
    city,
    state,
  };
}

function withPaymentMethod(
  context: Context,
  base: PaymentBase,
  paymentMethod: ChargeMethod,
): Payment {
  switch (paymentMethod.method) {
    case "card": {
      const { installments, details } = paymentMethod;
      return { ...base, paymentMethod: "card", installments, cardDetails: details };
    }
    case "pix":
      return { ...base, paymentMethod: "pix", pixDetails: pixDetails(context, base) };
    case "billet":
      return { ...base, paymentMethod: "billet", billetDetails: billetDetails(context, base) };
  }
}

function pixDetails(context: Context, { id, amount }: PaymentBase): PixDetails {
  const location = `pix.sandbox.invalid/v2/${id.replaceAll("-", "")}`;
  const expiresAt = context.now + PIX_LIFETIME;
  return {
    brCode: dynamicCode({ location, amount, merchantName: "SANDBOX", merchantCity: "SAO PAULO" }),
    qrCodeUrl: documentPath(context.company.id, id, "png"),
    expirationDate: new Date(expiresAt).toISOString().replace("Z", "+00:00"),
  };
}

/** The description has no fields to request a late fee or interest, so the company's settings apply. */
function billetDetails(context: Context, { id, amount }: PaymentBase): BilletDetails {
  const due = addDays(context.today, BILLET_DAYS.due);
  const late = addDays(due, 1);
  return {
    ...makeBillet({ amount, dueDate: due, freeField: freeField(id) }),
    pdfUrl: documentPath(context.company.id, id, "pdf"),
    expirationDate: endOfDay(due),
    paymentLimitDate: endOfDay(addDays(context.today, BILLET_DAYS.limit)),
    interestAmount: context.company.interestAmount,
    interestPercentage: "0.00",
    interestStartDate: late,
    interestType: "DAILY_AMOUNT",
    lateFeeAmount: context.company.lateFeeAmount,
    lateFeePercentage: "0.00",
    lateFeeStartDate: late,
    lateFeeType: "FIXED",
  };
}

/** The unique part of a boleto's barcode: 25 digits derived from the payment's id. */
function freeField(id: string): string {
  const digits = BigInt(`0x${id.replaceAll("-", "")}`) % 10n ** 25n;
  return digits.toString().padStart(25, "0");
}

/** Schedules the status changes of the test outcome, and the cancellation of an unpaid Pix or boleto. */
export function scheduleJobs(
  context: Context,
  { id, resource }: PaymentRecord,
  later: readonly OutcomeStep[],
): Promise<void> {
  const jobs = later.map(({ afterSeconds, status }): Job => {
    return { dueAt: context.now + afterSeconds * 1000, kind: "payment", paymentId: id, status };
  });
  const expiry = expiryOf(resource);
  return context.schedule(...jobs, ...(expiry ? [expiry] : []));
}
