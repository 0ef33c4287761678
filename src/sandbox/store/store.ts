import type { Entry, LedgerEvent } from "../domain/ledger-balances.ts";
import type {
  BankAccountRecord,
  CardRecord,
  Company,
  CustomerRecord,
  Job,
  PaymentRecord,
  PostbackRecord,
  SubaccountRecord,
  SubscriptionRecord,
  WithdrawalRecord,
} from "./records.ts";
import type { UnparsedJson } from "./unparsed-json.ts";

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

/** The filters of each collection. */
export interface Filters {
  customers: { taxNumber?: string | undefined };
  cards: { customerId?: string | undefined };
  payments: {
    status?: string | undefined;
    paymentMethod?: string | undefined;
    amount?: number | undefined;
    customerId?: string | undefined;
    subscriptionId?: string | undefined;
  };
  subaccounts: { companyType?: string | undefined; taxNumber?: string | undefined };
  subscriptions: {
    status?: string | undefined;
    title?: string | undefined;
    amount?: number | undefined;
    setupAmount?: number | undefined;
    frequency?: number | undefined;
    dueDate?: string | undefined;
    subaccountId?: string | undefined;
  };
  bankAccounts: { owner?: string | undefined };
  withdrawals: { owner?: string | undefined };
  postbacks: { status?: string | undefined; resourceId?: string | undefined };
}

export type Kind = keyof Records;

/** All records of one kind that a company has. An undefined filter is ignored. */
export interface Collection<Name extends Kind> {
  get(id: string): Promise<Records[Name] | undefined>;
  insert(record: Records[Name]): Promise<void>;
  /** Replaces the record with the same id. */
  update(record: Records[Name]): Promise<void>;
  delete(id: string): Promise<void>;
  /** All matching records, newest first. */
  find(filters: Filters[Name]): Promise<Records[Name][]>;
  /** The number of records plus one: the next id of a kind with numeric ids. */
  nextNumber(): Promise<number>;
  /** One page of the matching records, newest first, and the number of all matches. */
  page(filters: Filters[Name], page: Page): Promise<ResultPage<Records[Name]["resource"]>>;
}

interface ResultPage<Resource> {
  resources: UnparsedJson<Resource[]>;
  total: number;
}

export interface Page {
  page: number;
  limit: number;
}

/** The sum of an owner's entries on a day. */
export type DaySum = Pick<Entry, "owner" | "amount" | "on">;

export interface Ledger {
  /**
   * Writes the entries of an event. `subject` is the id of its payment or withdrawal.
   * @throws {UnbalancedEntriesError} if the entries of a day do not sum to zero. It then writes nothing.
   */
  post(event: LedgerEvent, subject: string, entries: Entry[]): Promise<void>;
  entriesOf(subject: string): Promise<Entry[]>;
  /** The sums per day of the account "available", past and future, of one owner or of all. */
  available(owner?: string): Promise<DaySum[]>;
  /** The total that buyers have paid. Refunds do not reduce it. */
  received(): Promise<number>;
}

/** The pending postbacks. Each waits for the earlier ones of the same resource. */
export interface Outbox {
  /** The postbacks due by a time, earliest first, up to `limit`. */
  due(until: number, limit?: number): Promise<PostbackRecord[]>;
  /** The first pending postback of a resource, whether or not it is due. */
  first(resourceId: string): Promise<PostbackRecord | undefined>;
  /** When the next one is due. */
  nextDueAt(): Promise<number | undefined>;
}

export interface JobQueue {
  add(job: Job): Promise<void>;
  /** When the next one is due. */
  nextDueAt(): Promise<number | undefined>;
  /** Removes and returns the next job. Of jobs with the same due time, the oldest comes first. */
  takeNext(): Promise<Job | undefined>;
}

/** The data of one company. It gives no access to the data of other companies. */
export type CompanyData = { [Name in Kind]: Collection<Name> } & {
  ledger: Ledger;
  jobQueue: JobQueue;
  outbox: Outbox;
  /** Deletes all data of the company. */
  clear(): Promise<void>;
};

export interface Data {
  companies: {
    get(id: string): Promise<Company | undefined>;
    save(company: Company): Promise<void>;
    /** The ids of all companies, oldest first. */
    ids(): Promise<string[]>;
  };
  of(companyId: string): CompanyData;
  settings: {
    get(): Promise<Settings | undefined>;
    save(settings: Settings): Promise<void>;
  };
}

/** The stored settings of a sandbox. */
export interface Settings {
  /** Keys, tokens and seeded ids are derived from it. */
  secret: string;
  /** Whether ids are derived from the secret instead of random. */
  seeded: boolean;
  /** The number of ids drawn for companies. */
  drawCount: number;
  id: string;
}

/**
 * Stores the state of the sandbox. Transactions and reads run one after the other: each sees all changes of
 * the completed ones before it, and none of a failed one.
 */
export interface Store {
  /** Runs `work` and rolls back all its changes if it throws. */
  transaction<Result>(work: (data: Data) => Promise<Result>): Promise<Result>;
  /** Runs work that changes nothing. */
  read<Result>(work: (data: Data) => Promise<Result>): Promise<Result>;
  close(): Promise<void>;
}
