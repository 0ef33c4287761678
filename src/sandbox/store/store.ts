import type { Entry } from "../domain/ledger-balances.ts";
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

/** What a company has, kind by kind, and by what each kind can be searched. */
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

/** All things of one kind that one company has. A filter that is undefined filters nothing. */
export interface Collection<Name extends Kind> {
  get(id: string): Promise<Records[Name] | undefined>;
  insert(record: Records[Name]): Promise<void>;
  /** Puts a record in the place of the one with its id. */
  update(record: Records[Name]): Promise<void>;
  delete(id: string): Promise<void>;
  /** All that match, the newest first. */
  find(filters: Filters[Name]): Promise<Records[Name][]>;
  /** One more than the number of those that have been: the next id, where ids are numbers. */
  nextNumber(): Promise<number>;
  /** One page of all that match, the newest first, and how many match. */
  page(filters: Filters[Name], page: Page): Promise<ResultPage<Records[Name]["resource"]>>;
}

export interface ResultPage<Resource> {
  resources: UnparsedJson<Resource[]>;
  total: number;
}

export interface Page {
  page: number;
  limit: number;
}

/** The sum of the entries of an account on a day. */
export type DaySum = Pick<Entry, "owner" | "amount" | "on">;

export interface Ledger {
  /**
   * Writes what an event does to the accounts; `subject` is the payment or withdrawal it is about.
   * @throws {UnbalancedEntriesError} and writes nothing, where the entries of a day do not sum to zero.
   */
  post(event: string, subject: string, entries: Entry[]): Promise<void>;
  entriesOf(subject: string): Promise<Entry[]>;
  /** What is or becomes available to one owner, or to all, day by day. */
  available(owner?: string): Promise<DaySum[]>;
  /** What the buyers have paid in all, whatever they got back. */
  received(): Promise<number>;
}

/** The postbacks that are still to be delivered; one waits for those before it about the same resource. */
export interface Outbox {
  /** All that are due by then, or so many of them at most, the first ones first. */
  due(until: number, most?: number): Promise<PostbackRecord[]>;
  /** The one about a resource for which the others about it wait, whenever it is due. */
  first(resourceId: string): Promise<PostbackRecord | undefined>;
  /** When the next is due. */
  nextDueAt(): Promise<number | undefined>;
}

export interface JobQueue {
  add(job: Job): Promise<void>;
  /** When the next is due. */
  nextDueAt(): Promise<number | undefined>;
  /** Takes the next one out; of those that are due at once, the one that was added first. */
  takeNext(): Promise<Job | undefined>;
}

/** What one company has. Nothing of another company can be reached from here. */
export type CompanyData = { [Name in Kind]: Collection<Name> } & {
  ledger: Ledger;
  jobQueue: JobQueue;
  outbox: Outbox;
  /** Deletes all of it. */
  clear(): Promise<void>;
};

export interface Data {
  companies: {
    get(id: string): Promise<Company | undefined>;
    save(company: Company): Promise<void>;
    /** Of all companies, in the order in which they were made. */
    ids(): Promise<string[]>;
  };
  of(companyId: string): CompanyData;
  settings: {
    get(): Promise<Settings | undefined>;
    save(settings: Settings): Promise<void>;
  };
}

/** What a sandbox keeps of itself. */
export interface Settings {
  /** Keys and tokens are made with it. */
  secret: string;
  /** Whether ids, too, follow from the secret, one after the other. */
  seeded: boolean;
  /** How many were drawn for companies. */
  drawn: number;
  id: string;
}

/**
 * Where the sandbox keeps its state. Calls take turns: each sees what those before it have done, whole,
 * and nothing of one that failed.
 */
export interface Store {
  /** Runs `work`; where it throws, nothing of what it wrote stays. */
  transaction<Result>(work: (data: Data) => Promise<Result>): Promise<Result>;
  /** Runs work that writes nothing. */
  read<Result>(work: (data: Data) => Promise<Result>): Promise<Result>;
  close(): Promise<void>;
}
