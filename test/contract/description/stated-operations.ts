/**
 * The facts of the interface, written from its description alone and never from the contract, which
 * they judge. How to read them stands in notation.ts.
 */
import type { Fields, Operation, ReturnCode, Transition } from "./read-notation.ts";

export const version = "1.0.0";
/** Each has one base address, which is not shown. */
export const environments = ["sandbox", "production"];
export const token = { type: "http", scheme: "bearer", bearerFormat: "JWT" };

export const returnCodes: Readonly<Record<number, ReturnCode>> = {
  [-1001]: { message: "Conta não autorizada para utilizar as APIs" },
  [-1000]: { message: "Assinatura não encontrada", at: "subscriptions.get" },
  [-2800]: { message: "Subconta não encontrada", at: "subaccounts.delete", status: "400" },
  [-7301]: { message: "Subconta não encontrada", at: "subaccounts.get" },
  [-7400]: { message: "Cliente não encontrado", at: "customers.get" },
  [-7404]: { message: "Erro ao listar clientes", at: "customers.list" },
  [-7508]: { message: "Cartão não encontrado", at: "cards.get" },
  [-7708]: { message: "Pagamento não encontrado", at: "payments.get" },
};

// Conventions

const meta = { "total! page! limit! totalPages!": "integer" };
const notice = { "message!": "string" };
const paged = { page: "page number", limit: "page size" };
const pagedByDefault = { page: "page number = 1", limit: "page size = 10" };
const forSubaccount = { "x-subaccount-id?": "uuid" };

// Tokenized card

const tokenizedCard = {
  "id customerId": "uuid",
  holderName: "string",
  "first4Digits last4Digits": "4 digits",
  expirationMonth: "MM",
  expirationYear: "YYYY",
  cardBrand: "string",
  "isActive isVerified postalCodeCheck securityCodeCheck addressCheck": "boolean",
  "createdAt!": "timestamp",
  "cardNumber securityCode": "absent",
};

// Payment

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

// Customer

const customerAddress = {
  "zipcode streetNumber": "integer",
  "street complement reference neighborhood city state": "string",
};

const customer = {
  id: "uuid",
  "firstName lastName email phoneNumber document": "string",
  birthdate: "date",
  "address?": { statusId: "some of APPROVED", ...customerAddress },
  statusId: "some of APPROVED",
  createdAt: "timestamp",
};

// Subaccount

const subaccountParts = {
  name: "string",
  juridicDataPartner: {
    "name lastName cpf email contactPhone jobOccupation fullnameMom": "string",
    birthdate: "date",
    monthRevenue: "integer",
  },
  addresses: [
    {
      addressType: "some of RESPONSIBLE COMMERCIAL",
      "zipcode streetNumber": "integer",
      "street neighborhood city state complement reference": "string",
    },
  ],
} as const;

const juridicLegalData = {
  "cnpj contactPhone fantasyName socialReason searchingServices socialMedia": "string",
  avgAnualBilling: "number",
};

const accountBank = {
  "holderName bankCode document": "string",
  accountType: "one of CHECKING SAVINGS",
  "accountNumber routingNumber": "with check digit",
};

const pf = { ...subaccountParts, accountBank, juridicLegalData: "absent" } as const;
const pj = { ...subaccountParts, accountBank, juridicLegalData };
const created = {
  "id!": "uuid",
  status: "one of PENDING",
  "accountBank!": accountBank,
  "createdAt companyType": "absent",
};

const subaccount = {
  "id!": "uuid",
  "createdAt!": "timestamp",
  ...subaccountParts,
  status: "some of PENDING",
  "companyType!": "one of PF PJ",
  "companyType=PF": { juridicLegalData: "absent" },
  "companyType=PJ": { "juridicLegalData!": juridicLegalData },
  accountBank: "absent",
} as const;

// Subscription

const subscriptionStatus = "one of ACTIVE DELETED EXPIRED SUSPENDED";

const subscription = {
  "id customerId cardId": "uuid",
  title: "string",
  "amount setupAmount frequency tolerancePeriod": "integer",
  "duration?": "integer",
  dueDate: "date",
  // Nothing shows a subscription without an end, or one that is not cancelled.
  "expirationDate?": "date",
  status: subscriptionStatus,
  splits: [
    {
      subaccountId: "uuid",
      splitType: "some of PERCENTAGE",
      liquidAmount: "integer",
      chargebackLiable: "boolean",
      // Nothing shows which of them comes with which type.
      "splitPercentage?": "number",
      "splitAmount?": "integer",
    },
  ],
  "createdAt updatedAt canceledAt?": "timestamp, milliseconds or not",
} as const;

