// Generated from openapi/ by `npm run generate`. Do not edit.

import type { components as Service } from "./types.ts";

export interface paths {
  "/_sandbox/health": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * See whether the sandbox answers
     * Tells that the sandbox is up, and its version. It needs no token, so it can be asked before there is a company.
     */
    get: operations["health.get"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/_sandbox/companies": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Create a company
     * Makes a company with a key pair of its own, which is shown here and never again. Use one for each test that must not see another's data. The body can be left out.
     */
    post: operations["companies.create"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/_sandbox/reset": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Reset your company
     * Deletes everything that the company has and sets its clock back to its start. The keys, and the tokens had with them, stay good.
     */
    post: operations["company.reset"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/_sandbox/clock": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read the clock
     * Returns the company's time. Every date and time in its answers is taken from this clock.
     */
    get: operations["clock.get"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/_sandbox/clock/advance": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Advance the clock
     * Moves the company's time forward, by some seconds or days or to a moment. Everything that falls due on the way is done, in order, before this answers. A moment may lie 3660 days ahead at most. Advances at the same time take turns: each starts where the one before it ended.
     */
    post: operations["clock.advance"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/_sandbox/faults": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read the faults
     * Returns the faults that are still to hit.
     */
    get: operations["faults.get"];
    /**
     * Set the faults
     * Makes the company's calls of the payment interface go wrong from now on, by these faults in place of those before. An empty list ends them all. The control interface itself is never hit.
     */
    put: operations["faults.set"];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/_sandbox/customers": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Create a customer
     * Creates a customer of the company. No two of its customers have the same document.
     */
    post: operations["customers.create"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/_sandbox/subscriptions": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Create a subscription
     * Creates a subscription on a tokenised card of a customer. It charges itself as the clock passes each date: on `dueDate`, which must not lie before the company's today, and every `frequency` days, with `setupAmount` the first time, until `duration` cycles are charged or `expirationDate` comes. A declined charge is tried again daily for `tolerancePeriod` days.
     */
    post: operations["subscriptions.create"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/_sandbox/withdrawals": {
    parameters: {
      query?: never;
      header?: {
        /**
         * Run the operation for this subaccount instead of your main account.
         * @example 71a5c2e9-3d8f-4b06-9e14-c8b7f6a0d253
         */
        "x-subaccount-id"?: components["parameters"]["SubaccountContext"];
      };
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Create a withdrawal
     * Takes money out of the balance of the main account, or of a subaccount with `x-subaccount-id`. The withdrawal is `PENDING` until its status is set.
     */
    post: operations["withdrawals.create"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/_sandbox/withdrawals/{withdrawalId}/status": {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * The withdrawal's id.
         * @example 264f7d98-0b5e-4c3a-91d7-e6a8f2c50b34
         */
        withdrawalId: components["parameters"]["WithdrawalId"];
      };
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Decide a withdrawal
     * Says whether the money of a pending withdrawal arrives. When it fails, the money returns to the balance that it came from.
     */
    post: operations["withdrawals.setStatus"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/_sandbox/payments/{paymentId}/status": {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * The payment's id.
         * @example c9d1f0a2-6b3e-4c57-8a9d-2e4f6a8b0c1d
         */
        paymentId: components["parameters"]["PaymentId"];
      };
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Decide a payment
     * Takes a payment one step on, in place of its buyer, the acquirer or the card's holder. Only the steps of the payment's method are possible, as `x-transitions` of `PaymentStatus` lists them, and a step to `REFUNDED` obeys the rules of a refund.
     */
    post: operations["payments.setStatus"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/_sandbox/payments/{paymentId}/anticipate": {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * The payment's id.
         * @example c9d1f0a2-6b3e-4c57-8a9d-2e4f6a8b0c1d
         */
        paymentId: components["parameters"]["PaymentId"];
      };
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Anticipate a payment
     * Makes what is still to come of a card payment available today. Afterwards it cannot be refunded.
     */
    post: operations["payments.anticipate"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/_sandbox/subaccounts/{subaccountId}/status": {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * The subaccount's id.
         * @example 0d6f8b21-7c4a-4e95-b3d0-5a1c9e7f2846
         */
        subaccountId: components["parameters"]["SubaccountId"];
      };
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Decide a subaccount's review
     * Approves or rejects a pending subaccount. Only an approved one can share in payments.
     */
    post: operations["subaccounts.setStatus"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/_sandbox/balance": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read the balance
     * Returns what the company and each of its subaccounts own now, and what is still to come.
     */
    get: operations["balance.get"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/_sandbox/requests": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the last requests
     * Returns the company's last requests, the newest first, each with its answer's status and why it was refused. It is no paged list: what is older than these is not shown.
     */
    get: operations["requests.list"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/_sandbox/postbacks": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List postbacks
     * Returns what was told, or is to be told, of the company's payments and withdrawals, the newest first and a page at a time, each with its latest attempts. Filters can be combined; a postback must match them all.
     */
    get: operations["postbacks.list"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/_sandbox/postbacks/{eventId}/redeliver": {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * The id of the change that is told.
         * @example f3b09c57-6a1e-4d82-9e40-7c25d8b1a693
         */
        eventId: components["parameters"]["EventId"];
      };
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Tell a change again
     * Makes a postback `PENDING` and due at once, whatever became of it before. One that has been delivered is told once more, and is `DELIVERED` again whatever is answered.
     */
    post: operations["postbacks.redeliver"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
}
export interface components {
  schemas: {
    /**
     * Format: int32
     * The service's own code for what went wrong. Eight are known and others may come, so treat a code that you do not know as a plain failure.
     * @example -7708
     */
    ReturnCode: Service["schemas"]["ReturnCode"];
    /** What went wrong. No error fills all four fields; a listed return code always brings `message` and `returnCode`. */
    ErrorData: Service["schemas"]["ErrorData"];
    /** The envelope of every error. */
    ErrorEnvelope: Service["schemas"]["ErrorEnvelope"];
    /** That the sandbox is up. */
    Health: {
      /** @constant */
      status: "ok";
      /**
       * The sandbox's version.
       * @example 0.1.0
       */
      version: string;
    };
    /** Always null here. */
    NoMessage: Service["schemas"]["NoMessage"];
    /** That the sandbox is up. */
    HealthRead: {
      data: components["schemas"]["Health"];
      message: components["schemas"]["NoMessage"];
    };
    /**
     * An amount of money in centavos.
     * @example 4990
     */
    Centavos: Service["schemas"]["Centavos"];
    /** What the company is to be like. */
    CompanyCreate: {
      /**
       * Whether it may use the payment interface, which otherwise answers it with `-1001`.
       * @default true
       */
      authorized?: boolean;
      /**
       * The share of each payment that the service keeps, in percent.
       * @default 0
       * @example 3.5
       */
      feePercentage?: number;
      /**
       * What the service keeps of each payment beside its share, in centavos.
       * @default 0
       * @example 40
       */
      feeFixed?: components["schemas"]["Centavos"];
      /**
       * The fine that each of its billets carries for paying late, in centavos.
       * @default 0
       * @example 200
       */
      lateFeeAmount?: components["schemas"]["Centavos"];
      /**
       * The interest that each of its billets carries for each day of delay, in centavos.
       * @default 0
       * @example 33
       */
      interestAmount?: components["schemas"]["Centavos"];
    };
    /** The company's key pair. */
    TokenCreate: Service["schemas"]["TokenCreate"];
    /** A new company, with the key pair that `auth.createToken` takes. The pair is shown this once. */
    NewCompany: {
      /**
       * Format: uuid
       * The company's id.
       */
      companyId: string;
    } & components["schemas"]["TokenCreate"];
    /** What happened, in words for people. Do not decide by it. */
    Message: Service["schemas"]["Message"];
    /** The company that was created. */
    CompanyCreated: {
      data: components["schemas"]["NewCompany"];
      message: components["schemas"]["Message"];
    };
    /** That it was done, in words for people. */
    Confirmation: Service["schemas"]["Confirmation"];
    /** That the company was reset. */
    CompanyReset: {
      data: components["schemas"]["Confirmation"];
      message: components["schemas"]["Message"];
    };
    /**
     * Format: date-time
     * A moment in UTC, ISO 8601 with milliseconds.
     * @example 2026-03-02T14:05:09.120Z
     */
    Timestamp: Service["schemas"]["Timestamp"];
    /** The time of a company. */
    Clock: {
      now: components["schemas"]["Timestamp"];
      /** Whether it moves by itself. A clock that does not stands still until it is advanced. */
      moving: boolean;
    };
    /** The company's time. */
    ClockRead: {
      data: components["schemas"]["Clock"];
      message: components["schemas"]["NoMessage"];
    };
    /** An advance by some seconds. */
    ClockAdvanceBySeconds: {
      /**
       * How many seconds to advance. The most are 3660 days.
       * @example 90
       */
      seconds: number;
    };
    /** An advance by some days of 24 hours. */
    ClockAdvanceByDays: {
      /**
       * How many days to advance.
       * @example 30
       */
      days: number;
    };
    /** An advance to a moment. */
    ClockAdvanceTo: {
      /**
       * Format: date-time
       * The moment to advance to, in ISO 8601 with its offset from UTC.
       * @example 2026-03-10T00:00:00-03:00
       */
      to: string;
    };
    /** How far to advance, in exactly one of three ways. */
    ClockAdvance:
      | components["schemas"]["ClockAdvanceBySeconds"]
      | components["schemas"]["ClockAdvanceByDays"]
      | components["schemas"]["ClockAdvanceTo"];
    /** The company's time after the advance. */
    ClockAdvanced: {
      data: components["schemas"]["Clock"];
      message: components["schemas"]["Message"];
    };
    /** What goes wrong with a call: a wait, an error status or a connection that is cut. A wait can go with one of the others. */
    Fault: {
      /**
       * The operation of the payment interface that it hits, any but `auth.createToken`. Leave it out to hit all that take the token.
       * @example payments.create
       */
      operationId?: string;
      /**
       * How long the answer is held back, in milliseconds.
       * @example 1500
       */
      latency?: number;
      /**
       * The HTTP status to answer with, in the error envelope.
       * @example 503
       */
      status?: number;
      /**
       * That the connection is cut instead of an answer.
       * @constant
       */
      reset?: true;
      /**
       * Whether it comes before the operation is done, or after, so that the answer is lost.
       * @default before
       * @enum {string}
       */
      when?: "before" | "after";
      /**
       * How many calls it hits. Leave it out to hit for ever.
       * @example 2
       */
      times?: number;
      /**
       * How likely it hits a call. Leave it out to hit each one.
       * @example 0.25
       */
      probability?: number;
    };
    /** What goes wrong from now on. */
    Faults: {
      /** The faults. Of those that fit a call only the first one in the list acts on it, and none ever hits `auth.createToken` or a call that is refused before it is done. Empty when nothing goes wrong. */
      faults: components["schemas"]["Fault"][];
    };
    /** The faults that are left. */
    FaultsRead: {
      data: components["schemas"]["Faults"];
      message: components["schemas"]["NoMessage"];
    };
    /** The faults that were set. */
    FaultsSet: {
      data: components["schemas"]["Faults"];
      message: components["schemas"]["Message"];
    };
    /** Who someone is, as every view of a buyer or customer shows it. */
    Person: Service["schemas"]["Person"];
    /** The part of an address that has the same form everywhere. */
    StreetAddress: Service["schemas"]["StreetAddress"];
    /**
     * The postal code (CEP) as an integer, so without its leading zero. In a payment's customer data it is a string.
     * @example 1310200
     */
    IntegerZipcode: Service["schemas"]["IntegerZipcode"];
    /** The customer's address. Leave it out when there is none yet. */
    CustomerAddressCreate: {
      zipcode: components["schemas"]["IntegerZipcode"];
      /**
       * Flat, floor or block.
       * @example Conjunto 42
       */
      complement: string;
      /**
       * A landmark that helps to find the place.
       * @example Em frente ao parque
       */
      reference: string;
    } & components["schemas"]["StreetAddress"];
    /** The customer to create. */
    CustomerCreate: {
      /**
       * The phone number.
       * @example +5511987654321
       */
      phoneNumber: string;
      /**
       * Format: date
       * The date of birth.
       * @example 1990-05-17
       */
      birthdate: string;
      address?: components["schemas"]["CustomerAddressCreate"];
    } & components["schemas"]["Person"];
    /**
     * The address's status.
     * @example APPROVED
     */
    CustomerAddressStatus: Service["schemas"]["CustomerAddressStatus"];
    /** The customer's address. */
    CustomerAddress: Service["schemas"]["CustomerAddress"];
    /**
     * The customer's status.
     * @example APPROVED
     */
    CustomerStatus: Service["schemas"]["CustomerStatus"];
    /** A person or company that pays you. */
    Customer: Service["schemas"]["Customer"];
    /** The customer that was created. */
    CustomerCreated: {
      data: components["schemas"]["Customer"];
      message: components["schemas"]["Message"];
    };
    /**
     * The days between charges. `7` is weekly, `30` monthly.
     * @example 30
     */
    Frequency: Service["schemas"]["Frequency"];
    /** The subscription to create. */
    SubscriptionCreate: {
      /**
       * Format: uuid
       * The customer to charge.
       */
      customerId: string;
      /**
       * Format: uuid
       * The tokenised card of this customer that is charged.
       */
      cardId: string;
      /**
       * What the subscription is for.
       * @example Plano mensal
       */
      title: string;
      /** What each cycle costs, in centavos. */
      amount: components["schemas"]["Centavos"];
      /**
       * What is charged for setting it up, in centavos.
       * @default 0
       */
      setupAmount?: components["schemas"]["Centavos"];
      frequency: components["schemas"]["Frequency"];
      /**
       * How many cycles to charge. Leave it out for a subscription for life.
       * @example 12
       */
      duration?: number;
      /**
       * Format: date
       * The date on which it starts.
       * @example 2026-03-10
       */
      dueDate: string;
      /**
       * Format: date
       * The date on which it ends.
       * @example 2027-03-05
       */
      expirationDate?: string;
      /**
       * For how many days a declined charge is tried again.
       * @default 0
       * @example 5
       */
      tolerancePeriod?: number;
    };
    /**
     * Where the subscription stands. `DELETED` is final.
     * @enum {string}
     */
    SubscriptionStatus: Service["schemas"]["SubscriptionStatus"];
    /**
     * How the part was given. Upper case here; in the request that adds a split it is lower case.
     * @example PERCENTAGE
     */
    SubscriptionSplitType: Service["schemas"]["SubscriptionSplitType"];
    /** The part of one subaccount in a subscription. */
    SubscriptionSplit: Service["schemas"]["SubscriptionSplit"];
    /**
     * Format: date-time
     * A moment in UTC, ISO 8601, with or without milliseconds.
     * @example 2026-03-02T14:05:09Z
     * @example 2026-03-02T14:05:09.120Z
     */
    SubscriptionTimestamp: Service["schemas"]["SubscriptionTimestamp"];
    /** A recurring charge on a tokenised card. */
    Subscription: Service["schemas"]["Subscription"];
    /** The subscription that was created. */
    SubscriptionCreated: {
      data: components["schemas"]["Subscription"];
      message: components["schemas"]["Message"];
    };
    /**
     * How the money is paid out.
     * @example PIX
     */
    WithdrawalPaymentType: Service["schemas"]["WithdrawalPaymentType"];
    /**
     * The kind of PIX key.
     * @example CPF
     */
    PixKeyType: Service["schemas"]["PixKeyType"];
    /** The withdrawal to create. */
    WithdrawalCreate: {
      /** What to withdraw, in centavos. */
      amount: components["schemas"]["Centavos"];
      /** @default PIX */
      withdrawalPaymentType?: components["schemas"]["WithdrawalPaymentType"];
      /**
       * Format: uri
       * The address on your side to be told of changes. Leave it out if you have none.
       * @example https://shop.example/postbacks
       */
      postbackUrl?: string;
      pixKeyType: components["schemas"]["PixKeyType"];
      /**
       * The PIX key that receives the money.
       * @example 52998224725
       */
      pixKey: string;
    };
    /**
     * Where the withdrawal stands.
     * @example PENDING
     */
    WithdrawalStatus: Service["schemas"]["WithdrawalStatus"];
    /** Money on its way out of the service. */
    Withdrawal: Service["schemas"]["Withdrawal"];
    /** The withdrawal that was created. */
    WithdrawalCreated: {
      data: components["schemas"]["Withdrawal"];
      message: components["schemas"]["Message"];
    };
    /**
     * Where a withdrawal stands in the sandbox. Of the service's own set only `PENDING` is known; this one is whole. When a withdrawal is `FAILED`, its money is back in the balance.
     * @enum {string}
     */
    SandboxWithdrawalStatus: "PENDING" | "PAID" | "FAILED";
    /** Where the withdrawal is to stand. */
    WithdrawalStatusChange: {
      status: components["schemas"]["SandboxWithdrawalStatus"];
    };
    /** The withdrawal with its new status. */
    WithdrawalStatusChanged: {
      data: components["schemas"]["Withdrawal"];
      message: components["schemas"]["Message"];
    };
    /**
     * Where the payment stands. Only three steps are described: an accepted card payment is `SUCCEEDED`, an accepted billet is `PENDING`, a refunded card payment is `REFUNDED`. All other steps are assumed, and none leads to `CREATED`, `REVERSED` or `PRE_AUTHORIZED`: expect them at any time.
     * @enum {string}
     */
    PaymentStatus: Service["schemas"]["PaymentStatus"];
    /** Where the payment is to stand. */
    PaymentStatusChange: {
      status: components["schemas"]["PaymentStatus"];
    };
    /**
     * An amount of money in BRL. `4990` is R$ 49,90.
     * @example 4990
     */
    PaymentAmount: Service["schemas"]["PaymentAmount"];
    /** The buyer, as given with the payment. The address stands beside the name, not within an object. */
    BuyerDetails: Service["schemas"]["BuyerDetails"];
    /**
     * How the part was given. Lower case here; on a subscription it is upper case.
     * @example percentage
     */
    PaymentSplitType: Service["schemas"]["PaymentSplitType"];
    /** The part of one subaccount in a payment. */
    PaymentSplit: Service["schemas"]["PaymentSplit"];
    /** What a payment of any method carries. */
    PaymentBase: Service["schemas"]["PaymentBase"];
    /** The card that paid, masked. */
    CardDetails: Service["schemas"]["CardDetails"];
    /** A payment by card, or by tokenised card. */
    CardPayment: Service["schemas"]["CardPayment"];
    /**
     * Format: date-time
     * A moment in ISO 8601 with its offset from UTC. `Z` is an offset of nothing.
     * @example 2026-03-05T23:59:59.000-03:00
     */
    OffsetTimestamp: Service["schemas"]["OffsetTimestamp"];
    /** What the buyer needs to pay. */
    PixDetails: Service["schemas"]["PixDetails"];
    /** A payment by PIX. */
    PixPayment: Service["schemas"]["PixPayment"];
    /**
     * How interest is computed.
     * @example DAILY_AMOUNT
     */
    InterestType: Service["schemas"]["InterestType"];
    /**
     * How the fine for paying late is computed.
     * @example FIXED
     */
    LateFeeType: Service["schemas"]["LateFeeType"];
    /** What the buyer needs to pay the billet, and what it costs to pay late. */
    BilletDetails: Service["schemas"]["BilletDetails"];
    /** A payment by billet (boleto). */
    BilletPayment: Service["schemas"]["BilletPayment"];
    /** A payment, also called a transaction. `paymentMethod` decides which details it carries; a tokenised card pays with the method `card`. */
    Payment: Service["schemas"]["Payment"];
    /** The payment with its new status. */
    PaymentStatusChanged: {
      data: components["schemas"]["Payment"];
      message: components["schemas"]["Message"];
    };
    /** The payment that was anticipated. */
    PaymentAnticipated: {
      data: components["schemas"]["Payment"];
      message: components["schemas"]["Message"];
    };
    /**
     * Where a subaccount stands in the sandbox. Of the service's own set only `PENDING` is known; this one is whole.
     * @enum {string}
     */
    SandboxSubaccountStatus: "PENDING" | "APPROVED" | "REJECTED";
    /** Where the subaccount is to stand. */
    SubaccountStatusChange: {
      status: components["schemas"]["SandboxSubaccountStatus"];
    };
    /**
     * The subaccount's status. It is `PENDING` after creation.
     * @example PENDING
     */
    SubaccountStatus: Service["schemas"]["SubaccountStatus"];
    /** The person responsible for the subaccount. */
    JuridicDataPartner: Service["schemas"]["JuridicDataPartner"];
    /**
     * What the address is for. A PF subaccount shows `RESPONSIBLE`, a PJ subaccount `COMMERCIAL`.
     * @example RESPONSIBLE
     */
    AddressType: Service["schemas"]["AddressType"];
    /** An address of a subaccount. Its `zipcode` is an integer. */
    SubaccountAddress: Service["schemas"]["SubaccountAddress"];
    /** What every view of a subaccount shows. */
    SubaccountBase: Service["schemas"]["SubaccountBase"];
    /** An individual who shares in your payments. */
    SubaccountPf: Service["schemas"]["SubaccountPf"];
    /** The legal entity behind a PJ subaccount. */
    JuridicLegalData: Service["schemas"]["JuridicLegalData"];
    /** A legal entity that shares in your payments. */
    SubaccountPj: Service["schemas"]["SubaccountPj"];
    /** A party that shares in your payments. `companyType` tells the kind. */
    Subaccount: Service["schemas"]["Subaccount"];
    /** The subaccount with its new status. */
    SubaccountStatusChanged: {
      data: components["schemas"]["Subaccount"];
      message: components["schemas"]["Message"];
    };
    /** Money that becomes available on a date. */
    Receivable: {
      /**
       * Format: date
       * The date on which it becomes available.
       * @example 2026-04-01
       */
      date: string;
      amount: components["schemas"]["Centavos"];
    };
    /** What an account owns, now and later. */
    AccountBalance: {
      /**
       * What can be withdrawn now, in centavos. Below zero when more was taken back than there was.
       * @example 249630
       */
      available: components["schemas"]["Centavos"];
      /** What becomes available later, the earliest first. */
      receivable: components["schemas"]["Receivable"][];
    };
    /** What a subaccount owns. */
    SubaccountBalance: {
      /**
       * Format: uuid
       * The subaccount's id.
       */
      subaccountId: string;
    } & components["schemas"]["AccountBalance"];
    /** What the company owns, and what each of its subaccounts does. */
    Balance: {
      /** The balances of the subaccounts, which are no part of the company's own. */
      subaccounts: components["schemas"]["SubaccountBalance"][];
    } & components["schemas"]["AccountBalance"];
    /** The balance. */
    BalanceRead: {
      data: components["schemas"]["Balance"];
      message: components["schemas"]["NoMessage"];
    };
    /** A request that the company made, and what became of it. Secrets and card numbers are masked. */
    LoggedRequest: {
      at: components["schemas"]["Timestamp"];
      /**
       * The HTTP method.
       * @example POST
       */
      method: string;
      /**
       * The path, without the query.
       * @example /payments/refund
       */
      path: string;
      /**
       * The operation, or null when there is none at this method and path.
       * @example payments.refund
       */
      operationId: string | null;
      /**
       * The HTTP status of the answer, or null when the connection was cut because a fault asked for it.
       * @example 400
       */
      status: number | null;
      /**
       * Why the request was refused. Empty when it was not.
       * @example [
       *   "O pagamento não pode ser estornado"
       * ]
       */
      reasons: string[];
      /**
       * The parameters of the query, by their names.
       * @example {
       *   "limit": "20"
       * }
       */
      query: {
        [key: string]: unknown;
      };
      /**
       * The body, or null when there was none.
       * @example {
       *   "transactionId": "c9d1f0a2-6b3e-4c57-8a9d-2e4f6a8b0c1d"
       * }
       */
      body: unknown;
    };
    /** The last requests of the company. */
    RequestList: {
      /** The requests, the newest first. */
      data: components["schemas"]["LoggedRequest"][];
      message: components["schemas"]["NoMessage"];
    };
    /**
     * Where a postback stands. One that is `FAILED` is not tried again by itself.
     * @enum {string}
     */
    PostbackStatus: "PENDING" | "DELIVERED" | "FAILED";
    /** What tells one change from another. */
    PostbackBase: Service["schemas"]["PostbackBase"];
    /** One attempt to tell the receiver. */
    PostbackAttempt: {
      at: components["schemas"]["Timestamp"];
      /**
       * The HTTP status of the receiver's answer, or null when there was none.
       * @example 503
       */
      status: number | null;
      /**
       * How the answer begins, without keys, tokens and card numbers, or null when there was none.
       * @example Service Unavailable
       */
      answer: string | null;
      /**
       * Why there was no answer or only a part of it, or null when all is well.
       * @example connect ECONNREFUSED 127.0.0.1:3000
       */
      problem: string | null;
    };
    /** A change that is told to the `postbackUrl` of a payment or withdrawal. */
    Postback: {
      /**
       * What has changed.
       * @enum {string}
       */
      type: "payment" | "withdrawal";
      /**
       * Format: uuid
       * The id of the payment or withdrawal.
       */
      resourceId: string;
      /**
       * The address that is told.
       * @example https://shop.example/postbacks
       */
      url: string;
      status: components["schemas"]["PostbackStatus"];
      /** When it is tried next, or null when it is not. */
      nextAttemptAt: components["schemas"]["Timestamp"] | null;
      /** How it was tried, the earliest first. Only the latest 20 attempts are kept. */
      attempts: components["schemas"]["PostbackAttempt"][];
    } & components["schemas"]["PostbackBase"];
    /** Where this page stands in the whole list. */
    Meta: Service["schemas"]["Meta"];
    /** One page of postbacks. */
    PostbackList: {
      /** The postbacks of this page, the newest first. */
      data: components["schemas"]["Postback"][];
      meta: components["schemas"]["Meta"];
      message: components["schemas"]["NoMessage"];
    };
    /** The postback, due again. */
    PostbackRedelivered: {
      data: components["schemas"]["Postback"];
      message: components["schemas"]["Message"];
    };
    /** A payment as a change has left it. */
    PaymentPostback: Service["schemas"]["PaymentPostback"];
    /** A withdrawal as a change has left it. */
    WithdrawalPostback: {
      /** @constant */
      type: "withdrawal";
      data: components["schemas"]["Withdrawal"];
    } & components["schemas"]["PostbackBase"];
    /** What a postback delivers. `type` decides what `data` is. */
    PostbackBody:
      | components["schemas"]["PaymentPostback"]
      | components["schemas"]["WithdrawalPostback"];
  };
  responses: {
    /** Anything else that went wrong. */
    Unexpected: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        "application/json": components["schemas"]["ErrorEnvelope"];
      };
    };
    /** The call comes by a name that is not the sandbox's, or from a page of another site. Every control answers so. */
    ForeignCall: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        "application/json": components["schemas"]["ErrorEnvelope"];
      };
    };
    /** The body is not valid. `message` lists what is wrong. */
    ValidationFailed: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        "application/json": components["schemas"]["ErrorEnvelope"];
      };
    };
    /** The sandbox was started with a control token, and it was not sent or is another. */
    ControlTokenRefused: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        "application/json": components["schemas"]["ErrorEnvelope"];
      };
    };
    /** The bearer token is missing, malformed or not this sandbox's. One that has expired is accepted. */
    Unauthorized: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        "application/json": components["schemas"]["ErrorEnvelope"];
      };
    };
    /** The request is not valid, or the moment is not ahead or too far ahead. */
    ClockRefused: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        "application/json": components["schemas"]["ErrorEnvelope"];
      };
    };
    /** The request is not valid, or there is a customer with this document. */
    CustomerRefused: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        "application/json": components["schemas"]["ErrorEnvelope"];
      };
    };
    /** The request is not valid, or the due date has passed. */
    SubscriptionRefused: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        "application/json": components["schemas"]["ErrorEnvelope"];
      };
    };
    /** The customer or the tokenised card is not known. */
    CustomerOrCardNotFound: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        "application/json": components["schemas"]["ErrorEnvelope"];
      };
    };
    /** The request is not valid, or the balance does not cover the amount. */
    WithdrawalRefused: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        "application/json": components["schemas"]["ErrorEnvelope"];
      };
    };
    /** No subaccount of this company has this id. */
    SubaccountNotFound: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        "application/json": components["schemas"]["ErrorEnvelope"];
      };
    };
    /** The request is not valid, or no step leads from the present status to this one. */
    StepRefused: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        "application/json": components["schemas"]["ErrorEnvelope"];
      };
    };
    /** No withdrawal of this company has this id. */
    WithdrawalNotFound: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        "application/json": components["schemas"]["ErrorEnvelope"];
      };
    };
    /** The request is not valid, no step of the payment's method leads to this status, or a refund breaks a rule. */
    PaymentStepRefused: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        "application/json": components["schemas"]["ErrorEnvelope"];
      };
    };
    /** No payment of this company has this id. */
    PaymentNotFound: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        "application/json": components["schemas"]["ErrorEnvelope"];
      };
    };
    /** The id is not valid, or nothing of a card payment is still to come. */
    AnticipationRefused: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        "application/json": components["schemas"]["ErrorEnvelope"];
      };
    };
    /** The page or a filter is not valid. */
    QueryInvalid: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        "application/json": components["schemas"]["ErrorEnvelope"];
      };
    };
    /** An id is not valid. */
    IdInvalid: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        "application/json": components["schemas"]["ErrorEnvelope"];
      };
    };
    /** No postback of this company has this id. */
    PostbackNotFound: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        "application/json": components["schemas"]["ErrorEnvelope"];
      };
    };
  };
  parameters: {
    /**
     * The token that the sandbox was started with. Leave it out when it was started without one.
     * @example control_example_4b8e
     */
    ControlToken: string;
    /**
     * Run the operation for this subaccount instead of your main account.
     * @example 71a5c2e9-3d8f-4b06-9e14-c8b7f6a0d253
     */
    SubaccountContext: string;
    /**
     * The withdrawal's id.
     * @example 264f7d98-0b5e-4c3a-91d7-e6a8f2c50b34
     */
    WithdrawalId: string;
    /**
     * The payment's id.
     * @example c9d1f0a2-6b3e-4c57-8a9d-2e4f6a8b0c1d
     */
    PaymentId: string;
    /**
     * The subaccount's id.
     * @example 0d6f8b21-7c4a-4e95-b3d0-5a1c9e7f2846
     */
    SubaccountId: string;
    /**
     * Which page to return, from 1.
     * @example 1
     */
    Page: number;
    /**
     * How many items a page holds at most.
     * @example 10
     */
    Limit: number;
    /**
     * The id of the change that is told.
     * @example f3b09c57-6a1e-4d82-9e40-7c25d8b1a693
     */
    EventId: string;
  };
  requestBodies: never;
  headers: never;
  pathItems: never;
}
export interface operations {
  "health.get": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** The sandbox is up. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["HealthRead"];
        };
      };
      403: components["responses"]["ForeignCall"];
      default: components["responses"]["Unexpected"];
    };
  };
  "companies.create": {
    parameters: {
      query?: never;
      header?: {
        /**
         * The token that the sandbox was started with. Leave it out when it was started without one.
         * @example control_example_4b8e
         */
        "x-control-token"?: components["parameters"]["ControlToken"];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: {
      content: {
        "application/json": components["schemas"]["CompanyCreate"];
      };
    };
    responses: {
      /** The company and its key pair. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["CompanyCreated"];
        };
      };
      400: components["responses"]["ValidationFailed"];
      401: components["responses"]["ControlTokenRefused"];
      default: components["responses"]["Unexpected"];
    };
  };
  "company.reset": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** The company is as new. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["CompanyReset"];
        };
      };
      401: components["responses"]["Unauthorized"];
      default: components["responses"]["Unexpected"];
    };
  };
  "clock.get": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** The company's time. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ClockRead"];
        };
      };
      401: components["responses"]["Unauthorized"];
      default: components["responses"]["Unexpected"];
    };
  };
  "clock.advance": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["ClockAdvance"];
      };
    };
    responses: {
      /** The company's time after all that fell due. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ClockAdvanced"];
        };
      };
      400: components["responses"]["ClockRefused"];
      401: components["responses"]["Unauthorized"];
      default: components["responses"]["Unexpected"];
    };
  };
  "faults.get": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** The faults that are left. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["FaultsRead"];
        };
      };
      401: components["responses"]["Unauthorized"];
      default: components["responses"]["Unexpected"];
    };
  };
  "faults.set": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["Faults"];
      };
    };
    responses: {
      /** The faults are set. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["FaultsSet"];
        };
      };
      400: components["responses"]["ValidationFailed"];
      401: components["responses"]["Unauthorized"];
      default: components["responses"]["Unexpected"];
    };
  };
  "customers.create": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["CustomerCreate"];
      };
    };
    responses: {
      /** The customer is created. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["CustomerCreated"];
        };
      };
      400: components["responses"]["CustomerRefused"];
      401: components["responses"]["Unauthorized"];
      default: components["responses"]["Unexpected"];
    };
  };
  "subscriptions.create": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["SubscriptionCreate"];
      };
    };
    responses: {
      /** The subscription is created. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["SubscriptionCreated"];
        };
      };
      400: components["responses"]["SubscriptionRefused"];
      401: components["responses"]["Unauthorized"];
      404: components["responses"]["CustomerOrCardNotFound"];
      default: components["responses"]["Unexpected"];
    };
  };
  "withdrawals.create": {
    parameters: {
      query?: never;
      header?: {
        /**
         * Run the operation for this subaccount instead of your main account.
         * @example 71a5c2e9-3d8f-4b06-9e14-c8b7f6a0d253
         */
        "x-subaccount-id"?: components["parameters"]["SubaccountContext"];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["WithdrawalCreate"];
      };
    };
    responses: {
      /** The withdrawal is created. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["WithdrawalCreated"];
        };
      };
      400: components["responses"]["WithdrawalRefused"];
      401: components["responses"]["Unauthorized"];
      404: components["responses"]["SubaccountNotFound"];
      default: components["responses"]["Unexpected"];
    };
  };
  "withdrawals.setStatus": {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * The withdrawal's id.
         * @example 264f7d98-0b5e-4c3a-91d7-e6a8f2c50b34
         */
        withdrawalId: components["parameters"]["WithdrawalId"];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["WithdrawalStatusChange"];
      };
    };
    responses: {
      /** The withdrawal with its new status. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["WithdrawalStatusChanged"];
        };
      };
      400: components["responses"]["StepRefused"];
      401: components["responses"]["Unauthorized"];
      404: components["responses"]["WithdrawalNotFound"];
      default: components["responses"]["Unexpected"];
    };
  };
  "payments.setStatus": {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * The payment's id.
         * @example c9d1f0a2-6b3e-4c57-8a9d-2e4f6a8b0c1d
         */
        paymentId: components["parameters"]["PaymentId"];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["PaymentStatusChange"];
      };
    };
    responses: {
      /** The payment with its new status. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["PaymentStatusChanged"];
        };
      };
      400: components["responses"]["PaymentStepRefused"];
      401: components["responses"]["Unauthorized"];
      404: components["responses"]["PaymentNotFound"];
      default: components["responses"]["Unexpected"];
    };
  };
  "payments.anticipate": {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * The payment's id.
         * @example c9d1f0a2-6b3e-4c57-8a9d-2e4f6a8b0c1d
         */
        paymentId: components["parameters"]["PaymentId"];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** The payment, all of it available. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["PaymentAnticipated"];
        };
      };
      400: components["responses"]["AnticipationRefused"];
      401: components["responses"]["Unauthorized"];
      404: components["responses"]["PaymentNotFound"];
      default: components["responses"]["Unexpected"];
    };
  };
  "subaccounts.setStatus": {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * The subaccount's id.
         * @example 0d6f8b21-7c4a-4e95-b3d0-5a1c9e7f2846
         */
        subaccountId: components["parameters"]["SubaccountId"];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["SubaccountStatusChange"];
      };
    };
    responses: {
      /** The subaccount with its new status. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["SubaccountStatusChanged"];
        };
      };
      400: components["responses"]["StepRefused"];
      401: components["responses"]["Unauthorized"];
      404: components["responses"]["SubaccountNotFound"];
      default: components["responses"]["Unexpected"];
    };
  };
  "balance.get": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** The balance. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["BalanceRead"];
        };
      };
      401: components["responses"]["Unauthorized"];
      default: components["responses"]["Unexpected"];
    };
  };
  "requests.list": {
    parameters: {
      query?: {
        /**
         * How many requests to return at most.
         * @example 20
         */
        limit?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** The last requests. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestList"];
        };
      };
      400: components["responses"]["QueryInvalid"];
      401: components["responses"]["Unauthorized"];
      default: components["responses"]["Unexpected"];
    };
  };
  "postbacks.list": {
    parameters: {
      query?: {
        /**
         * Which page to return, from 1.
         * @example 1
         */
        page?: components["parameters"]["Page"];
        /**
         * How many items a page holds at most.
         * @example 10
         */
        limit?: components["parameters"]["Limit"];
        /**
         * Only postbacks that stand here.
         * @example PENDING
         */
        status?: components["schemas"]["PostbackStatus"];
        /**
         * Only postbacks of this payment or withdrawal.
         * @example c9d1f0a2-6b3e-4c57-8a9d-2e4f6a8b0c1d
         */
        resourceId?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** One page of the postbacks that match all filters. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["PostbackList"];
        };
      };
      400: components["responses"]["QueryInvalid"];
      401: components["responses"]["Unauthorized"];
      default: components["responses"]["Unexpected"];
    };
  };
  "postbacks.redeliver": {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * The id of the change that is told.
         * @example f3b09c57-6a1e-4d82-9e40-7c25d8b1a693
         */
        eventId: components["parameters"]["EventId"];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** The postback, due again. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["PostbackRedelivered"];
        };
      };
      400: components["responses"]["IdInvalid"];
      401: components["responses"]["Unauthorized"];
      404: components["responses"]["PostbackNotFound"];
      default: components["responses"]["Unexpected"];
    };
  };
}

