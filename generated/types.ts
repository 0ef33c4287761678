// Generated from openapi/ by `npm run generate`. Do not edit.

export interface paths {
  "/auth": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Get a token
     * Exchanges the company's key pair for an access token, which every other operation requires. The token expires after 3600 seconds. Keep it and reuse it until then, instead of requesting a new one each time. This operation takes no bearer token. Use it only from your server, since the private key must never reach a browser or an app.
     */
    post: operations["auth.createToken"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/payments": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List payments
     * Returns the payments of the authenticated company, one page at a time.
     */
    get: operations["payments.list"];
    put?: never;
    /**
     * Create a payment
     * Charges the buyer by card, tokenized card, Pix or boleto. `paymentType` selects the method. A card payment requires full customer, address and card data, and is `SUCCEEDED` once accepted. A boleto is `PENDING` once accepted: show the buyer `billetDetails`. With `splits`, subaccounts share the amount, and the response shows what each receives. The service's specification shows no idempotency mechanism. If a request fails, look for the payment in the list before you send it again.
     */
    post: operations["payments.create"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/payments/{paymentId}": {
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
    /**
     * Read a payment
     * Returns one payment of the authenticated company with its current status. After a postback, read the payment here instead of trusting the delivery, since the service's specification covers neither its contents nor a signature.
     */
    get: operations["payments.get"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/payments/refund": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Refund a card payment
     * Returns the money of a card payment to the buyer. The payment becomes `REFUNDED`, and the response shows it with
     * `splits` empty. Three rules apply:
     *
     * 1. Only credit card payments can be refunded.
     * 2. The balance must be available.
     * 3. A payment cannot be refunded if it was received at D+30 or anticipated, or if any installment was paid and the
     *    balance is unavailable.
     *
     * Send the payment's id in the body, as `transactionId`.
     */
    post: operations["payments.refund"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/cards/tokenize": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Tokenize a card
     * Stores a customer's card and returns a token for it. Use the token in payments and subscriptions. You do not need the card number and the security code again, and the service never returns them.
     */
    post: operations["cards.tokenize"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/cards/{tokenizedCardId}": {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * The card token, as `cards.tokenize` returns it.
         * @example 3b7d2c1e-5a4f-4e8b-9d6c-0f1e2d3c4b5a
         */
        tokenizedCardId: components["parameters"]["TokenizedCardId"];
      };
      cookie?: never;
    };
    /**
     * Read a tokenized card
     * Returns a stored card, masked to its first four and last four digits. You can read a card only if it belongs to the associated customer.
     */
    get: operations["cards.get"];
    put?: never;
    post?: never;
    /**
     * Delete a tokenized card
     * Deletes a stored card. This cannot be undone, and the token can no longer be used in payments. You can delete a card only if it belongs to the associated customer.
     */
    delete: operations["cards.delete"];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/subscriptions": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List subscriptions
     * Returns the subscriptions of the authenticated company, one page at a time.
     */
    get: operations["subscriptions.list"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/subscriptions/{subscriptionId}": {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * The subscription's id.
         * @example b2e84d06-95f1-4a7c-8d3b-1c6f0e9a5274
         */
        subscriptionId: components["parameters"]["SubscriptionId"];
      };
      cookie?: never;
    };
    /**
     * Read a subscription
     * Returns one subscription of the authenticated company, with its splits.
     */
    get: operations["subscriptions.get"];
    /**
     * Update a subscription
     * Changes a subscription, except its splits, which have their own operations. If you omit `duration`, the subscription becomes lifelong; it does not keep its previous duration.
     */
    put: operations["subscriptions.update"];
    post?: never;
    /**
     * Cancel a subscription
     * Cancels a subscription, whatever its status. You cannot reactivate a canceled subscription. To pause one, suspend it instead.
     */
    delete: operations["subscriptions.cancel"];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/subscriptions/add_split": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Add a split to a subscription
     * Gives a subaccount a share of the subscription, as a fixed amount or a percentage. The subaccount must be approved. The sum of all splits must not exceed the amount left after the subscription fee. Send the subscription's id in the body.
     */
    post: operations["subscriptions.addSplit"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/subscriptions/{subscriptionId}/remove_split/{splitId}": {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * The subscription's id.
         * @example b2e84d06-95f1-4a7c-8d3b-1c6f0e9a5274
         */
        subscriptionId: components["parameters"]["SubscriptionId"];
        /**
         * The id of the subscription's split.
         * @example f5903a1c-6e2d-4b87-a04f-d9c8e7b61325
         */
        splitId: components["parameters"]["SplitId"];
      };
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /**
     * Remove a split from a subscription
     * Removes a subaccount's share from the subscription. This cannot be undone. The service adjusts the subscription's total value automatically.
     */
    delete: operations["subscriptions.removeSplit"];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/subscriptions/{subscriptionId}/suspend": {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * The subscription's id.
         * @example b2e84d06-95f1-4a7c-8d3b-1c6f0e9a5274
         */
        subscriptionId: components["parameters"]["SubscriptionId"];
      };
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Suspend a subscription
     * Stops the recurring charges of an active subscription immediately. The subscription keeps its history and settings, and the suspended time does not count toward its duration. The customer keeps the benefits until the end of the period already paid. Send no body.
     */
    post: operations["subscriptions.suspend"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/subscriptions/{subscriptionId}/reactivate": {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * The suspended subscription's id.
         * @example 946c1fe8-0ab7-4d52-8e39-f7d5b1a60c83
         */
        subscriptionId: components["parameters"]["SuspendedSubscriptionId"];
      };
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Reactivate a subscription
     * Resumes a suspended subscription. Charges resume at the next cycle. A canceled subscription cannot be reactivated. Send no body.
     */
    post: operations["subscriptions.reactivate"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/customers": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List customers
     * Returns the customers of the authenticated company, one page at a time.
     */
    get: operations["customers.list"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/customers/{customerId}": {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * The customer's id.
         * @example 8f14e45f-ceea-467f-9c1c-7c1d3b6a2b10
         */
        customerId: components["parameters"]["CustomerId"];
      };
      cookie?: never;
    };
    /**
     * Read a customer
     * Returns one customer of the authenticated company.
     */
    get: operations["customers.get"];
    /**
     * Update a customer
     * Changes the fields that you send and keeps the others. If the customer has no address yet, send a complete address, with all its fields.
     */
    put: operations["customers.update"];
    post?: never;
    /**
     * Delete a customer
     * Deletes a customer. This cannot be undone.
     */
    delete: operations["customers.delete"];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/subaccounts": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List subaccounts
     * Returns the subaccounts of the authenticated company, one page at a time. The items have no id, so keep the id that you receive when you create a subaccount.
     */
    get: operations["subaccounts.list"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/subaccounts/{subaccountId}": {
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
    /**
     * Read a subaccount
     * Returns one subaccount of the authenticated company. The response does not include its bank account. To get it, list the bank accounts in the subaccount's context.
     */
    get: operations["subaccounts.get"];
    put?: never;
    post?: never;
    /**
     * Delete a subaccount
     * Deletes a subaccount. This cannot be undone. An unknown subaccount returns status 400 with return code -2800. Reading an unknown subaccount returns -7301.
     */
    delete: operations["subaccounts.delete"];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/subaccounts/pf": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Create a PF subaccount
     * Creates a subaccount for an individual. Its status starts as `PENDING`. It can then have its own bank accounts, customers, plans and subscriptions, and receive splits. Before you can add it to a subscription as a split, it must be approved. Keep its id, since the list does not show it.
     */
    post: operations["subaccounts.createPf"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/subaccounts/pj": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Create a PJ subaccount
     * Creates a subaccount for a legal entity, with the data of the entity and of the person responsible for it. Its status starts as `PENDING`. It can then have its own bank accounts, customers, plans and subscriptions, and receive splits. Before you can add it to a subscription as a split, it must be approved. Keep its id, since the list does not show it.
     */
    post: operations["subaccounts.createPj"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/bank_accounts": {
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
    /**
     * List bank accounts
     * Returns the bank accounts of the main account, one page at a time. With `x-subaccount-id`, it returns those of a subaccount. The ids are integers.
     */
    get: operations["bankAccounts.list"];
    put?: never;
    /**
     * Create a bank account
     * Adds a bank account to the main account, or to a subaccount with `x-subaccount-id`. Agency (branch) and account numbers end with a hyphen and the check digit. If a number has no check digit, write 0 after the hyphen. The response has no id; list the bank accounts to get it.
     */
    post: operations["bankAccounts.create"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/withdrawals": {
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
    /**
     * List withdrawals
     * Returns the withdrawals of the main account, one page at a time. With `x-subaccount-id`, it returns those of a subaccount. `meta` contains only the total.
     */
    get: operations["withdrawals.list"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/withdrawals/{withdrawalId}": {
    parameters: {
      query?: never;
      header?: {
        /**
         * Run the operation for this subaccount instead of your main account.
         * @example 71a5c2e9-3d8f-4b06-9e14-c8b7f6a0d253
         */
        "x-subaccount-id"?: components["parameters"]["SubaccountContext"];
      };
      path: {
        /**
         * The withdrawal's id.
         * @example 264f7d98-0b5e-4c3a-91d7-e6a8f2c50b34
         */
        withdrawalId: components["parameters"]["WithdrawalId"];
      };
      cookie?: never;
    };
    /**
     * Read a withdrawal
     * Returns one withdrawal of the main account, or of a subaccount with `x-subaccount-id`. After a postback, read the withdrawal here instead of trusting the delivery, since the service's specification covers neither its contents nor a signature.
     */
    get: operations["withdrawals.get"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
}
export interface components {
  schemas: {
    /** The company's key pair. */
    TokenCreate: TokenCreate;
    /**
     * Format: int32
     * The service's own error code. Eight codes are known and others may exist, so handle an unknown code as a general failure.
     * @example -7708
     */
    ReturnCode: ReturnCode;
    /** What went wrong. No error has all four fields. The listed return codes always come with `message` and `returnCode`. */
    ErrorData: ErrorData;
    /** The envelope of every error. */
    ErrorEnvelope: ErrorEnvelope;
    /** An access token, a refresh token and the access token's lifetime. */
    Token: Token;
    /** What happened, for people to read. Do not base decisions on it. */
    Message: Message;
    /** A new token. */
    TokenCreated: TokenCreated;
    /**
     * The payment's status. The service's specification gives only three transitions: an accepted card payment is `SUCCEEDED`, an accepted boleto is `PENDING`, and a refunded card payment is `REFUNDED`. All other transitions are assumed. No assumed transition leads to `CREATED`, `REVERSED` or `PRE_AUTHORIZED`, so expect these at any time.
     * @enum {string}
     */
    PaymentStatus: PaymentStatus;
    /**
     * How the buyer pays. A tokenized card counts as `card`.
     * @enum {string}
     */
    PaymentMethod: PaymentMethod;
    /**
     * An amount of money in centavos. `4990` is R$ 49,90.
     * @example 4990
     */
    PaymentAmount: PaymentAmount;
    /** The personal data that every view of a buyer or customer shows. */
    Person: Person;
    /** The address fields that have the same form everywhere. */
    StreetAddress: StreetAddress;
    /** The buyer's data, as sent with the payment. The address fields are at the same level as the name, not in an object of their own. */
    BuyerDetails: BuyerDetails;
    /**
     * How the share was set. Here it is lower case; on a subscription it is upper case.
     * @example percentage
     */
    PaymentSplitType: PaymentSplitType;
    /** A subaccount's share of a payment. */
    PaymentSplit: PaymentSplit;
    /**
     * Format: date-time
     * A date and time in UTC, ISO 8601 with milliseconds.
     * @example 2026-03-02T14:05:09.120Z
     */
    Timestamp: Timestamp;
    /** The fields that every payment has, whatever its method. */
    PaymentBase: PaymentBase;
    /** The masked data of the card that paid. */
    CardDetails: CardDetails;
    /** A payment by card or by tokenized card. */
    CardPayment: CardPayment;
    /**
     * Format: date-time
     * A date and time in ISO 8601 with its UTC offset. `Z` means an offset of zero.
     * @example 2026-03-05T23:59:59.000-03:00
     */
    OffsetTimestamp: OffsetTimestamp;
    /** The data that the buyer needs to pay. */
    PixDetails: PixDetails;
    /** A payment by Pix. */
    PixPayment: PixPayment;
    /**
     * How the interest is calculated.
     * @example DAILY_AMOUNT
     */
    InterestType: InterestType;
    /**
     * How the late fee is calculated.
     * @example FIXED
     */
    LateFeeType: LateFeeType;
    /** The data that the buyer needs to pay the boleto, and the cost of paying late. */
    BilletDetails: BilletDetails;
    /** A payment by boleto. */
    BilletPayment: BilletPayment;
    /** A payment, also called a transaction. `paymentMethod` decides which details it has. A payment by tokenized card has the method `card`. */
    Payment: Payment;
    /** The position of this page in the full list. */
    Meta: Meta;
    /** Always null in this response. */
    NoMessage: NoMessage;
    /** One page of payments. */
    PaymentList: PaymentList;
    /** The subaccount that receives a share of the payment. */
    PaymentSplitCreateBase: PaymentSplitCreateBase;
    /**
     * A percentage. `12.5` is one eighth.
     * @example 12.5
     */
    Percentage: Percentage;
    /** A share of the payment as a percentage. */
    PercentagePaymentSplitCreate: PercentagePaymentSplitCreate;
    ChargedAmount: ChargedAmount;
    /** A share of the payment as a fixed amount. */
    AmountPaymentSplitCreate: AmountPaymentSplitCreate;
    /** A subaccount's share of the payment, as a percentage or an amount. A percentage above 0 takes precedence over the amount. If the percentage is missing, 0 or null, the amount applies. */
    PaymentSplitCreate: PaymentSplitCreate;
    /** The fields that any payment type can have. */
    PaymentCreateBase: PaymentCreateBase;
    /** The amount to charge, and the URL that receives postbacks. */
    BillingData: BillingData;
    /** The amount to charge to the card, and the number of installments. */
    CardBillingData: CardBillingData;
    /** The buyer's data that every payment type takes. */
    CustomerDataBase: CustomerDataBase;
    /** The full address of a buyer who pays by card. Here the `zipcode` is a string. */
    CardCustomerAddress: CardCustomerAddress;
    /** The full data of a buyer who pays by card. */
    CardCustomerData: CardCustomerData;
    /**
     * The card's expiration month, two digits.
     * @example 08
     */
    ExpirationMonth: ExpirationMonth;
    /**
     * The card's expiration year, four digits.
     * @example 2031
     */
    ExpirationYear: ExpirationYear;
    /** The card's data, as printed on it. The service never returns the full number or the security code. */
    CardData: CardData;
    /** A charge on a card whose full data you send. It requires full customer, address and card data. */
    CardPaymentCreate: CardPaymentCreate;
    /** The buyer's address. Here the `zipcode` is a string; on customers and subaccounts it is an integer. */
    CustomerDataAddress: CustomerDataAddress;
    /** The buyer. */
    CustomerData: CustomerData;
    /** A charge on a stored card. */
    TokenizedCardPaymentCreate: TokenizedCardPaymentCreate;
    /** A Pix charge, which the buyer pays by scanning or pasting a code. */
    PixPaymentCreate: PixPaymentCreate;
    /** A boleto, which the buyer pays through a bank. */
    BilletPaymentCreate: BilletPaymentCreate;
    /** The payment to create. `paymentType` decides which fields to send. */
    PaymentCreate: PaymentCreate;
    /** The payment that was created. */
    PaymentCreated: PaymentCreated;
    /** The fields that identify a change. */
    PostbackBase: PostbackBase;
    /** The payment after the change. */
    PaymentPostback: PaymentPostback;
    /** One payment. */
    PaymentRead: PaymentRead;
    /** The payment to refund. A refund always returns the full amount. */
    PaymentRefund: PaymentRefund;
    /** The card payment after the refund. Its splits are empty. */
    RefundedPayment: RefundedPayment;
    /** The refunded payment. */
    PaymentRefunded: PaymentRefunded;
    /** A card and the customer who owns it. */
    CardTokenize: CardTokenize;
    /**
     * The first four digits of the card number.
     * @example 4111
     */
    First4Digits: First4Digits;
    /**
     * The last four digits of the card number.
     * @example 1111
     */
    Last4Digits: Last4Digits;
    /** A tokenized card, as returned when you store it. It has no creation time. */
    NewTokenizedCard: NewTokenizedCard;
    /** The card that was stored. */
    CardTokenized: CardTokenized;
    /** A stored card, masked. The service never returns the full number or the security code. */
    TokenizedCard: TokenizedCard;
    /** What happened, for people to read, or null. Do not base decisions on it. */
    MessageOrNull: MessageOrNull;
    /** One stored card. */
    CardRead: CardRead;
    /** A confirmation for people to read. */
    Confirmation: Confirmation;
    /** Confirms that the card was deleted. */
    CardDeleted: CardDeleted;
    /**
     * The subscription's status. `DELETED` is final.
     * @enum {string}
     */
    SubscriptionStatus: SubscriptionStatus;
    /**
     * An amount in centavos.
     * @example 4990
     */
    Centavos: Centavos;
    /**
     * The number of days between charges. `7` is weekly, `30` is monthly.
     * @example 30
     * @example 7
     */
    Frequency: Frequency;
    /**
     * How the share was set. Here it is upper case; in the request that adds a split it is lower case.
     * @example PERCENTAGE
     */
    SubscriptionSplitType: SubscriptionSplitType;
    /** A subaccount's share of a subscription. */
    SubscriptionSplit: SubscriptionSplit;
    /**
     * Format: date-time
     * A date and time in UTC, ISO 8601, with or without milliseconds.
     * @example 2026-03-02T14:05:09Z
     * @example 2026-03-02T14:05:09.120Z
     */
    SubscriptionTimestamp: SubscriptionTimestamp;
    /** A recurring charge on a tokenized card. */
    Subscription: Subscription;
    /** One page of subscriptions. */
    SubscriptionList: SubscriptionList;
    /** One subscription. */
    SubscriptionRead: SubscriptionRead;
    /** The new values of all fields, except the splits. If you omit `duration`, the subscription becomes lifelong. */
    SubscriptionUpdate: SubscriptionUpdate;
    /** The updated subscription. */
    SubscriptionUpdated: SubscriptionUpdated;
    /** The subscription that was canceled. */
    CanceledSubscription: CanceledSubscription;
    /** Confirms that the subscription is canceled. */
    SubscriptionCanceled: SubscriptionCanceled;
    /** The subscription to split, and the subaccount that receives a share. */
    SubscriptionSplitCreateBase: SubscriptionSplitCreateBase;
    /** A share of a subscription as a fixed amount. */
    AmountSubscriptionSplitCreate: AmountSubscriptionSplitCreate;
    /** A share of a subscription as a percentage. */
    PercentageSubscriptionSplitCreate: PercentageSubscriptionSplitCreate;
    /** A split to add to a subscription. `splitType` decides whether an amount or a percentage is required. */
    SubscriptionSplitCreate: SubscriptionSplitCreate;
    /** The split that was added. */
    SubscriptionSplitAdded: SubscriptionSplitAdded;
    /** Confirms that the split was removed. */
    SubscriptionSplitRemoved: SubscriptionSplitRemoved;
    /** The subscription that was suspended. */
    SuspendedSubscription: SuspendedSubscription;
    /** Confirms that the subscription is suspended. */
    SubscriptionSuspended: SubscriptionSuspended;
    /** The subscription that was reactivated. */
    ReactivatedSubscription: ReactivatedSubscription;
    /** Confirms that the subscription is active again. */
    SubscriptionReactivated: SubscriptionReactivated;
    /**
     * The address's status.
     * @example APPROVED
     */
    CustomerAddressStatus: CustomerAddressStatus;
    /**
     * The postal code (CEP) as an integer, without any leading zero. In a payment's customer data it is a string.
     * @example 1310200
     */
    IntegerZipcode: IntegerZipcode;
    /** The customer's address. */
    CustomerAddress: CustomerAddress;
    /**
     * The customer's status.
     * @example APPROVED
     */
    CustomerStatus: CustomerStatus;
    /** A person or company that pays you. */
    Customer: Customer;
    /** One page of customers. */
    CustomerList: CustomerList;
    /** One customer. */
    CustomerRead: CustomerRead;
    /** The address fields to change. If the customer has no address yet, send all fields together. */
    CustomerAddressUpdate: CustomerAddressUpdate;
    /** The fields to change. A field that you omit keeps its value. */
    CustomerUpdate: CustomerUpdate;
    /** The updated customer. */
    CustomerUpdated: CustomerUpdated;
    /** Confirms that the customer was deleted. */
    CustomerDeleted: CustomerDeleted;
    /**
     * The kind of subaccount: an individual (PF) or a legal entity (PJ).
     * @enum {string}
     */
    CompanyType: CompanyType;
    /**
     * The subaccount's status. It is `PENDING` at first.
     * @example PENDING
     */
    SubaccountStatus: SubaccountStatus;
    /** The person responsible for the subaccount. */
    JuridicDataPartner: JuridicDataPartner;
    /**
     * The purpose of the address. A PF subaccount has `RESPONSIBLE`, a PJ subaccount has `COMMERCIAL`.
     * @example RESPONSIBLE
     */
    AddressType: AddressType;
    /** An address of a subaccount. Its `zipcode` is an integer. */
    SubaccountAddress: SubaccountAddress;
    /** The fields that every view of a subaccount shows. */
    SubaccountBase: SubaccountBase;
    /** A PF subaccount, as the list returns it. */
    SubaccountPfListItem: SubaccountPfListItem;
    /** The legal entity behind a PJ subaccount. */
    JuridicLegalData: JuridicLegalData;
    /** A PJ subaccount, as the list returns it. */
    SubaccountPjListItem: SubaccountPjListItem;
    /** A subaccount, as the list returns it, without its id. `companyType` is its kind. */
    SubaccountListItem: SubaccountListItem;
    /** One page of subaccounts. */
    SubaccountList: SubaccountList;
    /** An individual who shares in your payments. */
    SubaccountPf: SubaccountPf;
    /** A legal entity that shares in your payments. */
    SubaccountPj: SubaccountPj;
    /** A party that shares in your payments. `companyType` is its kind. */
    Subaccount: Subaccount;
    /** One subaccount. */
    SubaccountRead: SubaccountRead;
    /** The subaccount that was deleted. */
    DeletedSubaccount: DeletedSubaccount;
    /** The subaccount that was deleted. */
    SubaccountDeleted: SubaccountDeleted;
    /**
     * The kind of bank account.
     * @enum {string}
     */
    AccountType: AccountType;
    /** The holder and the bank of the account. */
    BankAccountBase: BankAccountBase;
    /**
     * An agency (branch) or account number, a hyphen, and the check digit.
     * @example 123456-7
     * @example 1234-0
     */
    NumberWithCheckDigit: NumberWithCheckDigit;
    /** The bank account of a subaccount, sent when you create the subaccount. */
    AccountBank: AccountBank;
    /** The fields that create a subaccount of either kind. */
    SubaccountCreateBase: SubaccountCreateBase;
    /** An individual to create as a subaccount. */
    SubaccountPfCreate: SubaccountPfCreate;
    /** The fields of a new subaccount of either kind. */
    NewSubaccountBase: NewSubaccountBase;
    /** A PF subaccount, as returned when you create it: with its bank account, but without its kind and creation time. */
    NewSubaccountPf: NewSubaccountPf;
    /** The subaccount that was created. */
    SubaccountPfCreated: SubaccountPfCreated;
    /** A legal entity to create as a subaccount. */
    SubaccountPjCreate: SubaccountPjCreate;
    /** A PJ subaccount, as returned when you create it: with its bank account, but without its kind and creation time. */
    NewSubaccountPj: NewSubaccountPj;
    /** The subaccount that was created. */
    SubaccountPjCreated: SubaccountPjCreated;
    /**
     * The bank account's status.
     * @example APPROVED
     */
    BankAccountStatus: BankAccountStatus;
    /** A bank account, as returned when you create it: without an id and without a creation time. */
    NewBankAccount: NewBankAccount;
    /** A bank account, as the list returns it. */
    BankAccount: BankAccount;
    /** One page of bank accounts. */
    BankAccountList: BankAccountList;
    /** The bank account to add. */
    BankAccountCreate: BankAccountCreate;
    /** The bank account that you created. */
    BankAccountCreated: BankAccountCreated;
    /**
     * The withdrawal's status.
     * @example PENDING
     */
    WithdrawalStatus: WithdrawalStatus;
    /**
     * The payout method.
     * @example PIX
     */
    WithdrawalPaymentType: WithdrawalPaymentType;
    /**
     * The kind of Pix key.
     * @example CPF
     */
    PixKeyType: PixKeyType;
    /** A transfer of money out of the service. */
    Withdrawal: Withdrawal;
    /** The total. This list returns neither page nor limit. */
    WithdrawalMeta: WithdrawalMeta;
    /** One page of withdrawals. Its `meta` has only the total. */
    WithdrawalList: WithdrawalList;
    /** One withdrawal. */
    WithdrawalRead: WithdrawalRead;
  };
  responses: {
    /** Any other error. */
    Unexpected: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        "application/json": ErrorEnvelope;
      };
    };
    /** The body is invalid. `message` lists the problems. */
    ValidationFailed: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        "application/json": ErrorEnvelope;
      };
    };
    /** The keys do not belong to any company. */
    WrongKeys: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        "application/json": ErrorEnvelope;
      };
    };
    /** The page or a filter is invalid. */
    QueryInvalid: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        "application/json": ErrorEnvelope;
      };
    };
    /** The bearer token is missing, malformed or expired. */
    Unauthorized: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        "application/json": ErrorEnvelope;
      };
    };
    /** The account is not authorized to use the API. */
    NotAuthorized: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        "application/json": ErrorEnvelope;
      };
    };
    /** The request is invalid, or its splits break a rule. */
    PaymentRefused: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        "application/json": ErrorEnvelope;
      };
    };
    /** The tokenized card or the subaccount of a split does not exist. */
    CardOrSubaccountNotFound: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        "application/json": ErrorEnvelope;
      };
    };
    /** The id is not valid. */
    IdInvalid: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        "application/json": ErrorEnvelope;
      };
    };
    /** This company has no payment with this id. */
    PaymentNotFound: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        "application/json": ErrorEnvelope;
      };
    };
    /** The request is invalid, or the payment cannot be refunded. */
    RefundRefused: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        "application/json": ErrorEnvelope;
      };
    };
    /** This company has no customer with this id. */
    CustomerNotFound: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        "application/json": ErrorEnvelope;
      };
    };
    /** The associated customer has no card with this id. */
    CardNotFound: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        "application/json": ErrorEnvelope;
      };
    };
    /** This company has no subscription with this id. */
    SubscriptionNotFound: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        "application/json": ErrorEnvelope;
      };
    };
    /** The request is invalid, or the subscription's status does not allow the operation. */
    WrongStatus: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        "application/json": ErrorEnvelope;
      };
    };
    /** The subscription, the customer or the tokenized card does not exist. */
    SubscriptionCustomerOrCardNotFound: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        "application/json": ErrorEnvelope;
      };
    };
    /** The request is invalid, the splits would exceed the amount left after the fee, or the subaccount is not approved. */
    SplitRefused: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        "application/json": ErrorEnvelope;
      };
    };
    /** The subscription or the subaccount does not exist. */
    SubscriptionOrSubaccountNotFound: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        "application/json": ErrorEnvelope;
      };
    };
    /** The subscription does not exist, or it does not have this split. */
    SubscriptionOrSplitNotFound: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        "application/json": ErrorEnvelope;
      };
    };
    /** The service could not list the customers, or another error occurred. */
    CustomerListFailed: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        "application/json": ErrorEnvelope;
      };
    };
    /** The request is invalid, or a first address is incomplete. */
    AddressRefused: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        "application/json": ErrorEnvelope;
      };
    };
    /** This company has no subaccount with this id. */
    SubaccountNotFound: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        "application/json": ErrorEnvelope;
      };
    };
    /** No subaccount has this id. */
    SubaccountNotFoundOnDelete: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        "application/json": ErrorEnvelope;
      };
    };
    /** The withdrawal does not exist in this context, or the subaccount of the context does not exist. */
    WithdrawalOrSubaccountNotFound: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        "application/json": ErrorEnvelope;
      };
    };
  };
  parameters: {
    /**
     * The number of the page to return. The first page is 1.
     * @example 1
     */
    PageAssumed: number;
    /**
     * The maximum number of items on a page.
     * @example 10
     */
    LimitAssumed: number;
    /**
     * The payment's id.
     * @example c9d1f0a2-6b3e-4c57-8a9d-2e4f6a8b0c1d
     */
    PaymentId: string;
    /**
     * The card token, as `cards.tokenize` returns it.
     * @example 3b7d2c1e-5a4f-4e8b-9d6c-0f1e2d3c4b5a
     */
    TokenizedCardId: string;
    /**
     * The number of the page to return. The first page is 1.
     * @example 1
     */
    Page: number;
    /**
     * The maximum number of items on a page.
     * @example 10
     */
    Limit: number;
    /**
     * The subscription's id.
     * @example b2e84d06-95f1-4a7c-8d3b-1c6f0e9a5274
     */
    SubscriptionId: string;
    /**
     * The id of the subscription's split.
     * @example f5903a1c-6e2d-4b87-a04f-d9c8e7b61325
     */
    SplitId: string;
    /**
     * The suspended subscription's id.
     * @example 946c1fe8-0ab7-4d52-8e39-f7d5b1a60c83
     */
    SuspendedSubscriptionId: string;
    /**
     * The number of the page to return. The first page is 1.
     * @example 1
     */
    PageDefaultAssumed: number;
    /**
     * The maximum number of items on a page.
     * @example 10
     */
    LimitDefaultAssumed: number;
    /**
     * The customer's id.
     * @example 8f14e45f-ceea-467f-9c1c-7c1d3b6a2b10
     */
    CustomerId: string;
    /**
     * The subaccount's id.
     * @example 0d6f8b21-7c4a-4e95-b3d0-5a1c9e7f2846
     */
    SubaccountId: string;
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
  };
  requestBodies: never;
  headers: never;
  pathItems: never;
}
export interface operations {
  "auth.createToken": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": TokenCreate;
      };
    };
    responses: {
      /** A new access token. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": TokenCreated;
        };
      };
      400: components["responses"]["ValidationFailed"];
      401: components["responses"]["WrongKeys"];
      default: components["responses"]["Unexpected"];
    };
  };
  "payments.list": {
    parameters: {
      query?: {
        /**
         * The number of the page to return. The first page is 1.
         * @example 1
         */
        page?: components["parameters"]["PageAssumed"];
        /**
         * The maximum number of items on a page.
         * @example 10
         */
        limit?: components["parameters"]["LimitAssumed"];
        /**
         * Only payments with this status.
         * @example PAID
         */
        status?: PaymentStatus;
        /**
         * Only payments with this method.
         * @example card
         */
        paymentMethod?: PaymentMethod;
        /**
         * Only payments of exactly this amount, in centavos.
         * @example 4990
         */
        amount?: number;
        /**
         * Only payments of this customer.
         * @example 8f14e45f-ceea-467f-9c1c-7c1d3b6a2b10
         */
        customerId?: string;
        /**
         * Only payments that this subscription charged.
         * @example b2e84d06-95f1-4a7c-8d3b-1c6f0e9a5274
         */
        subscriptionId?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** One page of the payments that match all filters, the newest first. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": PaymentList;
        };
      };
      400: components["responses"]["QueryInvalid"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["NotAuthorized"];
      default: components["responses"]["Unexpected"];
    };
  };
  "payments.create": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": PaymentCreate;
      };
    };
    responses: {
      /** The payment. `status` shows its outcome. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": PaymentCreated;
        };
      };
      400: components["responses"]["PaymentRefused"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["NotAuthorized"];
      404: components["responses"]["CardOrSubaccountNotFound"];
      default: components["responses"]["Unexpected"];
    };
  };
  "payments.get": {
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
      /** The payment. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": PaymentRead;
        };
      };
      400: components["responses"]["IdInvalid"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["NotAuthorized"];
      404: components["responses"]["PaymentNotFound"];
      default: components["responses"]["Unexpected"];
    };
  };
  "payments.refund": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": PaymentRefund;
      };
    };
    responses: {
      /** The payment was refunded. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": PaymentRefunded;
        };
      };
      400: components["responses"]["RefundRefused"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["NotAuthorized"];
      404: components["responses"]["PaymentNotFound"];
      default: components["responses"]["Unexpected"];
    };
  };
  "cards.tokenize": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": CardTokenize;
      };
    };
    responses: {
      /** The card was stored. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": CardTokenized;
        };
      };
      400: components["responses"]["ValidationFailed"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["NotAuthorized"];
      404: components["responses"]["CustomerNotFound"];
      default: components["responses"]["Unexpected"];
    };
  };
  "cards.get": {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * The card token, as `cards.tokenize` returns it.
         * @example 3b7d2c1e-5a4f-4e8b-9d6c-0f1e2d3c4b5a
         */
        tokenizedCardId: components["parameters"]["TokenizedCardId"];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** The card. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": CardRead;
        };
      };
      400: components["responses"]["IdInvalid"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["NotAuthorized"];
      404: components["responses"]["CardNotFound"];
      default: components["responses"]["Unexpected"];
    };
  };
  "cards.delete": {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * The card token, as `cards.tokenize` returns it.
         * @example 3b7d2c1e-5a4f-4e8b-9d6c-0f1e2d3c4b5a
         */
        tokenizedCardId: components["parameters"]["TokenizedCardId"];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** The card was deleted. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": CardDeleted;
        };
      };
      400: components["responses"]["IdInvalid"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["NotAuthorized"];
      404: components["responses"]["CardNotFound"];
      default: components["responses"]["Unexpected"];
    };
  };
  "subscriptions.list": {
    parameters: {
      query?: {
        /**
         * The number of the page to return. The first page is 1.
         * @example 1
         */
        page?: components["parameters"]["Page"];
        /**
         * The maximum number of items on a page.
         * @example 10
         */
        limit?: components["parameters"]["Limit"];
        /**
         * Only subscriptions with this title.
         * @example Plano mensal
         */
        title?: string;
        /**
         * Only subscriptions with this `amount`, in centavos. The filter is a number, the field an integer.
         * @example 4990
         */
        amount?: number;
        /**
         * Only subscriptions with this `setupAmount`, in centavos. The filter is a number, the field an integer.
         * @example 1500
         */
        setupAmount?: number;
        /**
         * Only subscriptions with this number of days between charges.
         * @example 30
         */
        frequency?: number;
        /**
         * Only subscriptions that start on this date.
         * @example 2026-03-10
         */
        dueDate?: string;
        /**
         * Only subscriptions with this status.
         * @example ACTIVE
         */
        status?: SubscriptionStatus;
        /**
         * Only subscriptions with a split for this subaccount.
         * @example 0d6f8b21-7c4a-4e95-b3d0-5a1c9e7f2846
         */
        subaccountId?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** One page of the subscriptions that match all filters, the newest first. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": SubscriptionList;
        };
      };
      400: components["responses"]["QueryInvalid"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["NotAuthorized"];
      default: components["responses"]["Unexpected"];
    };
  };
  "subscriptions.get": {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * The subscription's id.
         * @example b2e84d06-95f1-4a7c-8d3b-1c6f0e9a5274
         */
        subscriptionId: components["parameters"]["SubscriptionId"];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** The subscription. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": SubscriptionRead;
        };
      };
      400: components["responses"]["IdInvalid"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["NotAuthorized"];
      404: components["responses"]["SubscriptionNotFound"];
      default: components["responses"]["Unexpected"];
    };
  };
  "subscriptions.update": {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * The subscription's id.
         * @example b2e84d06-95f1-4a7c-8d3b-1c6f0e9a5274
         */
        subscriptionId: components["parameters"]["SubscriptionId"];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": SubscriptionUpdate;
      };
    };
    responses: {
      /** The subscription was updated. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": SubscriptionUpdated;
        };
      };
      400: components["responses"]["WrongStatus"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["NotAuthorized"];
      404: components["responses"]["SubscriptionCustomerOrCardNotFound"];
      default: components["responses"]["Unexpected"];
    };
  };
  "subscriptions.cancel": {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * The subscription's id.
         * @example b2e84d06-95f1-4a7c-8d3b-1c6f0e9a5274
         */
        subscriptionId: components["parameters"]["SubscriptionId"];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** The subscription was canceled. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": SubscriptionCanceled;
        };
      };
      400: components["responses"]["IdInvalid"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["NotAuthorized"];
      404: components["responses"]["SubscriptionNotFound"];
      default: components["responses"]["Unexpected"];
    };
  };
  "subscriptions.addSplit": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": SubscriptionSplitCreate;
      };
    };
    responses: {
      /** The split was added. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": SubscriptionSplitAdded;
        };
      };
      400: components["responses"]["SplitRefused"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["NotAuthorized"];
      404: components["responses"]["SubscriptionOrSubaccountNotFound"];
      default: components["responses"]["Unexpected"];
    };
  };
  "subscriptions.removeSplit": {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * The subscription's id.
         * @example b2e84d06-95f1-4a7c-8d3b-1c6f0e9a5274
         */
        subscriptionId: components["parameters"]["SubscriptionId"];
        /**
         * The id of the subscription's split.
         * @example f5903a1c-6e2d-4b87-a04f-d9c8e7b61325
         */
        splitId: components["parameters"]["SplitId"];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** The split was removed. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": SubscriptionSplitRemoved;
        };
      };
      400: components["responses"]["IdInvalid"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["NotAuthorized"];
      404: components["responses"]["SubscriptionOrSplitNotFound"];
      default: components["responses"]["Unexpected"];
    };
  };
  "subscriptions.suspend": {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * The subscription's id.
         * @example b2e84d06-95f1-4a7c-8d3b-1c6f0e9a5274
         */
        subscriptionId: components["parameters"]["SubscriptionId"];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** The subscription is suspended. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": SubscriptionSuspended;
        };
      };
      400: components["responses"]["WrongStatus"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["NotAuthorized"];
      404: components["responses"]["SubscriptionNotFound"];
      default: components["responses"]["Unexpected"];
    };
  };
  "subscriptions.reactivate": {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * The suspended subscription's id.
         * @example 946c1fe8-0ab7-4d52-8e39-f7d5b1a60c83
         */
        subscriptionId: components["parameters"]["SuspendedSubscriptionId"];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** The subscription is active again. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": SubscriptionReactivated;
        };
      };
      400: components["responses"]["WrongStatus"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["NotAuthorized"];
      404: components["responses"]["SubscriptionNotFound"];
      default: components["responses"]["Unexpected"];
    };
  };
  "customers.list": {
    parameters: {
      query?: {
        /**
         * The number of the page to return. The first page is 1.
         * @example 1
         */
        page?: components["parameters"]["PageDefaultAssumed"];
        /**
         * The maximum number of items on a page.
         * @example 10
         */
        limit?: components["parameters"]["LimitDefaultAssumed"];
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** One page of customers, the newest first. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": CustomerList;
        };
      };
      400: components["responses"]["QueryInvalid"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["NotAuthorized"];
      default: components["responses"]["CustomerListFailed"];
    };
  };
  "customers.get": {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * The customer's id.
         * @example 8f14e45f-ceea-467f-9c1c-7c1d3b6a2b10
         */
        customerId: components["parameters"]["CustomerId"];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** The customer. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": CustomerRead;
        };
      };
      400: components["responses"]["IdInvalid"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["NotAuthorized"];
      404: components["responses"]["CustomerNotFound"];
      default: components["responses"]["Unexpected"];
    };
  };
  "customers.update": {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * The customer's id.
         * @example 8f14e45f-ceea-467f-9c1c-7c1d3b6a2b10
         */
        customerId: components["parameters"]["CustomerId"];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": CustomerUpdate;
      };
    };
    responses: {
      /** The customer was updated. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": CustomerUpdated;
        };
      };
      400: components["responses"]["AddressRefused"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["NotAuthorized"];
      404: components["responses"]["CustomerNotFound"];
      default: components["responses"]["Unexpected"];
    };
  };
  "customers.delete": {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * The customer's id.
         * @example 8f14e45f-ceea-467f-9c1c-7c1d3b6a2b10
         */
        customerId: components["parameters"]["CustomerId"];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** The customer was deleted. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": CustomerDeleted;
        };
      };
      400: components["responses"]["IdInvalid"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["NotAuthorized"];
      404: components["responses"]["CustomerNotFound"];
      default: components["responses"]["Unexpected"];
    };
  };
  "subaccounts.list": {
    parameters: {
      query?: {
        /**
         * The number of the page to return. The first page is 1.
         * @example 1
         */
        page?: components["parameters"]["PageDefaultAssumed"];
        /**
         * The maximum number of items on a page.
         * @example 10
         */
        limit?: components["parameters"]["LimitDefaultAssumed"];
        /**
         * Only subaccounts of this kind.
         * @example PJ
         */
        companyType?: CompanyType;
        /**
         * Only the subaccount with this CPF or CNPJ.
         * @example 52998224725
         */
        document?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** One page of subaccounts, the newest first. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": SubaccountList;
        };
      };
      400: components["responses"]["QueryInvalid"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["NotAuthorized"];
      default: components["responses"]["Unexpected"];
    };
  };
  "subaccounts.get": {
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
    requestBody?: never;
    responses: {
      /** The subaccount. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": SubaccountRead;
        };
      };
      400: components["responses"]["IdInvalid"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["NotAuthorized"];
      404: components["responses"]["SubaccountNotFound"];
      default: components["responses"]["Unexpected"];
    };
  };
  "subaccounts.delete": {
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
    requestBody?: never;
    responses: {
      /** The subaccount was deleted. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": SubaccountDeleted;
        };
      };
      400: components["responses"]["SubaccountNotFoundOnDelete"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["NotAuthorized"];
      default: components["responses"]["Unexpected"];
    };
  };
  "subaccounts.createPf": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": SubaccountPfCreate;
      };
    };
    responses: {
      /** The subaccount was created. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": SubaccountPfCreated;
        };
      };
      400: components["responses"]["ValidationFailed"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["NotAuthorized"];
      default: components["responses"]["Unexpected"];
    };
  };
  "subaccounts.createPj": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": SubaccountPjCreate;
      };
    };
    responses: {
      /** The subaccount was created. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": SubaccountPjCreated;
        };
      };
      400: components["responses"]["ValidationFailed"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["NotAuthorized"];
      default: components["responses"]["Unexpected"];
    };
  };
  "bankAccounts.list": {
    parameters: {
      query?: {
        /**
         * The number of the page to return. The first page is 1.
         * @example 1
         */
        page?: components["parameters"]["Page"];
        /**
         * The maximum number of items on a page.
         * @example 10
         */
        limit?: components["parameters"]["Limit"];
      };
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
    requestBody?: never;
    responses: {
      /** One page of bank accounts, the newest first. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": BankAccountList;
        };
      };
      400: components["responses"]["QueryInvalid"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["NotAuthorized"];
      404: components["responses"]["SubaccountNotFound"];
      default: components["responses"]["Unexpected"];
    };
  };
  "bankAccounts.create": {
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
        "application/json": BankAccountCreate;
      };
    };
    responses: {
      /** The bank account was created. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": BankAccountCreated;
        };
      };
      400: components["responses"]["ValidationFailed"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["NotAuthorized"];
      404: components["responses"]["SubaccountNotFound"];
      default: components["responses"]["Unexpected"];
    };
  };
  "withdrawals.list": {
    parameters: {
      query?: {
        /**
         * The number of the page to return. The first page is 1.
         * @example 1
         */
        page?: components["parameters"]["Page"];
        /**
         * The maximum number of items on a page.
         * @example 10
         */
        limit?: components["parameters"]["Limit"];
      };
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
    requestBody?: never;
    responses: {
      /** One page of withdrawals, the newest first. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": WithdrawalList;
        };
      };
      400: components["responses"]["QueryInvalid"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["NotAuthorized"];
      404: components["responses"]["SubaccountNotFound"];
      default: components["responses"]["Unexpected"];
    };
  };
  "withdrawals.get": {
    parameters: {
      query?: never;
      header?: {
        /**
         * Run the operation for this subaccount instead of your main account.
         * @example 71a5c2e9-3d8f-4b06-9e14-c8b7f6a0d253
         */
        "x-subaccount-id"?: components["parameters"]["SubaccountContext"];
      };
      path: {
        /**
         * The withdrawal's id.
         * @example 264f7d98-0b5e-4c3a-91d7-e6a8f2c50b34
         */
        withdrawalId: components["parameters"]["WithdrawalId"];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** The withdrawal. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": WithdrawalRead;
        };
      };
      400: components["responses"]["IdInvalid"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["NotAuthorized"];
      404: components["responses"]["WithdrawalOrSubaccountNotFound"];
      default: components["responses"]["Unexpected"];
    };
  };
}

