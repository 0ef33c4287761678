import type { PaymentCreate, RefundedPayment } from "../../../../generated/types.ts";
import { brandOf, isCardNumber } from "../../../card-number.ts";
import type { Context } from "../../context.ts";
import { cardOutcome } from "../../domain/test-outcomes.ts";
import { BusinessRuleError, DocumentedError } from "../../errors.ts";
import type { HandlersOf } from "../../requests/handler-types.ts";
import {
  cardOutcomeAt,
  cardPaymentMethod,
  getCardOrThrow,
  maskedDigits,
} from "../../services/cards.ts";
import { getCustomerOrThrow, parseTaxNumber } from "../../services/customers.ts";
import { refundPayment } from "../../services/payment-status-changes.ts";
import { type ChargeMethod, createPayment, getPaymentOrThrow } from "../../services/payments.ts";
import { listMeta } from "../list-meta.ts";

export const payments: HandlersOf<"payments"> = {
  async "payments.create"(context, { body }) {
    const { customerData, billingData, splits } = body;
    const { amount, postbackUrl } = billingData;
    const paymentMethod = await paymentMethodOf[body.paymentType](context, body as never);
    const data = await createPayment(context, {
      buyer: customerData,
      amount,
      postbackUrl,
      splits,
      paymentMethod,
    });
    return data.status === "FAILED" ? { data, exampleName: "cardDeclined" } : { data };
  },

  async "payments.list"({ data }, { query }) {
    const { page, limit, ...filters } = query;
    const { resources, total } = await data.payments.page(filters, query);
    return { data: resources, meta: listMeta(total, query) };
  },

  async "payments.get"(context, { path }) {
    const { resource } = await getPaymentOrThrow(context, path.paymentId);
    return { data: resource };
  },

  async "payments.refund"(context, { body }) {
    const record = await getPaymentOrThrow(context, body.transactionId);
    return { data: (await refundPayment(context, record)) as RefundedPayment };
  },
};

type PaymentType = PaymentCreate["paymentType"];

/** Reads the payment method from the request, by its `paymentType`. */
const paymentMethodOf: {
  [Type in PaymentType]: (
    context: Context,
    body: Extract<PaymentCreate, { paymentType: Type }>,
  ) => ChargeMethod | Promise<ChargeMethod>;
} = {
  card({ today }, { cardData, billingData }) {
    const { cardNumber, expirationMonth, expirationYear } = cardData;
    if (!isCardNumber(cardNumber)) throw new BusinessRuleError("CardNumberInvalid");
    const details = {
      brand: brandOf(cardNumber),
      ...maskedDigits(cardNumber),
      expirationMonth,
      expirationYear,
    };
    return {
      method: "card",
      installments: billingData.installments,
      details,
      outcome: cardOutcomeAt(today, details, cardOutcome(cardNumber)),
    };
  },

  async tokenizedCard(context, { tokenizedCardId, billingData, customerData }) {
    const card = await getCardOrThrow(context, tokenizedCardId);
    const owner = await getCustomerOrThrow(context, card.resource.customerId);
    // A stored card can only pay for its own customer.
    if (owner.taxNumber !== parseTaxNumber(customerData.document)) {
      throw new DocumentedError(
        "CardNotFound",
        "the card belongs to a customer with another document",
      );
    }
    return cardPaymentMethod(context, card, billingData.installments);
  },

  pix: () => ({ method: "pix" }),

  billet: () => ({ method: "billet" }),
};