/** That the sandbox is up. */
export type Health = components["schemas"]["Health"];

/** That the sandbox is up. */
export type HealthRead = components["schemas"]["HealthRead"];

/** What the company is to be like. */
export type CompanyCreate = components["schemas"]["CompanyCreate"];

/** A new company, with the key pair that `auth.createToken` takes. The pair is shown this once. */
export type NewCompany = components["schemas"]["NewCompany"];

/** The company that was created. */
export type CompanyCreated = components["schemas"]["CompanyCreated"];

/** That the company was reset. */
export type CompanyReset = components["schemas"]["CompanyReset"];

/** The time of a company. */
export type Clock = components["schemas"]["Clock"];

/** The company's time. */
export type ClockRead = components["schemas"]["ClockRead"];

/** An advance by some seconds. */
export type ClockAdvanceBySeconds = components["schemas"]["ClockAdvanceBySeconds"];

/** An advance by some days of 24 hours. */
export type ClockAdvanceByDays = components["schemas"]["ClockAdvanceByDays"];

/** An advance to a moment. */
export type ClockAdvanceTo = components["schemas"]["ClockAdvanceTo"];

/** How far to advance, in exactly one of three ways. */
export type ClockAdvance = components["schemas"]["ClockAdvance"];

/** The company's time after the advance. */
export type ClockAdvanced = components["schemas"]["ClockAdvanced"];

