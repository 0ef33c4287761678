import type {
  BilletDetails,
  BuyerDetails,
  CardDetails,
  CustomerData,
  Payment,
  PaymentBase,
  PaymentSplit,
  PaymentSplitCreate,
  PixDetails,
} from "../../../generated/types.ts";
import type { Context } from "../context.ts";
import { documentPath } from "../documents/payment-documents.ts";
import { makeBillet } from "../domain/billet.ts";
import { addDays, endOfDay } from "../domain/calendar.ts";
import { dynamicCode } from "../domain/pix.ts";
import { divide, feeOf, type Split } from "../domain/splits.ts";
import { type OutcomeName, paymentOutcome, type TestOutcome } from "../domain/test-cards.ts";
import { BusinessRuleError, DocumentedError } from "../errors.ts";
import { enqueuePostback } from "../postbacks/outbox.ts";
import type { PaymentRecord } from "../store/records.ts";
import { findOrCreateCustomer } from "./customers.ts";
import { bookNewPayment } from "./payment-transitions.ts";
import { assertSubaccountsApproved } from "./subaccounts.ts";

/** A payment as a caller asks for it. */
export interface PaymentOrder {
  buyer: CustomerData;
  amount: number;
  postbackUrl?: string | undefined;
  splits?: PaymentSplitCreate[] | undefined;
  means: PaymentMethod;
}

/** What is charged, once it is clear that it can be. */
export interface Charge {
  customerId: string;
  subscriptionId: string | null;
  buyerDetails: BuyerDetails;
  amount: number;
  postbackUrl: string;
  splits: PaymentSplit[];
  paymentMethod: PaymentMethod;
}

/** What it is charged to. The outcome of a card is the one that its number forces. */
export type PaymentMethod =
  | { method: "card"; installments: number; details: CardDetails; outcome: OutcomeName }
  | { method: "pix" }
  | { method: "billet" };

/** As much as the ten digits of a barcode can say. */
const MAX_AMOUNT = 9_999_999_999;
const MAX_INSTALLMENTS = 24;

/** How many days after its creation a billet falls due, and how many days it can be paid at all. */
const BILLET_DAYS = { due: 3, limit: 33 };
const PIX_LIFETIME = 24 * 3_600_000;

export async function getPaymentOrThrow(context: Context, id: string): Promise<PaymentRecord> {
  const record = await context.data.payments.get(id);
  if (!record) throw new DocumentedError("PaymentNotFound");
  return record;
}

/** Charges what a caller asks for, if it can be; the buyer becomes a customer who is none yet. */
export async function createPayment(context: Context, order: PaymentOrder): Promise<Payment> {
  const { buyer, amount, postbackUrl = "", splits = [], means } = order;
  assertChargeable(order);
  await assertSubaccountsApproved(context, splits);
  const parts = resolveSplits(context, amount, splits);
  const { id: customerId } = await findOrCreateCustomer(context, buyer);
  const who = { customerId, subscriptionId: null, buyerDetails: buyerDetails(buyer) };
  return createCharge(context, {
    ...who,
    amount,
    postbackUrl,
    splits: parts,
    paymentMethod: means,
  });
}

/** Charges, and sees to what happens later by itself. */
export async function createCharge(context: Context, asked: Charge): Promise<Payment> {
  const { customerId, subscriptionId, paymentMethod, ...shown } = asked;
  const { method } = paymentMethod;
  const forced = "outcome" in paymentMethod ? paymentMethod.outcome : undefined;
  const outcome = paymentOutcome(method, shown.amount, forced);
  const base: PaymentBase = {
    id: context.uuid(),
    status: outcome.status,
    currency: "BRL",
    ...shown,
    createdAt: context.timestamp,
    updatedAt: context.timestamp,
  };
  const resource = withPaymentMethod(context, base, paymentMethod);
  const record = { id: base.id, resource, customerId, subscriptionId, anticipated: false };
  await context.data.payments.insert(record);
  await bookNewPayment(context, record);
  await scheduleJobs(context, record, outcome);
  await enqueuePostback(context, "payment", resource);
  return resource;
}

function assertChargeable({ amount, means }: PaymentOrder): void {
  assertAmountIsPayable(amount);
  if (means.method !== "card") return;
  const most = Math.min(MAX_INSTALLMENTS, amount);
  if (means.installments > most) throw new BusinessRuleError("InstallmentsRefused", `1 a ${most}`);
}

/** @throws {BusinessRuleError} when a barcode could not say the amount. */
export function assertAmountIsPayable(amount: number): void {
  if (amount > MAX_AMOUNT) throw new BusinessRuleError("AmountTooLarge", `${MAX_AMOUNT}`);
}

/** @throws {BusinessRuleError} when the splits come to more than what the fee leaves. */
export function resolveSplits(
  { company }: Context,
  amount: number,
  splits: readonly Split[],
): PaymentSplit[] {
  const available = amount - feeOf(amount, company);
  const parts = divide(amount, available, splits);
  if (!parts) throw new BusinessRuleError("SplitsExceedAmount", `${available}`);
  return parts;
}

function buyerDetails(buyer: CustomerData): BuyerDetails {
  const { firstName, lastName, email, document, phone = null, address } = buyer;
  const { street, streetNumber, neighborhood, city, state } = address;
  const { complement = null, reference = null } = address;
  return {
    ...{ firstName, lastName, email, document, phone, street, streetNumber, neighborhood },
    ...{ complement, reference, city, state },
  };
}

function withPaymentMethod(context: Context, base: PaymentBase, means: PaymentMethod): Payment {
  switch (means.method) {
    case "card": {
      const { installments, details } = means;
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
  const ends = context.now + PIX_LIFETIME;
  return {
    brCode: dynamicCode({ location, amount, merchantName: "SANDBOX", merchantCity: "SAO PAULO" }),
    qrCodeUrl: documentPath(context.company.id, id, "png"),
    expirationDate: new Date(ends).toISOString().replace("Z", "+00:00"),
  };
}

/** Nothing is shown of how a caller asks for a fine or interest, so they are the company's. */
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

/** What tells a billet from all others: 25 digits of its payment's id. */
function freeField(id: string): string {
  const digits = BigInt(`0x${id.replaceAll("-", "")}`) % 10n ** 25n;
  return digits.toString().padStart(25, "0");
}

/** What happens by itself: the steps of a forced outcome, and that a charge which nobody pays lapses. */
async function scheduleJobs(
  { data, now }: Context,
  { id, resource }: PaymentRecord,
  outcome: TestOutcome,
): Promise<void> {
  for (const { afterSeconds, status } of outcome.later) {
    await data.jobQueue.add({
      dueAt: now + afterSeconds * 1000,
      kind: "payment",
      paymentId: id,
      status,
    });
  }
  const lapse = paymentDeadline(resource);
  if (lapse)
    await data.jobQueue.add({
      dueAt: Date.parse(lapse),
      kind: "payment",
      paymentId: id,
      status: "CANCELED",
    });
}

/** Until when a PIX or a billet can be paid. */
function paymentDeadline(payment: Payment): string | undefined {
  if (payment.paymentMethod === "pix") return payment.pixDetails.expirationDate;
  return payment.paymentMethod === "billet" ? payment.billetDetails.paymentLimitDate : undefined;
}
