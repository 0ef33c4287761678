import type { Operations, ReturnCodes, Transitions, Unexplained } from "../notation.ts";
import { meta } from "./conventions.ts";

export const returnCodes: ReturnCodes = {
  [-7708]: { message: "Pagamento não encontrado", at: "payments.get" },
};

const paymentStatus =
  "one of PENDING SUCCEEDED FAILED CREATED REVERSED CANCELED PRE_AUTHORIZED DISPUTED CHARGEBACK PAID REFUNDED";
const paymentMethod = "one of pix card billet";

const payment = {
  id: "uuid",
  status: paymentStatus,
  paymentMethod,
  currency: "one of BRL",
  amount: "integer",
  postbackUrl: "url or empty",
  buyerDetails: {
    "firstName lastName email document street neighborhood city state": "string",
    "phone complement reference": "string | null",
    streetNumber: "integer",
  },
  splits: [
    {
      subaccountId: "uuid",
      splitType: "some of percentage",
      splitPercentage: "number",
      liquidAmount: "integer",
      chargebackLiable: "boolean",
    },
  ],
  "createdAt updatedAt": "timestamp",
  "paymentMethod=card": {
    "installments!": "integer",
    "cardDetails!": {
      brand: "string",
      "first4Digits last4Digits": "~4 digits",
      expirationMonth: "~MM",
      expirationYear: "~YYYY",
      "cardNumber securityCode": "absent",
    },
    billetDetails: "absent",
  },
  "paymentMethod=billet": {
    "billetDetails!": {
      "barcode digitableLine pdfUrl": "string",
      "expirationDate paymentLimitDate": "timestamp with offset",
      // Nothing shows a billet that costs nothing to pay late.
      "interestPercentage? lateFeePercentage?": "string",
      "interestAmount? lateFeeAmount?": "integer",
      "interestStartDate? lateFeeStartDate?": "date",
      "interestType?": "some of DAILY_AMOUNT",
      "lateFeeType?": "some of FIXED",
    },
    cardDetails: "absent",
  },
  "paymentMethod=pix": { "cardDetails billetDetails": "absent" },
} as const;

export const operations: Operations = {
  "payments.create": {
    call: "POST /payments",
    body: {
      "paymentType=card": {
        billingData: { "amount installments": "integer", postbackUrl: "url" },
        // A card payment requires full customer, address and card data.
        "customerData!": {
          "remoteIpv4!": "ipv4",
          "firstName! lastName! document! email! phone!": "string",
          "address!": {
            "street! neighborhood! city! state! zipcode! complement! reference!": "string",
            "streetNumber!": "integer",
          },
        },
        "cardData!": {
          "cardNumber! holderName! expirationMonth! expirationYear! securityCode!": "string",
        },
        splits: [
          {
            subaccountId: "uuid",
            chargebackLiable: "boolean",
            splitPercentage: "number",
            splitAmount: "integer",
          },
        ],
      },
    },
    data: payment,
    message: "string",
  },
  "payments.list": {
    call: "GET /payments",
    query: { "page limit": "integer" },
    unnamed: {
      status: paymentStatus,
      paymentMethod,
      amount: "any",
      "customerId subscriptionId": "uuid",
    },
    data: [payment],
    meta,
    message: "null",
  },
  "payments.get": { call: "GET /payments/{paymentId}", data: payment, message: "null" },
  "payments.refund": {
    call: "POST /payments/refund",
    body: { transactionId: "~uuid" },
    data: {
      ...payment,
      paymentMethod: "one of card",
      "status!": "one of REFUNDED",
      "splits!": "empty array",
    },
    message: "string",
  },
};

/**
 * The description shows both fields side by side, and does not say which one counts. A body with both
 * is valid, whatever the other one holds.
 */
export const splitsOfPayments: readonly object[] = [
  { splitPercentage: 10, splitAmount: 500 },
  { splitPercentage: 10, splitAmount: 0 },
  { splitPercentage: 10, splitAmount: null },
  { splitPercentage: 0, splitAmount: 500 },
  { splitPercentage: null, splitAmount: 500 },
];

export const transitions: Transitions = {
  "payments.get": [
    "card null -> SUCCEEDED by payments.create",
    "billet null -> PENDING by payments.create",
    "card any -> REFUNDED by payments.refund",
  ],
};

export const unexplained: Unexplained = {
  BilletDetails: ["expirationDate", "paymentLimitDate", "interestStartDate", "lateFeeStartDate"],
};
