// Generated from openapi/ by `npm run generate`. Do not edit.

import type { ApiPromise, PagePromise } from "../src/client/api-promise.ts";
import type { CallOptions } from "../src/client/options.ts";
import type {
  operations as Operations,
  AttemptReport,
  AttemptReported,
  BalanceRead,
  CardList,
  ClockAdvance,
  ClockAdvanced,
  ClockRead,
  CompanyCreate,
  CompanyCreated,
  CompanyDeleted,
  CompanyList,
  CompanyReset,
  CompanyUpdate,
  CompanyUpdated,
  CustomerCreate,
  CustomerCreated,
  EventList,
  Faults,
  FaultsRead,
  FaultsSet,
  HealthRead,
  InvitationCreated,
  InvitationList,
  InvitationRevoked,
  KeysRotated,
  LedgerAccountList,
  LedgerEntryList,
  ListenerClaim,
  ListenerClaimed,
  ListenerRead,
  ListenerRelease,
  ListenerReleased,
  NextDueRead,
  PaymentAnticipated,
  PaymentDetailsRead,
  PaymentStatusChange,
  PaymentStatusChanged,
  PostbackDelay,
  PostbackDelayed,
  PostbackList,
  PostbackRead,
  PostbackRedelivered,
  ReadinessRead,
  ReceivableDayList,
  ReceiverChange,
  ReceiverRead,
  ReceiverSet,
  RequestList,
  SearchResultList,
  SnapshotCreated,
  SnapshotList,
  SnapshotRestored,
  StatementRead,
  SubaccountListWithIds,
  SubaccountStatusChange,
  SubaccountStatusChanged,
  SubscriptionCreate,
  SubscriptionCreated,
  SubscriptionDetailsRead,
  WithdrawalCreate,
  WithdrawalCreated,
  WithdrawalStatusChange,
  WithdrawalStatusChanged,
} from "./sandbox-control-types.ts";

/** The filters and the page of `companies.list`. */
type CompaniesListQuery = NonNullable<Operations["companies.list"]["parameters"]["query"]>;

/** The filters and the page of `cards.list`. */
type CardsListQuery = NonNullable<Operations["cards.list"]["parameters"]["query"]>;

/** The filters and the page of `subaccounts.listWithIds`. */
type SubaccountsListWithIdsQuery = NonNullable<
  Operations["subaccounts.listWithIds"]["parameters"]["query"]
>;

/** The query parameters of `ledger.listEntries`. */
type LedgerListEntriesQuery = NonNullable<Operations["ledger.listEntries"]["parameters"]["query"]>;

/** The query parameters of `ledger.listReceivables`. */
type LedgerListReceivablesQuery = NonNullable<
  Operations["ledger.listReceivables"]["parameters"]["query"]
>;

/** The query parameters of `ledger.getStatement`. */
type LedgerGetStatementQuery = NonNullable<
  Operations["ledger.getStatement"]["parameters"]["query"]
>;

/** The filters and the page of `events.list`. */
type EventsListQuery = NonNullable<Operations["events.list"]["parameters"]["query"]>;

/** The filters and the page of `requests.list`. */
type RequestsListQuery = NonNullable<Operations["requests.list"]["parameters"]["query"]>;

/** The filters and the page of `postbacks.list`. */
type PostbacksListQuery = NonNullable<Operations["postbacks.list"]["parameters"]["query"]>;

/** The query parameters of `search.find`. */
type SearchFindQuery = NonNullable<Operations["search.find"]["parameters"]["query"]>;

/** A client of the sandbox's control API: one method for each operation. */
export interface Control {
  /** Check that the sandbox is up. */
  health: {
    /**
     * Check that the sandbox is up.
     *
     * Returns the sandbox's version. It requires no token, so you can use it before any company exists.
     *
     * @example
     * const { data } = await control.health.get();
     */
    get(options?: CallOptions): ApiPromise<HealthRead>;

    /**
     * Check that the sandbox takes requests.
     *
     * Succeeds if the sandbox can use its database and is not about to stop. Use it as the readiness check of a load balancer. It requires no token.
     *
     * @example
     * const { data } = await control.health.ready();
     */
    ready(options?: CallOptions): ApiPromise<ReadinessRead>;
  };

