import type { PaymentCreate, RefundedPayment } from "../../../../generated/types.ts";
import { brandOf, isCardNumber } from "../../../card-number.ts";
import type { Context } from "../../context.ts";
import { cardOutcome } from "../../domain/test-cards.ts";
import { KnownRefusal, RuleRefusal } from "../../request-errors.ts";
import { cardMeans, knownCard, maskedDigits, outcomeAt } from "../../services/cards.ts";
import { knownCustomer, taxNumberOf } from "../../services/customers.ts";
import { refund } from "../../services/payment-transitions.ts";
import { knownPayment, type Means, take } from "../../services/payments.ts";
import type { HandlersOf } from "./index.ts";
import { metaOf } from "./list-meta.ts";

export const payments: HandlersOf<"payments"> = {
  async "payments.create"(context, { body }) {
    const { customerData, billingData, splits } = body;
    const { amount, postbackUrl } = billingData;
    const means = await meansOf[body.paymentType](context, body as never);
    const data = await take(context, { buyer: customerData, amount, postbackUrl, splits, means });
    return data.status === "FAILED" ? { data, like: "cardDeclined" } : { data };
  },

  async "payments.list"({ data }, { query }) {
    const { page, limit, ...filters } = query;
    const { resources, total } = await data.payments.page(filters, query);
    return { data: resources, meta: metaOf(total, query) };
  },

  async "payments.get"(context, { path }) {
    const { resource } = await knownPayment(context, path.paymentId);
    return { data: resource };
  },

  async "payments.refund"(context, { body }) {
    const record = await knownPayment(context, body.transactionId);
    return { data: (await refund(context, record)) as RefundedPayment };
  },
};

type Kind = PaymentCreate["paymentType"];

/** What each kind of payment charges. */
const meansOf: {
  [Type in Kind]: (
    context: Context,
    body: Extract<PaymentCreate, { paymentType: Type }>,
  ) => Promise<Means>;
} = {
  async card({ today }, { cardData, billingData }) {
    const { cardNumber, expirationMonth, expirationYear } = cardData;
    if (!isCardNumber(cardNumber)) throw new RuleRefusal("CardNumberInvalid");
    const details = {
      brand: brandOf(cardNumber),
      ...maskedDigits(cardNumber),
      ...{ expirationMonth, expirationYear },
    };
    return {
      method: "card",
      installments: billingData.installments,
      details,
      outcome: outcomeAt(today, details, cardOutcome(cardNumber)),
    };
  },

  async tokenizedCard(context, { tokenizedCardId, billingData, customerData }) {
    const card = await knownCard(context, tokenizedCardId);
    const owner = await knownCustomer(context, card.resource.customerId);
    // A stored card pays for nobody but its own customer.
    if (owner.taxNumber !== taxNumberOf(customerData.document)) {
      throw new KnownRefusal(
        "CardNotFound",
        "the card belongs to a customer with another document",
      );
    }
    return cardMeans(context, card, billingData.installments);
  },

  pix: async () => ({ method: "pix" }),

  billet: async () => ({ method: "billet" }),
};