/** The company's key pair. */
export type TokenCreate = {
  /**
   * Format: password
   * The public key, which identifies the company.
   */
  publicKey: string;
  /**
   * Format: password
   * The private key. Keep it on your server.
   */
  privateKey: string;
};

/** The service's own error code. Eight codes are known and others may exist, so handle an unknown code as a general failure. */
export type ReturnCode =
  | -1001
  | -1000
  | -2800
  | -7301
  | -7400
  | -7404
  | -7508
  | -7708
  | (number & {});

/** What went wrong. No error has all four fields. The listed return codes always come with `message` and `returnCode`. */
export type ErrorData = {
  /**
   * What went wrong, for people to read. It is a list if there are several problems.
   * @example Pagamento não encontrado
   */
  message?: string | string[];
  returnCode?: ReturnCode;
  /**
   * The kind of error, in a word or two.
   * @example Bad Request
   */
  error?: string;
  /**
   * Format: int32
   * The HTTP status code, repeated.
   * @example 400
   */
  statusCode?: number;
};

/** The envelope of every error. */
export type ErrorEnvelope = {
  data: ErrorData;
};

/** An access token, a refresh token and the access token's lifetime. */
export type Token = {
  /**
   * Format: password
   * The JSON Web Token to send as the bearer token with every other operation.
   */
  access_token: string;
  /**
   * Format: password
   * The refresh token. The service's specification names no operation that takes it.
   */
  refresh_token: string;
  /**
   * The access token's lifetime, in seconds followed by `s`. Always `3600s`.
   * @example 3600s
   */
  expires_in: string;
};

