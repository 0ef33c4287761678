// Generated from openapi/ by `npm run generate`. Do not edit.

import type { ApiPromise, PagePromise } from "../src/client/api-promise.ts";
import type { CallOptions } from "../src/client/options.ts";
import type {
  operations as Operations,
  BalanceRead,
  ClockAdvance,
  ClockAdvanced,
  ClockRead,
  CompanyCreate,
  CompanyCreated,
  CompanyReset,
  CustomerCreate,
  CustomerCreated,
  Faults,
  FaultsRead,
  FaultsSet,
  HealthRead,
  PaymentAnticipated,
  PaymentStatusChange,
  PaymentStatusChanged,
  PostbackList,
  PostbackRedelivered,
  RequestList,
  SubaccountStatusChange,
  SubaccountStatusChanged,
  SubscriptionCreate,
  SubscriptionCreated,
  WithdrawalCreate,
  WithdrawalCreated,
  WithdrawalStatusChange,
  WithdrawalStatusChanged,
} from "./sandbox-control-types.ts";

/** What `requests.list` can be narrowed by, and which page it returns. */
export type RequestsListQuery = NonNullable<Operations["requests.list"]["parameters"]["query"]>;

/** What `postbacks.list` can be narrowed by, and which page it returns. */
export type PostbacksListQuery = NonNullable<Operations["postbacks.list"]["parameters"]["query"]>;

/** A client of the sandbox's control interface: one method for each operation. */
export interface Control {
  /** Whether the sandbox answers. */
  health: {
    /**
     * See whether the sandbox answers.
     *
     * Tells that the sandbox is up, and its version. It needs no token, so it can be asked before there is a company.
     *
     * @example
     * const { data } = await control.health.get();
     */
    get(options?: CallOptions): ApiPromise<HealthRead>;
  };

  /** The parties that hold a key pair. Each sees nothing of the others. */
  companies: {
    /**
     * Create a company.
     *
     * Makes a company with a key pair of its own, which is shown here and never again. Use one for each test that must not see another's data. The body can be left out.
     *
     * @example
     * const { data } = await control.companies.create({
     *   feePercentage: 3.5,
     *   feeFixed: 40
     * });
     */
    create(
      body?: CompanyCreate,
      options?: CallOptions & {
        /** The token that the sandbox was started with. Leave it out when it was started without one. */
        controlToken?: string;
      },
    ): ApiPromise<CompanyCreated>;
  };

  /** The company whose token you send. */
  company: {
    /**
     * Reset your company.
     *
     * Deletes everything that the company has and sets its clock back to its start. The keys, and the tokens had with them, stay good.
     *
     * @example
     * const { data } = await control.company.reset();
     */
    reset(options?: CallOptions): ApiPromise<CompanyReset>;
  };

  /** The company's own time, which only moves forward until the company is reset. */
  clock: {
    /**
     * Read the clock.
     *
     * Returns the company's time. Every date and time in its answers is taken from this clock.
     *
     * @example
     * const { data } = await control.clock.get();
     */
    get(options?: CallOptions): ApiPromise<ClockRead>;

    /**
     * Advance the clock.
     *
     * Moves the company's time forward, by some seconds or days or to a moment. Everything that falls due on the way is done, in order, before this answers. A moment may lie 3660 days ahead at most. Advances at the same time take turns: each starts where the one before it ended.
     *
     * @example
     * const { data } = await control.clock.advance({
     *   days: 30
     * });
     */
    advance(body: ClockAdvance, options?: CallOptions): ApiPromise<ClockAdvanced>;
  };

  /** Make calls of the payment interface slow, or let them fail. */
  faults: {
    /**
     * Read the faults.
     *
     * Returns the faults that are still to hit.
     *
     * @example
     * const { data } = await control.faults.get();
     */
    get(options?: CallOptions): ApiPromise<FaultsRead>;

    /**
     * Set the faults.
     *
     * Makes the company's calls of the payment interface go wrong from now on, by these faults in place of those before. An empty list ends them all. The control interface itself is never hit.
     *
     * @example
     * const { data } = await control.faults.set({
     *   faults: [
     *     {
     *       operationId: "payments.create",
     *       latency: 1500,
     *       status: 503,
     *       times: 2
     *     }
     *   ]
     * });
     */
    set(body: Faults, options?: CallOptions): ApiPromise<FaultsSet>;
  };

  /** Create the people and companies that pay you. */
  customers: {
    /**
     * Create a customer.
     *
     * Creates a customer of the company. No two of its customers have the same document.
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
     *     state: "SP"
     *   }
     * });
     */
    create(body: CustomerCreate, options?: CallOptions): ApiPromise<CustomerCreated>;
  };