  /** The holders of key pairs. Each company sees only its own data. */
  companies: {
    /**
     * List companies.
     *
     * Returns the companies of the sandbox, the newest first and one page at a time, with the owner of each and the time of its last use. This is for the operator of the sandbox.
     *
     * @example
     * for await (const item of control.companies.list()) console.log(item);
     */
    list(
      query?: CompaniesListQuery,
      options?: CallOptions & {
        /** The operator's key that the sandbox was started with. Omit it if the sandbox was started without one: then everyone on its machine is an operator. */
        operatorKey?: string;
      },
    ): PagePromise<CompanyList>;

    /**
     * Create a company.
     *
     * Creates a company with its own key pair, which the response shows only once. Create one company for each test that must not see another test's data. The body is optional.
     *
     * @example
     * const { data } = await control.companies.create({
     *   feePercentage: 3.5,
     *   feeFixed: 40,
     * });
     */
    create(
      body?: CompanyCreate,
      options?: CallOptions & {
        /** The operator's key that the sandbox was started with. Omit it if the sandbox was started without one: then everyone on its machine is an operator. */
        operatorKey?: string;
      },
    ): ApiPromise<CompanyCreated>;

    /**
     * Delete a company.
     *
     * Deletes a company with all its data, its timeline and its snapshots. Its keys, tokens and invitations are no longer valid. This is for the operator of the sandbox.
     *
     * @param companyId The company's id.
     *
     * @example
     * const { data } = await control.companies.delete("4f0c7a62-d3b9-4e18-9c51-b60d2e8f7a43");
     */
    delete(
      companyId: string,
      options?: CallOptions & {
        /** The operator's key that the sandbox was started with. Omit it if the sandbox was started without one: then everyone on its machine is an operator. */
        operatorKey?: string;
      },
    ): ApiPromise<CompanyDeleted>;
  };

  /** Links that open the inspector of one company, each once. */
  invitations: {
    /**
     * List invitations.
     *
     * Returns the invitations to the company that can still be used, the oldest first. Their links are not shown again.
     *
     * @example
     * const { data } = await control.invitations.list();
     */
    list(
      options?: CallOptions & {
        /** The operator's key that the sandbox was started with. Omit it if the sandbox was started without one: then everyone on its machine is an operator. */
        operatorKey?: string;
        /** The company, for the operator, who has no token. Omit it if there is a token. */
        sandboxCompany?: string;
      },
    ): ApiPromise<InvitationList>;

    /**
     * Create an invitation.
     *
     * Creates a link that opens the inspector of the company, once and within 24 hours. Whoever opens it uses this company for a day, and no other. A company keeps its latest 20 invitations. The operator of the sandbox may invite too.
     *
     * @example
     * const { data } = await control.invitations.create();
     */
    create(
      options?: CallOptions & {
        /** The operator's key that the sandbox was started with. Omit it if the sandbox was started without one: then everyone on its machine is an operator. */
        operatorKey?: string;
        /** The company, for the operator, who has no token. Omit it if there is a token. */
        sandboxCompany?: string;
      },
    ): ApiPromise<InvitationCreated>;

    /**
     * Revoke an invitation.
     *
     * Makes the link of an invitation useless. A session that it has opened goes on; to end it, rotate the keys.
     *
     * @param invitationId The invitation's id.
     *
     * @example
     * const { data } = await control.invitations.revoke("b7d0c3f1-6a52-4e8d-9f04-3c1e5a7b9d20");
     */
    revoke(
      invitationId: string,
      options?: CallOptions & {
        /** The operator's key that the sandbox was started with. Omit it if the sandbox was started without one: then everyone on its machine is an operator. */
        operatorKey?: string;
        /** The company, for the operator, who has no token. Omit it if there is a token. */
        sandboxCompany?: string;
      },
    ): ApiPromise<InvitationRevoked>;
  };