/** What happened, for people to read. Do not base decisions on it. */
export type Message = string;

/** A new token. */
export type TokenCreated = {
  data: Token;
  message: Message;
};

/** The payment's status. The service's specification gives only three transitions: an accepted card payment is `SUCCEEDED`, an accepted boleto is `PENDING`, and a refunded card payment is `REFUNDED`. All other transitions are assumed. No assumed transition leads to `CREATED`, `REVERSED` or `PRE_AUTHORIZED`, so expect these at any time. */
export type PaymentStatus =
  | "PENDING"
  | "SUCCEEDED"
  | "FAILED"
  | "CREATED"
  | "REVERSED"
  | "CANCELED"
  | "PRE_AUTHORIZED"
  | "DISPUTED"
  | "CHARGEBACK"
  | "PAID"
  | "REFUNDED";

/** How the buyer pays. A tokenized card counts as `card`. */
export type PaymentMethod = "pix" | "card" | "billet";

/** An amount of money in centavos. `4990` is R$ 49,90. */
export type PaymentAmount = number;

/** The personal data that every view of a buyer or customer shows. */
export type Person = {
  /**
   * The first name.
   * @example Maria
   */
  firstName: string;
  /**
   * The last name.
   * @example Souza
   */
  lastName: string;
  /**
   * The e-mail address.
   * @example maria.souza@example.com
   */
  email: string;
  /**
   * The tax id, a CPF or a CNPJ.
   * @example 39053344705
   */
  document: string;
};

