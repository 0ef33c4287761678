/**
 * Requests at the limits of what the contract allows. A body is a named example of the operation
 * with some fields changed, or removed where they are `undefined`.
 */
type Body = { example: string; change: object };
export type Bodies = Record<string, Record<string, Body>>;
export type Arguments = Record<string, [parameter: string, value: unknown][]>;

const SUBACCOUNT = "0d6f8b21-7c4a-4e95-b3d0-5a1c9e7f2846";

export const invalidBodies: Bodies = {
  "auth.createToken": {
    "a missing private key": { example: "keys", change: { privateKey: undefined } },
  },
  "cards.tokenize": {
    "a card number of 12 digits": { example: "card", change: { cardNumber: "411111111111" } },
    "a card number of 17 digits": { example: "card", change: { cardNumber: "41111111111111111" } },
    "letters in a card number": { example: "card", change: { cardNumber: "4111x11111111111" } },
    "spaces in a card number": { example: "card", change: { cardNumber: "4111 1111 1111" } },
    "a card number as a number": { example: "card", change: { cardNumber: 4111111111111111 } },
    "month 13": { example: "card", change: { expirationMonth: "13" } },
    "month 00": { example: "card", change: { expirationMonth: "00" } },
    "a month of one digit": { example: "card", change: { expirationMonth: "8" } },
    "a year of two digits": { example: "card", change: { expirationYear: "31" } },
    "a security code of five digits": { example: "card", change: { securityCode: "12345" } },
    "a security code of two digits": { example: "card", change: { securityCode: "12" } },
    "a customer id that is no UUID": { example: "card", change: { customerId: "42" } },
    "a card of nobody": { example: "card", change: { customerId: undefined } },
  },
  "payments.create": {
    "an unknown payment type": { example: "card", change: { paymentType: "cheque" } },
    "no payment type": { example: "card", change: { paymentType: undefined } },
    "a card payment without its card": { example: "card", change: { cardData: undefined } },
    "an amount with a fraction": { example: "card", change: { billingData: { amount: 49.9 } } },
    "an amount as a text": { example: "card", change: { billingData: { amount: "4990" } } },
    "an amount of nothing": { example: "pix", change: { billingData: { amount: 0 } } },
    "a zipcode as a number": {
      example: "card",
      change: { customerData: { address: { zipcode: 1310200 } } },
    },
    "an IPv4 address of three parts": {
      example: "card",
      change: { customerData: { remoteIpv4: "203.0.113" } },
    },
    "a postback address that is no URL": {
      example: "card",
      change: { billingData: { postbackUrl: "shop" } },
    },
    "a split by percentage and a fraction of an amount": {
      example: "card",
      change: { splits: [{ subaccountId: SUBACCOUNT, splitPercentage: 10, splitAmount: 49.9 }] },
    },
    "a split by an amount of nothing and a percentage of nothing": {
      example: "card",
      change: { splits: [{ subaccountId: SUBACCOUNT, splitPercentage: 0, splitAmount: 0 }] },
    },
    "a split by neither a percentage nor an amount but null": {
      example: "card",
      change: { splits: [{ subaccountId: SUBACCOUNT, splitPercentage: null, splitAmount: null }] },
    },
    "a split by an amount and a percentage below nothing": {
      example: "card",
      change: { splits: [{ subaccountId: SUBACCOUNT, splitPercentage: -1, splitAmount: 100 }] },
    },
    "a card payment of a buyer without a phone": {
      example: "card",
      change: { customerData: { phone: undefined } },
    },
    "a card payment with an address that is not full": {
      example: "card",
      change: { customerData: { address: { complement: undefined } } },
    },
    "a split by neither": {
      example: "card",
      change: { splits: [{ subaccountId: SUBACCOUNT }] },
    },
  },
  "payments.refund": {
    "a refund of nothing": { example: "card", change: { transactionId: undefined } },
  },
  "customers.update": {
    "a zipcode as a text": {
      example: "firstAddress",
      change: { address: { zipcode: "30140071" } },
    },
    "a birthdate in Brazilian order": { example: "phone", change: { birthdate: "31/12/1990" } },
    "a birthdate that does not exist": { example: "phone", change: { birthdate: "1990-02-30" } },
  },
  "subaccounts.createPf": {
    "a monthly revenue with a fraction": {
      example: "pf",
      change: { juridicDataPartner: { monthRevenue: 8500.5 } },
    },
    "a bank account without its check digit": {
      example: "pf",
      change: { accountBank: { accountNumber: "123456" } },
    },
  },
  "subaccounts.createPj": {
    "a legal entity without its data": { example: "pj", change: { juridicLegalData: undefined } },
  },
  "subscriptions.update": {
    "an amount with a fraction": { example: "newPrice", change: { amount: 59.9 } },
    "an expiration with a time": {
      example: "newPrice",
      change: { expirationDate: "2027-03-10T00:00:00Z" },
    },
  },
  "subscriptions.addSplit": {
    "a percentage with three decimals": {
      example: "percentage",
      change: { splitPercentage: 12.345 },
    },
    "a split by amount without one": { example: "amount", change: { splitAmount: undefined } },
    "a split by percentage without one": {
      example: "percentage",
      change: { splitPercentage: undefined },
    },
    "a split type in upper case": { example: "percentage", change: { splitType: "PERCENTAGE" } },
    "an amount with a fraction": { example: "amount", change: { splitAmount: 4.99 } },
  },
  "bankAccounts.create": {
    "an account type in lower case": { example: "checking", change: { accountType: "checking" } },
    "an agency without its check digit": { example: "checking", change: { routingNumber: "2934" } },
    "an account of nobody": { example: "checking", change: { document: undefined } },
  },
};

