import { NOBODY } from "../sandbox/company-fixture.ts";

/**
 * Values that are wrong although the contract allows them, at pointers into the bodies of an operation's responses:
 * the fields that a careless service would mix up.
 */
const VALUES: Record<string, Record<string, unknown>> = {
  "payments.create": {
    "/data/amount": 1,
    "/data/installments": 2,
    "/data/postbackUrl": "https://other.example",
    "/data/buyerDetails/document": "11144477735",
    "/data/cardDetails/brand": "MASTERCARD",
    "/data/cardDetails/first4Digits": "9999",
    "/data/billetDetails/expirationDate": "2000-01-01T23:59:59.000-03:00",
    "/data/billetDetails/interestAmount": 999,
    "/data/splits/0/splitPercentage": 1,
    "/data/splits/0/chargebackLiable": true,
    "/data/splits/1/subaccountId": NOBODY,
    "/data/splits/1/liquidAmount": 1,
  },
  "payments.get": { "/data/buyerDetails/city": "Santos", "/data/amount": 1 },
  "payments.list": { "/data/0/amount": 1, "/meta/total": 99, "/meta/limit": 99 },
  "payments.refund": { "/data/amount": 1, "/data/splits": [{}] },
  "cards.tokenize": { "/data/cardBrand": "MASTERCARD", "/data/holderName": "JOSE" },
  "cards.get": { "/data/customerId": NOBODY, "/data/isActive": false },
  "customers.get": { "/data/address/zipcode": 1, "/data/firstName": "José" },
  "customers.update": { "/data/email": "jose@example.com" },
  "customers.list": { "/data/0/phoneNumber": "+5511000000000" },
  "subaccounts.createPj": { "/data/accountBank/holderName": "José" },
  "subaccounts.get": { "/data/addresses/0/street": "Rua Augusta", "/data/companyType": "PF" },
  "subaccounts.list": { "/data/0/status": "APPROVED" },
  "bankAccounts.create": { "/data/document": "39053344705" },
  "bankAccounts.list": { "/data/0/holderName": "José" },
  "subscriptions.get": {
    "/data/title": "Plano anual",
    "/data/frequency": 365,
    "/data/duration": 1,
    "/data/splits/0/subaccountId": NOBODY,
  },
  "subscriptions.addSplit": { "/data/liquidAmount": 1, "/data/chargebackLiable": true },
  "withdrawals.get": { "/data/liquidAmount": 1, "/data/pixKey": "11144477735" },
  "withdrawals.list": { "/data/1/amount": 1 },
};

/** Lists in the bodies of responses. Those at `/data` are pages, the newest first. */
const LISTS: Record<string, string[]> = {
  "payments.create": ["/data/splits"],
  "payments.list": ["/data", "/data/0/splits"],
  "customers.list": ["/data"],
  "subaccounts.get": ["/data/addresses"],
  "subaccounts.list": ["/data"],
  "bankAccounts.list": ["/data"],
  "subscriptions.get": ["/data/splits"],
  "subscriptions.list": ["/data"],
  "withdrawals.list": ["/data"],
};

const fields = Object.entries(VALUES).flatMap(([operationId, values]) =>
  Object.entries(values).map(([pointer, value]) => {
    return { operationId, wrong: "wrong", pointer, change: () => value };
  }),
);
const lists = Object.entries(LISTS).flatMap(([operationId, pointers]) =>
  pointers.flatMap((pointer) => [
    { operationId, wrong: "longer", pointer, change: repeatLast },
    ...(pointer === "/data" ? [{ operationId, wrong: "reversed", pointer, change: reverse }] : []),
  ]),
);

export const wrongValues = [...fields, ...lists];

function repeatLast(list: unknown): unknown {
  return Array.isArray(list) ? [...list, ...list.slice(-1)] : list;
}

function reverse(list: unknown): unknown {
  return Array.isArray(list) ? list.toReversed() : list;
}