/** The address fields that have the same form everywhere. */
export type StreetAddress = {
  /**
   * The street name.
   * @example Avenida Paulista
   */
  street: string;
  /**
   * The street number.
   * @example 1578
   */
  streetNumber: number;
  /**
   * The neighborhood (bairro).
   * @example Bela Vista
   */
  neighborhood: string;
  /**
   * The city.
   * @example São Paulo
   */
  city: string;
  /**
   * The state.
   * @example SP
   */
  state: string;
};

/** The buyer's data, as sent with the payment. The address fields are at the same level as the name, not in an object of their own. */
export type BuyerDetails = {
  /**
   * The phone number, or null if unknown.
   * @example +5511987654321
   */
  phone: string | null;
  /**
   * The apartment, floor or block, or null.
   * @example Conjunto 42
   */
  complement: string | null;
  /**
   * A nearby landmark, or null.
   * @example Em frente ao parque
   */
  reference: string | null;
} & (Person & StreetAddress);

/** How the share was set. Here it is lower case; on a subscription it is upper case. */
export type PaymentSplitType = "percentage" | (string & {});

/** A subaccount's share of a payment. */
export type PaymentSplit = {
  /**
   * Format: uuid
   * The subaccount that receives the share.
   */
  subaccountId: string;
  splitType: PaymentSplitType;
  /**
   * The share in percent.
   * @example 12.5
   */
  splitPercentage: number;
  /** The amount that the subaccount receives, in centavos. */
  liquidAmount: PaymentAmount;
  /** Whether the subaccount bears a chargeback of its share. */
  chargebackLiable: boolean;
};