  /** The company that your token belongs to. */
  company: {
    /**
     * Reset your company.
     *
     * Deletes all data of the company and its timeline, and resets its clock to its start time. Its keys and existing tokens remain valid. Its snapshots stay, so that you can restore them. The sandbox never reuses an id, so your program cannot mistake new data for old; the ids of events continue.
     *
     * @example
     * const { data } = await control.company.reset();
     */
    reset(options?: CallOptions): ApiPromise<CompanyReset>;

    /**
     * Name your company.
     *
     * Changes the name of the company, or who is responsible for it. Spaces at both ends are dropped. The operator of the sandbox may do so too.
     *
     * @example
     * const { data } = await control.company.update({
     *   name: "Loja da Ana",
     *   owner: "Checkout team",
     * });
     */
    update(
      body: CompanyUpdate,
      options?: CallOptions & {
        /** The operator's key that the sandbox was started with. Omit it if the sandbox was started without one: then everyone on its machine is an operator. */
        operatorKey?: string;
        /** The company, for the operator, who has no token. Omit it if there is a token. */
        sandboxCompany?: string;
      },
    ): ApiPromise<CompanyUpdated>;

    /**
     * Rotate your keys.
     *
     * Gives the company a new private key, which the response shows only once. The earlier one, all tokens, all invitations and all sessions of the inspector for this company are no longer valid. The operator of the sandbox may do so too.
     *
     * @example
     * const { data } = await control.company.rotateKeys();
     */
    rotateKeys(
      options?: CallOptions & {
        /** The operator's key that the sandbox was started with. Omit it if the sandbox was started without one: then everyone on its machine is an operator. */
        operatorKey?: string;
        /** The company, for the operator, who has no token. Omit it if there is a token. */
        sandboxCompany?: string;
      },
    ): ApiPromise<KeysRotated>;
  };

  /** Store the company's data and restore it later. A test suite prepares a company once and restores it before each test. After a restore, a payment may change a second time with the id, the status and the time that it had the first time. A program that remembers the status of payments can tell the two apart by the response header `x-sandbox-generation`: the number of resets and restores, once there was one. The real service has no such header. */
  snapshots: {
    /**
     * List snapshots.
     *
     * Returns the snapshots that the sandbox keeps of the company, the newest first. A restore also sets the company's clock back, so a newer snapshot can have an earlier time.
     *
     * @example
     * const { data } = await control.snapshots.list();
     */
    list(options?: CallOptions): ApiPromise<SnapshotList>;

    /**
     * Create a snapshot.
     *
     * Stores all data of the company: its resources, ledger, jobs, postbacks, clock, faults and settings. The timeline is not part of it. The sandbox keeps the company's latest 10 snapshots, or fewer if it was started with `--max-snapshots`, and a reset does not delete them.
     *
     * @example
     * const { data } = await control.snapshots.create();
     */
    create(options?: CallOptions): ApiPromise<SnapshotCreated>;

    /**
     * Restore a snapshot.
     *
     * Restores all data of the company, including the clock, to what it was when the snapshot was created. A running clock is then as far ahead of the system's clock as it was. The sandbox sends the postbacks that were pending, and ignores the outcome of deliveries in progress. The timeline stays as it is and gets an event `company.restored`. You can restore a snapshot any number of times, also after a reset. Everything in the snapshot keeps its id. The sandbox never reuses an id.
     *
     * @param snapshotId The snapshot's id.
     *
     * @example
     * const { data } = await control.snapshots.restore("3e8b5d17-0f42-4c96-b7a1-95d6c2e4f830");
     */
    restore(snapshotId: string, options?: CallOptions): ApiPromise<SnapshotRestored>;
  };

  /** Save companies to a file, and begin from it elsewhere: in another sandbox, on another database, or in a test. A state file is newline-delimited JSON: a header, the lines of each company, and a trailer with the number of lines and their SHA-256. It contains what a snapshot contains, so neither the timeline nor other snapshots, and no keys unless you ask for them. */
  state: {};

