// Generated from openapi/ by `npm run generate`. Do not edit.

import type { OperationDefinition } from "../src/client/operation-definition.ts";
import type { operations as Operations } from "./types.ts";

/** The name of an operation, which is also how you call it, e.g. `payments.create`. */
export type OperationId = keyof Operations;

/** What the client needs to know about each operation. */
export const operations: Readonly<Record<OperationId, OperationDefinition>> = {
  "auth.createToken": "POST /auth takes=body public=true",
  "payments.list": "GET /payments takes=query pageSize=10",
  "payments.create": "POST /payments takes=body",
  "payments.get": "GET /payments/{paymentId}",
  "payments.refund": "POST /payments/refund takes=body",
  "cards.tokenize": "POST /cards/tokenize takes=body",
  "cards.get": "GET /cards/{tokenizedCardId}",
  "cards.delete": "DELETE /cards/{tokenizedCardId}",
  "subscriptions.list": "GET /subscriptions takes=query pageSize=10",
  "subscriptions.get": "GET /subscriptions/{subscriptionId}",
  "subscriptions.update": "PUT /subscriptions/{subscriptionId} takes=body",
  "subscriptions.cancel": "DELETE /subscriptions/{subscriptionId}",
  "subscriptions.addSplit": "POST /subscriptions/add_split takes=body",
  "subscriptions.removeSplit": "DELETE /subscriptions/{subscriptionId}/remove_split/{splitId}",
  "subscriptions.suspend": "POST /subscriptions/{subscriptionId}/suspend",
  "subscriptions.reactivate": "POST /subscriptions/{subscriptionId}/reactivate",
  "customers.list": "GET /customers takes=query pageSize=10",
  "customers.get": "GET /customers/{customerId}",
  "customers.update": "PUT /customers/{customerId} takes=body",
  "customers.delete": "DELETE /customers/{customerId}",
  "subaccounts.list": "GET /subaccounts takes=query pageSize=10",
  "subaccounts.get": "GET /subaccounts/{subaccountId}",
  "subaccounts.delete": "DELETE /subaccounts/{subaccountId}",
  "subaccounts.createPf": "POST /subaccounts/pf takes=body",
  "subaccounts.createPj": "POST /subaccounts/pj takes=body",
  "bankAccounts.list": "GET /bank_accounts takes=query pageSize=10 subaccountId=x-subaccount-id",
  "bankAccounts.create": "POST /bank_accounts takes=body subaccountId=x-subaccount-id",
  "withdrawals.list": "GET /withdrawals takes=query pageSize=10 subaccountId=x-subaccount-id",
  "withdrawals.get": "GET /withdrawals/{withdrawalId} subaccountId=x-subaccount-id",
};

/** The path of the token request. */
export const tokenPath = "/auth";

/** The names of fields that hold a secret or a full card number. */
export const sensitiveFields: ReadonlySet<string> = new Set([
  "access_token",
  "buyerPageQrCodeUrl",
  "buyerPageUrl",
  "cardNumber",
  "invitationUrl",
  "privateKey",
  "publicKey",
  "refresh_token",
  "securityCode",
]);