/** What goes wrong with a call: a wait, an error status or a connection that is cut. A wait can go with one of the others. */
export type Fault = components["schemas"]["Fault"];

/** What goes wrong from now on. */
export type Faults = components["schemas"]["Faults"];

/** The faults that are left. */
export type FaultsRead = components["schemas"]["FaultsRead"];

/** The faults that were set. */
export type FaultsSet = components["schemas"]["FaultsSet"];

/** The customer's address. Leave it out when there is none yet. */
export type CustomerAddressCreate = components["schemas"]["CustomerAddressCreate"];

/** The customer to create. */
export type CustomerCreate = components["schemas"]["CustomerCreate"];

/** The customer that was created. */
export type CustomerCreated = components["schemas"]["CustomerCreated"];

/** The subscription to create. */
export type SubscriptionCreate = components["schemas"]["SubscriptionCreate"];

/** The subscription that was created. */
export type SubscriptionCreated = components["schemas"]["SubscriptionCreated"];

/** The withdrawal to create. */
export type WithdrawalCreate = components["schemas"]["WithdrawalCreate"];

/** The withdrawal that was created. */
export type WithdrawalCreated = components["schemas"]["WithdrawalCreated"];

/** Where a withdrawal stands in the sandbox. Of the service's own set only `PENDING` is known; this one is whole. When a withdrawal is `FAILED`, its money is back in the balance. */
export type SandboxWithdrawalStatus = components["schemas"]["SandboxWithdrawalStatus"];

