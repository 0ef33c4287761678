/** What a successful request does. The contract does not say it in a form that a run could follow. */
export interface WriteEffect {
  /** In words, with what becomes of it after the run. */
  text: string;
  /** Whether the run sends its examples: to make something new, or to change a subscription that the user has named. */
  sends?: "new" | "change";
  /** The read that shows what it has made. Left out if it makes nothing that the service keeps. */
  shownBy?: string;
  /** The operation that undoes it at the end of the run. */
  undoneBy?: string;
}

/** By operation, in the order in which they need each other. */
export const EFFECTS: Readonly<Record<string, WriteEffect>> = {
  "subaccounts.createPf": {
    text: "a subaccount of a person, which the run deletes at its end",
    sends: "new",
    shownBy: "subaccounts.get",
    undoneBy: "subaccounts.delete",
  },
  "subaccounts.createPj": {
    text: "a subaccount of a company, which the run deletes at its end",
    sends: "new",
    shownBy: "subaccounts.get",
    undoneBy: "subaccounts.delete",
  },
  "cards.tokenize": {
    text: "a tokenized card, which the run deletes at its end",
    sends: "new",
    shownBy: "cards.get",
    undoneBy: "cards.delete",
  },
  "payments.create": {
    text: "a payment and a new customer; the run asks for a refund of each payment, and leaves what the service does not refund, and customers",
    sends: "new",
    shownBy: "payments.get",
    undoneBy: "payments.refund",
  },
  "payments.refund": { text: "the refund of a payment that the run made", sends: "new" },
  "bankAccounts.create": {
    text: "a bank account, which stays: no call deletes it, and no response has its id",
    sends: "new",
    shownBy: "bankAccounts.list",
  },
  "subscriptions.update": {
    text: "the subscription that you name, set to the values that it has",
    sends: "change",
  },
  "subscriptions.addSplit": {
    text: "a split of the subscription that you name, which the run removes at its end",
    sends: "change",
    shownBy: "subscriptions.get",
    undoneBy: "subscriptions.removeSplit",
  },
  "customers.update": { text: "the customer that you name, set to the values that it has" },
};

/** What cannot be undone is never called, not even with an id that does not exist. */
export const NEVER: ReadonlySet<string> = new Set(["customers.delete", "subscriptions.cancel"]);
