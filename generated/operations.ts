// Generated from openapi/ by `npm run generate`. Do not edit.

import type { OperationDefinition } from "../src/client/operation-definition.ts";
import type { operations as Operations } from "./types.ts";

/** The name of an operation, which is also how you call it, e.g. `payments.create`. */
export type OperationId = keyof Operations;

/** What the client needs to know about each operation. */
export const operations: Readonly<Record<OperationId, OperationDefinition>> = {
  "auth.createToken": { takes: "body", method: "POST", path: "/auth", public: true },
  "payments.list": { takes: "query", method: "GET", path: "/payments", pageSize: 10 },
  "payments.create": { takes: "body", method: "POST", path: "/payments" },
  "payments.get": { method: "GET", path: "/payments/{paymentId}" },
  "payments.refund": { takes: "body", method: "POST", path: "/payments/refund" },
  "cards.tokenize": { takes: "body", method: "POST", path: "/cards/tokenize" },
  "cards.get": { method: "GET", path: "/cards/{tokenizedCardId}" },
  "cards.delete": { method: "DELETE", path: "/cards/{tokenizedCardId}" },
  "subscriptions.list": { takes: "query", method: "GET", path: "/subscriptions", pageSize: 10 },
  "subscriptions.get": { method: "GET", path: "/subscriptions/{subscriptionId}" },
  "subscriptions.update": { takes: "body", method: "PUT", path: "/subscriptions/{subscriptionId}" },
  "subscriptions.cancel": { method: "DELETE", path: "/subscriptions/{subscriptionId}" },
  "subscriptions.addSplit": { takes: "body", method: "POST", path: "/subscriptions/add_split" },
  "subscriptions.removeSplit": {
    method: "DELETE",
    path: "/subscriptions/{subscriptionId}/remove_split/{splitId}",
  },
  "subscriptions.suspend": { method: "POST", path: "/subscriptions/{subscriptionId}/suspend" },
  "subscriptions.reactivate": {
    method: "POST",
    path: "/subscriptions/{subscriptionId}/reactivate",
  },
  "customers.list": { takes: "query", method: "GET", path: "/customers", pageSize: 10 },
  "customers.get": { method: "GET", path: "/customers/{customerId}" },
  "customers.update": { takes: "body", method: "PUT", path: "/customers/{customerId}" },
  "customers.delete": { method: "DELETE", path: "/customers/{customerId}" },
  "subaccounts.list": { takes: "query", method: "GET", path: "/subaccounts", pageSize: 10 },
  "subaccounts.get": { method: "GET", path: "/subaccounts/{subaccountId}" },
  "subaccounts.delete": { method: "DELETE", path: "/subaccounts/{subaccountId}" },
  "subaccounts.createPf": { takes: "body", method: "POST", path: "/subaccounts/pf" },
  "subaccounts.createPj": { takes: "body", method: "POST", path: "/subaccounts/pj" },
  "bankAccounts.list": {
    takes: "query",
    method: "GET",
    path: "/bank_accounts",
    headers: { subaccountId: "x-subaccount-id" },
    pageSize: 10,
  },
  "bankAccounts.create": {
    takes: "body",
    method: "POST",
    path: "/bank_accounts",
    headers: { subaccountId: "x-subaccount-id" },
  },
  "withdrawals.list": {
    takes: "query",
    method: "GET",
    path: "/withdrawals",
    headers: { subaccountId: "x-subaccount-id" },
    pageSize: 10,
  },
  "withdrawals.get": {
    method: "GET",
    path: "/withdrawals/{withdrawalId}",
    headers: { subaccountId: "x-subaccount-id" },
  },
};

/** The path of the token request. */
export const tokenPath = "/auth";

/** The names of fields that hold a secret or a full card number. */
export const sensitiveFields: ReadonlySet<string> = new Set([
  "access_token",
  "cardNumber",
  "privateKey",
  "publicKey",
  "refresh_token",
  "securityCode",
]);