  /** The company's own clock. It only moves forward until the company is reset or restored. */
  clock: {
    /**
     * Read the clock.
     *
     * Returns the company's time. The sandbox takes every date and time in the company's responses from this clock.
     *
     * @example
     * const { data } = await control.clock.get();
     */
    get(options?: CallOptions): ApiPromise<ClockRead>;

    /**
     * Advance the clock.
     *
     * Moves the company's time forward, by seconds, by days or to a point in time. Before it responds, the sandbox runs everything that falls due in between, jobs and postbacks alike, in chronological order. Until then, other requests see the time of the work in progress. The sandbox does not wait for the postbacks that they add, unless it waits for one of the same payment or withdrawal. The response counts the events. The new time may be at most 3660 days ahead. An advance that begins during another one starts where that one ends. If the company is reset or restored, or if the sandbox stops, the advance ends early: `now` is then the company's time.
     *
     * @example
     * const { data } = await control.clock.advance({
     *   days: 30,
     * });
     */
    advance(body: ClockAdvance, options?: CallOptions): ApiPromise<ClockAdvanced>;

    /**
     * Read what is due next.
     *
     * Returns when the next event of each kind is due, if nothing changes until then. Advance the clock to one of these times to make it happen.
     *
     * @example
     * const { data } = await control.clock.getNext();
     */
    getNext(options?: CallOptions): ApiPromise<NextDueRead>;
  };

  /** Make requests to the payment API slow, or make them fail. */
  faults: {
    /**
     * Read the faults.
     *
     * Returns the remaining faults.
     *
     * @example
     * const { data } = await control.faults.get();
     */
    get(options?: CallOptions): ApiPromise<FaultsRead>;

    /**
     * Set the faults.
     *
     * Injects faults into the company's requests to the payment API from now on. The new faults replace the previous ones. An empty list removes all faults. Faults never affect the control API.
     *
     * @example
     * const { data } = await control.faults.set({
     *   faults: [
     *     {
     *       operationId: "payments.create",
     *       latency: 1500,
     *       status: 503,
     *       times: 2,
     *     },
     *   ],
     * });
     */
    set(body: Faults, options?: CallOptions): ApiPromise<FaultsSet>;
  };

  /** A receiver of postbacks in the sandbox itself, which accepts them or makes the delivery fail. */
  receiver: {
    /**
     * Read the receiver.
     *
     * Returns the address of the built-in receiver, and what it does with postbacks.
     *
     * @example
     * const { data } = await control.receiver.get();
     */
    get(options?: CallOptions): ApiPromise<ReceiverRead>;

    /**
     * Set the receiver.
     *
     * Sets what the built-in receiver does with the postbacks of the company from now on, so that you can see deliveries and their retries before you have a receiver. A reset of the company sets it to `accept`.
     *
     * @example
     * const { data } = await control.receiver.set({
     *   behavior: "fail",
     * });
     */
    set(body: ReceiverChange, options?: CallOptions): ApiPromise<ReceiverSet>;
  };

  /** A program such as `centavo listen` that takes the company's postbacks and delivers them where the sandbox cannot send them, e.g. to your own machine. */
  listener: {
    /**
     * Read the listener.
     *
     * Says whether a listener delivers the company's postbacks at this moment, and which.
     *
     * @example
     * const { data } = await control.listener.get();
     */
    get(options?: CallOptions): ApiPromise<ListenerRead>;

    /**
     * Claim due postbacks.
     *
     * Makes the caller the company's listener for 15 seconds, or for 15 more, and hands it due postbacks. Meanwhile the sandbox does not deliver the postbacks of its types. If there is another listener, the caller is on standby and gets none. A listener calls this every second or so, delivers each postback within its timeout, and sends the outcome to `postbacks.reportAttempt`. Without an outcome after 20 seconds, the attempt has failed, and the sandbox or a listener tries again at the usual time. The timeline does not show these calls.
     *
     * @example
     * const { data } = await control.listener.claim({
     *   listener: "5b8e2d64-90f3-4a17-b6c5-3e1f7a2d9048",
     * });
     */
    claim(body: ListenerClaim, options?: CallOptions): ApiPromise<ListenerClaimed>;

    /**
     * Stop listening.
     *
     * Ends the turn of a listener at once, so that the next one, or the sandbox itself, delivers the company's postbacks. Changes nothing if the company has another listener, or none.
     *
     * @example
     * const { data } = await control.listener.release({
     *   listener: "5b8e2d64-90f3-4a17-b6c5-3e1f7a2d9048",
     * });
     */
    release(body: ListenerRelease, options?: CallOptions): ApiPromise<ListenerReleased>;
  };