// Bank account

/** As a list shows it, of which no field is said to be always there. */
const bankAccount = {
  id: "integer",
  "holderName bankCode document": "string",
  "routingNumber accountNumber": "~with check digit",
  accountType: "one of SAVINGS CHECKING",
  status: "some of APPROVED",
  createdAt: "timestamp",
};

/** What creating one answers is shown whole. */
const newBankAccount = {
  ...bankAccount,
  "holderName! bankCode! document!": "string",
  "routingNumber! accountNumber!": "~with check digit",
  "accountType!": "one of SAVINGS CHECKING",
  "status!": "some of APPROVED",
  "id createdAt": "absent",
};

// Withdrawal

const withdrawal = {
  id: "uuid",
  "amount liquidAmount": "integer",
  status: "some of PENDING",
  withdrawalPaymentType: "some of PIX",
  postbackUrl: "~url",
  // Nothing shows a withdrawal that is no PIX.
  "pixKeyType?": "some of CPF",
  "pixKey?": "string",
  "createdAt updatedAt": "timestamp",
};

export const operations: Readonly<Record<string, Operation>> = {
  "auth.createToken": {
    call: "POST /auth",
    bearer: false,
    body: { "publicKey privateKey": "string" },
    data: { "access_token! refresh_token!": "string", "expires_in!": "<seconds>s" },
    message: "string",
  },

  "cards.tokenize": {
    call: "POST /cards/tokenize",
    body: {
      "customerId!": "uuid",
      "holderName!": "string",
      "cardNumber!": "13 to 16 digits",
      "expirationMonth!": "MM",
      "expirationYear!": "YYYY",
      "securityCode!": "3 to 4 digits",
    },
    data: { ...tokenizedCard, createdAt: "absent" },
    message: "string",
  },
  "cards.get": { call: "GET /cards/{tokenizedCardId}", data: tokenizedCard },
  "cards.delete": { call: "DELETE /cards/{tokenizedCardId}", data: notice, message: "string" },

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

  "customers.list": { call: "GET /customers", query: paged, data: [customer], meta },
  "customers.get": { call: "GET /customers/{customerId}", data: customer },
  "customers.update": {
    call: "PUT /customers/{customerId}",
    body: {
      "firstName? lastName? email? phoneNumber? document?": "string",
      "birthdate?": "date",
      "address?": customerAddress,
    },
    data: customer,
    message: "string",
  },
  "customers.delete": { call: "DELETE /customers/{customerId}", data: notice, message: "string" },

  "subaccounts.createPf": {
    call: "POST /subaccounts/pf",
    body: pf,
    data: { ...pf, ...created },
    message: "string",
  },
  "subaccounts.createPj": {
    call: "POST /subaccounts/pj",
    body: pj,
    data: { ...pj, ...created, "juridicLegalData!": juridicLegalData },
    message: "string",
  },
  "subaccounts.list": {
    call: "GET /subaccounts",
    query: paged,
    unnamed: { companyType: "one of PF PJ", document: "string" },
    data: [{ ...subaccount, id: "absent" }],
    meta,
  },
  "subaccounts.get": { call: "GET /subaccounts/{subaccountId}", data: subaccount },
  "subaccounts.delete": {
    call: "DELETE /subaccounts/{subaccountId}",
    data: { "sellerUnicId!": "uuid" },
    message: "string",
  },

  "subscriptions.list": {
    call: "GET /subscriptions",
    query: {
      ...pagedByDefault,
      title: "string",
      "amount setupAmount": "number",
      frequency: "integer",
      dueDate: "date",
      status: subscriptionStatus,
      subaccountId: "uuid",
    },
    data: [subscription],
    meta,
    message: "string | null",
  },
  "subscriptions.get": { call: "GET /subscriptions/{subscriptionId}", data: subscription },
  "subscriptions.update": {
    call: "PUT /subscriptions/{subscriptionId}",
    body: {
      "customerId tokenizedCardId": "uuid",
      "frequency amount": "integer",
      title: "string",
      "duration?": "integer",
      expirationDate: "date",
      splits: "absent",
    },
  },
  "subscriptions.addSplit": {
    call: "POST /subscriptions/add_split",
    body: {
      "subscriptionId subaccountId": "uuid",
      splitType: "one of amount percentage",
      "splitType=amount": { "splitAmount!": "integer" },
      "splitType=percentage": { "splitPercentage!": "2 decimals" },
      chargebackLiable: "boolean = false",
    },
  },
  "subscriptions.removeSplit": {
    call: "DELETE /subscriptions/{subscriptionId}/remove_split/{splitId}",
    data: notice,
  },
  "subscriptions.suspend": {
    call: "POST /subscriptions/{subscriptionId}/suspend",
    data: { "id!": "uuid", "status!": "one of SUSPENDED" },
    message: "string",
  },
  "subscriptions.reactivate": {
    call: "POST /subscriptions/{subscriptionId}/reactivate",
    data: { "id!": "uuid", "status!": "one of ACTIVE" },
    message: "string",
  },
  "subscriptions.cancel": {
    call: "DELETE /subscriptions/{subscriptionId}",
    data: { "id!": "uuid", "status!": "one of DELETED" },
    message: "string",
  },

  "bankAccounts.create": {
    call: "POST /bank_accounts",
    header: forSubaccount,
    body: {
      "holderName! bankCode! document!": "string",
      "routingNumber! accountNumber!": "with check digit",
      "accountType!": "one of SAVINGS CHECKING",
    },
    data: newBankAccount,
    message: "string",
  },
  "bankAccounts.list": {
    call: "GET /bank_accounts",
    header: forSubaccount,
    query: pagedByDefault,
    data: [bankAccount],
    meta,
  },

  "withdrawals.list": {
    call: "GET /withdrawals",
    header: forSubaccount,
    query: pagedByDefault,
    data: [withdrawal],
    meta: { "total!": "integer", "page limit totalPages": "absent" },
    message: "string",
  },
  "withdrawals.get": {
    call: "GET /withdrawals/{withdrawalId}",
    header: forSubaccount,
    data: withdrawal,
    message: "string",
  },
};

