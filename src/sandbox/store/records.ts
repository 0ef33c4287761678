import type {
  Event,
  Fault,
  Postback,
  PostbackType,
  ReceiverBehavior,
} from "../../../generated/sandbox-control-types.ts";
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
import type { OutcomeName } from "../domain/test-outcomes.ts";

/** The record type of each collection. */
export interface Records {
  customers: CustomerRecord;
  cards: CardRecord;
  payments: PaymentRecord;
  subaccounts: SubaccountRecord;
  subscriptions: SubscriptionRecord;
  bankAccounts: BankAccountRecord;
  withdrawals: WithdrawalRecord;
  postbacks: PostbackRecord;
}

export type Kind = keyof Records;

/** A stored resource. Fields outside `resource` are internal: the API does not show them. */
interface Stored<Resource> {
  id: string;
  resource: Resource;
}

/** `taxNumber` is the document without punctuation. It identifies the customer. */
export interface CustomerRecord extends Stored<Customer> {
  taxNumber: string;
}

/** Of the card number, only the digits in the resource and the outcome that it forces are stored. */
export interface CardRecord extends Stored<TokenizedCard> {
  outcome: OutcomeName;
}

export interface PaymentRecord extends Stored<Payment> {
  customerId: string;
  subscriptionId: string | null;
  anticipated: boolean;
}

/** `taxNumber` is the CPF of an individual or the CNPJ of a legal entity. */
export interface SubaccountRecord extends Stored<Subaccount> {
  taxNumber: string;
}

export interface SubscriptionRecord extends Stored<Subscription> {
  billing: BillingState;
}

/** `owner` is the subaccount that the account belongs to, or empty for the company itself. */
interface BankAccountRecord extends Stored<BankAccount> {
  owner: string;
}

/** `owner` is the subaccount that withdraws, or empty for the company itself. */
export interface WithdrawalRecord extends Stored<Withdrawal> {
  owner: string;
}

/** A postback. `due` is the time of its next attempt, in milliseconds since 1970. */
export interface PostbackRecord extends Stored<Postback> {
  due: number;
  /** The number of all attempts. The resource keeps only the latest ones. */
  attemptCount: number;
  /** Whether an attempt has succeeded. */
  hasArrived: boolean;
  /** The payment or withdrawal as it was when the postback was enqueued. */
  body: Payment | Withdrawal;
  /** The delivery that was handed to a listener, until it is reported or its lease has run out. */
  listenerClaim?: ListenerClaim | undefined;
}

/** When its lease ends, and what the claimed postback had: the time of the attempt, its due time, and the generation. */
export interface ListenerClaim {
  until: number;
  at: string;
  due: number;
  generation: number;
}

/** A job that runs when the company's clock reaches `dueAt`, in milliseconds since 1970. */
export type Job = { dueAt: number } & (
  | { kind: "payment"; paymentId: string; status: PaymentStatus }
  | { kind: "expiry"; paymentId: string }
  | { kind: "charge" | "end"; subscriptionId: string; day: string }
  | { kind: "settlement"; owner: string; day: string }
);

/** What a job is about. Of jobs of a kind with the same key that are due together, a queue has one. */
export function jobKey(job: Job): string {
  switch (job.kind) {
    case "payment":
      return `${job.paymentId} ${job.status}`;
    case "expiry":
      return job.paymentId;
    case "settlement":
      return job.owner;
    default:
      return job.subscriptionId;
  }
}

export interface Company extends Identity {
  id: string;
  authorized: boolean;
  feePercentage: number;
  feeFixed: number;
  /** The late fee (once) and the interest (per day) of the company's overdue boletos, in centavos. */
  lateFeeAmount: number;
  interestAmount: number;
  clock: CompanyClock;
  /** The advance of the clock that is in progress. */
  advance?: ClockAdvance | undefined;
  /** Whether it refuses tax ids whose check digits are wrong. */
  checkTaxIds: boolean;
  /** Whether it was created with the resources of the contract's examples. */
  holdsExamples: boolean;
  /** The faults injected through the control API. */
  faults: Fault[];
  /** What the built-in receiver does with the company's postbacks. */
  receiver: ReceiverBehavior;
  /** The number of ids drawn from the company's seeded sequence. A reset and a restore set it back. */
  drawCount: number;
  /** The number of ids drawn from the separate sequence for tokens. */
  tokens: number;
  /** The number of snapshots ever created, whose ids are a separate sequence too. */
  snapshotCount: number;
  /**
   * How often all data was replaced, by a reset or a restored snapshot. It only grows, and is part of every id
   * that is made: counts are set back, and would give the same ids again.
   */
  generation: number;
}

/** What says who a company is and who may use it. A reset and a restore leave it as it is. */
export interface Identity {
  name?: string | undefined;
  /** Who answers for the company. */
  owner?: string | undefined;
  /** In milliseconds since 1970 on the system's clock, as all times here. */
  createdAt: number;
  /** When its keys or tokens were last used. It may be an hour late, so that it costs few writes. */
  lastUsedAt?: number | undefined;
  /** How often its keys were replaced. Keys and tokens of an earlier count are not valid. */
  keyRotations?: number | undefined;
  /** The private key, if it was imported instead of derived. */
  importedPrivateKey?: string | undefined;
  /** The invitations that can still be used, the oldest first. */
  invitations?: readonly StoredInvitation[] | undefined;
  /** The programs that deliver the company's postbacks in place of the sandbox, one at a time. */
  listeners?: Listener[] | undefined;
}

/** An invitation to the inspector. Of its token, only the SHA-256 is stored. */
export interface StoredInvitation {
  id: string;
  hash: string;
  expiresAt: number;
}

/** A listener, and when its lease ends, in milliseconds since 1970 by the system's clock. */
export interface Listener {
  id: string;
  until: number;
  types: PostbackType[];
  /** Whether its latest attempt took as long as it may. */
  isSlow: boolean;
}

/** A clock that runs `ahead` milliseconds ahead of the system clock, or a clock frozen at `now`. */
export type CompanyClock = { ahead: number } | { startedAt: number; now: number };

/**
 * An advance whose due work is not done yet. `clock` shows the time at its end already. Until then, the company's time is
 * `now`: the due time of the latest work.
 */
export interface ClockAdvance {
  now: number;
  to: number;
}

/** An event to add to a timeline, which gives it its id. */
export type NewEvent = WithoutId<Event>;

/** Distributes over the union, so that `type` still decides what `data` is. */
type WithoutId<Each> = Each extends unknown ? Omit<Each, "id"> : never;