/** A date and time in UTC, ISO 8601 with milliseconds. */
export type Timestamp = string;

/** The fields that every payment has, whatever its method. */
export type PaymentBase = {
  /**
   * Format: uuid
   * The payment's id.
   */
  id: string;
  status: PaymentStatus;
  /**
   * Always `BRL`, Brazilian reais.
   * @constant
   */
  currency: "BRL";
  amount: PaymentAmount;
  /**
   * The postback URL that you sent when you created the payment, or an empty string.
   * @example https://shop.example/postbacks
   * @example
   */
  postbackUrl: string;
  buyerDetails: BuyerDetails;
  /** The subaccounts' shares. Empty if there are none. */
  splits: PaymentSplit[];
  createdAt: Timestamp;
  updatedAt: Timestamp;
};

/** The masked data of the card that paid. */
export type CardDetails = {
  /**
   * The card brand. On a tokenized card this field is `cardBrand`.
   * @example VISA
   */
  brand: string;
  /**
   * The first four digits of the card number.
   * @example 4111
   */
  first4Digits: string;
  /**
   * The last four digits of the card number.
   * @example 1111
   */
  last4Digits: string;
  /**
   * The card's expiration month.
   * @example 08
   */
  expirationMonth: string;
  /**
   * The card's expiration year.
   * @example 2031
   */
  expirationYear: string;
};

/** A payment by card or by tokenized card. */
export type CardPayment = {
  /**
   * The payment is by a card.
   * @constant
   */
  paymentMethod: "card";
  /**
   * The number of installments.
   * @example 3
   */
  installments: number;
  cardDetails: CardDetails;
} & PaymentBase;

/** A date and time in ISO 8601 with its UTC offset. `Z` means an offset of zero. */
export type OffsetTimestamp = string;

/** The data that the buyer needs to pay. */
export type PixDetails = {
  /**
   * The code that the buyer pastes into the bank's app (BR Code).
   * @example 00020101021226770014br.gov.bcb.pix2555pix.service.invalid/v2/5e2a9c741f3b4d60b8e793c5d7a1f024520400005303986540549.905802BR5912LOJA EXEMPLO6009SAO PAULO62070503***6304CA67
   */
  brCode: string;
  /**
   * Format: uri
   * The URL of a QR code image with the same code.
   * @example https://service.invalid/pix/5e2a9c74.png
   */
  qrCodeUrl: string;
  expirationDate: OffsetTimestamp;
};

/** A payment by Pix. */
export type PixPayment = {
  /**
   * The payment is by Pix.
   * @constant
   */
  paymentMethod: "pix";
  pixDetails: PixDetails;
} & PaymentBase;

/** How the interest is calculated. */
export type InterestType = "DAILY_AMOUNT" | (string & {});

/** How the late fee is calculated. */
export type LateFeeType = "FIXED" | (string & {});

