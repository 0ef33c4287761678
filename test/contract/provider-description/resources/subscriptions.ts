import type { Operations, ReturnCodes, Transitions, Unexplained } from "../notation.ts";
import { meta, notice, pagedByDefault } from "./conventions.ts";

export const returnCodes: ReturnCodes = {
  [-1000]: { message: "Assinatura não encontrada", at: "subscriptions.get" },
};

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

export const operations: Operations = {
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
};

export const transitions: Transitions = {
  "subscriptions.get": [
    "ACTIVE -> DELETED by subscriptions.cancel",
    "SUSPENDED -> DELETED by subscriptions.cancel",
    "EXPIRED -> DELETED by subscriptions.cancel",
    "DELETED -> DELETED by subscriptions.cancel",
    "ACTIVE -> SUSPENDED by subscriptions.suspend",
    "SUSPENDED -> ACTIVE by subscriptions.reactivate",
    "DELETED -> nothing by subscriptions.reactivate",
  ],
};

export const unexplained: Unexplained = {
  Subscription: ["setupAmount", "expirationDate"],
};
