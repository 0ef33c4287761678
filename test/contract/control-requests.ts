import type { Arguments, Bodies } from "./requests.ts";

/** Requests at the limits of what the sandbox's control contract allows. */
export const refusedBodies: Bodies = {
  "companies.create": {
    "a share above all": { example: "withFees", change: { feePercentage: 100.5 } },
    "a share below nothing": { example: "withFees", change: { feePercentage: -1 } },
    "a fee with a fraction": { example: "withFees", change: { feeFixed: 39.9 } },
    "a fee below nothing": { example: "withFees", change: { feeFixed: -1 } },
    "an authorization as a text": { example: "notAuthorized", change: { authorized: "no" } },
  },
  "clock.advance": {
    "no seconds": { example: "seconds", change: { seconds: 0 } },
    "a part of a second": { example: "seconds", change: { seconds: 0.5 } },
    "a second too many": { example: "seconds", change: { seconds: 316_224_001 } },
    "a way back": { example: "days", change: { days: -1 } },
    "a day too many": { example: "days", change: { days: 3661 } },
    "a moment without its time": { example: "to", change: { to: "2026-03-10" } },
    "no way at all": { example: "days", change: { days: undefined } },
  },
  "customers.create": {
    "no document": { example: "customer", change: { document: undefined } },
    "no birthdate": { example: "customer", change: { birthdate: undefined } },
    "an address in part": { example: "customer", change: { address: { complement: undefined } } },
    "a zipcode as a text": { example: "customer", change: { address: { zipcode: "01310200" } } },
  },
  "subscriptions.create": {
    "no card": { example: "twelveCycles", change: { cardId: undefined } },
    "an amount of nothing": { example: "twelveCycles", change: { amount: 0 } },
    "a setup below nothing": { example: "twelveCycles", change: { setupAmount: -1 } },
    "two charges a day": { example: "twelveCycles", change: { frequency: 0.5 } },
    "no cycles": { example: "twelveCycles", change: { duration: 0 } },
    "a tolerance below nothing": { example: "twelveCycles", change: { tolerancePeriod: -1 } },
    "a due date with a time": {
      example: "twelveCycles",
      change: { dueDate: "2026-03-10T00:00:00Z" },
    },
  },
  "withdrawals.create": {
    "an amount of nothing": { example: "pix", change: { amount: 0 } },
    "no key": { example: "pix", change: { pixKey: undefined } },
    "a postback address that is no URL": { example: "pix", change: { postbackUrl: "shop" } },
  },
  "payments.setStatus": {
    "a status of nothing": { example: "disputed", change: { status: "SETTLED" } },
    "no status": { example: "disputed", change: { status: undefined } },
  },
  "subaccounts.setStatus": {
    "a status of withdrawals": { example: "approved", change: { status: "PAID" } },
  },
  "withdrawals.setStatus": {
    "a status of subaccounts": { example: "paid", change: { status: "APPROVED" } },
  },
};

export const acceptedBodies: Bodies = {
  "companies.create": {
    "all kept by the service": { example: "withFees", change: { feePercentage: 100 } },
    "nothing said": {
      example: "withFees",
      change: { feePercentage: undefined, feeFixed: undefined },
    },
  },
  "clock.advance": {
    "a second": { example: "seconds", change: { seconds: 1 } },
    "ten years of seconds": { example: "seconds", change: { seconds: 316_224_000 } },
    "ten years of days": { example: "days", change: { days: 3660 } },
    "a unit that nobody knows beside": { example: "days", change: { hours: 1 } },
    "a moment in UTC": { example: "to", change: { to: "2026-03-10T03:00:00Z" } },
  },
  "subscriptions.create": {
    "no tolerance": { example: "twelveCycles", change: { tolerancePeriod: 0 } },
  },
  "withdrawals.create": {
    "no postback address": { example: "pix", change: { postbackUrl: undefined } },
    "a key of a kind that is not listed": { example: "pix", change: { pixKeyType: "EMAIL" } },
  },
};

export const refusedArguments: Arguments = {
  "requests.list": [
    ["limit", 0],
    ["limit", 101],
  ],
  "payments.setStatus": [["paymentId", "42"]],
  "withdrawals.create": [["x-subaccount-id", "main"]],
};

export const acceptedArguments: Arguments = {
  "requests.list": [
    ["limit", 1],
    ["limit", 100],
  ],
};