/** The data that the buyer needs to pay the boleto, and the cost of paying late. */
export type BilletDetails = {
  /**
   * The barcode's digits.
   * @example 00099137600000149000000000000000001807202603
   */
  barcode: string;
  /**
   * The line of digits that the buyer types into the bank's app.
   * @example 00090000010000000000018072026034913760000014900
   */
  digitableLine: string;
  /**
   * Format: uri
   * The URL of the printable boleto.
   * @example https://service.invalid/billets/a47be310.pdf
   */
  pdfUrl: string;
  /** When the boleto is due. */
  expirationDate: OffsetTimestamp;
  /** The last moment at which the boleto can be paid. */
  paymentLimitDate: OffsetTimestamp;
  /**
   * The interest as an amount in centavos. `33` is R$ 0,33.
   * @example 33
   */
  interestAmount?: number | null;
  /**
   * The interest in percent, as a string.
   * @example 0.00
   */
  interestPercentage?: string | null;
  /**
   * Format: date
   * The day on which interest starts.
   * @example 2026-03-06
   */
  interestStartDate?: string | null;
  /** How the interest is calculated. */
  interestType?: InterestType | null;
  /**
   * The late fee as an amount in centavos. `200` is R$ 2,00.
   * @example 200
   */
  lateFeeAmount?: number | null;
  /**
   * The late fee in percent, as a string.
   * @example 0.00
   */
  lateFeePercentage?: string | null;
  /**
   * Format: date
   * The day from which the late fee applies.
   * @example 2026-03-06
   */
  lateFeeStartDate?: string | null;
  /** How the late fee is calculated. */
  lateFeeType?: LateFeeType | null;
};

/** A payment by boleto. */
export type BilletPayment = {
  /**
   * The payment is by boleto.
   * @constant
   */
  paymentMethod: "billet";
  billetDetails: BilletDetails;
} & PaymentBase;

/** A payment, also called a transaction. `paymentMethod` decides which details it has. A payment by tokenized card has the method `card`. */
export type Payment = CardPayment | PixPayment | BilletPayment;

/** The position of this page in the full list. */
export type Meta = {
  /**
   * The total number of items on all pages.
   * @example 42
   */
  total: number;
  /**
   * The page number. The first page is 1.
   * @example 1
   */
  page: number;
  /**
   * The maximum number of items on a page.
   * @example 10
   */
  limit: number;
  /**
   * The total number of pages.
   * @example 5
   */
  totalPages: number;
};

/** Always null in this response. */
export type NoMessage = null;

/** One page of payments. */
export type PaymentList = {
  /** The payments on this page. */
  data: Payment[];
  meta: Meta;
  message: NoMessage;
};

/** The subaccount that receives a share of the payment. */
export type PaymentSplitCreateBase = {
  /**
   * Format: uuid
   * The subaccount that receives the share.
   */
  subaccountId: string;
  /**
   * Whether the subaccount bears a chargeback of its share.
   * @default false
   */
  chargebackLiable?: boolean;
};

/** A percentage. `12.5` is one eighth. */
export type Percentage = number;

/** A share of the payment as a percentage. */
export type PercentagePaymentSplitCreate = {
  splitPercentage: Percentage;
  /**
   * An amount in centavos that is ignored, whatever it is, because the percentage takes precedence.
   * @example 0
   */
  splitAmount?: number | null;
} & PaymentSplitCreateBase;

export type ChargedAmount = number & PaymentAmount;

/** A share of the payment as a fixed amount. */
export type AmountPaymentSplitCreate = {
  splitAmount: ChargedAmount;
  /**
   * Send 0 or null, or omit this field. A percentage above 0 takes precedence over the amount.
   * @example 0
   */
  splitPercentage?: number | null;
} & PaymentSplitCreateBase;

/** A subaccount's share of the payment, as a percentage or an amount. A percentage above 0 takes precedence over the amount. If the percentage is missing, 0 or null, the amount applies. */
export type PaymentSplitCreate = PercentagePaymentSplitCreate | AmountPaymentSplitCreate;

/** The fields that any payment type can have. */
export type PaymentCreateBase = {
  /** The subaccounts that share in the payment. Omit it if there are none. */
  splits?: PaymentSplitCreate[];
};

/** The amount to charge, and the URL that receives postbacks. */
export type BillingData = {
  amount: ChargedAmount;
  /**
   * Format: uri
   * The URL on your server that receives postbacks (webhooks) when the status changes. Omit it if you have none.
   * @example https://shop.example/postbacks
   */
  postbackUrl?: string;
};

/** The amount to charge to the card, and the number of installments. */
export type CardBillingData = {
  /**
   * The number of installments. `1` is a single payment.
   * @example 3
   */
  installments: number;
} & BillingData;

/** The buyer's data that every payment type takes. */
export type CustomerDataBase = {
  /**
   * Format: ipv4
   * The IPv4 address from which the buyer orders.
   * @example 203.0.113.7
   */
  remoteIpv4: string;
} & Person;

/** The full address of a buyer who pays by card. Here the `zipcode` is a string. */
export type CardCustomerAddress = {
  /**
   * The postal code (CEP).
   * @example 01310200
   */
  zipcode: string;
  /**
   * The apartment, floor or block.
   * @example Conjunto 42
   */
  complement: string;
  /**
   * A nearby landmark.
   * @example Em frente ao parque
   */
  reference: string;
} & StreetAddress;

/** The full data of a buyer who pays by card. */
export type CardCustomerData = {
  /**
   * The phone number.
   * @example +5511987654321
   */
  phone: string;
  address: CardCustomerAddress;
} & CustomerDataBase;

/** The card's expiration month, two digits. */
export type ExpirationMonth = string;

/** The card's expiration year, four digits. */
export type ExpirationYear = string;

/** The card's data, as printed on it. The service never returns the full number or the security code. */
export type CardData = {
  /**
   * The holder's name, exactly as printed on the card.
   * @example MARIA SOUZA
   */
  holderName: string;
  /**
   * Format: password
   * The full card number, 13 to 16 digits, without spaces or separators.
   * @example 4111111111111111
   */
  cardNumber: string;
  expirationMonth: ExpirationMonth;
  expirationYear: ExpirationYear;
  /**
   * Format: password
   * The security code, 3 or 4 digits.
   * @example 123
   */
  securityCode: string;
};

/** A charge on a card whose full data you send. It requires full customer, address and card data. */
export type CardPaymentCreate = {
  /**
   * The buyer pays with the card in `cardData`.
   * @constant
   */
  paymentType: "card";
  billingData: CardBillingData;
  customerData: CardCustomerData;
  /** The card to charge. */
  cardData: CardData;
} & PaymentCreateBase;

/** The buyer's address. Here the `zipcode` is a string; on customers and subaccounts it is an integer. */
export type CustomerDataAddress = {
  /**
   * The postal code (CEP).
   * @example 01310200
   */
  zipcode: string;
  /**
   * The apartment, floor or block.
   * @example Conjunto 42
   */
  complement?: string;
  /**
   * A nearby landmark.
   * @example Em frente ao parque
   */
  reference?: string;
} & StreetAddress;

/** The buyer. */
export type CustomerData = {
  /**
   * The phone number.
   * @example +5511987654321
   */
  phone?: string;
  address: CustomerDataAddress;
} & CustomerDataBase;

/** A charge on a stored card. */
export type TokenizedCardPaymentCreate = {
  /**
   * The buyer pays with a card that was tokenized before.
   * @constant
   */
  paymentType: "tokenizedCard";
  billingData: CardBillingData;
  customerData: CustomerData;
  /**
   * Format: uuid
   * The card token, as `cards.tokenize` returns it.
   */
  tokenizedCardId: string;
} & PaymentCreateBase;

/** A Pix charge, which the buyer pays by scanning or pasting a code. */
export type PixPaymentCreate = {
  /**
   * The buyer pays by Pix.
   * @constant
   */
  paymentType: "pix";
  billingData: BillingData;
  customerData: CustomerData;
} & PaymentCreateBase;

/** A boleto, which the buyer pays through a bank. */
export type BilletPaymentCreate = {
  /**
   * The buyer pays by boleto.
   * @constant
   */
  paymentType: "billet";
  billingData: BillingData;
  customerData: CustomerData;
} & PaymentCreateBase;

/** The payment to create. `paymentType` decides which fields to send. */
export type PaymentCreate =
  | CardPaymentCreate
  | TokenizedCardPaymentCreate
  | PixPaymentCreate
  | BilletPaymentCreate;

/** The payment that was created. */
export type PaymentCreated = {
  data: Payment;
  message: Message;
};

/** The fields that identify a change. */
export type PostbackBase = {
  /**
   * Format: uuid
   * The id of the event. It stays the same when the event is delivered again.
   */
  eventId: string;
  occurredAt: Timestamp;
};

/** The payment after the change. */
export type PaymentPostback = {
  /**
   * A payment has changed.
   * @constant
   */
  type: "payment";
  data: Payment;
} & PostbackBase;

/** One payment. */
export type PaymentRead = {
  data: Payment;
  message: NoMessage;
};

/** The payment to refund. A refund always returns the full amount. */
export type PaymentRefund = {
  /**
   * Format: uuid
   * The id of the payment to refund. Here a payment is called a transaction.
   */
  transactionId: string;
};

/** The card payment after the refund. Its splits are empty. */
export type RefundedPayment = {
  /**
   * The status after the refund.
   * @constant
   */
  status: "REFUNDED";
  /** Empty after a refund. */
  splits: PaymentSplit[];
} & CardPayment;

/** The refunded payment. */
export type PaymentRefunded = {
  data: RefundedPayment;
  message: Message;
};

/** A card and the customer who owns it. */
export type CardTokenize = {
  /**
   * Format: uuid
   * The customer to link the card to.
   */
  customerId: string;
} & CardData;

/** The first four digits of the card number. */
export type First4Digits = string;

/** The last four digits of the card number. */
export type Last4Digits = string;

/** A tokenized card, as returned when you store it. It has no creation time. */
export type NewTokenizedCard = {
  /**
   * Format: uuid
   * The card token. Use it to pay, or to charge a subscription.
   */
  id: string;
  /**
   * Format: uuid
   * The customer who owns the card.
   */
  customerId: string;
  /**
   * The holder's name, as printed on the card.
   * @example MARIA SOUZA
   */
  holderName: string;
  first4Digits: First4Digits;
  last4Digits: Last4Digits;
  expirationMonth: ExpirationMonth;
  expirationYear: ExpirationYear;
  /**
   * The card brand.
   * @example VISA
   */
  cardBrand: string;
  /** Whether the card is active. */
  isActive: boolean;
  /** Whether the card was verified. */
  isVerified: boolean;
  /** The result of the postal code check. */
  postalCodeCheck: boolean;
  /** The result of the security code check. */
  securityCodeCheck: boolean;
  /** The result of the address check. */
  addressCheck: boolean;
};

/** The card that was stored. */
export type CardTokenized = {
  data: NewTokenizedCard;
  message: Message;
};

/** A stored card, masked. The service never returns the full number or the security code. */
export type TokenizedCard = {
  createdAt: Timestamp;
} & NewTokenizedCard;

/** What happened, for people to read, or null. Do not base decisions on it. */
export type MessageOrNull = string | null;

/** One stored card. */
export type CardRead = {
  data: TokenizedCard;
  message: MessageOrNull;
};

/** A confirmation for people to read. */
export type Confirmation = {
  message: Message;
};

