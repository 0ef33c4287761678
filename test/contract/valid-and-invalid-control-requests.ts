import type { Arguments, Bodies } from "./valid-and-invalid-requests.ts";

/** Requests at the limits of what the sandbox's control contract allows. */
export const invalidBodies: Bodies = {
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
  "postbacks.delay": {
    "no delay": { example: "hour", change: { seconds: 0 } },
    "a part of a second": { example: "hour", change: { seconds: 0.5 } },
    "a second too many": { example: "hour", change: { seconds: 316_224_001 } },
    "nothing said": { example: "hour", change: { seconds: undefined } },
  },
  "faults.set": {
    "no list": { example: "none", change: { faults: undefined } },
    "a fault of nothing": { example: "none", change: { faults: [{}] } },
    "a fault without what goes wrong": { example: "none", change: { faults: [{ times: 2 }] } },
    "an error on a connection that is cut": {
      example: "none",
      change: { faults: [{ status: 503, reset: true }] },
    },
    "no wait": { example: "none", change: { faults: [{ latency: 0 }] } },
    "a wait above a minute": { example: "none", change: { faults: [{ latency: 60_001 }] } },
    "a status of success": { example: "none", change: { faults: [{ status: 399 }] } },
    "a status of nothing": { example: "none", change: { faults: [{ status: 600 }] } },
    "a connection that is not cut": { example: "none", change: { faults: [{ reset: false }] } },
    "a moment in between": {
      example: "none",
      change: { faults: [{ reset: true, when: "during" }] },
    },
    "a fault of no calls": { example: "none", change: { faults: [{ reset: true, times: 0 }] } },
    "a fault that never hits": {
      example: "none",
      change: { faults: [{ reset: true, probability: 0 }] },
    },
    "a fault more likely than sure": {
      example: "none",
      change: { faults: [{ reset: true, probability: 1.1 }] },
    },
    "a fault too many": { example: "none", change: { faults: faults(21) } },
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
  statusChanged: {
    "no id of the change": { example: "payment", change: { eventId: undefined } },
    "a type of nothing": { example: "payment", change: { type: "subscription" } },
    "no payment": { example: "payment", change: { data: undefined } },
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
  "postbacks.delay": {
    "a second": { example: "hour", change: { seconds: 1 } },
    "ten years": { example: "hour", change: { seconds: 316_224_000 } },
  },
  "faults.set": {
    "as many as there can be": { example: "none", change: { faults: faults(20) } },
    "the shortest wait": { example: "none", change: { faults: [{ latency: 1 }] } },
    "a minute's wait": { example: "none", change: { faults: [{ latency: 60_000 }] } },
    "the first and the last status": {
      example: "none",
      change: { faults: [{ status: 400 }, { status: 599 }] },
    },
    "a wait before the connection is cut": {
      example: "none",
      change: { faults: [{ latency: 300, reset: true }] },
    },
    "a fault that hits each call": {
      example: "none",
      change: { faults: [{ reset: true, probability: 1 }] },
    },
  },
  "subscriptions.create": {
    "no tolerance": { example: "twelveCycles", change: { tolerancePeriod: 0 } },
  },
  "withdrawals.create": {
    "no postback address": { example: "pix", change: { postbackUrl: undefined } },
    "a key of a kind that is not listed": { example: "pix", change: { pixKeyType: "EMAIL" } },
  },
};

export const invalidArguments: Arguments = {
  "events.list": [
    ["page", 0],
    ["limit", 101],
    ["type", "payment"],
    ["requestId", "42"],
    ["since", "2026-03-12"],
    ["until", "2026-03-12"],
    ["after", -1],
    ["after", 0.5],
  ],
  "requests.list": [
    ["page", 0],
    ["limit", 0],
    ["limit", 101],
    ["status", 99],
    ["status", 600],
  ],
  "ledger.listEntries": [["resourceId", "1807"]],
  "ledger.getStatement": [
    ["subaccountId", "main"],
    ["from", "2026-03-02T00:00:00Z"],
    ["to", "2026-02-30"],
  ],
  "payments.getDetails": [["paymentId", "42"]],
  "subscriptions.getDetails": [["subscriptionId", "42"]],
  "snapshots.restore": [["snapshotId", "42"]],
  "postbacks.list": [
    ["page", 0],
    ["limit", 0],
    ["limit", 101],
    ["status", "PAID"],
    ["resourceId", "42"],
  ],
  "postbacks.get": [["eventId", "42"]],
  "postbacks.redeliver": [["eventId", "42"]],
  "postbacks.delay": [["eventId", "42"]],
  "payments.setStatus": [["paymentId", "42"]],
  "payments.anticipate": [["paymentId", "42"]],
  "withdrawals.create": [["x-subaccount-id", "main"]],
};

export const acceptedArguments: Arguments = {
  "events.list": [
    ["limit", 1],
    ["limit", 100],
    ["type", "clock.advanced"],
    ["resourceId", "1807"],
    ["since", "2026-03-12T03:00:00Z"],
    ["after", 0],
  ],
  "requests.list": [
    ["limit", 1],
    ["limit", 100],
    ["status", 100],
    ["status", 599],
    ["resourceId", "1807"],
  ],
  "postbacks.list": [
    ["limit", 1],
    ["limit", 100],
    ["status", "DELIVERED"],
  ],
};

function faults(count: number): object[] {
  return Array.from({ length: count }, () => ({ status: 503 }));
}

export const acceptedResponses: Bodies = {
  "subscriptions.create": {
    "no expiration date": { example: "lifelong", change: { data: { expirationDate: undefined } } },
    "a null for its duration": { example: "lifelong", change: { data: { duration: null } } },
  },
};
