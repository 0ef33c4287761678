import type { Fault, Postback } from "../../../generated/sandbox-control-types.ts";
import type {
  BankAccount,
  Customer,
  Payment,
  PaymentStatus,
  Subaccount,
  Subscription,
  TokenizedCard,
  Withdrawal,
} from "../../../generated/types.ts";
import type { BillingState } from "../domain/billing-cycle.ts";
import type { OutcomeName } from "../domain/test-cards.ts";

/** A resource as the interface shows it, with what the interface does not show beside it. */
export interface Stored<Resource> {
  id: string;
  resource: Resource;
}

/** `taxNumber` is the document without its punctuation: by it a customer is found again. */
export interface CustomerRecord extends Stored<Customer> {
  taxNumber: string;
}

/** Of the number nothing is kept but what the resource shows and the outcome that it forces. */
export interface CardRecord extends Stored<TokenizedCard> {
  outcome: OutcomeName;
}

export interface PaymentRecord extends Stored<Payment> {
  customerId: string;
  subscriptionId: string | null;
  anticipated: boolean;
}

/** `taxNumber` is the CPF of an individual, the CNPJ of a legal entity. */
export interface SubaccountRecord extends Stored<Subaccount> {
  taxNumber: string;
}

/** `billing` is how far it has charged, and what comes next. */
export interface SubscriptionRecord extends Stored<Subscription> {
  billing: BillingState;
}

/** `owner` is the subaccount in whose context a thing was made, or empty for the company itself. */
export interface BankAccountRecord extends Stored<BankAccount> {
  owner: string;
}

export interface WithdrawalRecord extends Stored<Withdrawal> {
  owner: string;
}

/** A change that is to be told; `due` is when, in milliseconds since 1970. */
export interface PostbackRecord extends Stored<Postback> {
  due: number;
  /** How many attempts there were. The resource shows the latest only. */
  attemptCount: number;
  /** Whether one of them was answered with success. */
  hasArrived: boolean;
  /** What is sent. */
  body: Payment | Withdrawal;
}

/** What is to be done when the company's clock gets there, in milliseconds since 1970. */
export type Job = { dueAt: number } & (
  | { kind: "payment"; paymentId: string; status: PaymentStatus }
  | { kind: "subscription"; subscriptionId: string; day: string }
);

export interface Company {
  id: string;
  authorized: boolean;
  feePercentage: number;
  feeFixed: number;
  /** What its billets cost late, once and for each day. */
  lateFeeAmount: number;
  interestAmount: number;
  clock: CompanyClock;
  /** What is to go wrong, as the control interface was asked. */
  faults: Fault[];
  /** How many random values were drawn with the sandbox's seed; the next one follows from it. */
  drawn: number;
  /** How many were drawn for its tokens. */
  tokens: number;
}

/** A clock that moves by itself, so far ahead of the machine's, or one that stands still. */
export type CompanyClock = { ahead: number } | { startedAt: number; now: number };