  /** Create the people and companies that pay you. */
  customers: {
    /**
     * Create a customer.
     *
     * Creates a customer of the company. Two customers of a company cannot have the same document.
     *
     * @example
     * const { data } = await control.customers.create({
     *   firstName: "Maria",
     *   lastName: "Souza",
     *   email: "maria.souza@example.com",
     *   document: "39053344705",
     *   phoneNumber: "+5511987654321",
     *   birthdate: "1990-05-17",
     *   address: {
     *     zipcode: 1310200,
     *     street: "Avenida Paulista",
     *     streetNumber: 1578,
     *     complement: "Conjunto 42",
     *     reference: "Em frente ao parque",
     *     neighborhood: "Bela Vista",
     *     city: "São Paulo",
     *     state: "SP",
     *   },
     * });
     */
    create(body: CustomerCreate, options?: CallOptions): ApiPromise<CustomerCreated>;
  };

  /** Create recurring charges on a tokenized card, and read when the next one is. */
  subscriptions: {
    /**
     * Create a subscription.
     *
     * Creates a subscription on a customer's tokenized card. The sandbox charges it as the clock passes each date: on `dueDate`, which must not be before the company's current date, and then every `frequency` days. A new `frequency` counts from the next charge on, which keeps its day. The first charge includes `setupAmount`. Charges end after `duration` cycles or on `expirationDate`. The sandbox retries a declined charge daily for `tolerancePeriod` days.
     *
     * @example
     * const { data } = await control.subscriptions.create({
     *   customerId: "8f14e45f-ceea-467f-9c1c-7c1d3b6a2b10",
     *   cardId: "3b7d2c1e-5a4f-4e8b-9d6c-0f1e2d3c4b5a",
     *   title: "Plano mensal",
     *   amount: 4990,
     *   setupAmount: 1500,
     *   frequency: 30,
     *   duration: 12,
     *   dueDate: "2026-03-10",
     *   expirationDate: "2027-03-05",
     *   tolerancePeriod: 5,
     * });
     */
    create(body: SubscriptionCreate, options?: CallOptions): ApiPromise<SubscriptionCreated>;

    /**
     * Read a subscription's details.
     *
     * Returns what the payment API does not show about a subscription: when it is charged next, and whether that charge is a retry.
     *
     * @param subscriptionId The subscription's id.
     *
     * @example
     * const { data } = await control.subscriptions.getDetails("b2e84d06-95f1-4a7c-8d3b-1c6f0e9a5274");
     */
    getDetails(subscriptionId: string, options?: CallOptions): ApiPromise<SubscriptionDetailsRead>;
  };

  /** Withdraw money from the balance, and decide whether the payout succeeds. */
  withdrawals: {
    /**
     * Create a withdrawal.
     *
     * Withdraws money from the balance of the main account, or of a subaccount with `x-subaccount-id`. The withdrawal stays `PENDING` until you set its status.
     *
     * @example
     * const { data } = await control.withdrawals.create({
     *   amount: 3000,
     *   postbackUrl: "https://shop.example/postbacks",
     *   pixKeyType: "CPF",
     *   pixKey: "52998224725",
     * });
     */
    create(
      body: WithdrawalCreate,
      options?: CallOptions & {
        /** Run the operation for this subaccount instead of your main account. */
        subaccountId?: string;
      },
    ): ApiPromise<WithdrawalCreated>;

    /**
     * Set a withdrawal's status.
     *
     * Decides whether the money of a pending withdrawal arrives. If the withdrawal fails, the money returns to the balance that it came from.
     *
     * @param withdrawalId The withdrawal's id.
     *
     * @example
     * const { data } = await control.withdrawals.setStatus("264f7d98-0b5e-4c3a-91d7-e6a8f2c50b34", {
     *   status: "PAID",
     * });
     */
    setStatus(
      withdrawalId: string,
      body: WithdrawalStatusChange,
      options?: CallOptions,
    ): ApiPromise<WithdrawalStatusChanged>;
  };

