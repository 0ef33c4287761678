/** What a successful request does. The contract does not say it in a form that a run could follow. */
export interface WriteEffect {
  /** In words, with what becomes of it after the run. */
  text: string;
  /** Whether the run sends its examples: to make something new, or to change a subscription that the user has named. */
  sends?: "new" | "change";
  /** How the run undoes it at its end: null if nothing undoes it. Left out if it makes nothing that the service keeps. */
  undo?: { operationId: string; state: "removed" | "refunded" } | null;
}

const DELETE_SUBACCOUNT = { operationId: "subaccounts.delete", state: "removed" } as const;

/** By operation, in the order in which they need each other. */
export const EFFECTS: Readonly<Record<string, WriteEffect>> = {
  "subaccounts.createPf": {
    text: "a subaccount of a person, which the run deletes at its end",
    sends: "new",
    undo: DELETE_SUBACCOUNT,
  },
  "subaccounts.createPj": {
    text: "a subaccount of a company, which the run deletes at its end",
    sends: "new",
    undo: DELETE_SUBACCOUNT,
  },
  "cards.tokenize": {
    text: "a tokenized card, which the run deletes at its end",
    sends: "new",
    undo: { operationId: "cards.delete", state: "removed" },
  },
  "payments.create": {
    text: "a payment and its customer; the run refunds card payments that succeed, and leaves Pix, boletos and customers",
    sends: "new",
    undo: { operationId: "payments.refund", state: "refunded" },
  },
  "payments.refund": { text: "the refund of a payment that the run made", sends: "new" },
  "bankAccounts.create": {
    text: "a bank account, which stays: no call deletes it",
    sends: "new",
    undo: null,
  },
  "subscriptions.update": {
    text: "the subscription that you name, set to the values that it has",
    sends: "change",
  },
  "subscriptions.addSplit": {
    text: "a split of the subscription that you name, which the run removes at its end",
    sends: "change",
    undo: { operationId: "subscriptions.removeSplit", state: "removed" },
  },
  "customers.update": { text: "the customer that you name, set to the values that it has" },
};

/** What cannot be undone is never called, not even with an id that does not exist. */
export const NEVER: ReadonlySet<string> = new Set(["customers.delete", "subscriptions.cancel"]);