  /** Create recurring charges on a tokenised card. */
  subscriptions: {
    /**
     * Create a subscription.
     *
     * Creates a subscription on a tokenised card of a customer. It charges itself as the clock passes each date: on `dueDate`, which must not lie before the company's today, and every `frequency` days, with `setupAmount` the first time, until `duration` cycles are charged or `expirationDate` comes. A declined charge is tried again daily for `tolerancePeriod` days.
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
     *   tolerancePeriod: 5
     * });
     */
    create(body: SubscriptionCreate, options?: CallOptions): ApiPromise<SubscriptionCreated>;
  };

  /** Take money out of the balance, and decide whether it arrives. */
  withdrawals: {
    /**
     * Create a withdrawal.
     *
     * Takes money out of the balance of the main account, or of a subaccount with `x-subaccount-id`. The withdrawal is `PENDING` until its status is set.
     *
     * @example
     * const { data } = await control.withdrawals.create({
     *   amount: 120000,
     *   postbackUrl: "https://shop.example/postbacks",
     *   pixKeyType: "CPF",
     *   pixKey: "52998224725"
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
     * Decide a withdrawal.
     *
     * Says whether the money of a pending withdrawal arrives. When it fails, the money returns to the balance that it came from.
     *
     * @param withdrawalId The withdrawal's id.
     *
     * @example
     * const { data } = await control.withdrawals.setStatus("264f7d98-0b5e-4c3a-91d7-e6a8f2c50b34", {
     *   status: "PAID"
     * });
     */
    setStatus(
      withdrawalId: string,
      body: WithdrawalStatusChange,
      options?: CallOptions,
    ): ApiPromise<WithdrawalStatusChanged>;
  };

  /** Decide what becomes of a payment, in place of its buyer and the acquirer. */
  payments: {
    /**
     * Decide a payment.
     *
     * Takes a payment one step on, in place of its buyer, the acquirer or the card's holder. Only the steps of the payment's method are possible, as `x-transitions` of `PaymentStatus` lists them, and a step to `REFUNDED` obeys the rules of a refund.
     *
     * @param paymentId The payment's id.
     *
     * @example
     * const { data } = await control.payments.setStatus("c9d1f0a2-6b3e-4c57-8a9d-2e4f6a8b0c1d", {
     *   status: "DISPUTED"
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
     * Makes what is still to come of a card payment available today. Afterwards it cannot be refunded.
     *
     * @param paymentId The payment's id.
     *
     * @example
     * const { data } = await control.payments.anticipate("c9d1f0a2-6b3e-4c57-8a9d-2e4f6a8b0c1d");
     */
    anticipate(paymentId: string, options?: CallOptions): ApiPromise<PaymentAnticipated>;
  };

  /** Decide the review of a subaccount. */
  subaccounts: {
    /**
     * Decide a subaccount's review.
     *
     * Approves or rejects a pending subaccount. Only an approved one can share in payments.
     *
     * @param subaccountId The subaccount's id.
     *
     * @example
     * const { data } = await control.subaccounts.setStatus("0d6f8b21-7c4a-4e95-b3d0-5a1c9e7f2846", {
     *   status: "APPROVED"
     * });
     */
    setStatus(
      subaccountId: string,
      body: SubaccountStatusChange,
      options?: CallOptions,
    ): ApiPromise<SubaccountStatusChanged>;
  };

  /** What the company and its subaccounts own, and what is still to come. */
  balance: {
    /**
     * Read the balance.
     *
     * Returns what the company and each of its subaccounts own now, and what is still to come.
     *
     * @example
     * const { data } = await control.balance.get();
     */
    get(options?: CallOptions): ApiPromise<BalanceRead>;
  };

  /** What the company has asked for, and why it was refused. */
  requests: {
    /**
     * List the last requests.
     *
     * Returns the company's last requests, the newest first, each with its answer's status and why it was refused. It is no paged list: what is older than these is not shown.
     *
     * @example
     * const { data } = await control.requests.list();
     */
    list(query?: RequestsListQuery, options?: CallOptions): ApiPromise<RequestList>;
  };

  /** What the company's addresses are told of its payments and withdrawals. */
  postbacks: {
    /**
     * List postbacks.
     *
     * Returns what was told, or is to be told, of the company's payments and withdrawals, the newest first and a page at a time, each with its latest attempts. Filters can be combined; a postback must match them all.
     *
     * @example
     * for await (const item of control.postbacks.list()) console.log(item);
     */
    list(query?: PostbacksListQuery, options?: CallOptions): PagePromise<PostbackList>;

    /**
     * Tell a change again.
     *
     * Makes a postback `PENDING` and due at once, whatever became of it before. One that has been delivered is told once more, and is `DELIVERED` again whatever is answered.
     *
     * @param eventId The id of the change that is told.
     *
     * @example
     * const { data } = await control.postbacks.redeliver("f3b09c57-6a1e-4d82-9e40-7c25d8b1a693");
     */
    redeliver(eventId: string, options?: CallOptions): ApiPromise<PostbackRedelivered>;
  };
}