  /** Decide the outcome of a payment, in place of the buyer and the acquirer, and read what the payment API does not show. */
  payments: {
    /**
     * Read a payment's details.
     *
     * Returns what the payment API does not show about a payment: its customer, its subscription, whether it was anticipated, why a refund would be refused now, and the page on which a tester plays its buyer.
     *
     * @param paymentId The payment's id.
     *
     * @example
     * const { data } = await control.payments.getDetails("c9d1f0a2-6b3e-4c57-8a9d-2e4f6a8b0c1d");
     */
    getDetails(paymentId: string, options?: CallOptions): ApiPromise<PaymentDetailsRead>;

    /**
     * Set a payment's status.
     *
     * Moves a payment to another status, in place of the buyer, the acquirer or the cardholder. Only the transitions of its payment method are possible; `x-transitions` of `PaymentStatus` lists them. A transition to `REFUNDED` follows the refund rules.
     *
     * @param paymentId The payment's id.
     *
     * @example
     * const { data } = await control.payments.setStatus("c9d1f0a2-6b3e-4c57-8a9d-2e4f6a8b0c1d", {
     *   status: "DISPUTED",
     * });
     */
    setStatus(
      paymentId: string,
      body: PaymentStatusChange,
      options?: CallOptions,
    ): ApiPromise<PaymentStatusChanged>;

    /**
     * Anticipate a payment.
     *
     * Makes all receivables of a card payment available today (anticipation). Afterwards the payment cannot be refunded. A disputed payment cannot be anticipated.
     *
     * @param paymentId The payment's id.
     *
     * @example
     * const { data } = await control.payments.anticipate("c9d1f0a2-6b3e-4c57-8a9d-2e4f6a8b0c1d");
     */
    anticipate(paymentId: string, options?: CallOptions): ApiPromise<PaymentAnticipated>;
  };

  /** List subaccounts with their ids, and approve or reject them. */
  subaccounts: {
    /**
     * List subaccounts with their ids.
     *
     * Returns the company's subaccounts, the newest first and one page at a time. Unlike the list of the payment API, each has its id.
     *
     * @example
     * for await (const item of control.subaccounts.listWithIds()) console.log(item);
     */
    listWithIds(
      query?: SubaccountsListWithIdsQuery,
      options?: CallOptions,
    ): PagePromise<SubaccountListWithIds>;

    /**
     * Approve or reject a subaccount.
     *
     * Approves or rejects a pending subaccount. Only an approved subaccount can receive splits.
     *
     * @param subaccountId The subaccount's id.
     *
     * @example
     * const { data } = await control.subaccounts.setStatus("0d6f8b21-7c4a-4e95-b3d0-5a1c9e7f2846", {
     *   status: "APPROVED",
     * });
     */
    setStatus(
      subaccountId: string,
      body: SubaccountStatusChange,
      options?: CallOptions,
    ): ApiPromise<SubaccountStatusChanged>;
  };

  /** List the tokenized cards. */
  cards: {
    /**
     * List tokenized cards.
     *
     * Returns the company's tokenized cards, the newest first and one page at a time. The payment API has no list of cards.
     *
     * @example
     * for await (const item of control.cards.list()) console.log(item);
     */
    list(query?: CardsListQuery, options?: CallOptions): PagePromise<CardList>;
  };