/** Read at the status in the operation's response. What else the contract has there, it infers. */
export const transitions: Readonly<Record<string, readonly Transition[]>> = {
  "payments.get": [
    { from: null, to: "SUCCEEDED", trigger: "payments.create", paymentMethod: "card" },
    { from: null, to: "PENDING", trigger: "payments.create", paymentMethod: "billet" },
    { from: "any", to: "REFUNDED", trigger: "payments.refund", paymentMethod: "card" },
  ],
  "subscriptions.get": [
    { from: "ACTIVE", to: "DELETED", trigger: "subscriptions.cancel" },
    { from: "SUSPENDED", to: "DELETED", trigger: "subscriptions.cancel" },
    { from: "EXPIRED", to: "DELETED", trigger: "subscriptions.cancel" },
    { from: "DELETED", to: "DELETED", trigger: "subscriptions.cancel" },
    { from: "ACTIVE", to: "SUSPENDED", trigger: "subscriptions.suspend" },
    { from: "SUSPENDED", to: "ACTIVE", trigger: "subscriptions.reactivate" },
    { from: "DELETED", to: null, trigger: "subscriptions.reactivate" },
  ],
};

/**
 * Shown side by side, and not which of them counts: whatever stands in the one that does not, a body
 * with both is taken.
 */
export const splitsOfPayments: readonly object[] = [
  { splitPercentage: 10, splitAmount: 500 },
  { splitPercentage: 10, splitAmount: 0 },
  { splitPercentage: 10, splitAmount: null },
  { splitPercentage: 0, splitAmount: 500 },
  { splitPercentage: null, splitAmount: 500 },
];

export const errorData: Fields = {
  "message?": "string | array of string",
  "returnCode?": "return code",
  "error?": "string",
  "statusCode?": "int32",
};

/** Fields that the description names without a meaning: what the contract says of them is marked. */
export const unexplained: Readonly<Record<string, readonly string[]>> = {
  BilletDetails: ["expirationDate", "paymentLimitDate", "interestStartDate", "lateFeeStartDate"],
  Subscription: ["setupAmount", "expirationDate"],
};

/** What is not described, so that neither an operation nor its parameters and answers may say it. */
export const unsaid: Readonly<Record<string, RegExp>> = {
  "cards.delete": /subscription/,
  "subscriptions.list": /centavos|cents/,
  "subaccounts.delete": /not valid/,
  "subscriptions.addSplit": /(every|each) charge/,
  "subscriptions.removeSplit": /charges/,
};
