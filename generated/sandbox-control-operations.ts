// Generated from openapi/ by `npm run generate`. Do not edit.

import type { OperationDefinition } from "../src/client/operation-definition.ts";
import type { operations as Operations } from "./sandbox-control-types.ts";

/** The name of an operation, which is also how you call it, e.g. `clock.advance`. */
export type OperationId = Exclude<keyof Operations, "state.export" | "state.import">;

/** What the client needs to know about each operation. */
export const operations: Readonly<Record<OperationId, OperationDefinition>> = {
  "health.get": "GET /_sandbox/health public=true",
  "health.ready": "GET /_sandbox/ready public=true",
  "companies.list":
    "GET /_sandbox/companies takes=query pageSize=10 public=true operatorKey=x-operator-key",
  "companies.create": "POST /_sandbox/companies takes=body public=true operatorKey=x-operator-key",
  "company.reset": "POST /_sandbox/reset",
  "snapshots.list": "GET /_sandbox/snapshots",
  "snapshots.create": "POST /_sandbox/snapshots",
  "snapshots.restore": "POST /_sandbox/snapshots/{snapshotId}/restore",
  "clock.get": "GET /_sandbox/clock",
  "clock.advance": "POST /_sandbox/clock/advance takes=body",
  "clock.getNext": "GET /_sandbox/clock/next",
  "faults.get": "GET /_sandbox/faults",
  "faults.set": "PUT /_sandbox/faults takes=body",
  "cards.list": "GET /_sandbox/cards takes=query pageSize=10",
  "subaccounts.listWithIds": "GET /_sandbox/subaccounts takes=query pageSize=10",
  "receiver.get": "GET /_sandbox/receiver",
  "receiver.set": "PUT /_sandbox/receiver takes=body",
  "listener.get": "GET /_sandbox/listener",
  "listener.claim": "POST /_sandbox/listener/claim takes=body",
  "listener.release": "POST /_sandbox/listener/release takes=body",
  "customers.create": "POST /_sandbox/customers takes=body",
  "subscriptions.create": "POST /_sandbox/subscriptions takes=body",
  "subscriptions.getDetails": "GET /_sandbox/subscriptions/{subscriptionId}",
  "withdrawals.create": "POST /_sandbox/withdrawals takes=body subaccountId=x-subaccount-id",
  "withdrawals.setStatus": "POST /_sandbox/withdrawals/{withdrawalId}/status takes=body",
  "payments.getDetails": "GET /_sandbox/payments/{paymentId}",
  "payments.setStatus": "POST /_sandbox/payments/{paymentId}/status takes=body",
  "payments.anticipate": "POST /_sandbox/payments/{paymentId}/anticipate",
  "subaccounts.setStatus": "POST /_sandbox/subaccounts/{subaccountId}/status takes=body",
  "balance.get": "GET /_sandbox/balance",
  "ledger.listAccounts": "GET /_sandbox/ledger/accounts",
  "ledger.listEntries": "GET /_sandbox/ledger/entries takes=query",
  "ledger.listReceivables": "GET /_sandbox/ledger/receivables takes=query",
  "ledger.getStatement": "GET /_sandbox/ledger/statement takes=query",
  "events.list": "GET /_sandbox/events takes=query pageSize=10",
  "requests.list": "GET /_sandbox/requests takes=query pageSize=10",
  "postbacks.list": "GET /_sandbox/postbacks takes=query pageSize=10",
  "postbacks.get": "GET /_sandbox/postbacks/{eventId}",
  "postbacks.reportAttempt": "POST /_sandbox/postbacks/{eventId}/attempts takes=body",
  "postbacks.delay": "POST /_sandbox/postbacks/{eventId}/delay takes=body",
  "postbacks.redeliver": "POST /_sandbox/postbacks/{eventId}/redeliver",
  "companies.delete":
    "DELETE /_sandbox/companies/{companyId} public=true operatorKey=x-operator-key",
  "company.update":
    "PATCH /_sandbox/company takes=body operatorKey=x-operator-key sandboxCompany=x-sandbox-company",
  "company.rotateKeys":
    "POST /_sandbox/company/keys operatorKey=x-operator-key sandboxCompany=x-sandbox-company",
  "invitations.list":
    "GET /_sandbox/invitations operatorKey=x-operator-key sandboxCompany=x-sandbox-company",
  "invitations.create":
    "POST /_sandbox/invitations operatorKey=x-operator-key sandboxCompany=x-sandbox-company",
  "invitations.revoke":
    "DELETE /_sandbox/invitations/{invitationId} operatorKey=x-operator-key sandboxCompany=x-sandbox-company",
  "search.find": "GET /_sandbox/search takes=query",
};