export const acceptedBodies: Bodies = {
  "cards.tokenize": {
    "a card number of 13 digits": { example: "card", change: { cardNumber: "4111111111119" } },
    "a security code of four digits": { example: "card", change: { securityCode: "1234" } },
    "month 12": { example: "card", change: { expirationMonth: "12" } },
  },
  "payments.create": {
    "a split by amount": {
      example: "card",
      change: { splits: [{ subaccountId: SUBACCOUNT, splitAmount: 100 }] },
    },
    "a split by percentage and amount": {
      example: "card",
      change: { splits: [{ subaccountId: SUBACCOUNT, splitPercentage: 10, splitAmount: 100 }] },
    },
    "a PIX of a buyer without a phone": {
      example: "pix",
      change: { customerData: { phone: undefined, address: { reference: undefined } } },
    },
  },
  "subscriptions.addSplit": {
    "a percentage with two decimals": { example: "percentage", change: { splitPercentage: 33.33 } },
  },
  "bankAccounts.create": {
    "an agency that has no check digit": {
      example: "checking",
      change: { routingNumber: "2934-0" },
    },
  },
};

/** Responses without an example in the description: a missing value is absent or null. */
export const acceptedResponses: Bodies = {
  "subscriptions.get": without("active", ["duration", "expirationDate", "canceledAt"]),
  "subscriptions.addSplit": {
    ...without("amount", ["splitPercentage", "splitAmount"]),
    "a share with three decimals": {
      example: "amount",
      change: { data: { splitPercentage: 33.333 } },
    },
  },
  "customers.get": without("customer", ["address"]),
  "withdrawals.get": without("pix", ["pixKey", "pixKeyType"]),
  "payments.get": Object.fromEntries(
    ["interest", "lateFee"].flatMap((charge) =>
      ["Amount", "Percentage", "StartDate", "Type"].flatMap((what) =>
        Object.entries(without("billet", [`${charge}${what}`], "billetDetails")),
      ),
    ),
  ),
};

function without(example: string, fields: string[], inside?: string): Record<string, Body> {
  const bodies = fields.flatMap((field) =>
    [undefined, null].map((value) => {
      const change = inside ? { [inside]: { [field]: value } } : { [field]: value };
      return [`${value} as ${field}`, { example, change: { data: change } }] as const;
    }),
  );
  return Object.fromEntries(bodies);
}

export const invalidArguments: Arguments = {
  "payments.list": [
    ["page", 0],
    ["limit", 101],
    ["status", "paid"],
    ["paymentMethod", "boleto"],
    ["customerId", "42"],
  ],
  "payments.get": [["paymentId", "42"]],
  "customers.list": [
    ["page", 0],
    ["limit", 0],
    ["limit", 101],
    ["limit", 10.5],
  ],
  "customers.get": [["customerId", "8f14e45f"]],
  "subaccounts.list": [["companyType", "pf"]],
  "subscriptions.list": [
    ["limit", 101],
    ["status", "active"],
    ["frequency", 7.5],
    ["dueDate", "10/03/2026"],
    ["subaccountId", "42"],
  ],
  "bankAccounts.list": [["x-subaccount-id", "main"]],
  "withdrawals.list": [
    ["x-subaccount-id", "main"],
    ["page", -1],
  ],
};

export const acceptedArguments: Arguments = {
  "customers.list": [
    ["page", 1],
    ["limit", 1],
    ["limit", 100],
  ],
  "subscriptions.list": [["amount", 49.9]],
};
