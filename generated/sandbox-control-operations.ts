// Generated from openapi/ by `npm run generate`. Do not edit.

import type { OperationDefinition } from "../src/client/operation-definition.ts";
import type { operations as Operations } from "./sandbox-control-types.ts";

/** The name of an operation, which is also how you call it, e.g. `clock.advance`. */
export type OperationId = keyof Operations;

/** What the client needs to know about each operation. */
export const operations: Readonly<Record<OperationId, OperationDefinition>> = {
  "health.get": { method: "GET", path: "/_sandbox/health", public: true },
  "health.ready": { method: "GET", path: "/_sandbox/ready", public: true },
  "companies.create": {
    takes: "body",
    method: "POST",
    path: "/_sandbox/companies",
    headers: { controlToken: "x-control-token" },
    public: true,
  },
  "company.reset": { method: "POST", path: "/_sandbox/reset" },
  "snapshots.list": { method: "GET", path: "/_sandbox/snapshots" },
  "snapshots.create": { method: "POST", path: "/_sandbox/snapshots" },
  "snapshots.restore": { method: "POST", path: "/_sandbox/snapshots/{snapshotId}/restore" },
  "clock.get": { method: "GET", path: "/_sandbox/clock" },
  "clock.advance": { takes: "body", method: "POST", path: "/_sandbox/clock/advance" },
  "faults.get": { method: "GET", path: "/_sandbox/faults" },
  "faults.set": { takes: "body", method: "PUT", path: "/_sandbox/faults" },
  "cards.list": { takes: "query", method: "GET", path: "/_sandbox/cards", pageSize: 10 },
  "subaccounts.listWithIds": {
    takes: "query",
    method: "GET",
    path: "/_sandbox/subaccounts",
    pageSize: 10,
  },
  "receiver.get": { method: "GET", path: "/_sandbox/receiver" },
  "receiver.set": { takes: "body", method: "PUT", path: "/_sandbox/receiver" },
  "customers.create": { takes: "body", method: "POST", path: "/_sandbox/customers" },
  "subscriptions.create": { takes: "body", method: "POST", path: "/_sandbox/subscriptions" },
  "subscriptions.getDetails": { method: "GET", path: "/_sandbox/subscriptions/{subscriptionId}" },
  "withdrawals.create": {
    takes: "body",
    method: "POST",
    path: "/_sandbox/withdrawals",
    headers: { subaccountId: "x-subaccount-id" },
  },
  "withdrawals.setStatus": {
    takes: "body",
    method: "POST",
    path: "/_sandbox/withdrawals/{withdrawalId}/status",
  },
  "payments.getDetails": { method: "GET", path: "/_sandbox/payments/{paymentId}" },
  "payments.setStatus": {
    takes: "body",
    method: "POST",
    path: "/_sandbox/payments/{paymentId}/status",
  },
  "payments.anticipate": { method: "POST", path: "/_sandbox/payments/{paymentId}/anticipate" },
  "subaccounts.setStatus": {
    takes: "body",
    method: "POST",
    path: "/_sandbox/subaccounts/{subaccountId}/status",
  },
  "balance.get": { method: "GET", path: "/_sandbox/balance" },
  "ledger.listAccounts": { method: "GET", path: "/_sandbox/ledger/accounts" },
  "ledger.listEntries": { takes: "query", method: "GET", path: "/_sandbox/ledger/entries" },
  "ledger.getStatement": { takes: "query", method: "GET", path: "/_sandbox/ledger/statement" },
  "events.list": { takes: "query", method: "GET", path: "/_sandbox/events", pageSize: 10 },
  "requests.list": { takes: "query", method: "GET", path: "/_sandbox/requests", pageSize: 10 },
  "postbacks.list": { takes: "query", method: "GET", path: "/_sandbox/postbacks", pageSize: 10 },
  "postbacks.get": { method: "GET", path: "/_sandbox/postbacks/{eventId}" },
  "postbacks.delay": { takes: "body", method: "POST", path: "/_sandbox/postbacks/{eventId}/delay" },
  "postbacks.redeliver": { method: "POST", path: "/_sandbox/postbacks/{eventId}/redeliver" },
};

/** The names of fields that hold a secret or a full card number. */
export const sensitiveFields: ReadonlySet<string> = new Set(["privateKey", "publicKey"]);