/** Where the withdrawal is to stand. */
export type WithdrawalStatusChange = components["schemas"]["WithdrawalStatusChange"];

/** The withdrawal with its new status. */
export type WithdrawalStatusChanged = components["schemas"]["WithdrawalStatusChanged"];

/** Where the payment is to stand. */
export type PaymentStatusChange = components["schemas"]["PaymentStatusChange"];

/** The payment with its new status. */
export type PaymentStatusChanged = components["schemas"]["PaymentStatusChanged"];

/** The payment that was anticipated. */
export type PaymentAnticipated = components["schemas"]["PaymentAnticipated"];

/** Where a subaccount stands in the sandbox. Of the service's own set only `PENDING` is known; this one is whole. */
export type SandboxSubaccountStatus = components["schemas"]["SandboxSubaccountStatus"];

/** Where the subaccount is to stand. */
export type SubaccountStatusChange = components["schemas"]["SubaccountStatusChange"];

/** The subaccount with its new status. */
export type SubaccountStatusChanged = components["schemas"]["SubaccountStatusChanged"];

/** Money that becomes available on a date. */
export type Receivable = components["schemas"]["Receivable"];

/** What an account owns, now and later. */
export type AccountBalance = components["schemas"]["AccountBalance"];

/** What a subaccount owns. */
export type SubaccountBalance = components["schemas"]["SubaccountBalance"];