/** Confirms that the card was deleted. */
export type CardDeleted = {
  data: Confirmation;
  message: Message;
};

/** The subscription's status. `DELETED` is final. */
export type SubscriptionStatus = "ACTIVE" | "DELETED" | "EXPIRED" | "SUSPENDED";

/** An amount in centavos. */
export type Centavos = number;

/** The number of days between charges. `7` is weekly, `30` is monthly. */
export type Frequency = number;

/** How the share was set. Here it is upper case; in the request that adds a split it is lower case. */
export type SubscriptionSplitType = "PERCENTAGE" | (string & {});

/** A subaccount's share of a subscription. */
export type SubscriptionSplit = {
  /**
   * Format: uuid
   * The split's id, which `subscriptions.removeSplit` takes.
   */
  id: string;
  /**
   * Format: uuid
   * The subaccount that receives the share.
   */
  subaccountId: string;
  splitType: SubscriptionSplitType;
  /** The amount that the subaccount receives, in centavos. */
  liquidAmount: Centavos;
  /** Whether the subaccount bears a chargeback of its share. */
  chargebackLiable: boolean;
  /**
   * The share in percent. Absent or null if the split is a fixed amount.
   * @example 12.5
   */
  splitPercentage?: number | null;
  /**
   * The share as a fixed amount, in centavos. Absent or null if the split is a percentage.
   * @example 1500
   */
  splitAmount?: number | null;
};

/** A date and time in UTC, ISO 8601, with or without milliseconds. */
export type SubscriptionTimestamp = string;

/** A recurring charge on a tokenized card. */
export type Subscription = {
  /**
   * Format: uuid
   * The subscription's id.
   */
  id: string;
  /**
   * Format: uuid
   * The customer who is charged.
   */
  customerId: string;
  /**
   * Format: uuid
   * The tokenized card to charge. In an update this field is `tokenizedCardId`.
   */
  cardId: string;
  /**
   * The title, which says what the subscription is for.
   * @example Plano mensal
   */
  title: string;
  /** The amount of each cycle, in centavos. */
  amount: Centavos;
  /** The amount charged for set-up, in centavos. */
  setupAmount: Centavos;
  frequency: Frequency;
  /**
   * The number of charge cycles. Absent or null for a lifelong subscription.
   * @example 12
   */
  duration?: number | null;
  /**
   * Format: date
   * The start date.
   * @example 2026-03-10
   */
  dueDate: string;
  /**
   * Format: date
   * The end date. Absent or null if there is none.
   * @example 2027-03-05
   */
  expirationDate?: string | null;
  /**
   * The tolerance period. The service's specification states neither its unit nor its purpose.
   * @example 5
   */
  tolerancePeriod: number;
  status: SubscriptionStatus;
  /** The subaccounts that share in the subscription. */
  splits: SubscriptionSplit[];
  createdAt: SubscriptionTimestamp;
  updatedAt: SubscriptionTimestamp;
  /**
   * Format: date-time
   * The cancellation time. Absent or null if the subscription is not canceled.
   * @example 2026-05-04T10:12:00Z
   * @example null
   */
  canceledAt?: string | null;
};

/** One page of subscriptions. */
export type SubscriptionList = {
  /** The subscriptions on this page. */
  data: Subscription[];
  meta: Meta;
  message: MessageOrNull;
};

/** One subscription. */
export type SubscriptionRead = {
  data: Subscription;
  message: MessageOrNull;
};

/** The new values of all fields, except the splits. If you omit `duration`, the subscription becomes lifelong. */
export type SubscriptionUpdate = {
  /**
   * Format: uuid
   * The customer to charge.
   */
  customerId: string;
  /**
   * Format: uuid
   * The tokenized card to charge. When you read the subscription, this field is `cardId`.
   */
  tokenizedCardId: string;
  frequency: Frequency;
  /**
   * The title, which says what the subscription is for.
   * @example Plano mensal
   */
  title: string;
  /** The new amount of each cycle, in centavos. */
  amount: Centavos;
  /**
   * The number of cycles to charge. Omit it for a lifelong subscription.
   * @example 12
   */
  duration?: number;
  /**
   * Format: date
   * The date on which the subscription ends.
   * @example 2027-03-05
   */
  expirationDate?: string;
};

/** The updated subscription. */
export type SubscriptionUpdated = {
  data: Subscription;
  message: MessageOrNull;
};

/** The subscription that was canceled. */
export type CanceledSubscription = {
  /**
   * Format: uuid
   * The subscription's id.
   */
  id: string;
  /**
   * The status after the cancellation, which is final.
   * @constant
   */
  status: "DELETED";
};

/** Confirms that the subscription is canceled. */
export type SubscriptionCanceled = {
  data: CanceledSubscription;
  message: Message;
};

/** The subscription to split, and the subaccount that receives a share. */
export type SubscriptionSplitCreateBase = {
  /**
   * Format: uuid
   * The subscription that receives the split.
   */
  subscriptionId: string;
  /**
   * Format: uuid
   * The subaccount that receives the share. It must be approved.
   */
  subaccountId: string;
  /**
   * Whether the subaccount bears a chargeback of its share.
   * @default false
   */
  chargebackLiable?: boolean;
};

/** A share of a subscription as a fixed amount. */
export type AmountSubscriptionSplitCreate = {
  /**
   * The share is a fixed amount.
   * @constant
   */
  splitType: "amount";
  /** The fixed amount, in centavos. */
  splitAmount: Centavos;
} & SubscriptionSplitCreateBase;

/** A share of a subscription as a percentage. */
export type PercentageSubscriptionSplitCreate = {
  /**
   * The share is a percentage.
   * @constant
   */
  splitType: "percentage";
  /** The share in percent, with at most two decimal places. */
  splitPercentage: Percentage;
} & SubscriptionSplitCreateBase;

/** A split to add to a subscription. `splitType` decides whether an amount or a percentage is required. */
export type SubscriptionSplitCreate =
  | AmountSubscriptionSplitCreate
  | PercentageSubscriptionSplitCreate;

/** The split that was added. */
export type SubscriptionSplitAdded = {
  data: SubscriptionSplit;
  message: MessageOrNull;
};

/** Confirms that the split was removed. */
export type SubscriptionSplitRemoved = {
  data: Confirmation;
  message: MessageOrNull;
};

/** The subscription that was suspended. */
export type SuspendedSubscription = {
  /**
   * Format: uuid
   * The subscription's id.
   */
  id: string;
  /**
   * The status while the recurring charges stop.
   * @constant
   */
  status: "SUSPENDED";
};

/** Confirms that the subscription is suspended. */
export type SubscriptionSuspended = {
  data: SuspendedSubscription;
  message: Message;
};

/** The subscription that was reactivated. */
export type ReactivatedSubscription = {
  /**
   * Format: uuid
   * The subscription's id.
   */
  id: string;
  /**
   * The status in which charges resume at the next cycle.
   * @constant
   */
  status: "ACTIVE";
};

/** Confirms that the subscription is active again. */
export type SubscriptionReactivated = {
  data: ReactivatedSubscription;
  message: Message;
};

/** The address's status. */
export type CustomerAddressStatus = "APPROVED" | (string & {});

/** The postal code (CEP) as an integer, without any leading zero. In a payment's customer data it is a string. */
export type IntegerZipcode = number;

/** The customer's address. */
export type CustomerAddress = {
  statusId: CustomerAddressStatus;
  zipcode: IntegerZipcode;
  /**
   * The apartment, floor or block.
   * @example Conjunto 42
   */
  complement: string;
  /**
   * A nearby landmark.
   * @example Em frente ao parque
   */
  reference: string;
} & StreetAddress;

/** The customer's status. */
export type CustomerStatus = "APPROVED" | (string & {});

/** A person or company that pays you. */
export type Customer = {
  /**
   * Format: uuid
   * The customer's id.
   */
  id: string;
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
  /** The customer's address. Absent or null if the customer has none yet. */
  address?: CustomerAddress | null;
  statusId: CustomerStatus;
  createdAt: Timestamp;
} & Person;

/** One page of customers. */
export type CustomerList = {
  /** The customers on this page. */
  data: Customer[];
  meta: Meta;
  message: MessageOrNull;
};

/** One customer. */
export type CustomerRead = {
  data: Customer;
  message: MessageOrNull;
};

/** The address fields to change. If the customer has no address yet, send all fields together. */
export type CustomerAddressUpdate = {
  zipcode?: IntegerZipcode;
  /**
   * The street name.
   * @example Avenida Paulista
   */
  street?: string;
  /**
   * The street number.
   * @example 1578
   */
  streetNumber?: number;
  /**
   * The apartment, floor or block.
   * @example Conjunto 42
   */
  complement?: string;
  /**
   * A nearby landmark.
   * @example Em frente ao parque
   */
  reference?: string;
  /**
   * The neighborhood (bairro).
   * @example Bela Vista
   */
  neighborhood?: string;
  /**
   * The city.
   * @example São Paulo
   */
  city?: string;
  /**
   * The state.
   * @example SP
   */
  state?: string;
};

/** The fields to change. A field that you omit keeps its value. */
export type CustomerUpdate = {
  /**
   * The first name.
   * @example Maria
   */
  firstName?: string;
  /**
   * The last name.
   * @example Souza
   */
  lastName?: string;
  /**
   * The e-mail address.
   * @example maria.souza@example.com
   */
  email?: string;
  /**
   * The phone number.
   * @example +5511987654321
   */
  phoneNumber?: string;
  /**
   * The tax id, a CPF or a CNPJ.
   * @example 39053344705
   */
  document?: string;
  /**
   * Format: date
   * The date of birth.
   * @example 1990-05-17
   */
  birthdate?: string;
  address?: CustomerAddressUpdate;
};

/** The updated customer. */
export type CustomerUpdated = {
  data: Customer;
  message: Message;
};

/** Confirms that the customer was deleted. */
export type CustomerDeleted = {
  data: Confirmation;
  message: Message;
};

/** The kind of subaccount: an individual (PF) or a legal entity (PJ). */
export type CompanyType = "PF" | "PJ";

/** The subaccount's status. It is `PENDING` at first. */
export type SubaccountStatus = "PENDING" | (string & {});

/** The person responsible for the subaccount. */
export type JuridicDataPartner = {
  /**
   * The first name.
   * @example João
   */
  name: string;
  /**
   * The last name.
   * @example Pereira
   */
  lastName: string;
  /**
   * The individual's tax id (CPF).
   * @example 52998224725
   */
  cpf: string;
  /**
   * The e-mail address.
   * @example joao.pereira@example.com
   */
  email: string;
  /**
   * Format: date
   * The date of birth.
   * @example 1984-11-02
   */
  birthdate: string;
  /**
   * The phone number.
   * @example +5521976543210
   */
  contactPhone: string;
  /**
   * The monthly revenue. The service's specification does not state its unit.
   * @example 850000
   */
  monthRevenue: number;
  /**
   * The occupation.
   * @example Fotógrafo
   */
  jobOccupation: string;
  /**
   * The mother's full name.
   * @example Ana Pereira
   */
  fullnameMom: string;
};

