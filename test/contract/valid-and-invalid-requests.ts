/**
 * What the contracts decide beyond the description, at its limits: of money, of splits, and of fields that depend on
 * each other. A row has the place of a field, and values for it: the operation, the example, and the path of the
 * field in its body (`undefined` removes it). What breaks a schema otherwise is made of it: see invalid-requests.ts.
 */
export type Row = readonly [place: string, ...values: unknown[]];

const SUBACCOUNT = "0d6f8b21-7c4a-4e95-b3d0-5a1c9e7f2846";

function split(parts: object): object[] {
  return [{ subaccountId: SUBACCOUNT, ...parts }];
}

function faults(count: number): object[] {
  return Array.from({ length: count }, () => ({ status: 503 }));
}

export const invalid: Row[] = [
  ["auth.createToken keys privateKey", undefined],
  ["payments.create card paymentType", "cheque", undefined],
  ["payments.create pix billingData.amount", 0],
  ["payments.create card splits", split({ splitPercentage: 0, splitAmount: 0 })],
  ["payments.create card splits", split({ splitPercentage: null, splitAmount: null })],
  ["payments.create card splits", split({ splitPercentage: -1, splitAmount: 100 })],
  ["payments.refund card transactionId", undefined],
  ["subaccounts.createPj pj juridicLegalData", undefined],
  ["subscriptions.addSplit percentage splitPercentage", 12.345, 0.001, 33.337, 99.999],

  ["companies.create withFees feePercentage", 100.5, -1],
  ["companies.create withFees feeFixed", 39.9, -1],
  ["clock.advance seconds seconds", 0, 0.5, 316_224_001],
  ["clock.advance days days", -1, 3661, undefined],
  ["faults.set none faults", undefined, [{}], [{ times: 2 }], faults(21)],
  ["faults.set none faults", [{ status: 503, reset: true }], [{ status: 399 }], [{ latency: 0 }]],
  ["faults.set none faults", ...[0, 1.1].map((probability) => [{ reset: true, probability }])],
  ["customers.create customer document", undefined],
  ["customers.create customer address.complement", undefined],
  ["subscriptions.create twelveCycles cardId", undefined],
  ["subscriptions.create twelveCycles amount", 0],
  ["subscriptions.create twelveCycles setupAmount", -1],
  ["subscriptions.create twelveCycles frequency", 0.5],
  ["withdrawals.create pix amount", 0],
  ["withdrawals.create pix pixKey", undefined],
  ["payments.setStatus disputed status", "SETTLED", undefined],
];

export const accepted: Row[] = [
  ["payments.create card splits", split({ splitAmount: 100 })],
  ["payments.create card splits", split({ splitPercentage: 10, splitAmount: 100 })],
  ["payments.create pix customerData", { phone: undefined, address: { reference: undefined } }],
  // As fractions of two these are no multiples of a hundredth.
  ["subscriptions.addSplit percentage splitPercentage", 0.07, 0.29, 1.1, 8.2, 33.33, 64.1, 99.99],

  ["companies.create withFees feePercentage", 100, undefined],
  ["companies.create withFees feeFixed", undefined],
  ["clock.advance seconds seconds", 1, 316_224_000],
  ["clock.advance days days", 3660],
  ["clock.advance days hours", 1],
  ["faults.set none faults", faults(20), [{ status: 400 }, { status: 599 }], [{ latency: 1 }]],
  ["faults.set none faults", [{ latency: 300, reset: true }], [{ reset: true, probability: 1 }]],
  ["subscriptions.create twelveCycles tolerancePeriod", 0],
  ["withdrawals.create pix postbackUrl", undefined],
];

const charges = ["interest", "lateFee"].flatMap((charge) =>
  ["Amount", "Percentage", "StartDate", "Type"].map((what) => `billetDetails.${charge}${what}`),
);

/** Responses without an example in the description: a missing value is absent or null. */
export const acceptedResponses: Row[] = [
  ...["duration", "expirationDate", "canceledAt"].map((name) => missing("get active", name)),
  ...["splitPercentage", "splitAmount"].map((name) => missing("addSplit amount", name)),
  ["subscriptions.addSplit amount data.splitPercentage", 33.333],
  ["customers.get customer data.address", undefined, null],
  ["withdrawals.get pix data.pixKey", undefined, null],
  ["withdrawals.get pix data.pixKeyType", undefined, null],
  ...charges.map((name): Row => [`payments.get billet data.${name}`, undefined, null]),
  ["subscriptions.create lifelong data.expirationDate", undefined],
  ["subscriptions.create lifelong data.duration", null],
];

function missing(example: string, name: string): Row {
  return [`subscriptions.${example} data.${name}`, undefined, null];
}

/** One value of one row, for a field of an example. */
export type Case = Record<"name" | "id" | "example" | "field", string> & { value: unknown };

export function casesOf(rows: readonly Row[]): Case[] {
  return rows.flatMap(([place, ...values]) => {
    const [id = "", example = "", field = ""] = place.split(" ");
    const name = (value: unknown) => `${place} ${JSON.stringify(value)}`;
    return values.map((value) => ({ name: name(value), id, example, field, value }));
  });
}

/** The change of a body that gives a field its value. */
export function changeOf({ field, value }: Case): unknown {
  return field.split(".").reduceRight((inner: unknown, key) => ({ [key]: inner }), value);
}