  /** The available balance and the receivables of the company and its subaccounts. */
  balance: {
    /**
     * Read the balance.
     *
     * Returns the available balance and the receivables of the company and of each subaccount. A deleted subaccount is in the list only if it has entries.
     *
     * @example
     * const { data } = await control.balance.get();
     */
    get(options?: CallOptions): ApiPromise<BalanceRead>;
  };

  /** The accounts behind the balances (double-entry bookkeeping). Every event posts entries to several accounts, which sum to zero on every day; a negative entry is a debit. `receivable` and `available` belong to the company and its subaccounts, `fees` is the provider's, and `buyers` and `banks` stand for the world outside. */
  ledger: {
    /**
     * List the accounts.
     *
     * Returns every account that has an entry, with its balance as of today. The company's own accounts are first, then those of each subaccount, in the order of `LedgerAccountName`.
     *
     * @example
     * const { data } = await control.ledger.listAccounts();
     */
    listAccounts(options?: CallOptions): ApiPromise<LedgerAccountList>;

    /**
     * List the entries of a payment or withdrawal.
     *
     * Returns the ledger entries of a payment or withdrawal, the earliest event first. The list is empty if nothing was posted for it.
     *
     * @example
     * const { data } = await control.ledger.listEntries({ resourceId: "c9d1f0a2-6b3e-4c57-8a9d-2e4f6a8b0c1d" });
     */
    listEntries(query: LedgerListEntriesQuery, options?: CallOptions): ApiPromise<LedgerEntryList>;

    /**
     * List receivables by day.
     *
     * Returns each day on which money enters or leaves the available balance of the company or of a subaccount, past and to come: what comes in, what was withdrawn, and the balance. The statement of a day has the payments behind it. A day is not listed if both amounts are zero. The days of a deleted subaccount can still be read if it has entries.
     *
     * @example
     * const { data } = await control.ledger.listReceivables();
     */
    listReceivables(
      query?: LedgerListReceivablesQuery,
      options?: CallOptions,
    ): ApiPromise<ReceivableDayList>;

    /**
     * Read a statement.
     *
     * Returns the changes of the available balance of the company or of a subaccount, the latest first and one page at a time, each with its payment or withdrawal, the buyer and the balance after it. The company has a change for each day of a payment, even of 0. Without `from` and `to`, it contains everything up to today. With a `to` in the future, it contains the amounts that become available until then. The statement of a deleted subaccount can still be read if it has entries.
     *
     * @example
     * const { data } = await control.ledger.getStatement();
     */
    getStatement(query?: LedgerGetStatementQuery, options?: CallOptions): ApiPromise<StatementRead>;
  };

  /** Everything that happened to the company, as events. A request that is allowed but probably a mistake causes an event `request.warned`, and the sandbox repeats its warnings in the response header `x-sandbox-warning`: up to 5 warnings and the number of the others, each percent-encoded, joined with `; `, in at most 1,000 characters. The real service has no such header. */
  events: {
    /**
     * List events.
     *
     * Returns everything that happened to the company, the newest first and one page at a time. You can combine filters; an event must match all of them. The sandbox keeps the company's latest 10,000 events. A request has a lower id than what it has caused. Requests that only read from this control API are not recorded, unless they fail.
     *
     * To follow a company, ask every second or so for the events `after` the last one that you have.
     *
     * @example
     * for await (const item of control.events.list()) console.log(item);
     */
    list(query?: EventsListQuery, options?: CallOptions): PagePromise<EventList>;
  };

  /** Find payments, customers, subscriptions, subaccounts and requests by what you know of them. */
  search: {
    /**
     * Search records and requests.
     *
     * Finds payments, customers, subscriptions, subaccounts, cards, withdrawals, postbacks and requests, and returns the results grouped by type, the newest first. A query is a whole id, the last 4 or more characters of one, a tax id, with or without punctuation, or an amount: `4990` and `49,90` are the same amount. The end of an id is looked for among the latest 1,000 of each type. Requests match by the end of their own id or of the id of their resource. The payments of a customer appear with the customer. The sandbox does not record this request.
     *
     * @example
     * const { data } = await control.search.find({ q: "390.533.447-05" });
     */
    find(query: SearchFindQuery, options?: CallOptions): ApiPromise<SearchResultList>;
  };