/** The purpose of the address. A PF subaccount has `RESPONSIBLE`, a PJ subaccount has `COMMERCIAL`. */
export type AddressType = "RESPONSIBLE" | "COMMERCIAL" | (string & {});

/** An address of a subaccount. Its `zipcode` is an integer. */
export type SubaccountAddress = {
  addressType: AddressType;
  zipcode: IntegerZipcode;
  /**
   * The apartment, floor or block.
   * @example Casa 2
   */
  complement: string;
  /**
   * A nearby landmark.
   * @example Ao lado da padaria
   */
  reference: string;
} & StreetAddress;

/** The fields that every view of a subaccount shows. */
export type SubaccountBase = {
  /**
   * The subaccount's name.
   * @example João Pereira
   */
  name: string;
  status: SubaccountStatus;
  juridicDataPartner: JuridicDataPartner;
  /** The addresses. */
  addresses: SubaccountAddress[];
};

/** A PF subaccount, as the list returns it. */
export type SubaccountPfListItem = {
  createdAt: Timestamp;
  /**
   * The subaccount belongs to an individual.
   * @constant
   */
  companyType: "PF";
} & SubaccountBase;

/** The legal entity behind a PJ subaccount. */
export type JuridicLegalData = {
  /**
   * The legal entity's tax id (CNPJ).
   * @example 12ABC34501DE35
   */
  cnpj: string;
  /**
   * The phone number.
   * @example +551133334444
   */
  contactPhone: string;
  /**
   * The trade name.
   * @example Estúdio Luz
   */
  fantasyName: string;
  /**
   * The registered company name.
   * @example Luz Fotografia Ltda
   */
  socialReason: string;
  /**
   * The average annual revenue. Decimals are allowed. The service's specification does not state its unit. The field name is spelled as in the service's specification.
   * @example 1250000.5
   */
  avgAnualBilling: number;
  /**
   * The service's specification does not say what this field holds. The field name is spelled as in the service's specification.
   * @example Pagamentos com divisão
   */
  searchingServices: string;
  /**
   * The legal entity's social media profile.
   * @example @estudioluz
   */
  socialMedia: string;
};

/** A PJ subaccount, as the list returns it. */
export type SubaccountPjListItem = {
  createdAt: Timestamp;
  /**
   * The subaccount belongs to a legal entity.
   * @constant
   */
  companyType: "PJ";
  juridicLegalData: JuridicLegalData;
} & SubaccountBase;

/** A subaccount, as the list returns it, without its id. `companyType` is its kind. */
export type SubaccountListItem = SubaccountPfListItem | SubaccountPjListItem;

/** One page of subaccounts. */
export type SubaccountList = {
  /** The subaccounts on this page. */
  data: SubaccountListItem[];
  meta: Meta;
  message: MessageOrNull;
};

/** An individual who shares in your payments. */
export type SubaccountPf = {
  /**
   * Format: uuid
   * The subaccount's id.
   */
  id: string;
  createdAt: Timestamp;
  /**
   * The subaccount belongs to an individual.
   * @constant
   */
  companyType: "PF";
} & SubaccountBase;

/** A legal entity that shares in your payments. */
export type SubaccountPj = {
  /**
   * Format: uuid
   * The subaccount's id.
   */
  id: string;
  createdAt: Timestamp;
  /**
   * The subaccount belongs to a legal entity.
   * @constant
   */
  companyType: "PJ";
  juridicLegalData: JuridicLegalData;
} & SubaccountBase;

/** A party that shares in your payments. `companyType` is its kind. */
export type Subaccount = SubaccountPf | SubaccountPj;

/** One subaccount. */
export type SubaccountRead = {
  data: Subaccount;
  message: MessageOrNull;
};

/** The subaccount that was deleted. */
export type DeletedSubaccount = {
  /**
   * Format: uuid
   * The id of the deleted subaccount. The field name is spelled as in the service's specification.
   */
  sellerUnicId: string;
};

/** The subaccount that was deleted. */
export type SubaccountDeleted = {
  data: DeletedSubaccount;
  message: Message;
};

/** The kind of bank account. */
export type AccountType = "CHECKING" | "SAVINGS";

/** The holder and the bank of the account. */
export type BankAccountBase = {
  /**
   * The beneficiary of the account.
   * @example Luz Fotografia Ltda
   */
  holderName: string;
  /**
   * The bank's number.
   * @example 341
   */
  bankCode: string;
  accountType: AccountType;
  /**
   * The beneficiary's tax id, a CPF or a CNPJ.
   * @example 12ABC34501DE35
   */
  document: string;
};

/** An agency (branch) or account number, a hyphen, and the check digit. */
export type NumberWithCheckDigit = string;

/** The bank account of a subaccount, sent when you create the subaccount. */
export type AccountBank = {
  /** The account number with its check digit. */
  accountNumber: NumberWithCheckDigit;
  /** The agency (branch) number with its check digit. */
  routingNumber: NumberWithCheckDigit;
} & BankAccountBase;

/** The fields that create a subaccount of either kind. */
export type SubaccountCreateBase = {
  /**
   * The subaccount's name.
   * @example João Pereira
   */
  name: string;
  juridicDataPartner: JuridicDataPartner;
  /** The addresses. */
  addresses: SubaccountAddress[];
  accountBank: AccountBank;
};

/** An individual to create as a subaccount. */
export type SubaccountPfCreate = SubaccountCreateBase;

/** The fields of a new subaccount of either kind. */
export type NewSubaccountBase = {
  /**
   * Format: uuid
   * The subaccount's id.
   */
  id: string;
  /**
   * Always `PENDING` for a new subaccount.
   * @constant
   */
  status?: "PENDING";
  accountBank: AccountBank;
} & SubaccountBase;

/** A PF subaccount, as returned when you create it: with its bank account, but without its kind and creation time. */
export type NewSubaccountPf = NewSubaccountBase;

/** The subaccount that was created. */
export type SubaccountPfCreated = {
  data: NewSubaccountPf;
  message: Message;
};

/** A legal entity to create as a subaccount. */
export type SubaccountPjCreate = {
  juridicLegalData: JuridicLegalData;
} & SubaccountCreateBase;

/** A PJ subaccount, as returned when you create it: with its bank account, but without its kind and creation time. */
export type NewSubaccountPj = {
  juridicLegalData: JuridicLegalData;
} & NewSubaccountBase;

/** The subaccount that was created. */
export type SubaccountPjCreated = {
  data: NewSubaccountPj;
  message: Message;
};

/** The bank account's status. */
export type BankAccountStatus = "APPROVED" | (string & {});

/** A bank account, as returned when you create it: without an id and without a creation time. */
export type NewBankAccount = {
  /**
   * The agency (branch) number.
   * @example 2934-0
   */
  routingNumber: string;
  /**
   * The account number.
   * @example 184392-5
   */
  accountNumber: string;
  status: BankAccountStatus;
} & BankAccountBase;

/** A bank account, as the list returns it. */
export type BankAccount = {
  /**
   * The bank account's id. It is an integer; every other id is a UUID.
   * @example 1
   */
  id: number;
  createdAt: Timestamp;
} & NewBankAccount;

/** One page of bank accounts. */
export type BankAccountList = {
  /** The bank accounts on this page. */
  data: BankAccount[];
  meta: Meta;
  message: MessageOrNull;
};

/** The bank account to add. */
export type BankAccountCreate = {
  /** The agency (branch) number with its check digit. If it has no check digit, write 0 after the hyphen. */
  routingNumber: NumberWithCheckDigit;
  /** The account number with its check digit. If it has no check digit, write 0 after the hyphen. */
  accountNumber: NumberWithCheckDigit;
} & BankAccountBase;

/** The bank account that you created. */
export type BankAccountCreated = {
  data: NewBankAccount;
  message: Message;
};

/** The withdrawal's status. */
export type WithdrawalStatus = "PENDING" | (string & {});

/** The payout method. */
export type WithdrawalPaymentType = "PIX" | (string & {});

/** The kind of Pix key. */
export type PixKeyType = "CPF" | (string & {});

/** A transfer of money out of the service. */
export type Withdrawal = {
  /**
   * Format: uuid
   * The withdrawal's id.
   */
  id: string;
  /** The amount to withdraw, in centavos. */
  amount: Centavos;
  /** The amount after fees, in centavos. */
  liquidAmount: Centavos;
  status: WithdrawalStatus;
  withdrawalPaymentType: WithdrawalPaymentType;
  /**
   * The postback URL that was sent when the withdrawal was created.
   * @example https://shop.example/postbacks
   */
  postbackUrl: string;
  /** The kind of Pix key. Absent or null if there is no key. */
  pixKeyType?: PixKeyType | null;
  /**
   * The Pix key that receives the money. Absent or null if there is no key.
   * @example 52998224725
   */
  pixKey?: string | null;
  createdAt: Timestamp;
  updatedAt: Timestamp;
};

/** The total. This list returns neither page nor limit. */
export type WithdrawalMeta = {
  /**
   * The total number of withdrawals on all pages.
   * @example 3
   */
  total: number;
};

/** One page of withdrawals. Its `meta` has only the total. */
export type WithdrawalList = {
  /** The withdrawals on this page. */
  data: Withdrawal[];
  meta: WithdrawalMeta;
  message: Message;
};

/** One withdrawal. */
export type WithdrawalRead = {
  data: Withdrawal;
  message: Message;
};

/** A transition of PaymentStatus that the contract allows. Creation starts from `NEW`. */
export type PaymentStatusTransition =
  | "NEW → SUCCEEDED"
  | "NEW → PENDING"
  | "NEW → FAILED"
  | "PENDING → SUCCEEDED"
  | "PENDING → FAILED"
  | "PENDING → PAID"
  | "PENDING → CANCELED"
  | "SUCCEEDED → REFUNDED"
  | "SUCCEEDED → DISPUTED"
  | "DISPUTED → SUCCEEDED"
  | "DISPUTED → CHARGEBACK";

/** A transition of SubscriptionStatus that the contract allows. Creation starts from `NEW`. */
export type SubscriptionStatusTransition =
  | "NEW → ACTIVE"
  | "ACTIVE → SUSPENDED"
  | "SUSPENDED → ACTIVE"
  | "ACTIVE → DELETED"
  | "SUSPENDED → DELETED"
  | "EXPIRED → DELETED"
  | "DELETED → DELETED"
  | "ACTIVE → EXPIRED";