/** What the company owns, and what each of its subaccounts does. */
export type Balance = components["schemas"]["Balance"];

/** The balance. */
export type BalanceRead = components["schemas"]["BalanceRead"];

/** A request that the company made, and what became of it. Secrets and card numbers are masked. */
export type LoggedRequest = components["schemas"]["LoggedRequest"];

/** The last requests of the company. */
export type RequestList = components["schemas"]["RequestList"];

/** Where a postback stands. One that is `FAILED` is not tried again by itself. */
export type PostbackStatus = components["schemas"]["PostbackStatus"];

/** One attempt to tell the receiver. */
export type PostbackAttempt = components["schemas"]["PostbackAttempt"];

/** A change that is told to the `postbackUrl` of a payment or withdrawal. */
export type Postback = components["schemas"]["Postback"];

/** One page of postbacks. */
export type PostbackList = components["schemas"]["PostbackList"];

/** The postback, due again. */
export type PostbackRedelivered = components["schemas"]["PostbackRedelivered"];

/** A withdrawal as a change has left it. */
export type WithdrawalPostback = components["schemas"]["WithdrawalPostback"];

/** What a postback delivers. `type` decides what `data` is. */
export type PostbackBody = components["schemas"]["PostbackBody"];

/** A step of a SandboxWithdrawalStatus that the contract allows. What is created comes from `NEW`. */
export type SandboxWithdrawalStatusTransition = "PENDING → PAID" | "PENDING → FAILED";

/** A step of a SandboxSubaccountStatus that the contract allows. What is created comes from `NEW`. */
export type SandboxSubaccountStatusTransition = "PENDING → APPROVED" | "PENDING → REJECTED";

/** A step of a PostbackStatus that the contract allows. What is created comes from `NEW`. */
export type PostbackStatusTransition =
  | "PENDING → DELIVERED"
  | "PENDING → FAILED"
  | "DELIVERED → PENDING"
  | "FAILED → PENDING";