  /** The company's requests, their responses, and why they were rejected. Each response of the sandbox has the id of its request in the header `x-sandbox-request-id`, and the address at which the inspector shows the request in `x-sandbox-request-url`, if an inspector shows it. The real service has no such headers. */
  requests: {
    /**
     * List requests.
     *
     * Returns the company's requests, the newest first and one page at a time, each with its response and the reason if it was rejected. You can combine filters; a request must match all of them. Requests that only read from this control API are not recorded, unless they fail.
     *
     * @example
     * for await (const item of control.requests.list()) console.log(item);
     */
    list(query?: RequestsListQuery, options?: CallOptions): PagePromise<RequestList>;
  };

  /** The postbacks (webhooks) that the sandbox sends to the company's URLs about its payments and withdrawals. */
  postbacks: {
    /**
     * List postbacks.
     *
     * Returns the postbacks of the company's payments and withdrawals, sent and pending, the newest first and one page at a time. Each includes its latest attempts. You can combine filters; a postback must match all of them.
     *
     * @example
     * for await (const item of control.postbacks.list()) console.log(item);
     */
    list(query?: PostbacksListQuery, options?: CallOptions): PagePromise<PostbackList>;

    /**
     * Get a postback.
     *
     * Returns one postback with its latest attempts and the body that the receiver gets.
     *
     * @param eventId The id of the event.
     *
     * @example
     * const { data } = await control.postbacks.get("f3b09c57-6a1e-4d82-9e40-7c25d8b1a693");
     */
    get(eventId: string, options?: CallOptions): ApiPromise<PostbackRead>;

    /**
     * Report an attempt.
     *
     * Records the outcome of a delivery that `listener.claim` has handed out, as the sandbox records its own. Each is recorded once. One that comes after another attempt, a reset or a restore changes nothing. The timeline does not show this call, but the attempt.
     *
     * @param eventId The id of the event.
     *
     * @example
     * const { data } = await control.postbacks.reportAttempt("f3b09c57-6a1e-4d82-9e40-7c25d8b1a693", {
     *   claim: "0-1772477320693",
     *   status: 503,
     *   answer: "Service Unavailable",
     *   problem: null,
     *   timedOut: false,
     * });
     */
    reportAttempt(
      eventId: string,
      body: AttemptReport,
      options?: CallOptions,
    ): ApiPromise<AttemptReported>;

    /**
     * Delay a postback.
     *
     * Makes a postback `PENDING`, whatever its status, and its next attempt due this many seconds from now on the company's clock. Later postbacks of the same payment or withdrawal wait for it. If it was delivered before, it is sent once more, as a late duplicate, and becomes `DELIVERED` again, whatever the receiver returns. An attempt in progress continues: if it succeeds, the postback is `DELIVERED` and is not sent again; if it fails and a retry follows, the delay still holds. An advance of the clock no longer waits for that attempt. `postbacks.redeliver` ends the delay.
     *
     * @param eventId The id of the event.
     *
     * @example
     * const { data } = await control.postbacks.delay("f3b09c57-6a1e-4d82-9e40-7c25d8b1a693", {
     *   seconds: 3600,
     * });
     */
    delay(eventId: string, body: PostbackDelay, options?: CallOptions): ApiPromise<PostbackDelayed>;

    /**
     * Redeliver a postback.
     *
     * Makes a postback `PENDING` and due immediately, whatever its status. If it was delivered before, it is sent once more and becomes `DELIVERED` again, whatever the receiver returns. An attempt in progress continues: if it succeeds, the postback is not sent again.
     *
     * @param eventId The id of the event.
     *
     * @example
     * const { data } = await control.postbacks.redeliver("f3b09c57-6a1e-4d82-9e40-7c25d8b1a693");
     */
    redeliver(eventId: string, options?: CallOptions): ApiPromise<PostbackRedelivered>;
  };
}
